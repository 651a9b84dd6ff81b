import {
  type exportPumpData as exportRoute,
  type listPumpData as dataRoute,
  PUMP_DATA_DAYS_MAX,
  type PumpColumn,
  pumpColumns,
  type PumpDataRow,
  pumpDigits,
  type PumpNumberColumn,
} from "@verandah/contract/pumps/pumps.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { type TableFile, tableFile } from "#features/reports/export/reports-export.service.ts";
import { listValuesOf, silenceMaxOf } from "#features/telemetry/telemetry.service.ts";

import { cellText, createTimeTexts, isRowPoint, rowsOf, type Series, valueIn } from "./pump-rows.ts";
import * as repository from "./pumps.repository.ts";
import { findPump } from "./pumps.service.ts";

const HOUR_MS = 3_600_000;

type Query = Omit<InputOf<typeof dataRoute>, "page" | "rows">;

/** From and to of a query. Without both it is the time until now, which begins with a minute. */
export function rangeOf(ctx: ActorCtx, { from, to, hours }: Pick<Query, "from" | "to" | "hours">) {
  const end = to === undefined ? ctx.now().getTime() + 1 : Date.parse(to);
  const last = to === undefined ? presentStep(ctx).getTime() : end;
  const start = from === undefined ? last - hours * HOUR_MS : Date.parse(from);
  return { from: new Date(Math.max(start, last - PUMP_DATA_DAYS_MAX * 24 * HOUR_MS)), to: new Date(end) };
}

/** The rows of a time range, newest first. @throws AppError `not-found` */
export async function loadRows(
  ctx: ActorCtx,
  ssid: string,
  { from, to }: { from: Date; to: Date },
  clock: WallClock,
): Promise<PumpDataRow[]> {
  const textsOf = createTimeTexts(clock);
  const pump = await findPump(ctx, ssid);
  const visible = (at: Date) => (pump.since && pump.since > at ? pump.since : at);
  const points = await repository.listPointsOf(ctx.db, pump.id);
  const series = await Promise.all(
    points.map(async ({ id, paramId, intervalMs }): Promise<Series[]> => {
      if (!isRowPoint(paramId)) return [];
      const silenceMaxMs = silenceMaxOf({ intervalMs });
      const before = visible(new Date(from.getTime() - silenceMaxMs));
      return [{ paramId, silenceMaxMs, values: await listValuesOf(ctx, id, { from: before, to }) }];
    }),
  );
  return rowsOf(series.flat(), from.getTime()).map((row) => ({ ...row, ...textsOf(row.at) }));
}

const languages = ["en", "hi", "kn"] as const;

const isNumberColumn = (column: PumpColumn): column is PumpNumberColumn => Object.hasOwn(pumpDigits, column);

/** Whether a number contains the digits, as it is stored or as the grid shows it. */
function containsDigits(value: number | null, digits: number, text: string): boolean {
  const wanted = text.replaceAll(/[\s,]/g, "");
  return value !== null && [String(value), value.toFixed(digits)].some((shown) => shown.includes(wanted));
}

function isWanted(row: PumpDataRow, query: Query): boolean {
  return pumpColumns.every((column) => {
    const wanted = query[`filter.${column}`]?.toLowerCase();
    if (!wanted) return true;
    if (isNumberColumn(column)) return containsDigits(valueIn(row, column), pumpDigits[column], wanted);
    const texts =
      column === "date" || column === "time"
        ? [row[column]]
        : languages.map((language) => cellText(row, column, language));
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Compares two rows by a column; rows without a value come first. */
function compareBy(column: PumpColumn): (a: PumpDataRow, b: PumpDataRow) => number {
  if (column === "date") return (a, b) => compareTexts(a.at, b.at);
  if (column === "time") return (a, b) => compareTexts(a.time, b.time);
  const keyOf = (row: PumpDataRow) => valueIn(row, column) ?? Number.NEGATIVE_INFINITY;
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first < second ? -1 : Number(first > second);
  };
}

async function loadWanted(ctx: ActorCtx, query: Query): Promise<PumpDataRow[]> {
  const clock = createWallClock(await getTimeZone(ctx));
  const rows = await loadRows(ctx, query.ssid, rangeOf(ctx, query), clock);
  const compare = compareBy(query.sort);
  // Rows are newest first, and equal ones stay so.
  return rows
    .filter((row) => isWanted(row, query))
    .toSorted((a, b) => (query.order === "asc" ? compare(a, b) : compare(b, a)));
}

/** A page of a pump's readings. @throws AppError `not-found`, also for another customer's pump */
export const listPumpData: Service<typeof dataRoute> = async (ctx, { page, rows: pageSize, ...query }) => {
  const rows = await loadWanted(ctx, query);
  const first = (page - 1) * pageSize;
  return { rows: rows.slice(first, first + pageSize), total: rows.length, isTotalExact: true };
};

const fileColumns = [
  ...pumpColumns.map((name) => ({ name, kind: "text" as const })),
  { name: "Quality", kind: "text" as const },
];

/** The same rows as a CSV file. @throws AppError `not-found`, also for another customer's pump */
export async function exportPumpData(
  ctx: ActorCtx,
  query: Omit<InputOf<typeof exportRoute>, "page">,
): Promise<TableFile> {
  const rows = await loadWanted(ctx, query);
  return tableFile({
    name: query.ssid,
    title: query.ssid,
    format: "csv",
    language: query.language,
    columns: fileColumns,
    batches: [
      rows.map((row) => ({
        ...Object.fromEntries(
          pumpColumns.map((column) => [
            column,
            column === "date" || column === "time" ? row[column] : cellText(row, column, query.language),
          ]),
        ),
        Quality: row.quality,
      })),
    ],
  });
}
