import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  IconAdjustmentsHorizontal,
  IconAirConditioning,
  IconAlarm,
  IconBatteryCharging,
  IconBolt,
  IconBuilding,
  IconBulb,
  IconDevicesPlus,
  IconDroplets,
  IconHandStop,
  IconKey,
  IconLink,
  IconPlug,
  IconReportAnalytics,
  IconSitemap,
  IconUserPlus,
  IconUsersGroup,
} from "@tabler/icons-react";
import { type RoleId, roles } from "@verandah/contract/roles.ts";
import type { ComponentType } from "react";

import { admits } from "#data/session.ts";
import { stored } from "#shared/stored-context.ts";

import { linkedRoles } from "../screen.ts";
import { screens } from "../screens.ts";

type Icon = ComponentType<{ size?: number; stroke?: number; "aria-hidden"?: boolean }>;

export interface MenuItem {
  /** Below `/admin`. */
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: Icon;
  /** The path in the screen index: the entry is there for the roles that find a built screen. */
  readonly screen: string;
}

/** Names, paths and order. Source: spec 2 §2 Shell and menu. */
const mainItems: readonly MenuItem[] = [
  {
    path: "/building/:id/dashboard",
    label: msg`Building Dashboard`,
    icon: IconBuilding,
    screen: "building/$id/dashboard",
  },
  { path: "/glAhu", label: msg`HVAC Controls`, icon: IconAirConditioning, screen: "glAhu" },
  { path: "/floors", label: msg`LMS Controls`, icon: IconBulb, screen: "floors" },
  {
    path: "/room-booking/0",
    label: msg`Conference Room`,
    icon: IconUsersGroup,
    screen: "room-booking/$id",
  },
  { path: "/eventsviewer", label: msg`Alarms`, icon: IconAlarm, screen: "eventsviewer" },
  { path: "/reportsviewer", label: msg`Reports`, icon: IconReportAnalytics, screen: "reportsviewer" },
  { path: "/glLandingUps", label: msg`UPS Landing`, icon: IconPlug, screen: "glLandingUps" },
  { path: "/glUps", label: msg`UPS`, icon: IconBatteryCharging, screen: "glUps" },
  { path: "/glVav", label: msg`VAV Page`, icon: IconAdjustmentsHorizontal, screen: "glVav" },
  { path: "/glEnergyMeter", label: msg`Energy Meter`, icon: IconBolt, screen: "glEnergyMeter" },
  { path: "/networkDiagram", label: msg`Network Diagram`, icon: IconSitemap, screen: "networkDiagram" },
];

const extraItems: readonly MenuItem[] = [
  { path: "/dashboard", label: msg`Dashboard`, icon: IconDroplets, screen: "dashboard" },
  { path: "/controls", label: msg`Controls`, icon: IconHandStop, screen: "controls" },
];

const managementItems: readonly MenuItem[] = [
  { path: "/vdevice", label: msg`Add device`, icon: IconDevicesPlus, screen: "vdevice" },
  { path: "/addUser", label: msg`Add User`, icon: IconUserPlus, screen: "addUser" },
  { path: "/Vmap", label: msg`Mapping`, icon: IconLink, screen: "Vmap" },
  { path: "/changepassword", label: msg`Change Password`, icon: IconKey, screen: "changepassword" },
];

export interface Menu {
  main: readonly MenuItem[];
  extra: readonly MenuItem[];
  /** Empty for everyone but the administrator. Source: spec 2 §6. */
  management: readonly MenuItem[];
}

/** What a role finds in the sidebar. */
export function menuOf(role: RoleId): Menu {
  const seen = (items: readonly MenuItem[]) =>
    items.filter((item) =>
      screens.some((screen) => screen.path === item.screen && admits(linkedRoles(screen), role)),
    );
  return {
    main: seen(mainItems),
    extra: seen(extraItems),
    management: role === roles.administrator ? seen(managementItems) : [],
  };
}

/** The stored id that stands for `:id` after each kind of place. Source: spec 2 §2 Shell and menu. */
const idSources = {
  building: "buildingID",
  floor: "floorID",
  zone: "zoneID",
  device: "deviceID",
} as const;

/** A menu path as an address, with `:id` filled from the stored context; the session's building stands in for a missing one. */
export function menuAddress(path: string, buildingId: number): string {
  const filled = path.replace(/^\/(building|floor|zone|device)\/:id\//, (_, kind: keyof typeof idSources) => {
    const id = stored(idSources[kind]) ?? (kind === "building" ? String(buildingId) : "0");
    return `/${kind}/${encodeURIComponent(id)}/`;
  });
  return `/admin${filled}`;
}
