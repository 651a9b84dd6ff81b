import { msg } from "@lingui/core/macro";
import { buildingStaff, roles } from "@verandah/contract/roles.ts";

import type { Screen } from "./screen.ts";

/** Screens of the solar pumps and of the users who own them. */
export const pumpScreens: readonly Screen[] = [
  {
    path: "dashboard",
    name: msg`Dashboard`,
    about: msg`The solar pumps with their readings, faults and warnings.`,
    access: [...buildingStaff, roles.pumpCustomer],
  },
  {
    path: "vdevice",
    name: msg`Add device`,
    about: msg`A form that adds a solar pump.`,
    access: [roles.administrator],
  },
  {
    path: "addUser",
    name: msg`Add User`,
    about: msg`A form that adds a pump customer.`,
    access: [roles.administrator],
  },
  {
    path: "Vmap",
    name: msg`Mapping`,
    about: msg`Which pump belongs to which customer.`,
    access: [roles.administrator],
  },
  {
    path: "changepassword",
    name: msg`Change Password`,
    about: msg`A new password for a customer who answers the security question.`,
    access: [roles.administrator],
  },
];
