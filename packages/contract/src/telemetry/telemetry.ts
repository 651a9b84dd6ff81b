import { doubts } from "@verandah/equipment/doubts.ts";
import type { ahu } from "@verandah/equipment/types/ahu.ts";
import { z } from "zod";

import { buildingStaff, roles } from "../roles.ts";
import { instant, instantParam, route } from "../route.ts";

/** `stale`: older than three expected intervals. `missing`: never measured. Source: product.md "Words and shapes". */
export const quality = z.enum(["good", "suspect", "stale", "missing"]);
export type Quality = z.output<typeof quality>;

/** Source: spec 2 §3 Parameter reading; unit and quality beside it. */
export const parameterReading = z.object({
  param_id: z.string(),
  param_value: z.number().nullable(),
  measured_time: instant.nullable(),
  unit: z.string(),
  quality,
  /** Of a `suspect` value: why the device does not vouch for it, where the device reports a reason. */
  doubt: z.enum(doubts).optional(),
});
export type ParameterReading = z.output<typeof parameterReading>;

/** Maximum buckets of a trend: more than a wide screen has pixels. */
export const TREND_BUCKETS_MAX = 2_000;
/** Longest range of a trend, ms (400 days). */
export const TREND_RANGE_MAX_MS = 400 * 86_400_000;

/** Longest range of a trend that includes suspect values: only stored values have them, rollups do not. */
export const TREND_SUSPECTS_MAX_MS = 8 * 86_400_000;

export const getTrend = route({
  path: "/v1/telemetry/:ssid/trend",
  summary: "One point over a time range, in buckets; a pump customer gets those of the own pumps",
  access: [...buildingStaff, roles.pumpCustomer],
  topics: ["measurements", "devices", "customers"],
  input: z
    .object({
      ssid: z.string().max(64),
      param_id: z.string().max(80),
      from: instantParam,
      to: instantParam,
      /** At most so many; buckets of a little less than five minutes are made five minutes long. */
      buckets: z.coerce.number().int().min(1).max(TREND_BUCKETS_MAX).default(300),
    })
    .refine((i) => Date.parse(i.to) > Date.parse(i.from), {
      path: ["to"],
      error: "End date should be greater than start date",
    })
    .refine((i) => Date.parse(i.to) - Date.parse(i.from) <= TREND_RANGE_MAX_MS, {
      path: ["from"],
      error: "A trend covers at most 400 days",
    }),
  sample: {
    param_id: "Fire Alarm" satisfies keyof typeof ahu.points,
    from: "2026-01-05T00:00:00Z",
    to: "2026-01-05T01:00:00Z",
  },
  reply: z.object({
    param_id: z.string(),
    unit: z.string(),
    bucketMs: z.int(),
    /** One entry a bucket that has good values, oldest first. */
    buckets: z.array(
      z.object({
        at: instant,
        avg: z.number(),
        min: z.number(),
        max: z.number(),
        count: z.int(),
        /** Of states and counters: the last in the bucket, because a mean of them says nothing. */
        last: z.number().optional(),
      }),
    ),
    /** Buckets that have suspect values, and their mean. Ranges longer than `TREND_SUSPECTS_MAX_MS` have none. */
    suspects: z.array(z.object({ at: instant, value: z.number() })),
    /** Times until now without a good value, longer than three expected intervals: a chart draws no line across them. */
    gaps: z.array(z.object({ from: instant, to: instant })),
  }),
});
export type TrendReply = z.output<typeof getTrend.reply>;

/** Most devices of one call, and of one live stream. */
const LATEST_DEVICES_MAX = 500;

/** The ssids of a text with commas between. */
export const ssidsOf = (text: string): string[] => text.split(",").filter(Boolean);

/** Comma-separated ssids. */
export const devicesText = z
  .string()
  .max(14_000)
  .refine((text) => ssidsOf(text).length <= LATEST_DEVICES_MAX, "Too many devices");

/** A longer list makes an address that servers and proxies refuse, with its commas and headers. Source: 16 KB of Node.js and HAProxy. */
const LIST_MAX_LENGTH = 12_000;

/** Divides devices into lists for one call or stream each. */
export function divideDevices(ssids: readonly string[]): string[][] {
  let part: string[] = [];
  let length = 0;
  const parts = [part];
  for (const ssid of ssids) {
    if (part.length === LATEST_DEVICES_MAX || length + ssid.length >= LIST_MAX_LENGTH) {
      parts.push((part = []));
      length = 0;
    }
    part.push(ssid);
    length += ssid.length + 1;
  }
  return parts;
}

/** The values of a device: its latest ones, or those that are new. The calls and the live stream have them in the same form. */
export const deviceReadings = z.object({
  ssid: z.string(),
  values: z.array(
    parameterReading.extend({
      /** A good value is `stale` after this time, ms, unless a newer one comes. */
      freshForMs: z.number().optional(),
    }),
  ),
});
export type DeviceReadings = z.output<typeof deviceReadings>;

export const listLatest = route({
  path: "/v1/telemetry/latest",
  summary:
    "The latest value of each point of some devices, in any order; devices that the caller may not see are left out",
  access: [...buildingStaff, roles.pumpCustomer],
  topics: ["devices", "device-states", "customers"],
  // The live stream brings them.
  minorTopics: ["readings"],
  input: z.object({ devices: devicesText.transform(ssidsOf) }),
  sample: { devices: "AHU-1" },
  reply: z.array(deviceReadings),
});

/** Maximum readings in an answer about a wrong clock. */
export const MISDATED_MAX = 1_000;

export const listMisdated = route({
  path: "/v1/telemetry/:ssid/misdated",
  summary:
    "Readings of a device that came while a clock was wrong, with both times; the last to arrive first",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.array(
    z.object({
      param_id: z.string(),
      param_value: z.number(),
      unit: z.string(),
      /** The time of the wrong clock. */
      measured_time: instant,
      arrived_time: instant,
    }),
  ),
});

/** Most points of one edge that are listed. */
export const UNKNOWN_POINTS_MAX = 200;

export const listUnknownPoints = route({
  path: "/v1/telemetry/:ssid/unknownpoints",
  summary:
    "Points that a gateway or connected device sent in the last 7 days and the site model does not have",
  access: [roles.administrator],
  topics: ["devices", "readings"],
  /** Of the gateway or connected device. */
  input: z.object({ ssid: z.string().max(64) }),
  /** The newest first. */
  reply: z.array(
    z.object({
      device: z.string(),
      point: z.string(),
      /** Readings that were not stored. */
      count: z.int(),
      lastAt: instant,
      /** `other-gateway`: the device is known, and another gateway sends its values. */
      cause: z.enum(["removed-device", "unknown-device", "unknown-point", "other-gateway"]),
    }),
  ),
});
