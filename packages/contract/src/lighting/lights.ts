import { z } from "zod";

import { commandOrigin } from "../commands/commands.ts";
import { offlineReason } from "../devices/devices.ts";
import { buildingStaff } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

/** A lighting controller: a DALI group, or an analog controller (WAC) with two channels. */
export const light = z.object({
  ssid: z.string(),
  name: z.string(),
  type: z.enum(["DALI", "WAC"]),
  floorId: z.int().nullable(),
  zoneId: z.int().nullable(),
  areaId: z.int().nullable(),
  state: z.enum(["online", "offline", "unknown"]),
  offlineReason: offlineReason.nullable(),
  /** Where the command in force came from, or else the newest one; null without any. */
  newestCommand: z.object({ origin: commandOrigin.shape.kind, at: instant }).nullable(),
});
export type Light = z.output<typeof light>;

const place = z.object({ id: z.int(), name: z.string() });

export const listLights = route({
  path: "/v1/gl_analytics/:id/lights",
  summary: "Lighting controllers below a location, its zones with areas, and the people in each zone",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "readings", "alarms", "self-tests", "commands"],
  input: z.object({ id: idParam }),
  reply: z.object({
    /** Zones of the location, by name. */
    zones: z.array(place.extend({ areas: z.array(place) })),
    /** By name. */
    lights: z.array(light),
    /** People counted by sensors; null without a fresh count. */
    occupancy: z.array(z.object({ zoneId: z.int(), people: z.int().nullable() })),
  }),
});
export type Lights = z.output<typeof listLights.reply>;

export const listFailedLamps = route({
  path: "/v1/gl_analytics/:id/failedlamps",
  summary: "Failed lamps below a location, and how many lamps have no confirmed state",
  access: buildingStaff,
  topics: ["alarms", "devices", "places", "device-states"],
  minorTopics: ["measurements"],
  input: z.object({ id: idParam }),
  reply: z.object({
    /** By the name of their controller. */
    failed: z.array(
      z.object({
        ssid: z.string(),
        name: z.string(),
        /** Number of the channel of an analog controller. */
        channel: z.string().nullable(),
        zone: z.string().nullable(),
        area: z.string().nullable(),
        /** First value of the failure within the searched time. */
        since: instant,
      }),
    ),
    unknown: z.int(),
    total: z.int(),
  }),
});
