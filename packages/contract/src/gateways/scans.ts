import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

const access = [roles.administrator] as const;
const fields = z.record(z.string().max(40), z.unknown());
const text = z.string().nullable();
/** Identifies a found device of a gateway. */
const found = { protocol: z.string().max(20), key: z.string().min(1).max(120) };
/** 0 to 1. */
const confidence = z.number();

const foundDevice = z.object({
  ...found,
  name: z.string(),
  maker: text,
  model: text,
  /** Without passwords. */
  address: fields,
  /** Devices with the same name have the same points: a choice for one fits all. */
  group: z.string(),
  points: z.int(),
  /** The profile of the gateway that fits. */
  profile: text,
  /** Objects with change of value (COV), or topics, to which the gateway subscribes with this profile. */
  subscriptions: z.int(),
  /** The device of the campus that has this address. */
  ssid: text,
  /** Proposed for a new device. */
  newSsid: z.string(),
  type: z.object({ type: z.string(), confidence }).nullable(),
  place: z.object({ id: z.int(), confidence }).nullable(),
  remarks: z.array(z.string()),
  foundAt: instant,
});
export type FoundDeviceRow = z.output<typeof foundDevice>;

const foundPoint = z.object({
  name: z.string(),
  description: text,
  /** Code of a unit; null when the device names none. */
  unit: text,
  /** The unit in the words of the device, when it is none of the product's. */
  fieldUnit: text,
  value: z.number().nullable(),
  /** When the value last differed from that of an earlier search; null: never so far. */
  changedAt: instant.nullable(),
  /** On which the value comes; null for a point that is polled. */
  topic: text,
  isWritable: z.boolean(),
  /** Why it cannot be chosen. */
  obstacle: text,
  /** The point of the type that it probably is. */
  suggestion: z.object({ pointId: z.string(), confidence }).nullable(),
  /** Name of a surer found point with the same suggestion. */
  conflictsWith: text,
});
export type FoundPointRow = z.output<typeof foundPoint>;

export const startScan = route({
  path: "/v1/gateways/:id/scan",
  summary: "Lets a gateway look for devices of a protocol; it goes on where an earlier scan has stopped",
  access,
  changes: ["gateways"],
  input: z.object({
    id: idParam,
    protocol: z.string().max(20),
    settings: fields.default({}),
    /** Reads devices that are known from an earlier scan again. */
    isAgain: z.boolean().default(false),
    /** Reads only these of them again, with the settings of that scan. */
    keys: z.array(found.key).max(500).default([]),
  }),
  sample: { protocol: "bacnet" },
  reply: z.object({}),
});

export const stopScan = route({
  path: "/v1/gateways/:id/scan/stop",
  summary: "Stops a scan; found devices stay",
  access,
  changes: ["gateways"],
  input: z.object({ id: idParam }),
  reply: z.object({}),
});

export const listFound = route({
  path: "/v1/gateways/:id/found",
  summary: "What the scans of a gateway have found, with suggestions, and how the newest goes on",
  access,
  topics: ["gateways", "devices", "places"],
  input: z.object({ id: idParam }),
  reply: z.object({
    scan: z
      .object({
        protocol: z.string(),
        state: z.enum(["waiting", "running", "stopping", "done", "stopped", "failed"]),
        asked: z.int(),
        total: z.int().nullable(),
        why: text,
        startedAt: instant,
      })
      .nullable(),
    devices: z.array(foundDevice),
    silent: z.array(z.object({ ...found, why: z.string() })),
  }),
});

export const listFoundPoints = route({
  path: "/v1/gateways/:id/found/points",
  summary: "The points of a found device, with the point of a type that each probably is",
  access,
  topics: ["gateways", "devices"],
  input: z.object({ id: idParam, ...found, type: z.string().max(64).optional() }),
  sample: { protocol: "bacnet", key: "1" },
  reply: z.array(foundPoint),
});

/** Of the content in base64. */
export const FOUND_FILE_MAX_BYTES = 8_000_000;
/** Problems of a file, as `packages/field/src/imports` finds them. */
export const foundFileError = z.enum([
  "no-heading",
  "no-rows",
  "too-many-rows",
  "row-long",
  "quote-open",
  "column-missing",
  "column-unknown",
  "column-repeated",
  "empty",
  "number",
  "range",
  "repeated",
  "yes-or-no",
  "ssid",
  "name",
  "point-id",
  "unit",
  "differs",
]);

export const addFoundFile = route({
  path: "/v1/gateways/:id/found/file",
  summary:
    "Takes devices and points from an EDE file, or from a CSV file of points, as if a scan had found them",
  access,
  changes: ["gateways"],
  input: z.object({
    id: idParam,
    kind: z.enum(["ede", "points"]),
    content: z.base64().max(FOUND_FILE_MAX_BYTES),
  }),
  // device,protocol,point and EM-9,modbus,energyTotal
  sample: { kind: "points", content: "ZGV2aWNlLHByb3RvY29sLHBvaW50CkVNLTksbW9kYnVzLGVuZXJneVRvdGFsCg==" },
  /** With errors nothing is taken. */
  reply: z.object({
    devices: z.int(),
    errorCount: z.int(),
    errors: z.array(z.object({ row: z.int(), column: text, code: foundFileError, value: text })),
  }),
});

export const addFound = route({
  path: "/v1/gateways/:id/found/add",
  summary: "Makes found devices devices of the campus: all or none",
  access,
  changes: ["gateways", "devices", "places"],
  input: z.object({
    id: idParam,
    devices: z
      .array(
        z.object({
          ...found,
          ssid: z.string().min(1).max(64),
          name: shownLine(120),
          type: z.string().max(64),
          place: z.int32(),
          /** Fields that the found address does not have, such as the address of a device of a file. */
          address: fields.optional(),
        }),
      )
      .min(1)
      .max(500),
    intervalMs: z.int().min(50).max(3_600_000).nullable(),
    /** Which found point is which point of the type, for devices without a profile that fits. */
    points: z.array(z.object({ name: z.string().max(200), pointId: z.string().max(120) })).max(5_000),
  }),
  sample: {
    devices: [{ protocol: "bacnet", key: "1", ssid: "AHU-9", name: "AHU 9", type: "AHU", place: 1 }],
    intervalMs: null,
    points: [],
  },
  reply: z.object({ profile: z.string() }),
});
