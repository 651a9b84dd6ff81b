import { findType, isHealthPoint, typeOf } from "@verandah/equipment/catalogue.ts";
import { energySettings } from "@verandah/equipment/energy-settings.ts";
import { equipmentType, type Point, subsystem } from "@verandah/equipment/schema.ts";
import { shownLine } from "@verandah/equipment/shown-text.ts";
import { isTimeZone } from "@verandah/equipment/time-zone.ts";
import { z } from "zod";

import { ssid } from "./identifiers.ts";
import { pointDescription } from "./points.ts";

/** A stable name of a location within its site file, e.g. `blr/a/f1/z3`. */
const key = z.string().min(1).max(120);
/** Missing: true. A deactivated item keeps its history; commands to it and bookings of it are refused. */
const isActive = z.boolean().optional();
const name = shownLine(120);

/** A corner of a zone on its floor's plan, in plan units (420 wide, 590 high). Source: spec 2 §9 map bounds. */
const corner = z.tuple([z.number(), z.number()]);

const area = z.strictObject({ key, name, isActive });
/** A seat or a room that people book. */
const space = z.strictObject({
  key,
  name,
  kind: z.enum(["seat", "room"]),
  seats: z.int().min(1).max(1_000),
  facilities: z.array(name).max(20).optional(),
  /** Position on the plan of its floor, in plan units. */
  position: corner.optional(),
  isActive,
});
const zone = z.strictObject({
  key,
  name,
  isActive,
  outline: z.array(corner).min(3).optional(),
  areas: z.array(area),
  spaces: z.array(space).optional(),
});
const floor = z.strictObject({
  key,
  name,
  isActive,
  floorType: z.enum(["wlms", "parking"]),
  zones: z.array(zone),
});
const building = z.strictObject({ key, name, isActive, floors: z.array(floor) });

const device = z.strictObject({
  ssid,
  name,
  /** A built-in type, or one of the file's `types`. */
  type: z.string(),
  subsystem,
  /** Key of the location it serves. */
  location: key,
  /** The edge that sends its values: a gateway, or the device itself. */
  edge: ssid,
  /** Position on the plan of its floor, in plan units. */
  position: corner.optional(),
  /** Latitude and longitude outdoors, WGS 84 degrees. */
  geo: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).optional(),
  /** The device that supplies it: the air handling unit of a VAV box, or the energy meter of a unit. */
  fedBy: ssid.optional(),
  isActive,
  points: z.array(pointDescription).min(1),
});
export type DeviceDescription = z.output<typeof device>;

const edge = z.strictObject({
  ssid,
  name,
  /** `importer` may send past values and past alarms of every device of the site. */
  kind: z.enum(["gateway", "device", "importer"]),
  /**
   * Lower-case hexadecimal SHA-256 of its password, which is random and at least 128 bits. Missing: a known edge keeps its password, and
   * a new one cannot connect until it has one.
   */
  passwordSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type EdgeDescription = z.output<typeof edge>;

type Path = (string | number)[];
type Named = [path: Path, text: string];

interface Place {
  key: string;
  floors?: Place[];
  zones?: Place[];
  areas?: Place[];
  spaces?: Place[] | undefined;
}

const listOf = <T>(list: readonly T[], path: Path, field: keyof T & string): Named[] =>
  list.map((row, at) => [[...path, at, field], String(row[field])]);

function placesOf(places: readonly Place[], path: Path): { places: Named[]; spaces: Named[] } {
  const inside = places.map(({ floors, zones, areas, spaces = [] }, at) => {
    const parts = Object.entries({ floors, zones, areas });
    const below = parts.map(([part, list = []]) => placesOf(list, [...path, at, part]));
    return {
      places: below.flatMap((one) => one.places),
      spaces: [...below.flatMap((one) => one.spaces), ...listOf(spaces, [...path, at, "spaces"], "key")],
    };
  });
  return {
    places: [...listOf(places, path, "key"), ...inside.flatMap((one) => one.places)],
    spaces: inside.flatMap((one) => one.spaces),
  };
}

/** Names that may be there only once in each list, with their places in the file. */
function namesOf(
  campus: { key: string },
  buildings: readonly Place[],
  edges: readonly EdgeDescription[],
  devices: readonly DeviceDescription[],
  types: readonly { type: string }[],
): Named[][] {
  const { places, spaces } = placesOf(buildings, ["buildings"]);
  const points = devices.map((one, at) => listOf(one.points, ["devices", at, "points"], "paramId"));
  const all: Named[] = [[["campus", "key"], campus.key], ...places];
  return [
    all,
    spaces,
    listOf(edges, ["edges"], "ssid"),
    listOf(devices, ["devices"], "ssid"),
    listOf(types, ["types"], "type"),
    ...points,
  ];
}

/** The data of one campus. The server imports it before it accepts readings of the campus. A second import changes nothing. */
export const siteDescription = z
  .strictObject({
    campus: z.strictObject({
      key,
      name,
      city: name,
      /** IANA zone. */
      timeZone: z.string(),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
    buildings: z.array(building).min(1),
    edges: z.array(edge),
    devices: z.array(device),
    /** Types of equipment that the catalogue does not have. */
    types: z.array(equipmentType).optional(),
    /** Prices of energy; used until an administrator sets others. */
    energy: energySettings.optional(),
  })
  .superRefine(({ campus, buildings, edges, devices, types = [] }, ctx) => {
    /** `params` has the rule and its name or unit for programs that show it in another language. */
    const refuse = (path: (string | number)[], rule: SiteRule, value: string, message: string) =>
      ctx.addIssue({ code: "custom", path, message, params: { rule, value } });
    if (!isTimeZone(campus.timeZone)) {
      const message = `Unknown time zone "${campus.timeZone}". Give one such as Asia/Kolkata`;
      refuse(["campus", "timeZone"], "time-zone", campus.timeZone, message);
    }
    for (const names of namesOf(campus, buildings, edges, devices, types)) {
      const known = new Set<string>();
      for (const [path, text] of names)
        if (known.size === known.add(text).size) refuse(path, "used-twice", text, `"${text}" is used twice`);
    }
    for (const [at, { type }] of types.entries())
      if (typeOf(type))
        refuse(["types", at, "type"], "built-in-type", type, `The type "${type}" is built in`);
    for (const [at, { type, points, ssid: deviceSsid }] of devices.entries()) {
      const known: Readonly<Record<string, Point>> | undefined = findType(types, type)?.points;
      if (!known) refuse(["devices", at, "type"], "unknown-type", type, `Unknown type "${type}"`);
      for (const [pointAt, { paramId, unit }] of (known ? points : []).entries()) {
        const path = ["devices", at, "points", pointAt];
        const wanted = known && Object.hasOwn(known, paramId) ? known[paramId]?.unit : undefined;
        if (!wanted && !typeOf(type) && !isHealthPoint(paramId))
          refuse([...path, "paramId"], "unknown-point", paramId, `${type} has no point "${paramId}"`);
        const message = `The point "${paramId}" of ${deviceSsid} must be in ${wanted}, not in ${unit}`;
        if (wanted && wanted !== unit) refuse([...path, "unit"], "unit-of-type", wanted, message);
      }
    }
  });
/** A rule of site files that no single field can check. */
type SiteRule =
  | "time-zone"
  | "used-twice"
  | "built-in-type"
  | "unknown-type"
  | "unknown-point"
  | "unit-of-type";
export type SiteDescription = z.output<typeof siteDescription>;
