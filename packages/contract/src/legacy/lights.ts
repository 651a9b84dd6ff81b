import { lightLevel } from "@verandah/equipment/types/dali.ts";
import { z } from "zod";

import { BATCH_WRITES_MAX } from "../commands/commands.ts";
import { buildingOperators, buildingStaff } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

// The specification's calls of lights. The browser uses `listLights` and `sendCommands`.

const channelStatus = z.enum(["On", "Off", "Auto", ""]);
/** Source of the last command: `Null` for one of the browser; null without any. */
const commandSource = z.string().nullable();

const placed = {
  zoneId: z.int().nullable(),
  zoneName: z.string(),
  areaId: z.int().nullable(),
  areaName: z.string(),
  created_at: instant.nullable(),
};

/** Source: spec 2 §3 Lighting device. */
const lightingDevice = z.discriminatedUnion("deviceType", [
  z.object({
    deviceType: z.literal("ANALOG_CONTROLLER"),
    master: z.object({ mac: z.string(), name: z.string(), cmd: commandSource, ...placed }),
    channels: z.array(
      z.object({
        name: z.string(),
        status: channelStatus,
        light_level: z.number().nullable(),
        dimmable: z.boolean(),
      }),
    ),
  }),
  z.object({
    deviceType: z.literal("DALI_CONTROLLER"),
    master: z.object({ mac: z.string(), name: z.string() }),
    slaves: z.array(
      z.object({
        mac: z.string(),
        name: z.string(),
        status: channelStatus,
        light_level: z.number().nullable(),
        cmd_data: commandSource,
        ...placed,
      }),
    ),
  }),
]);
export type LightingDevice = z.output<typeof lightingDevice>;

/** Source: spec 2 §7 floor lights, zone lights and device lights. */
export const getLights = route({
  path: "/v1/lights/:id",
  summary: "Lighting devices of a floor, zone or area with the people in its zones",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "readings", "commands"],
  input: z.object({ id: idParam }),
  reply: z.object({
    lights: z.array(lightingDevice),
    /** `id` of the zone, and the number of people. */
    occupancy: z.array(z.object({ id: z.int(), data: z.int().nullable() })),
  }),
});

const change = z.object({
  mode: z.enum(["auto", "manual"]),
  /** %; of manual mode. */
  intensity: z.number().min(lightLevel.from).max(lightLevel.to).optional(),
});
const mac = z.string().max(64);
/** Each analog controller may have a write for each of its two channels. */
const CONTROLLERS_MAX = BATCH_WRITES_MAX / 2;

/** Source: spec 2 §7 control lights. The user of old clients has no effect: the session identifies the user. */
export const controlLights = route({
  path: "/v1/lights/control",
  summary: "Commands DALI groups or channels of analog controllers as one batch",
  access: buildingOperators,
  changes: ["commands"],
  input: z.object({
    zone: z.unknown().optional(),
    type: z.enum(["DALI", "WAC"]),
    DALI: change.extend({ dali: z.array(mac).min(1).max(BATCH_WRITES_MAX) }).optional(),
    WAC: change
      .extend({
        wac: z
          .array(
            z.object({
              macId: mac,
              /** 1 or 3: channel 1; 2 or 4: channel 2; 5: both. Source: spec 2 §9. */
              channel: z.int({ error: "Please select a channel for this device!" }).min(1).max(5),
            }),
          )
          .min(1)
          .max(CONTROLLERS_MAX),
      })
      .optional(),
    user: z.unknown().optional(),
  }),
  sample: { type: "DALI", DALI: { mode: "manual", intensity: 50, dali: ["50d0f001"] } },
  reply: z.object({
    message: z.enum(["success", "failure", "Please connect to a network"]),
    batchId: z.uuid(),
    /** Number of commands that were sent. */
    batchLength: z.int(),
  }),
});

/** Source: spec 2 §7 event status. */
export const getEventStatus = route({
  path: "/v1/lights/event_status",
  summary: "Whether every command of a lighting batch is confirmed",
  access: buildingStaff,
  topics: ["commands", "devices"],
  input: z.object({
    batchId: z.uuid(),
    batchLength: z.coerce.number().int().min(0).optional(),
  }),
  sample: { batchId: "00000000-0000-4000-8000-000000000000" },
  reply: z.object({ message: z.enum(["success", "pending", "failure"]) }),
});
