import { msg, type Text } from "@verandah/texts/msg.ts";
import { z } from "zod";

import { language } from "../language.ts";
import { checkRange, gridQuery, pageOf, RANGE_MAX_DAYS } from "../paging.ts";
import { buildingStaff } from "../roles.ts";
import { instant, route } from "../route.ts";
import type { Topic } from "../topics.ts";

const when = z.iso.datetime({ offset: true });

/** A column of a report: its header as shown and exported, and the kind of its cells. */
export interface ReportColumn {
  readonly name: string;
  readonly kind: "text" | "number" | "date" | "time" | "duration";
}

/** Kinds of the columns that are no texts. */
const kinds: Readonly<Record<string, ReportColumn["kind"]>> = {
  Date: "date",
  LoginDate: "date",
  triggered_date: "date",
  measured_date: "date",
  Time: "time",
  triggered_time: "time",
  measured_time: "time",
  ActiveTime: "duration",
  Value: "number",
  Minimum: "number",
  Maximum: "number",
  ReadBack: "number",
};

/** Columns by their names, with a space between two. */
const columnsOf = (names: string): ReportColumn[] =>
  names.split(" ").map((name) => ({ name, kind: kinds[name] ?? "text" }));

const alarmColumns = columnsOf("DeviceName Date Time Category Key Value Unit");
const mostActiveColumns = columnsOf("DeviceName Category Key Value Date Time");
const restoredColumns = columnsOf(
  "DeviceName Category Key triggered_date triggered_time measured_date measured_time",
);
const handledColumns = columnsOf("username Date Time DeviceName Criticality Key Value Unit");
const activityColumns: ReportColumn[] = [
  ...columnsOf("username Date Time Key DeviceName"),
  // A number or a text.
  { name: "Value", kind: "text" },
];

/**
 * The reports in the order of the screen's dropdown: id, exact name, columns. Spellings are the specification's.
 * Source: spec 2 §2 Reports screen, §3 Report rows.
 */
export const reports = {
  "ibms-logs": {
    name: msg`IBMS LOGS`,
    columns: columnsOf("DeviceName Date Time Category Criticality Key Value Unit"),
  },
  "device-critical": { name: msg`Device Critical Alarms`, columns: alarmColumns },
  "most-active-critical": { name: msg`Most Active Critical Alarms`, columns: mostActiveColumns },
  "critical-restored": { name: msg`Critical Alarms Restored`, columns: restoredColumns },
  "device-noncritical": { name: msg`Device NonCritical Alarms`, columns: alarmColumns },
  "most-active-noncritical": { name: msg`Most Active NonCritical Alarms`, columns: mostActiveColumns },
  "noncritical-restored": { name: msg`Non-Critical Alarms Restored`, columns: restoredColumns },
  "user-login": {
    name: msg`User Login Report`,
    columns: columnsOf("username LoginDate Time ActiveTime Key"),
  },
  "trend-log-comparision": {
    name: msg`Trend Log Comparision Report`,
    /** Minimum, mean (`Value`) and maximum of each interval, and the changes of states at their own times. */
    columns: columnsOf("Date Time DeviceName Key Value Minimum Maximum Unit Interval"),
    /** Every stored value. */
    exportColumns: columnsOf("Date Time DeviceName Key Value Unit Quality"),
  },
  "ahu-schedule-activity": {
    name: msg`AHU Schedule Activity Report`,
    columns: columnsOf("DeviceName Date Time Category Key Value State ReadBack username"),
  },
  "activites-per-user": { name: msg`Activites Per User Report`, columns: activityColumns },
  "activites-per-server": {
    name: msg`Activites Per Server Report`,
    columns: columnsOf("Server Date Time Key DeviceName username"),
  },
  "user-contol-details": {
    name: msg`User Contol Details`,
    columns: columnsOf("username Date Time DeviceName Key Value Unit State ReadBack Category Reason"),
  },
  "acknowledged-by-user": { name: msg`Alarms Acknowledged By User`, columns: handledColumns },
  "ignored-by-user": {
    name: msg`Alarms Ignored By User`,
    columns: [...handledColumns, ...columnsOf("Reason")],
  },
} as const satisfies Record<
  string,
  { name: Text; columns: readonly ReportColumn[]; exportColumns?: readonly ReportColumn[] }
>;
export type ReportId = keyof typeof reports;
const isReportId = (id: string): id is ReportId => Object.hasOwn(reports, id);
export const reportIds = Object.keys(reports).filter(isReportId);

/** The columns of a report's files, which are those of the screen in all reports but one. */
export function exportColumnsOf(id: ReportId): readonly ReportColumn[] {
  const report = reports[id];
  return "exportColumns" in report ? report.exportColumns : report.columns;
}

/** Every column that some report has: what a query may sort and filter by; a report ignores those it does not have. */
export const reportColumnNames = [
  ...new Set(Object.values(reports).flatMap((report) => report.columns.map((column) => column.name))),
];

/** Most points that one comparison may have. */
export const COMPARED_POINTS_MAX = 8;

/** `points` of the trend comparison: `ssid/param_id`, comma-separated. */
const points = z
  .string()
  .max(2_000)
  .default("")
  .transform((list) => list.split(",").filter(Boolean))
  .refine((list) => list.length <= COMPARED_POINTS_MAX, `At most ${COMPARED_POINTS_MAX} points`);

const reportQuery = gridQuery(reportColumnNames, { column: "Date", order: "desc" }).extend({
  report: z.enum(reportIds),
  /** Required: every report has a time range. */
  from: when,
  to: when,
  points,
  /** Language of headings, of points' names and states, and of actions; filters search the shown texts. */
  language: language.default("en"),
});

/** A cell: text as shown, or a number. */
const cell = z.union([z.string(), z.number(), z.null()]);

const sample = {
  report: "trend-log-comparision",
  from: "2026-01-05T00:00:00Z",
  to: "2026-01-05T01:00:00Z",
  points: "AHU-1/Fire Alarm",
};

/** Of all reports together. */
const reportTopics = [
  "measurements",
  "alarms",
  "commands",
  "bookings",
  "places",
  "devices",
  "users",
  "people",
  "schedules",
] satisfies Topic[];

export const getReport = route({
  path: "/v1/reports/:report",
  summary: `A page of a report over a time of at most ${RANGE_MAX_DAYS} days`,
  access: buildingStaff,
  topics: reportTopics,
  input: reportQuery.superRefine(checkRange),
  sample,
  reply: pageOf(z.record(z.string(), cell)).extend({
    /** Set when a filter or an order would need millions of rows: rows before this instant are left out. An export has them. */
    searchedFrom: instant.nullable(),
    /** By column, the values of a column of few: each as its filter, which is exact, and its text. */
    choices: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
  }),
});

/** Longest range with a chart of alarms per hour; a longer range has one per day. */
export const CHART_HOURS_MAX_DAYS = 31;
/** Most bars of a chart of the most active alarms. */
export const CHART_BARS_MAX = 10;

/** A chart above a report's table, of the rows that its filters match: most active alarms as bars, alarms per hour or day. */
export const getReportChart = route({
  path: "/v1/reports/:report/chart",
  summary: "The chart above a report, where one helps; no bars where none does",
  access: buildingStaff,
  topics: reportTopics,
  input: reportQuery.superRefine(checkRange),
  sample,
  reply: z.object({
    kind: z.enum(["none", "bars", "hours", "days"]),
    bars: z.array(z.object({ label: z.string(), at: instant.nullable(), value: z.number() })),
  }),
});

export const exportFormats = ["csv", "xlsx"] as const;

/** Answers a file: every row that the filter matches, streamed. */
export const exportReport = route({
  path: "/v1/reports/:report/export",
  summary: "All rows of a report that the filter matches, as CSV or XLSX",
  access: buildingStaff,
  topics: reportTopics,
  input: reportQuery.extend({ format: z.enum(exportFormats).default("csv") }).superRefine(checkRange),
  sample,
  reply: z.unknown(),
});
