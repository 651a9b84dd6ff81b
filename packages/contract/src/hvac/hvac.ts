import { z } from "zod";

import { offlineReason } from "../devices/devices.ts";
import { buildingStaff, buildingUsers } from "../roles.ts";
import { idParam, route } from "../route.ts";

/** A box that a unit feeds. */
export const fedVav = z.object({
  ssid: z.string(),
  name: z.string(),
  state: z.enum(["online", "offline", "unknown"]),
});
export type FedVav = z.output<typeof fedVav>;

export const listFedVavs = route({
  path: "/v1/gl_analytics/:ssid/ahu/vavs",
  summary: "The VAV boxes that an air handling unit feeds",
  access: buildingStaff,
  topics: ["devices", "places", "device-states"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.array(fedVav),
});

/** An air handling unit or a VAV. */
export const airUnit = z.object({
  ssid: z.string(),
  name: z.string(),
  type: z.enum(["AHU", "VAV"]),
  floorId: z.int().nullable(),
  zoneId: z.int().nullable(),
  /** Ssid of the unit that supplies a box. */
  fedBy: z.string().nullable(),
  state: z.enum(["online", "offline", "unknown"]),
  offlineReason: offlineReason.nullable(),
});
export type AirUnit = z.output<typeof airUnit>;

const place = z.object({ id: z.int(), name: z.string() });

/** The floors of a location with their zones, and every unit and box in them. */
export const listAirUnits = route({
  path: "/v1/gl_analytics/:id/airunits",
  summary: "Air handling units and VAV boxes below a location, with its floors and zones",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "alarms", "settings"],
  input: z.object({ id: idParam }),
  reply: z.object({
    /** Sorted by name; those without a unit or box are left out. */
    floors: z.array(place.extend({ zones: z.array(place) })),
    /** Sorted by name. */
    units: z.array(airUnit),
  }),
});
export type AirUnits = z.output<typeof listAirUnits.reply>;

/** How many zones with VAV boxes hold their setpoint, miss it, have their unit off, or are unknown. */
export const zoneCounts = z.object({ held: z.int(), missed: z.int(), off: z.int(), unknown: z.int() });
export type ZoneCounts = z.output<typeof zoneCounts>;

export const countZones = route({
  path: "/v1/gl_zone/:id/setpoints",
  summary: "How many zones of a place hold their setpoint, miss it, have their unit off, or are unknown",
  access: buildingUsers,
  topics: ["devices", "places", "device-states", "measurements", "alarms", "settings"],
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: zoneCounts,
});
