import { z } from "zod";

import { buildingUsers } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";

/** `unknown`: the sensor does not report, so the bay is never counted as free. `over`: occupied for longer than the limit. */
const bayState = z.enum(["free", "occupied", "over", "unknown"]);
export type BayState = z.output<typeof bayState>;

const parkingBay = z.object({
  ssid: z.string(),
  name: z.string(),
  state: bayState,
  /** Start of the present sensor value; after a loss of data the real start may be earlier. Null while unknown. */
  since: instant.nullable(),
});

const bayCounts = {
  /** All bays but the deactivated ones: `free` + `occupied` + `unknown`. */
  total: z.int(),
  free: z.int(),
  /** Cars, those over the limit too. */
  occupied: z.int(),
  unknown: z.int(),
  /** Cars over the limit. */
  over: z.int(),
  /** Part of the bays whose sensors report, %. */
  coverage: z.number(),
};

const parkingDeck = z.object({
  id: z.int(),
  name: z.string(),
  /** False when the deck or a place above it is deactivated: it is not part of the whole, and not suggested. */
  isActive: z.boolean(),
  ...bayCounts,
  /** Minutes after which a car is over the limit; 0: no limit. */
  overParked: z.number(),
  /** Deactivated ones too. Empty for members, who see no devices. */
  bays: z.array(parkingBay),
});
export type ParkingDeck = z.output<typeof parkingDeck>;

export const getParkingStatus = route({
  path: "/v1/pms/:id/parking-status",
  summary: "Free, occupied and unknown bays of the parking decks below a place",
  access: buildingUsers,
  topics: ["measurements", "devices", "places", "device-states", "alarms", "settings"],
  /** A campus, a building or a floor. */
  input: z.object({ id: idParam }),
  reply: z.object({
    ...bayCounts,
    /** The deck with the most free bays; null when no bay is free. */
    suggested: z.int().nullable(),
    /** The deck with the highest share of occupied bays; null when no bay is occupied. */
    fullest: z.int().nullable(),
    decks: z.array(parkingDeck),
  }),
});

export const getParkingTrend = route({
  path: "/v1/pms/:id/parking-trend",
  summary: "Occupied bays below a place in each half hour of the last 24 hours",
  access: buildingUsers,
  topics: ["measurements", "devices", "places"],
  pauseMs: 60_000,
  /** A campus, a building or a floor. */
  input: z.object({ id: idParam }),
  reply: z.object({
    /** All bays. */
    total: z.int(),
    buckets: z.array(
      z.object({
        at: instant,
        /** Mean number of cars; null without readings. */
        occupied: z.number().nullable(),
        /** False where a bay has no readings: there may be more cars. */
        isComplete: z.boolean(),
      }),
    ),
  }),
});
