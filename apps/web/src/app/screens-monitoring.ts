import { msg } from "@lingui/core/macro";
import { getDevice, listDevices } from "@verandah/contract/devices.ts";
import { getAhu, listAirUnits, updateSetpoint } from "@verandah/contract/hvac.ts";
import { listOverrides } from "@verandah/contract/overrides.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import { listHvacSchedules } from "@verandah/contract/schedules.ts";

import { lazyScreen } from "./lazy-screen.ts";
import type { Screen } from "./screen.ts";

/** Screens of alarms, reports and equipment. */
export const monitoringScreens: readonly Screen[] = [
  {
    path: "eventsviewer",
    name: msg`Alarms`,
    about: msg`Critical and non-critical alarms, to acknowledge or to ignore.`,
    access: buildingStaff,
    component: lazyScreen(() => import("../features/alarms/alarms-screen.tsx"), "AlarmsScreen"),
  },
  {
    path: "alerts",
    name: msg`Alerts`,
    about: msg`System alerts and solution alerts of the building.`,
    access: buildingStaff,
    component: lazyScreen(() => import("../features/alarms/alerts-screen.tsx"), "AlertsScreen"),
  },
  {
    path: "reportsviewer",
    name: msg`Reports`,
    about: msg`Fifteen reports of alarms, logins and activities, with export.`,
    access: buildingStaff,
    component: lazyScreen(() => import("../features/reports/reports-screen.tsx"), "ReportsScreen"),
  },
  {
    path: "glAhu",
    name: msg`HVAC Controls`,
    about: msg`The floor map with device alarms, and the air handling units with their setpoints.`,
    access: getAhu.access,
    component: lazyScreen(() => import("./gl-ahu-screen.tsx"), "GlAhuScreen"),
  },
  {
    path: "hvac",
    name: msg`HVAC`,
    about: msg`The air handling of the building.`,
    access: listAirUnits.access,
    component: lazyScreen(() => import("../features/comparison/hvac-screen.tsx"), "HvacScreen"),
  },
  {
    path: "floor/$id/hvac",
    name: msg`HVAC of a floor`,
    about: msg`The air handling units of one floor.`,
    access: listAirUnits.access,
    component: lazyScreen(() => import("../features/comparison/floor-hvac-screen.tsx"), "FloorHvacScreen"),
  },
  {
    path: "zone/hvac",
    name: msg`HVAC of a zone`,
    about: msg`The air handling of the chosen zone.`,
    access: listAirUnits.access,
    component: lazyScreen(() => import("../features/comparison/zone-hvac-screen.tsx"), "ZoneHvacScreen"),
  },
  {
    path: "configuresetpoint",
    name: msg`Configure setpoint`,
    about: msg`The setpoints of return and supply air.`,
    access: updateSetpoint.access,
    component: lazyScreen(() => import("../features/setpoints/setpoint-screen.tsx"), "SetpointScreen"),
  },
  {
    path: "controls",
    name: msg`Controls`,
    about: msg`Commands to lights and air handling.`,
    access: listOverrides.access,
    component: lazyScreen(() => import("../features/commands/controls-screen.tsx"), "ControlsScreen"),
  },
  {
    path: "glLms",
    name: msg`Lighting map`,
    about: msg`The floor map with its lighting controllers.`,
    access: buildingStaff,
    nearest: "devicemap",
  },
  {
    path: "devicemap",
    name: msg`Device map`,
    about: msg`The devices of a floor where they stand.`,
    access: listDevices.access,
    component: lazyScreen(
      () => import("../features/floor-plans/device-map/device-map-screen.tsx"),
      "DeviceMapScreen",
    ),
  },
  {
    path: "device",
    name: msg`Device`,
    about: msg`One device with its points and their values.`,
    access: getDevice.access,
    component: lazyScreen(() => import("../features/devices/device-screen.tsx"), "DeviceScreen"),
  },
  {
    path: "Glschedule",
    name: msg`AHU Scheduler`,
    about: msg`A weekly calendar of the air handling, and its default times.`,
    access: listHvacSchedules.access,
    component: lazyScreen(
      () => import("../features/schedules/ahu-scheduler-screen.tsx"),
      "AhuSchedulerScreen",
    ),
  },
  {
    path: "glLandingUps",
    name: msg`UPS Landing`,
    about: msg`The power supplies of a floor with alarms, load and battery.`,
    access: buildingStaff,
    nearest: "devicemap",
  },
  {
    path: "glUps",
    name: msg`UPS`,
    about: msg`One power supply: input, output, battery and trends.`,
    access: buildingStaff,
    nearest: "devicemap",
  },
  {
    path: "glVav",
    name: msg`VAV Page`,
    about: msg`The air boxes of a floor: setpoint, damper and air flow.`,
    access: listAirUnits.access,
    component: lazyScreen(() => import("../features/vav/vav-screen.tsx"), "VavScreen"),
  },
  {
    path: "glEnergyMeter",
    name: msg`Energy Meter`,
    about: msg`One energy meter: power, voltage, current and consumption.`,
    access: buildingStaff,
    nearest: "devicemap",
  },
  {
    path: "networkDiagram",
    name: msg`Network Diagram`,
    about: msg`The tree of gateways and devices with their connection state.`,
    access: buildingStaff,
    nearest: "devicemap",
  },
];
