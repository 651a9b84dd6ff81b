import { msg } from "@lingui/core/macro";
import { getConfiguration } from "@verandah/contract/campuses/campuses.ts";
import { listOverrides } from "@verandah/contract/commands/overrides.ts";
import { uploadCoworkingUsers } from "@verandah/contract/coworking.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listGateways } from "@verandah/contract/gateways/gateways.ts";
import { getPointTest } from "@verandah/contract/point-tests.ts";
import { createCustomerWithPump } from "@verandah/contract/pumps/pump-administration.ts";
import { listFleet, listPumps } from "@verandah/contract/pumps/pumps.ts";
import { buildingStaff, buildingUsers, roles } from "@verandah/contract/roles.ts";
import { listSchedules } from "@verandah/contract/schedules/schedules.ts";
import { listUsers } from "@verandah/contract/users/users.ts";

import { lazyScreen, type Screen } from "./screen.ts";
import { ComfortCount } from "./shell/comfort-count.tsx";

/** Solar pumps and their users, energy, occupancy, commands, and schedules. */
export const extraScreens: readonly Screen[] = [
  {
    path: "pumpFleet",
    name: msg`Pump fleet`,
    systems: ["pumps"],
    menu: { job: "pumps", icon: "IconListDetails" },
    access: listFleet.access,
    component: lazyScreen(() => import("../features/pumps/fleet/fleet-screen.tsx"), "FleetScreen"),
  },
  {
    path: "dashboard",
    name: msg`Dashboard`,
    systems: ["pumps"],
    menu: { job: "pumps", icon: "IconDroplets" },
    access: listPumps.access,
    component: lazyScreen(() => import("./devices-screen.tsx"), "PumpScreen"),
  },
  {
    path: "seat-booking",
    name: msg`Seat Booking`,
    systems: ["seats"],
    menu: { job: "bookings", icon: "IconArmchair" },
    access: buildingUsers,
    component: lazyScreen(() => import("../features/bookings/booking-screen.tsx"), "SeatBookingScreen"),
  },
  {
    path: "energy",
    name: msg`Energy`,
    systems: ["energy"],
    menu: { job: "energy", icon: "IconChartBar" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/energy/energy-screen.tsx"), "EnergyScreen"),
  },
  {
    path: "comfort",
    name: msg`Comfort reports`,
    menu: { job: "spaces", icon: "IconTemperature", count: ComfortCount },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/comfort-reports/comfort-screen.tsx"), "ComfortScreen"),
  },
  {
    path: "controls",
    name: msg`Controls`,
    menu: { job: "equipment", icon: "IconHandStop" },
    access: listOverrides.access,
    component: lazyScreen(() => import("./devices-screen.tsx"), "ControlsScreen"),
  },
  {
    path: "schedule",
    name: msg`Scheduler`,
    systems: ["hvac", "lighting"],
    menu: { job: "schedules", icon: "IconCalendarEvent" },
    access: listSchedules.access,
    component: lazyScreen(() => import("../features/schedules/scheduler-screen.tsx"), "SchedulerScreen"),
  },
  {
    path: "configuration",
    name: msg`Configuration`,
    menu: { job: "administration", icon: "IconSettings" },
    access: getConfiguration.access,
    component: lazyScreen(
      () => import("../features/configuration/configuration-screen.tsx"),
      "ConfigurationScreen",
    ),
  },
  {
    path: "siteFile",
    name: msg`Site file`,
    menu: { job: "administration", icon: "IconFileCode" },
    access: [roles.administrator],
    component: lazyScreen(() => import("../features/site-file/site-file-screen.tsx"), "SiteFileScreen"),
  },
  {
    path: "roomCalendars",
    name: msg`Room calendars`,
    systems: ["rooms"],
    menu: { job: "bookings", icon: "IconCalendarShare" },
    access: [roles.operator, roles.administrator],
    component: lazyScreen(
      () => import("../features/room-calendars/room-calendars-screen.tsx"),
      "RoomCalendarsScreen",
    ),
  },
  {
    path: "seatCodes",
    name: msg`QR codes`,
    systems: ["seats", "rooms"],
    menu: { job: "bookings", icon: "IconQrcode" },
    access: [roles.operator, roles.administrator],
    component: lazyScreen(() => import("../features/bookings/space-codes.tsx"), "SpaceCodesScreen"),
  },
  {
    path: "device",
    name: msg`Places and devices`,
    menu: { job: "spaces", icon: "IconListTree" },
    access: getDevice.access,
    component: lazyScreen(() => import("./devices-screen.tsx"), "DevicesScreen"),
  },
  {
    path: "gateways",
    name: msg`Gateways`,
    menu: { job: "administration", icon: "IconRouter" },
    access: listGateways.access,
    component: lazyScreen(() => import("../features/gateways/gateways-screen.tsx"), "GatewaysScreen"),
  },
  {
    path: "demo",
    name: msg`Demo campus`,
    menu: { job: "administration", icon: "IconSchool" },
    access: [roles.administrator],
    component: lazyScreen(() => import("../features/demo/demo-screen.tsx"), "DemoScreen"),
  },
  {
    path: "point-test/$id",
    name: msg`Acceptance test`,
    access: getPointTest.access,
    component: lazyScreen(() => import("../features/point-tests/point-test-screen.tsx"), "PointTestScreen"),
  },
  {
    path: "users",
    name: msg`Users`,
    menu: { job: "management", icon: "IconUserCog" },
    access: listUsers.access,
    component: lazyScreen(() => import("../features/users/users-screen.tsx"), "UsersScreen"),
  },
  {
    path: "upload",
    name: msg`Coworking users`,
    menu: { job: "management", icon: "IconUsersPlus" },
    access: uploadCoworkingUsers.access,
    component: lazyScreen(() => import("../features/coworking/coworking-screen.tsx"), "CoworkingScreen"),
  },
  {
    path: "newCustomer",
    name: msg`New customer with pump`,
    systems: ["pumps"],
    menu: { job: "management", icon: "IconTractor" },
    access: createCustomerWithPump.access,
    component: lazyScreen(
      () => import("../features/pumps/administration/new-pump-screens.tsx"),
      "NewCustomerScreen",
    ),
  },
  {
    path: "vdevice",
    name: msg`Add device`,
    menu: { job: "management", icon: "IconDeviceMobilePlus" },
    access: [roles.administrator],
    component: lazyScreen(
      () => import("../features/pumps/administration/new-pump-screens.tsx"),
      "AddDeviceScreen",
    ),
  },
  {
    path: "addUser",
    name: msg`Add User`,
    systems: ["pumps"],
    menu: { job: "management", icon: "IconUserPlus" },
    access: [roles.administrator],
    component: lazyScreen(
      () => import("../features/pumps/administration/add-user-screen.tsx"),
      "AddUserScreen",
    ),
  },
  {
    path: "Vmap",
    name: msg`Mapping`,
    systems: ["pumps"],
    menu: { job: "management", icon: "IconLink" },
    access: [roles.administrator],
    component: lazyScreen(
      () => import("../features/pumps/administration/mapping-screen.tsx"),
      "MappingScreen",
    ),
  },
  {
    path: "changepassword",
    name: msg`Change Password`,
    systems: ["pumps"],
    menu: { job: "management", icon: "IconPassword" },
    access: [roles.administrator],
    component: lazyScreen(
      () => import("../features/pumps/administration/change-password-screen.tsx"),
      "ChangePasswordScreen",
    ),
  },
];
