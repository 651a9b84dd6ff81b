import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { instant, route } from "../route.ts";

/**
 * Who set the present value of a point: a person, a schedule, the device's own automatic function, another client, its default (nothing of
 * ours is in force), or unknown without a good reading or where the reading contradicts the value in force.
 */
export const valueSource = z.enum(["person", "schedule", "automatic", "other-system", "default", "unknown"]);
export type ValueSource = z.output<typeof valueSource>;

export const pointReason = z.object({
  param_id: z.string(),
  unit: z.string(),
  /** Null without a good reading. */
  value: z.number().nullable(),
  source: valueSource,
  /** The person, or the schedule; of an automatic function the person who set it. */
  name: z.string().nullable(),
  /** Of another client. */
  priority: z.int().nullable(),
  /** When it was set. */
  since: instant.nullable(),
  /** When it ends; null without an end. */
  until: instant.nullable(),
});
export type PointReason = z.output<typeof pointReason>;

export const getReasons = route({
  path: "/v1/devices/:ssid/why",
  summary: "Source of the present value of each point of a device that can be commanded",
  access: buildingStaff,
  topics: ["commands", "readings", "schedules", "device-states"],
  input: z.object({ ssid: z.string().max(64) }),
  sample: { ssid: "AHU-1" },
  reply: z.object({
    deviceType: z.string(),
    /** Whether the device is on; null when it is unknown, or when it has no such state. */
    isOn: z.boolean().nullable(),
    points: z.array(pointReason),
  }),
});
