import { z } from "zod";

import { customerPassword, loginName } from "../auth/auth-forms.ts";
import { shownLine } from "../shown-text.ts";

// Rules of the forms of User Management. Source: spec 2 §5.

/** Source: spec 2 §2 Add Device form. */
export const TOPIC_ID_PREFIX = "ASPump";
export const TOPIC_ID_LENGTH = 30;
/** Wire value and shown text of the only type. Source: spec 2 §2 Add Device form. */
export const PUMP_TYPE = { value: "NONGL_SS_SOLARPUMP", label: "SOLARPUMP" } as const;

const required = "field cannot be empty";
const onlyNumbers = "Only numbers are allowed";
const LINE_MAX = 60;
const COUNT_MAX = 1_000_000;

const line = z.string({ error: required }).trim().min(1, required).pipe(shownLine(LINE_MAX));
const digits = line.pipe(z.string().regex(/^\d+$/, onlyNumbers));
/** A number as the form sends it, or as a JSON number. */
const count = z
  .union([z.string(), z.number()], { error: required })
  .transform(String)
  .pipe(z.string().trim().min(1, required).regex(/^\d+$/, onlyNumbers))
  .transform(Number)
  .pipe(z.int().max(COUNT_MAX));

const topicId = z
  .string({ error: required })
  .trim()
  .min(1, required)
  .regex(new RegExp(`^${TOPIC_ID_PREFIX}\\d+$`), "Topic Id must start from 'ASPump' followed by numbers")
  .length(TOPIC_ID_LENGTH, "Topic Id must be of length 30");

const dateNeeded = "Please select a date.";
const YEAR_MIN = 1900;
/** dd/MM/yyyy. The database has no year 0. */
const manufacturingDate = z
  .string({ error: dateNeeded })
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, dateNeeded)
  .refine(
    (text) => z.iso.date().safeParse(isoDateOf(text)).success && Number(text.slice(6)) >= YEAR_MIN,
    dateNeeded,
  );

/** `2026-01-31` of `31/01/2026`. */
export const isoDateOf = (text: string): string => text.split("/").toReversed().join("-");

export const pumpForm = z.object({
  name: line,
  ss_type: z.literal(PUMP_TYPE.value, { error: "Please select Device Type" }),
  ss_address_value: topicId,
  serial_number: digits,
  model_number: line,
  manufacturing_site: line,
  manufacturing_date: manufacturingDate,
  digital_board_serial_number: line,
  DR_DC_board_serial_number: line,
  power_board_serial_number: line,
});

/** The place is a choice of the form. Source: spec 2 §3 Device create payload. */
export const addPumpForm = pumpForm.extend({ building_id: line });

const customerFields = {
  city: line,
  customer_state: line,
  farm_size_in_hector: count,
  number_of_panels_in_array: count,
};

export const customerForm = z
  .object({
    name: loginName.pipe(shownLine(100)),
    password: customerPassword,
    confirm_password: z.string({ error: required }).min(1, required),
    secret: line,
    ...customerFields,
  })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ["confirm_password"],
    error: "Password and Confirm Password doesn't match",
  });

export const customerEditForm = z.object({
  name: loginName.pipe(shownLine(100)),
  /** A new answer to the security question; without one the present answer stays. */
  secret: shownLine(LINE_MAX, 0).optional(),
  ...customerFields,
});

export const secretForm = z.object({ username: loginName, key: line });
export const newPasswordForm = z.object({ new_password: customerPassword });

/** Decimal degrees as they are typed, at most so many to each side of 0. */
const degrees = (most: number, wrong: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .regex(/^-?\d{1,3}(\.\d{1,9})?$/, wrong)
    .transform(Number)
    .pipe(z.number().min(-most, wrong).max(most, wrong));
export const pumpPositionForm = z.object({
  latitude: degrees(90, "From -90 to 90 degrees, with a point: 13.07"),
  longitude: degrees(180, "From -180 to 180 degrees, with a point: 77.79"),
});

const short = "UUID must be at least 30 characters long";
/** Source: spec 2 §5 Device edit. */
export const pumpEditForm = z.object({
  name: line,
  ss_address_value: z.string({ error: short }).trim().min(TOPIC_ID_LENGTH, short).pipe(topicId),
});
