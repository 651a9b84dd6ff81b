import { useLingui } from "@lingui/react/macro";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { type RoleId, roleIds, roleNames, roles } from "@verandah/contract/roles.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import type { FormField } from "#shared/ui/form/form-field.tsx";

export interface UserValues {
  email: string;
  role: RoleId;
  campus: number;
  building: number;
}

interface Limits {
  /** An administrator cannot change the own role. */
  isOwn?: boolean;
  /** Another campus manages the account. */
  isGuest?: boolean;
  /** The account has several campuses, so it is no pump customer. */
  isShared?: boolean;
}

/** E-mail address, role, campus and building of a user. */
export function useUserFields({
  isOwn = false,
  isGuest = false,
  isShared = false,
}: Limits): FormField<keyof UserValues>[] {
  const { t } = useLingui();
  const { campus, building } = useSession();
  const { data: tree } = useRoute(getCampusTree, { id: campus.id, context: "lms" });
  const buildings = tree?.children.filter(({ type }) => type === "building") ?? [
    { id: building.id, title: building.name },
  ];
  return [
    {
      name: "email",
      label: t`E-mail`,
      kind: "email",
      description: isGuest
        ? t`Another campus manages this account.`
        : t`For messages and a forgotten password`,
      disabled: isGuest,
      maxLength: 200,
    },
    {
      name: "role",
      label: t`Role`,
      kind: "choice",
      options: roleIds
        .filter((id) => !isShared || id !== roles.pumpCustomer)
        .map((value) => ({ value, label: t(roleNames[value]) })),
      ...(isOwn && { description: t`Another administrator can change your role.` }),
      disabled: isOwn,
    },
    {
      name: "campus",
      label: t`Campus`,
      kind: "choice",
      options: [{ value: campus.id, label: campus.name }],
      description: t`The campus that you can open.`,
    },
    {
      name: "building",
      label: t`Building`,
      kind: "choice",
      options: buildings.map(({ id, title }) => ({ value: id, label: title })),
      description: t`Opens first after login.`,
    },
  ];
}
