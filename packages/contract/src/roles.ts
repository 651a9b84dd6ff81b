import { msg, type Text } from "@verandah/texts/msg.ts";

/** Role ids and their plain names. Source: product.md "Who uses it". */
export const roles = { operator: 1, administrator: 2, viewer: 3, pumpCustomer: 4, member: 5 } as const;

export type RoleName = keyof typeof roles;
export type RoleId = (typeof roles)[RoleName];

/** Names of the roles on screens. */
export const roleNames: Readonly<Record<RoleId, Text>> = {
  [roles.operator]: msg`Operator`,
  [roles.administrator]: msg`Administrator`,
  [roles.viewer]: msg`Viewer`,
  [roles.pumpCustomer]: msg`Pump customer`,
  [roles.member]: msg`Coworking member`,
};

export const roleIds = Object.values(roles);

/** Roles that see all of the building. */
export const buildingStaff = [roles.operator, roles.administrator, roles.viewer] as const;

/** Staff with write access. */
export const buildingOperators = [roles.operator, roles.administrator] as const;

/** Staff, and coworking members, who see comfort. */
export const buildingUsers = [...buildingStaff, roles.member] as const;

/** Everyone with an account. */
export const everyone = [...roleIds];
