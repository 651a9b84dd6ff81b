import type { SiteItemKind } from "@verandah/contract/campuses/site-file.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import type { SiteModel } from "./site-model.service.ts";
import type { Path, PathError } from "./site-text.ts";

/** One row of a site: a place, a gateway, a device, a point. */
interface SiteItem {
  /** Such as `place:blr/a`; all levels of places share one kind of id, because they share their keys. */
  id: string;
  kind: SiteItemKind;
  key: string;
  name: string;
  path: Path;
  /** The place that it is in. */
  parent?: string;
  /** The floor whose plan has its position. */
  floor?: string;
  values: Record<string, unknown>;
  /** Its id in the model, without the keys of the file. */
  mark: string;
}

interface SiteChange extends Pick<SiteItem, "id" | "kind" | "key" | "name"> {
  field: string;
  present: string | null;
  file: string | null;
  canTake: boolean;
}

interface SameName {
  file: SiteItem;
  present: SiteItem;
}

export interface SiteDifference {
  errors: PathError[];
  added: SiteItem[];
  changed: SiteChange[];
  conflicts: SiteChange[];
  sameNames: SameName[];
  notInFile: SiteItem[];
}

/** Fields that an import never changes: a place moves and a device changes its type with checks of their own. */
const FIXED = ["place.parent", "space.kind", "device.type", "device.subsystem"];
/** Without a value in the file, the present one stays. */
const OPTIONAL = ["password", "geo"];
const TEXT_MAX = 200;

type Values = SiteItem["values"];
type Named = Pick<SiteItem, "kind" | "key" | "name" | "path">;

/** The items of a site by their ids, places before their contents. `keyOf` gives a present place its key in the file. */
function itemsOf(site: SiteDescription, keyOf = (key: string) => key): Map<string, SiteItem> {
  const items = new Map<string, SiteItem>();
  /** The floor of each place. */
  const floors = new Map<string, string>();
  function add(
    group: string,
    item: Named,
    values: Values,
    at: { parent?: string; floor?: string | undefined } = {},
  ) {
    const id = `${group}:${item.key}`;
    const [parent, floor] = [at.parent, at.floor].map((key) => key && keyOf(key));
    items.set(id, { id, mark: id, ...item, values, ...(parent && { parent }), ...(floor && { floor }) });
  }
  type Place = { key: string; name: string; isActive?: boolean | undefined };
  function addPlace(
    kind: SiteItemKind,
    place: Place,
    at: { path: Path; parent: string; floor?: string },
    more: Values = {},
  ) {
    const { key, name, isActive = true } = place;
    const isSpace = kind === "seat" || kind === "room";
    if (at.floor) floors.set(key, at.floor);
    const group = isSpace ? "space" : "place";
    const own = { kind, key: keyOf(key), name, path: at.path };
    add(group, own, { name, [isSpace ? "zone" : "parent"]: keyOf(at.parent), isActive, ...more }, at);
    const item = items.get(`${group}:${own.key}`);
    if (item) item.mark = `${group}:${key}`;
  }

  const { key, ...campus } = site.campus;
  add("campus", { kind: "campus", key, name: campus.name, path: ["campus"] }, campus);
  for (const [b, building] of site.buildings.entries()) {
    const path = ["buildings", b];
    addPlace("building", building, { path, parent: key });
    for (const [f, floor] of building.floors.entries()) {
      const floorPath = [...path, "floors", f];
      const { floorType } = floor;
      addPlace("floor", floor, { path: floorPath, parent: building.key, floor: floor.key }, { floorType });
      for (const [z, zone] of floor.zones.entries()) {
        const zonePath = [...floorPath, "zones", z];
        const { outline, areas, spaces = [] } = zone;
        addPlace("zone", zone, { path: zonePath, parent: floor.key, floor: floor.key }, { outline });
        const inZone = { parent: zone.key, floor: floor.key };
        for (const [at, area] of areas.entries())
          addPlace("area", area, { path: [...zonePath, "areas", at], ...inZone });
        for (const [at, space] of spaces.entries()) {
          const { kind, seats, facilities = [], position } = space;
          const values = { kind, room: [seats, ...facilities], position };
          addPlace(kind, space, { path: [...zonePath, "spaces", at], ...inZone }, values);
        }
      }
    }
  }
  for (const [at, { ssid, passwordSha256: password, ...edge }] of site.edges.entries())
    add("edge", { kind: "edge", key: ssid, name: edge.name, path: ["edges", at] }, { ...edge, password });
  for (const [at, { points: _, ssid, isActive = true, location, ...values }] of site.devices.entries())
    add(
      "device",
      { kind: "device", key: ssid, name: values.name, path: ["devices", at] },
      { fedBy: undefined, position: undefined, ...values, location: keyOf(location), isActive },
      { floor: floors.get(location) },
    );
  for (const [at, type] of (site.types ?? []).entries())
    add("type", { kind: "type", key: type.type, name: type.name.en, path: ["types", at] }, { type });
  const { energy } = site;
  if (energy) add("energy", { kind: "energy", key: "", name: "", path: ["energy"] }, { energy });
  for (const [at, { points, ssid }] of site.devices.entries())
    for (const [index, { paramId, ...point }] of points.entries())
      add(
        "point",
        { kind: "point", key: `${ssid}/${paramId}`, name: paramId, path: ["devices", at, "points", index] },
        { min: undefined, max: undefined, ...point },
      );
  return items;
}

/** A text that is equal for equal values; PostgreSQL does not keep the order of fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : one,
  ) ?? "";

function textOf(field: string, value: unknown): string | null {
  if (value === undefined || field === "password") return null;
  if (field === "room" && Array.isArray(value)) return value.join(", ");
  const text = typeof value === "string" ? value : canonical(value);
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

/** Present places below the same place as a new place of the file, with its kind and name. */
function findSameNames(
  present: ReadonlyMap<string, SiteItem>,
  file: ReadonlyMap<string, SiteItem>,
  isSame: (id: string) => boolean,
): { found: SameName[]; keys: Map<string, string> } {
  const placeOf = ({ kind, name }: SiteItem, parent = "") =>
    JSON.stringify([kind, parent, name.toLowerCase()]);
  const byPlace = new Map(
    Array.from(present.values(), (item) => [file.has(item.id) ? "" : placeOf(item, item.parent), item]),
  );
  const found: SameName[] = [];
  /** The keys of the file by the present ones. */
  const keys = new Map<string, string>();
  const presentKeys = new Map<string, string>();
  for (const item of file.values()) {
    if (item.parent === undefined || present.has(item.id)) continue;
    const same = byPlace.get(placeOf(item, presentKeys.get(item.parent) ?? item.parent));
    if (!same) continue;
    byPlace.delete(placeOf(same, same.parent));
    found.push({ file: item, present: same });
    if (!isSame(item.id)) continue;
    keys.set(same.key, item.key);
    presentKeys.set(item.key, same.key);
  }
  return { found, keys };
}

/** Items that the file names but neither it nor the model has, and values that an import cannot change. */
function checkAgainst(
  { site, movedSsids }: Pick<SiteModel, "site" | "movedSsids">,
  wanted: SiteDescription,
  present: ReadonlyMap<string, SiteItem>,
  file: ReadonlyMap<string, SiteItem>,
  elsewhere: ReadonlySet<string>,
): PathError[] {
  const errors: PathError[] = [];
  const refuse = (path: Path, code: PathError["code"], value: string) => errors.push({ path, code, value });
  if (wanted.campus.key !== site.campus.key) refuse(["campus", "key"], "own-key", site.campus.key);
  for (const item of file.values()) {
    const known = present.get(item.id);
    if (known && item.parent !== undefined && known.kind !== item.kind && !item.id.startsWith("space:"))
      refuse([...item.path, "key"], "other-level", known.name);
    if ((item.kind === "edge" || item.kind === "device") && elsewhere.has(item.key))
      refuse([...item.path, "ssid"], "other-campus", item.key);
    if (item.kind === "point" && known && known.values["unit"] !== item.values["unit"])
      refuse([...item.path, "unit"], "unit-stored", String(known.values["unit"]));
  }
  for (const [at, { ssid, edge, location, fedBy }] of wanted.devices.entries()) {
    const has = (id: string) => file.has(id) || present.has(id);
    if (movedSsids.has(ssid)) continue;
    if (!has(`edge:${edge}`)) refuse(["devices", at, "edge"], "no-edge", edge);
    if (!file.has(`place:${location}`) && location !== wanted.campus.key)
      refuse(["devices", at, "location"], "no-place", location);
    if (fedBy !== undefined && (fedBy === ssid || !has(`device:${fedBy}`)))
      refuse(["devices", at, "fedBy"], "no-device", fedBy);
  }
  const typeOf = new Map((wanted.types ?? []).map((type, at) => [type.type, { type, at }]));
  const refused = new Set<string>();
  for (const device of typeOf.size > 0 ? site.devices : [])
    for (const { paramId, unit } of device.points) {
      const { type, at = 0 } = typeOf.get(device.type) ?? {};
      const next = type?.points[paramId]?.unit;
      const path = ["types", at, "points", paramId, "unit"];
      if (next === undefined || next === unit || refused.size === refused.add(path.join("/")).size) continue;
      refuse(path, "unit-stored", unit);
    }
  return errors;
}

/** Compares a site with the model. `isSame`: whether a place of the file, by its id, is the present place with its name. */
export function compareSite(
  model: SiteModel,
  wanted: SiteDescription,
  { isSame, elsewhere }: { isSame: (id: string) => boolean; elsewhere: ReadonlySet<string> },
): SiteDifference {
  const file = itemsOf(wanted);
  const { found: sameNames, keys } = findSameNames(itemsOf(model.site), file, isSame);
  const present = itemsOf(model.site, (key) => keys.get(key) ?? key);
  const added: SiteItem[] = [];
  const changed: SiteChange[] = [];
  const conflicts: SiteChange[] = [];
  for (const item of file.values()) {
    const { id, kind, key, name } = item;
    const [ssid = ""] = id.slice(id.indexOf(":") + 1).split("/", 1);
    if (["edge", "device", "point"].includes(kind) && model.movedSsids.has(ssid)) {
      const now = model.movedSsids.get(ssid) ?? null;
      if (kind !== "point")
        conflicts.push({ id, kind, key, name, field: "ssid", present: now, file: ssid, canTake: false });
      continue;
    }
    const known = present.get(id);
    const removedName = model.removed.get(id);
    if (!known && removedName !== undefined) {
      const change = { field: "removed", present: "true", file: "false", canTake: false };
      conflicts.push({ id, kind, key, name: removedName, ...change });
      continue;
    }
    if (!known) {
      added.push(item);
      continue;
    }
    for (const [field, value] of Object.entries(item.values)) {
      const before = known.values[field];
      const isOfOtherPlan = (field === "outline" || field === "position") && known.floor !== item.floor;
      if (isOfOtherPlan || (value === undefined && OPTIONAL.includes(field))) continue;
      if (canonical(value) === canonical(before)) continue;
      const group = id.slice(0, id.indexOf(":"));
      const isFixed = FIXED.includes(`${group}.${field}`);
      const isSet =
        model.marks.has(`${known.mark}.${field}`) ||
        (field === "password" && model.marks.has(`${known.mark}.password=${String(value)}`));
      // A device with its own connection has one name, which is that of the device.
      if (isSet && group === "edge" && field === "name") continue;
      const change = {
        id,
        kind,
        key,
        name: known.name,
        field,
        present: textOf(field, before),
        file: textOf(field, value),
      };
      if (isFixed || isSet) conflicts.push({ ...change, id: `${id}.${field}`, canTake: !isFixed });
      else changed.push({ ...change, id: `${id}.${field}`, canTake: true });
    }
  }
  return {
    errors: checkAgainst(model, wanted, present, file, elsewhere),
    added,
    changed,
    conflicts,
    sameNames,
    notInFile: Array.from(present.values()).filter(({ id, kind }) => !file.has(id) && kind !== "energy"),
  };
}
