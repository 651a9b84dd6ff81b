import { useLingui } from "@lingui/react/macro";
import { roleNames } from "@verandah/contract/roles.ts";

/** What a role is called in the user's language. Source: product page "Who uses it". */
export function useRoleName(): (role: keyof typeof roleNames) => string {
  const { i18n } = useLingui();
  return (role) => i18n._(roleNames[role]);
}
