import type { Language } from "@verandah/contract/language.ts";
import { TOTAL_COUNTED_MAX } from "@verandah/contract/paging.ts";
import {
  CHART_BARS_MAX,
  CHART_HOURS_MAX_DAYS,
  exportColumnsOf,
  type getReport as getReportRoute,
  type getReportChart as getReportChartRoute,
  type ReportId,
  reports,
} from "@verandah/contract/reports/reports.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./report-rows.repository.ts";
import { reportSources } from "./report-sources.ts";
import { toTextRows } from "./texts/text-rows.ts";
import { openComparison } from "./trend-report.service.ts";

const DAY_MS = 86_400_000;
/** Rows that can be searched within about two seconds. */
const SEARCHED_ROWS_MAX = 1_000_000;

export type ReportInput = InputOf<typeof getReportRoute>;

/** A report that is ready to be read. */
export interface OpenReport {
  source: repository.ReportSource;
  /** Creates the source for another range. */
  make: (scope: repository.ReportScope) => repository.ReportSource;
  scope: repository.ReportScope;
  filters: repository.RowFilter[];
  order: repository.RowOrder;
  names: string[];
}

/** The scope of the rows of the caller's campus. */
export async function scopeOf(
  ctx: ActorCtx,
  range: { from?: string | undefined; to?: string | undefined; language?: Language },
): Promise<repository.ReportScope> {
  const now = ctx.now();
  // The length of an open login counts on.
  ctx.changesAt(now.getTime() + 1);
  return {
    campusId: ctx.actor.campusId,
    timeZone: await getTimeZone(ctx),
    ...(range.language && { language: range.language }),
    siteTypes: await listTypesOf(ctx, ctx.actor.campusId),
    from: range.from === undefined ? null : new Date(range.from),
    to: range.to === undefined ? null : new Date(range.to),
    now,
  };
}

/** The filters of a query for columns of the report. */
function filtersOf(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
): repository.RowFilter[] {
  return names.flatMap((column) => {
    const contains = input[`filter.${column}`];
    return typeof contains === "string" && contains !== "" ? [{ column, contains }] : [];
  });
}

/** @throws AppError `not-found` for a point of a comparison that the caller's campus does not have */
export async function openReport(
  ctx: ActorCtx,
  input: ReportInput,
  use: "screen" | "export" = "screen",
): Promise<OpenReport> {
  const scope = await scopeOf(ctx, input);
  const columns = use === "screen" ? reports[input.report].columns : exportColumnsOf(input.report);
  const names = columns.map(({ name }) => name);
  const make =
    input.report === "trend-log-comparision"
      ? await openComparison(ctx, input.points, scope, use)
      : reportSources[input.report];
  const source = make(scope);
  const sort = names.includes(input.sort) ? input.sort : "Date";
  return {
    source,
    scope,
    make,
    names,
    filters: filtersOf(input, names),
    order: { sort, order: input.order },
  };
}

async function runBoth<R, N>(parts: { rows: Promise<R>; count: Promise<N> }): Promise<{ rows: R; count: N }> {
  const [rows, count] = await Promise.all([parts.rows, parts.count]);
  return { rows, count };
}

/**
 * Limits a report to the range in which a page can be found fast: the `searchedRowsMax` newest rows, if a filter or an order other than
 * time needs a scan. Exports have no such limit.
 */
async function limitSearch(
  ctx: ActorCtx,
  { source, scope, make, filters, order }: OpenReport,
  searchedRowsMax: number,
): Promise<{ source: repository.ReportSource; searchedFrom: Date | undefined }> {
  if (source.isComputed || repository.isPlain(source, { filters, order }))
    return { source, searchedFrom: undefined };
  const beyond = await repository.findSearchedFrom(ctx.db, source, filters, searchedRowsMax);
  if (!beyond) return { source, searchedFrom: undefined };
  // Instants have whole milliseconds, in the database as well.
  const searchedFrom = new Date(beyond.getTime() + 1);
  return { source: make({ ...scope, from: searchedFrom }), searchedFrom };
}

/** The values that a filter can choose, by column, in the language of the report. */
const choicesOf = (source: repository.ReportSource, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const texts = source.columns[name]?.choices?.texts;
      return texts
        ? [
            [
              name,
              Object.entries(texts).map(([code, label]) => ({ value: `${repository.CHOSEN}${code}`, label })),
            ] as const,
          ]
        : [];
    }),
  );

/** A page of a report. @throws AppError `not-found` for an unknown point of a comparison */
export const getReport: Service<typeof getReportRoute> = async (ctx, input) =>
  readPage(ctx, input, await openReport(ctx, input));

/** A page of an open report; see `limitSearch` for the number of rows that are searched. */
export async function readPage(
  ctx: ActorCtx,
  input: ReportInput,
  report: OpenReport,
  searchedRowsMax = report.source.searchedRowsMax ?? SEARCHED_ROWS_MAX,
): Promise<ReplyOf<typeof getReportRoute>> {
  const { names, filters, order } = report;
  const page = { filters, order, offset: (input.page - 1) * input.rows, limit: input.rows };
  const { source, searchedFrom } = await limitSearch(ctx, report, searchedRowsMax);
  const { rows, count } = repository.isPlain(source, page)
    ? await runBoth({
        rows: repository.listRows(ctx.db, source, names, page),
        count: repository.countRows(ctx.db, source),
      })
    : await repository.searchRows(ctx.db, source, names, page);
  return {
    rows: toTextRows(source, rows),
    total: Math.min(count, TOTAL_COUNTED_MAX),
    isTotalExact: count <= TOTAL_COUNTED_MAX && !searchedFrom,
    searchedFrom: searchedFrom?.toISOString() ?? null,
    choices: choicesOf(source, names),
  };
}

const countedReports = new Set<ReportId>([
  "device-critical",
  "critical-restored",
  "device-noncritical",
  "noncritical-restored",
]);

/** The chart above a report. @throws AppError `not-found` for an unknown point of a comparison */
export const getReportChart: Service<typeof getReportChartRoute> = async (ctx, input) => {
  const { report } = input;
  const isMostActive = report === "most-active-critical" || report === "most-active-noncritical";
  const { source, scope, filters } = await openReport(ctx, input);
  if (!isMostActive && !countedReports.has(report)) return { kind: "none", bars: [] };
  if (isMostActive) {
    const { rows } = await repository.searchRows(ctx.db, source, ["DeviceName", "Key", "Value"], {
      filters,
      order: { sort: "Value", order: "desc" },
      offset: 0,
      limit: CHART_BARS_MAX,
    });
    const bars = toTextRows(source, rows).map((row) => ({
      label: `${row["DeviceName"]}: ${row["Key"]}`,
      at: null,
      value: Number(row["Value"]),
    }));
    return { kind: "bars", bars };
  }
  const range = { from: new Date(input.from), to: new Date(input.to), timeZone: scope.timeZone };
  const isLong = range.to.getTime() - range.from.getTime() > CHART_HOURS_MAX_DAYS * DAY_MS;
  const counts = await repository.countByTime(ctx.db, source, filters, range, isLong ? "day" : "hour");
  const bars = counts.map(({ at, count }) => ({ label: "", at: at.toISOString(), value: count }));
  return { kind: isLong ? "days" : "hours", bars };
};
