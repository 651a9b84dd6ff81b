import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { admits } from "#data/query/session.ts";
import { stored } from "#shared/stored-context.ts";

import { menuJobs, type Screen } from "./screen.ts";
import { screens } from "./screens.ts";

export type MenuItem = Screen & { readonly menu: NonNullable<Screen["menu"]> };

/** Whether the campus has what a screen needs. */
type HasSystem = (systems: Screen["systems"]) => boolean;

/** The parts of the menu that a role sees, with their entries. */
export function menuOf(role: RoleId, has: HasSystem) {
  const items = screens.filter(
    (screen): screen is MenuItem =>
      screen.menu !== undefined && admits(screen.access, role) && has(screen.systems),
  );
  return menuJobs
    .filter((job) => job !== "management" || role === roles.administrator)
    .map((job) => ({ job, items: items.filter(({ menu }) => menu.job === job) }))
    .filter((part) => part.items.length > 0);
}

/** The screens that a role opens without the id of a place: those of the menu come first. */
export function screensOf(role: RoleId, has: HasSystem): readonly Screen[] {
  const others = screens.filter(
    ({ menu, path, access, systems }) => !menu && !path.includes("$") && admits(access, role) && has(systems),
  );
  return [...menuOf(role, has).flatMap(({ items }) => items), ...others];
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
