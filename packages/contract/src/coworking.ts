import { z } from "zod";

import { gridQuery, pageOf } from "./paging.ts";
import { buildingOperators } from "./roles.ts";
import { idParam, route } from "./route.ts";

/** The columns of a file of people, and of the list. */
export const coworkingColumns = ["user_id", "user_name", "user_email", "user_contact_no", "client"] as const;
export type CoworkingColumn = (typeof coworkingColumns)[number];

/** A company that rents places. */
const coworkingClient = z.object({ id: z.int(), name: z.string(), users: z.int() });
export type CoworkingClient = z.output<typeof coworkingClient>;

const coworkingUser = z.object({
  id: z.int(),
  /** The id that the company uses for the person. */
  user_id: z.string(),
  user_name: z.string(),
  /** Empty without an address. */
  user_email: z.string(),
  user_contact_no: z.string(),
  client: z.object({ id: z.int(), name: z.string() }),
});
export type CoworkingUser = z.output<typeof coworkingUser>;

export const getClientDetails = route({
  method: "GET",
  path: "/v1/coworking/:id/get_client_details",
  summary: "The coworking companies of a building's campus, each with the number of its people",
  access: buildingOperators,
  input: z.object({ id: idParam }),
  reply: z.array(coworkingClient),
});

export const listCoworkingUsers = route({
  method: "GET",
  path: "/v1/coworking/cws_users",
  summary: "A page of the coworking users of the caller's campus",
  access: buildingOperators,
  input: gridQuery(coworkingColumns, { column: "user_name", order: "asc" }).extend({
    /** A text that one of the columns must contain. */
    search: z.string().trim().max(80, "At most 80 characters").optional(),
    /** Only the people of one company. */
    client_id: idParam.optional(),
  }),
  reply: pageOf(coworkingUser),
});
