import { msg } from "@lingui/core/macro";
import { listPumps } from "@verandah/contract/pumps.ts";
import { roles } from "@verandah/contract/roles.ts";

import { lazyScreen } from "./lazy-screen.ts";
import type { Screen } from "./screen.ts";

/** Screens of the solar pumps and of the users who own them. */
export const pumpScreens: readonly Screen[] = [
  {
    path: "dashboard",
    name: msg`Dashboard`,
    about: msg`The solar pumps with their readings, faults and warnings.`,
    access: listPumps.access,
    component: lazyScreen(() => import("../features/pumps/pumps-screen.tsx"), "PumpsScreen"),
  },
  {
    path: "vdevice",
    name: msg`Add device`,
    about: msg`A form that adds a solar pump.`,
    access: [roles.administrator],
    nearest: "dashboard",
  },
  {
    path: "addUser",
    name: msg`Add User`,
    about: msg`A form that adds a pump customer.`,
    access: [roles.administrator],
    nearest: "dashboard",
  },
  {
    path: "Vmap",
    name: msg`Mapping`,
    about: msg`Which pump belongs to which customer.`,
    access: [roles.administrator],
    nearest: "dashboard",
  },
  {
    path: "changepassword",
    name: msg`Change Password`,
    about: msg`A new password for a customer who answers the security question.`,
    access: [roles.administrator],
    nearest: "dashboard",
  },
];
