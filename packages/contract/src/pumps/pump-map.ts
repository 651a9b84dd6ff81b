import { z } from "zod";

import { buildingOperators, roles } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { fleetState } from "./pumps.ts";

/** Named pumps of one cluster. */
export const MEMBERS_MAX = 20;

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const cluster = z.object({
  /** Mean of its pumps, WGS 84 degrees. */
  latitude,
  longitude,
  west: longitude,
  south: latitude,
  east: longitude,
  north: latitude,
  /** The place of all of them; null when they have several. */
  place: z.string().nullable(),
  pumps: z.int(),
  faults: z.int(),
  warnings: z.int(),
  /** Not connected, or in an unknown state. */
  offline: z.int(),
  /** The first of them by name. */
  members: z.array(z.object({ ssid: z.string(), name: z.string(), state: fleetState })).max(MEMBERS_MAX),
});
export type PumpCluster = z.output<typeof cluster>;

export const getFleetMap = route({
  path: "/v1/pumps_fleet/map",
  summary: "Pumps of an area of the map in at most 48 clusters, and how many pumps have no position",
  access: buildingOperators,
  topics: ["devices", "places", "device-states", "alarms", "customers"],
  minorTopics: ["readings"],
  roundMs: 30_000,
  input: z.object({
    west: z.coerce.number().pipe(longitude).default(-180),
    south: z.coerce.number().pipe(latitude).default(-90),
    east: z.coerce.number().pipe(longitude).default(180),
    north: z.coerce.number().pipe(latitude).default(90),
  }),
  reply: z.object({ clusters: z.array(cluster), unplaced: z.int() }),
});

export const placePump = route({
  path: "/v1/pump_devices/position",
  summary: "Puts a pump on the map",
  access: [roles.administrator],
  changes: ["devices", "places"],
  input: z.object({ id: idParam, latitude, longitude }),
  sample: { id: 1, latitude: 13.07, longitude: 77.79 },
  reply: z.object({ message: z.string() }),
});
