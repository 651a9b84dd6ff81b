import { msg } from "@lingui/core/macro";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { getConsumption } from "@verandah/contract/energy/energy.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { buildingStaff, buildingUsers } from "@verandah/contract/roles.ts";
import { listHvacSchedules } from "@verandah/contract/schedules/schedules.ts";

import { lazyScreen, type Screen } from "./screen.ts";

/** Screens of alarms, reports and equipment. */
export const monitoringScreens: readonly Screen[] = [
  {
    path: "room-booking/$id",
    name: msg`Conference Room`,
    systems: ["rooms"],
    menu: { job: "bookings", icon: "IconUsersGroup" },
    access: buildingUsers,
    component: lazyScreen(() => import("../features/bookings/booking-screen.tsx"), "RoomBookingScreen"),
  },
  {
    path: "seat/$id",
    name: msg`Seat or room`,
    access: buildingUsers,
    component: lazyScreen(() => import("./seat-screen.tsx"), "SeatScreen"),
  },
  {
    path: "eventsviewer",
    name: msg`Alarms`,
    menu: { job: "alarms", icon: "IconAlarm" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/alarms/alarms-screen.tsx"), "AlarmsScreen"),
  },
  {
    path: "alerts",
    name: msg`Alerts`,
    access: buildingStaff,
    component: lazyScreen(() => import("../features/alarms/alerts-screen.tsx"), "AlertsScreen"),
  },
  {
    path: "reportsviewer",
    name: msg`Reports`,
    menu: { job: "reports", icon: "IconReportAnalytics" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/reports/reports-screen.tsx"), "ReportsScreen"),
  },
  {
    path: "hvac",
    name: msg`HVAC`,
    systems: ["hvac"],
    access: listAirUnits.access,
    component: lazyScreen(() => import("./devices-screen.tsx"), "HvacScreen"),
  },
  {
    path: "configuresetpoint",
    name: msg`Configure setpoint`,
    systems: ["hvac"],
    access: sendCommands.access,
    component: lazyScreen(() => import("../features/setpoints/setpoint-screen.tsx"), "SetpointScreen"),
  },
  {
    path: "Glschedule",
    name: msg`AHU Scheduler`,
    systems: ["hvac"],
    menu: { job: "schedules", icon: "IconCalendarTime" },
    access: listHvacSchedules.access,
    component: lazyScreen(() => import("../features/schedules/scheduler-screen.tsx"), "AhuSchedulerScreen"),
  },
  {
    path: "glLandingUps",
    name: msg`UPS Landing`,
    systems: ["ups"],
    menu: { job: "equipment", icon: "IconBatteryVertical3" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/ups/ups-landing-screen.tsx"), "UpsLandingScreen"),
  },
  {
    path: "glUps",
    name: msg`UPS`,
    systems: ["ups"],
    menu: { job: "equipment", icon: "IconBatteryCharging" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/ups/ups-screen.tsx"), "UpsScreen"),
  },
  {
    path: "glVav",
    name: msg`VAV Page`,
    systems: ["hvac"],
    menu: { job: "equipment", icon: "IconAdjustmentsHorizontal" },
    access: listAirUnits.access,
    component: lazyScreen(() => import("./devices-screen.tsx"), "VavScreen"),
  },
  {
    path: "glEnergyMeter",
    name: msg`Energy Meter`,
    systems: ["energy"],
    menu: { job: "energy", icon: "IconBolt" },
    access: getConsumption.access,
    component: lazyScreen(() => import("../features/energy/energy-meter-screen.tsx"), "EnergyMeterScreen"),
  },
  {
    path: "networkDiagram",
    name: msg`Network Diagram`,
    menu: { job: "equipment", icon: "IconSitemap" },
    access: buildingStaff,
    component: lazyScreen(() => import("../features/network/network-screen.tsx"), "NetworkScreen"),
  },
];
