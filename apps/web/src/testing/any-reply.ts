import type { Route } from "@verandah/contract/route.ts";
import { z } from "zod";

type Schema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = "2026-01-05T06:30:00.000Z";
const formats: Partial<Record<string, string>> = {
  "date-time": NOW,
  date: NOW.slice(0, 10),
  time: "08:30:00",
  email: "asha@example.org",
  uuid: "00000000-0000-4000-8000-000000000001",
};
/** The first that a pattern admits. */
const texts = ["08:30", "2026-01-05", "2026-01", "#9acd32", "1"];
/** Ids and names by which one reply leads to another, by the field or the object around it. */
const byName: Readonly<Record<string, unknown>> = {
  building: 2,
  buildingId: 2,
  floor: 11,
  floorId: 11,
  zone: 111,
  zones: 111,
  zoneId: 111,
  locationId: 111,
  area: 1111,
  areas: 1111,
  areaId: 1111,
  ssid: "AHU-1",
  type: "AHU",
  deviceType: "AHU",
  timeZone: "Asia/Kolkata",
  timeData: [],
  fromHour: 0,
  max: 30,
  bucketMs: 1_800_000,
  stepMs: 1_800_000,
  unit: "degC",
  param_id: "Return Air Temperature",
  measured_time: NOW,
  Measured_time: "2026-01-05 12:00:00",
  triggered_time: "2026-01-05 12:00:00",
  date: "2026-01-05",
  time: "12:00:00",
  month: "2026-01",
  hexColor: "#9acd32",
  color: "#9acd32",
  data: '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}',
};
/** An array in an array in such a depth is empty, so that a tree ends. */
const DEPTH_MAX = 6;

/** Whether a value fits a schema, as far as this file needs it. */
function admits(
  { type, anyOf, oneOf, allOf, enum: choices, const: only, ...limits }: Schema,
  value: unknown,
) {
  if (choices ?? only ?? anyOf ?? oneOf ?? allOf ?? limits.format ?? limits.pattern) return false;
  if (typeof value === "number") {
    const { minimum = value, maximum = value } = limits;
    return (type === "integer" || type === "number") && minimum <= value && value <= maximum;
  }
  return Array.isArray(value) ? type === undefined || type === "array" : type === typeof value;
}

/** A reply of a route that matches the contract: as much in it as possible, with one item in each list. */
export function anyReply(route: Route): unknown {
  const whole: Schema = z.toJSONSchema(route.reply, { unrepresentable: "any" });
  const find = (ref: string): Schema => {
    const name = ref.split("/").at(-1) ?? "";
    const found = ref === "#" ? whole : whole.$defs?.[name];
    return typeof found === "object" ? found : {};
  };

  function make(schema: Schema | boolean | undefined, name: string, depth: number): unknown {
    if (typeof schema !== "object") return null;
    const fixed = byName[name];
    if (fixed !== undefined && admits(schema, fixed)) return fixed;
    if (schema.$ref !== undefined) return make(find(schema.$ref), name, depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const all = schema.anyOf ?? schema.oneOf ?? [];
    // The message of an alarm is then the device's own.
    if (name === "text" && all.some((one) => typeof one === "object" && one.type === "null")) return null;
    const [one] = all;
    if (one !== undefined) return make(one, name, depth);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => make(part, name, depth)));
    switch (schema.type) {
      case "object":
        return makeObject(schema, name, depth);
      case "array":
        return makeArray(schema, name, depth);
      case "string":
        return makeText(schema, name);
      case "integer":
      case "number":
        return Math.max(schema.minimum ?? 1, Math.min(2, schema.maximum ?? 2));
      case "boolean":
        return true;
      case "null":
      case undefined:
        break;
    }
    return null;
  }

  function makeObject(schema: Schema, name: string, depth: number) {
    const { properties = {}, propertyNames, additionalProperties } = schema;
    const names = typeof propertyNames === "object" ? (propertyNames.enum ?? []) : [];
    const all = {
      ...Object.fromEntries(names.map((key) => [String(key), additionalProperties])),
      ...properties,
    };
    const made = Object.entries(all).map(([key, value]): [string, unknown] => [
      key,
      make(value, key === "id" ? name : key, depth + 1),
    ]);
    return Object.fromEntries(made);
  }

  function makeArray({ items, prefixItems, minItems = 0 }: Schema, name: string, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => make(item, name, depth + 1));
    const count = depth > DEPTH_MAX ? minItems : Math.max(1, minItems);
    return Array.from({ length: count }, () =>
      make(Array.isArray(items) ? items[0] : items, name, depth + 1),
    );
  }

  function makeText({ format, pattern, minLength = 0 }: Schema, name: string): string {
    const formatted = format === undefined ? undefined : formats[format];
    if (formatted !== undefined) return formatted;
    const fitting = pattern === undefined ? name : texts.find((text) => new RegExp(pattern, "u").test(text));
    return (fitting ?? name).padEnd(minLength, "-");
  }

  return make(whole, "text", 0);
}

/** Leaves that stay: by them one reply leads to another, or a screen chooses its parts. */
const kept = /id$|ssid|type$|unit|^key$|timeZone|^path$|^icon$|^kind$|time$|^date$|^month$|^data$|color/i;

function otherNumberOrName(key: string, value: unknown): unknown {
  if (kept.test(key)) return undefined;
  if (typeof value === "number") return value + 1;
  return typeof value === "string" ? `${value} 2` : undefined;
}

function otherSign(key: string, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  if (key === "data") return value.replace(/\d\d(?=","OFF)/, (minute) => String(Number(minute) + 10));
  const later = new Date(Date.parse(value) + DAY_MS);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return later.toISOString().slice(0, value.length);
  return value.endsWith("Z") ? later.toISOString() : undefined;
}

/** The same reply with other numbers and names, as far as the contract admits it; without any, with other signs and times. */
export function changedReply(route: Route, reply: unknown): unknown {
  const changed: unknown = structuredClone(reply);
  const isValid = () => route.reply.safeParse(changed).success;
  function change(parent: unknown, otherOf: typeof otherSign): void {
    if (typeof parent !== "object" || parent === null) return;
    for (const [key, value] of Object.entries(parent)) {
      const other = otherOf(key, value);
      if (other === undefined) change(value, otherOf);
      else {
        Reflect.set(parent, key, other);
        if (!isValid()) Reflect.set(parent, key, value);
      }
    }
  }
  change(changed, otherNumberOrName);
  const isSame = () => JSON.stringify(changed) === JSON.stringify(reply);
  if (isSame()) change(changed, otherSign);
  // A list of set words can only become shorter.
  if (isSame() && Array.isArray(changed)) changed.pop();
  return changed;
}
