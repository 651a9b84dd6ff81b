import { z } from "zod";

import { buildingUsers } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

const counted = {
  /** People that the sensors count; null when no sensor reports. */
  people: z.int().nullable(),
  /** Sensors that count people, and those of them that report: with fewer there may be more people. */
  sensors: z.int(),
  reporting: z.int(),
};

const floorOccupancy = z.object({
  ...counted,
  /** Colours at equal steps of people. */
  scale: z.array(z.object({ value: z.number(), color: z.string() })),
  /** By name. */
  zones: z.array(z.object({ id: z.int(), name: z.string(), ...counted, color: z.string() })),
});
export type FloorOccupancy = z.output<typeof floorOccupancy>;

export const getFloorOccupancy = route({
  path: "/v1/gl_analytics/:id/occupancy",
  summary: "People in each zone of a floor, with the sensors that report",
  access: buildingUsers,
  topics: ["measurements", "devices", "places", "device-states", "bookings"],
  input: z.object({ id: idParam }),
  reply: floorOccupancy,
});

export const getOccupancyTrend = route({
  path: "/v1/gl_analytics/:id/occupancy/trend",
  summary: "People on a floor or in a zone in each half hour of the last 24 hours",
  access: buildingUsers,
  topics: ["measurements", "devices", "places"],
  pauseMs: 60_000,
  input: z.object({ id: idParam }),
  reply: z.array(
    z.object({
      at: instant,
      /** Mean number of people; null without readings. */
      people: z.number().nullable(),
      /** False where a sensor has no readings: there may be more people. */
      isComplete: z.boolean(),
    }),
  ),
});
