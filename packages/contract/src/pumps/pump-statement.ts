import { z } from "zod";

import { language } from "../language.ts";
import { instant, route } from "../route.ts";
import { pumpReaders } from "./pumps.ts";

/** The quality of a value of a statement. `missing`: it is unknown, or a month's value does not include all days. */
export const valueMarks = ["measured", "estimated", "missing"] as const;
export type ValueMark = (typeof valueMarks)[number];

const quantity = z.object({
  /** Null: not known. A month has the sum of the days that are known. */
  value: z.number().nullable(),
  mark: z.enum(valueMarks),
});
export type StatementValue = z.output<typeof quantity>;

const statementValues = z.object({
  litres: quantity,
  runHours: quantity,
  kilowattHour: quantity,
  /** Part of the quarters of an hour with readings, %. */
  completenessPercent: z.number(),
});
export type StatementValues = z.output<typeof statementValues>;

const statementInput = z.object({
  ssid: z.string().max(64),
  /** A month of the campus. */
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "A month such as 2026-01"),
});
const sample = { month: "2025-12" };

export const getPumpStatement = route({
  path: "/v1/pumps/:ssid/statement",
  summary:
    "A pump's month: litres, run hours, energy and completeness by day, each measured, estimated or missing",
  access: pumpReaders,
  topics: ["measurements", "devices", "places", "customers"],
  pauseMs: 60_000,
  input: statementInput,
  sample,
  reply: z.object({
    ssid: z.string(),
    name: z.string(),
    /** The customers of the month, with a comma between them. Null: the pump was mapped to no customer. */
    customer: z.string().nullable(),
    month: z.string(),
    timeZone: z.string(),
    /** End of the month, or of the last whole quarter of an hour until now. */
    until: instant,
    isOver: z.boolean(),
    /** By day of the campus, oldest first, the days that have begun; for a customer those from the mapping on. */
    days: z.array(statementValues.extend({ date: z.iso.date() })),
    total: statementValues,
  }),
});
export type PumpStatement = z.output<typeof getPumpStatement.reply>;

/** The first day of a statement that begins within the month. */
export const firstDayWithin = ({ days: [first] }: Pick<PumpStatement, "days">): string | undefined =>
  first?.date.endsWith("-01") ? undefined : first?.date;

export const statementFormats = ["pdf", "csv"] as const;

/** Answers a PDF or CSV file. */
export const exportPumpStatement = route({
  path: "/v1/pumps/:ssid/statement/export",
  summary: "The same statement as a PDF or CSV file with the server's signature",
  access: pumpReaders,
  topics: ["measurements", "devices", "places", "customers"],
  input: statementInput.extend({ format: z.enum(statementFormats), language: language.default("en") }),
  sample: { ...sample, format: "csv" },
  reply: z.unknown(),
});

export const getStatementKey = route({
  path: "/v1/pumps/statement-key",
  summary: "The public key that checks the signatures of pump statements",
  access: "public",
  topics: [],
  input: z.object({}),
  reply: z.object({
    algorithm: z.literal("Ed25519"),
    /** The first 16 hexadecimal digits of the SHA-256 of the key (DER, SubjectPublicKeyInfo). */
    keyId: z.string(),
    /** PEM. */
    publicKey: z.string(),
  }),
});
