import { z } from "zod";

import { session } from "../auth/auth.ts";
import { placeStatus, placeTopics } from "../buildings.ts";
import { buildingUsers } from "../roles.ts";
import { idParam, route } from "../route.ts";

/** A city with campuses. Campuses of others are only a marker on the map. */
const city = z.object({
  name: z.string(),
  /** Degrees north and east. */
  latitude: z.number(),
  longitude: z.number(),
  /** Those that the caller may open, by name, each with its buildings in their order. */
  campuses: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      buildings: z.array(placeStatus.extend({ id: z.int(), name: z.string() })),
    }),
  ),
});
export type City = z.output<typeof city>;

export const listCities = route({
  path: "/v1/cities",
  summary: "Cities with campuses, by name; with the state of the buildings of the caller's campus",
  access: buildingUsers,
  topics: placeTopics,
  pauseMs: 5_000,
  input: z.object({}),
  reply: z.array(city),
});

export const chooseBuilding = route({
  path: "/v1/auth/building",
  summary: "Makes a building of the caller's campus the one that the screens show, also after the next login",
  access: buildingUsers,
  changes: [],
  input: z.object({ building: idParam }),
  sample: { building: 1 },
  reply: session,
});
