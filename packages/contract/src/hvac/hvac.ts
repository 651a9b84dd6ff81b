import { z } from "zod";

import { offlineReason } from "../devices/devices.ts";
import { buildingStaff } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { parameterReading } from "../telemetry/telemetry.ts";

/** A box with its present air flow and its design air flow. */
export const fedVav = z.object({
  ssid: z.string(),
  name: z.string(),
  state: z.enum(["online", "offline", "unknown"]),
  cfm: parameterReading,
  designCfm: parameterReading,
});
export type FedVav = z.output<typeof fedVav>;

export const listFedVavs = route({
  method: "GET",
  path: "/v1/gl_analytics/:ssid/ahu/vavs",
  summary: "The VAV boxes that an air handling unit feeds, with their flow and design flow",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "readings"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.array(fedVav),
});

/** An air handling unit or a VAV, with its readings and setpoints. */
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
  values: z.array(parameterReading),
});
export type AirUnit = z.output<typeof airUnit>;

const place = z.object({ id: z.int(), name: z.string() });

/** Readings against setpoints below a location: its floors with their zones, and every unit and box in them. */
export const listAirUnits = route({
  method: "GET",
  path: "/v1/gl_analytics/:id/airunits",
  summary: "Air handling units and VAV boxes below a location, with their readings and setpoints",
  access: buildingStaff,
  topics: ["devices", "places", "device-states", "readings", "alarms", "settings"],
  input: z.object({ id: idParam }),
  reply: z.object({
    /** Sorted by name; those without a unit or box are left out. */
    floors: z.array(place.extend({ zones: z.array(place) })),
    /** Sorted by name. */
    units: z.array(airUnit),
  }),
});
export type AirUnits = z.output<typeof listAirUnits.reply>;
