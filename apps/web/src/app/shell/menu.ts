import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { admits } from "#data/query/session.ts";
import { stored } from "#shared/stored-context.ts";

import type { MenuGroup, Screen } from "../screen.ts";
import { screens } from "../screens.ts";

export type MenuItem = Screen & { readonly menu: object };

/** The entries of a menu group that a role sees. */
export function menuOf(role: RoleId, group: MenuGroup): MenuItem[] {
  if (group === "management" && role !== roles.administrator) return [];
  return screens.filter(
    (screen): screen is MenuItem => screen.menu?.group === group && admits(screen.access, role),
  );
}

/** The stored id for `$id` after each kind of place. Source: spec 2 §2 Shell and menu. */
const idSources: Readonly<Record<string, Parameters<typeof stored>[0]>> = {
  building: "buildingID",
  floor: "floorID",
  zone: "zoneID",
  device: "deviceID",
};

/** The address of a menu entry: `$id` is the stored id, without one the session's building, and 0 for other kinds of place. */
export function menuAddress(path: string, buildingId: number): string {
  const filled = path.replace(/([^/]+)\/\$id/, (_, kind: string) => {
    const source = idSources[kind];
    const id = (source && stored(source)) ?? (kind === "building" ? String(buildingId) : "0");
    return `${kind}/${encodeURIComponent(id)}`;
  });
  return `/admin/${filled}`;
}
