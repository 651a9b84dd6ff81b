import { msg } from "@lingui/core/macro";
import {
  IconArmchair,
  IconCalendarEvent,
  IconChartBar,
  IconDroplets,
  IconHandStop,
  IconSettings,
  IconUserCog,
  IconUsersGroup,
} from "@tabler/icons-react";
import { getConfiguration } from "@verandah/contract/campuses.ts";
import { getFloorOccupancy } from "@verandah/contract/floor-occupancy.ts";
import { listOverrides } from "@verandah/contract/overrides.ts";
import { listPumps } from "@verandah/contract/pumps.ts";
import { buildingStaff, buildingUsers, roles } from "@verandah/contract/roles.ts";
import { listSchedules } from "@verandah/contract/schedules.ts";
import { listUsers } from "@verandah/contract/users.ts";

import { lazyScreen } from "./lazy-screen.ts";
import type { Screen } from "./screen.ts";

/** Screens below the line of the menu: solar pumps and their users, energy, occupancy, commands, and schedules. */
export const extraScreens: readonly Screen[] = [
  {
    path: "dashboard",
    name: msg`Dashboard`,
    menu: { group: "extra", icon: IconDroplets },
    access: listPumps.access,
    component: lazyScreen(() => import("../features/pumps/pumps-screen.tsx"), "PumpsScreen"),
  },
  {
    path: "seat-booking",
    name: msg`Seat Booking`,
    menu: { group: "extra", icon: IconArmchair },
    access: buildingUsers,
    component: lazyScreen(() => import("../features/bookings/booking-screen.tsx"), "SeatBookingScreen"),
  },
  {
    path: "energy",
    name: msg`Energy`,
    menu: { group: "extra", icon: IconChartBar },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/energy/energy-screen.tsx"), "EnergyScreen"),
  },
  {
    path: "flooroccupancy",
    name: msg`Floor occupancy`,
    menu: { group: "extra", icon: IconUsersGroup },
    access: getFloorOccupancy.access,
    component: lazyScreen(
      () => import("../features/floor-plans/occupancy/occupancy-screen.tsx"),
      "OccupancyScreen",
    ),
  },
  {
    path: "controls",
    name: msg`Controls`,
    menu: { group: "extra", icon: IconHandStop },
    access: listOverrides.access,
    component: lazyScreen(() => import("../features/commands/controls-screen.tsx"), "ControlsScreen"),
  },
  {
    path: "schedule",
    name: msg`Scheduler`,
    menu: { group: "extra", icon: IconCalendarEvent },
    access: listSchedules.access,
    component: lazyScreen(() => import("../features/schedules/scheduler-screen.tsx"), "SchedulerScreen"),
  },
  {
    path: "configuration",
    name: msg`Configuration`,
    menu: { group: "extra", icon: IconSettings },
    access: getConfiguration.access,
    component: lazyScreen(
      () => import("../features/configuration/configuration-screen.tsx"),
      "ConfigurationScreen",
    ),
  },
  {
    path: "users",
    name: msg`Users`,
    menu: { group: "management", icon: IconUserCog },
    access: listUsers.access,
    component: lazyScreen(() => import("../features/users/users-screen.tsx"), "UsersScreen"),
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
