import { z } from "zod";

import { gridQuery, pageOf } from "./paging.ts";
import { buildingOperators, roles } from "./roles.ts";
import { idParam, route } from "./route.ts";

/** The columns of a file of people, and of the list. */
export const coworkingColumns = ["user_id", "user_name", "user_email", "user_contact_no", "client"] as const;
export type CoworkingColumn = (typeof coworkingColumns)[number];

/** Maximum size of a file of people, bytes and rows. */
export const PEOPLE_FILE_MAX_BYTES = 5 * 1_048_576;
export const PEOPLE_FILE_MAX_ROWS = 50_000;
/** Maximum people that one call deletes. */
const DELETED_MAX = 1_000;

/**
 * Why a cell of a file cannot be imported. `formula`: a spreadsheet would run it; `alphabets`: one word has letters of two alphabets that
 * look alike; `cells`: the row has too few or too many of them.
 */
const cellProblem = z.enum([
  "empty",
  "too-long",
  "formula",
  "character",
  "alphabets",
  "email",
  "contact",
  "repeated",
  "cells",
]);
export type CellProblem = z.output<typeof cellProblem>;

/** A row of a file that cannot be imported. */
const wrongRow = z.object({
  /** Number in a spreadsheet: the heading is row 1. */
  row: z.int(),
  /** The beginning of its user_id. */
  user_id: z.string(),
  problems: z.array(z.object({ column: z.enum(coworkingColumns), problem: cellProblem })),
});
export type WrongRow = z.output<typeof wrongRow>;

/** A company with coworking users. */
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
  path: "/v1/coworking/:id/get_client_details",
  summary: "The coworking companies of a building's campus, each with the number of its people",
  access: buildingOperators,
  topics: ["people"],
  input: z.object({ id: idParam }),
  reply: z.array(coworkingClient),
});

export const listCoworkingUsers = route({
  path: "/v1/coworking/cws_users",
  summary: "A page of the coworking users of the caller's campus",
  access: buildingOperators,
  topics: ["people"],
  input: gridQuery(coworkingColumns, { column: "user_name", order: "asc" }).extend({
    /** A text that one of the columns must contain. */
    search: z.string().trim().max(80).optional(),
    /** Only the people of one company. */
    client_id: idParam.optional(),
  }),
  reply: pageOf(coworkingUser),
});

export const uploadCoworkingUsers = route({
  path: "/v1/coworking/upload_cws_users_data",
  summary: "Checks or imports a CSV file of coworking users, as text/csv or as the text `file`",
  access: [roles.administrator],
  changes: ["people"],
  input: z.object({
    /** `check` imports nothing; `all` imports nothing if a row is wrong; `correct` leaves out the wrong rows. */
    mode: z.enum(["check", "all", "correct"]).default("all"),
    /** Undefined: the body is the file. */
    file: z.string().optional(),
  }),
  sample: {
    mode: "check",
    file: "user_id,user_name,user_email,user_contact_no,client\nK-1,Asha Rao,asha@kaveri.example,+91 5550000100,Kaveri",
  },
  reply: z.object({
    isImported: z.boolean(),
    /** People that the file adds, and those that it replaces because their user_id exists. */
    added: z.int(),
    replaced: z.int(),
    wrong: z.array(wrongRow),
  }),
});

export const deleteCoworkingUsers = route({
  path: "/v1/coworking/delete_cws_users",
  summary: "Deletes coworking users; those that are already deleted count for nothing",
  access: [roles.administrator],
  changes: ["people", "bookings"],
  input: z.object({ ids: z.array(z.int32().min(1)).min(1).max(DELETED_MAX) }),
  sample: { ids: [1] },
  reply: z.object({ deleted: z.int() }),
});
