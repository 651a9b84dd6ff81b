import { buildingStaff, type RoleId, roles } from "@verandah/contract/roles.ts";

/** Members see comfort and alarms, pump customers their pumps. Only staff see all other devices. */
export const isStaff = (roleId: RoleId) => buildingStaff.some((role) => role === roleId);
export const isCustomer = (roleId: RoleId) => roleId === roles.pumpCustomer;
