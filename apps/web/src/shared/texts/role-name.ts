import { useLingui } from "@lingui/react/macro";

/** What a role is called in the user's language. Source: product page "Who uses it". */
export function useRoleName(): (role: number) => string {
  const { t } = useLingui();
  return (role) => {
    const names: Record<number, string> = {
      1: t`Operator`,
      2: t`Administrator`,
      3: t`Viewer`,
      4: t`Pump customer`,
      5: t`Coworking member`,
    };
    return names[role] ?? "";
  };
}
