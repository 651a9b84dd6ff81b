import { z } from "zod";

import { buildingStaff } from "./roles.ts";
import { route } from "./route.ts";

/** Most entries of each kind. */
export const FOUND_MAX = 6;
export const SEARCH_TEXT_MAX = 64;

const found = z.object({
  kind: z.enum(["place", "space", "device", "person", "user"]),
  /** Of a device its `ssid`. */
  id: z.string(),
  name: z.string(),
  /** The zone type of a place, `seat` or `room` of a space, the equipment type of a device; empty for a person and a user. */
  type: z.string(),
  /** Building, floor and zone around it, by name; the company of a person. */
  within: z.array(z.string()),
});
export type Found = z.output<typeof found>;

export const search = route({
  path: "/v1/search",
  summary: `Places, seats, rooms and devices of the campus, for operators the people of its companies and for administrators its users, that have all words of a text in their names or in those of the places around them; at most ${FOUND_MAX} of each kind`,
  access: buildingStaff,
  topics: ["places", "devices", "people", "users"],
  input: z.object({ text: z.string().trim().min(1).max(SEARCH_TEXT_MAX) }),
  sample: { text: "a" },
  reply: z.array(found),
});
