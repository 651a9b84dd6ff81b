import { TOTAL_COUNTED_MAX } from "@verandah/contract/paging.ts";
import { type RawBuilder, sql } from "kysely";

import type { Db } from "#core/db.ts";

export type Fragment = RawBuilder<unknown>;
export type Cell = string | number | null;
export type ReportRow = Record<string, Cell>;

/** A column as SQL over a row `r` of its source. */
interface SourceColumn {
  shown: Fragment;
  /** What it is sorted by, where that is not what is shown. */
  sortedBy?: Fragment;
  /** Sorted by `at` and `tie`, for which sources have indexes. */
  isChronological?: boolean;
}

/**
 * Where a report's rows come from: one or several selects of the same columns, put together. Each has `at` (the row's instant) and `tie`
 * (what tells rows of one instant apart); by these they are in order when nobody asks for another.
 */
export interface ReportSource {
  arms: readonly Fragment[];
  columns: Readonly<Record<string, SourceColumn>>;
}

/** What a source is made for. Without an end the range is open there. */
export interface ReportScope {
  campusId: number;
  timeZone: string;
  from: Date | null;
  /** Excluded. */
  to: Date | null;
  now: Date;
}

export interface RowFilter {
  column: string;
  contains: string;
}

export interface RowOrder {
  sort: string;
  order: "asc" | "desc";
}

/** Whether `column`, an instant, is within the scope's range. */
export function inRange(column: Fragment, { from, to }: ReportScope): Fragment {
  const bounds = [
    ...(from ? [sql`${column} >= ${from}::timestamptz`] : []),
    ...(to ? [sql`${column} < ${to}::timestamptz`] : []),
  ];
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`true`;
}

/** Date and time columns of an instant, in the campus's zone. */
export function dateAndTime(at: Fragment, { timeZone }: ReportScope) {
  const local = sql`(${at} at time zone ${timeZone}::text)`;
  return {
    date: { shown: sql`to_char(${local}, 'YYYY-MM-DD')`, sortedBy: at },
    time: { shown: sql`to_char(${local}, 'HH24:MI:SS')`, sortedBy: sql`${local}::time` },
  };
}

/** The columns that tell when a row happened. */
export function whenColumns(scope: ReportScope): ReportSource["columns"] {
  const { date, time } = dateAndTime(sql`r.at`, scope);
  return {
    Date: { ...date, isChronological: true },
    Time: time,
    Timestamp: { shown: sql`to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  };
}

/** A measured value as it is shown: a number of at most three decimals. */
export function numberColumn(value: Fragment): SourceColumn {
  return { shown: sql`trim_scale(round(${value}::numeric, 3))::float8`, sortedBy: value };
}

function orderBy(source: ReportSource, { sort, order }: RowOrder): Fragment {
  const column = source.columns[sort];
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  if (!column || column.isChronological) return sql`r.at ${direction}, r.tie ${direction}`;
  return sql`${column.sortedBy ?? column.shown} ${direction} nulls last, r.at desc, r.tie desc`;
}

function whereOf(source: ReportSource, filters: readonly RowFilter[]): Fragment {
  const conditions = filters.flatMap(({ column, contains }) => {
    const found = source.columns[column];
    return found ? [sql`strpos(lower((${found.shown})::text), ${contains.toLowerCase()}::text) > 0`] : [];
  });
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

const shownOf = (source: ReportSource, names: readonly string[]): Fragment =>
  sql.join(
    names.flatMap((name) => {
      const column = source.columns[name];
      return column ? [sql`${column.shown} as ${sql.ref(name)}`] : [];
    }),
  );

/** All rows that the filters match, in order, with their columns as shown. */
export function rowsQuery(
  source: ReportSource,
  names: readonly string[],
  filters: readonly RowFilter[],
  order: RowOrder,
): Fragment {
  const where = whereOf(source, filters);
  const matching = source.arms.map((arm) => sql`select * from (${arm}) as r where ${where}`);
  return sql`select ${shownOf(source, names)} from (${sql.join(matching, sql` union all `)}) as r
    order by ${orderBy(source, order)}`;
}

/** Some of the rows that the filters match. Each arm brings no more than is needed, so that indexes and a short sort do. */
export async function listRows(
  db: Db,
  source: ReportSource,
  names: readonly string[],
  query: { filters: readonly RowFilter[]; order: RowOrder; offset: number; limit: number },
): Promise<ReportRow[]> {
  const where = whereOf(source, query.filters);
  const order = orderBy(source, query.order);
  const firsts = source.arms.map(
    (arm) =>
      sql`(select * from (${arm}) as r where ${where} order by ${order} limit ${query.offset + query.limit})`,
  );
  const { rows } = await sql<ReportRow>`
    select ${shownOf(source, names)} from (
      select * from (${sql.join(firsts, sql` union all `)}) as r order by ${order}
      limit ${query.limit} offset ${query.offset}
    ) as r order by ${order}`.execute(db);
  return rows;
}

/** How many rows the filters match; counts to one more than `TOTAL_COUNTED_MAX`. */
export async function countRows(
  db: Db,
  source: ReportSource,
  filters: readonly RowFilter[],
): Promise<number> {
  const where = whereOf(source, filters);
  const matching = source.arms.map(
    (arm) => sql`(select 1 from (${arm}) as r where ${where} limit ${TOTAL_COUNTED_MAX + 1})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${sql.join(matching, sql` union all `)}) as m`.execute(db);
  return Math.min(rows[0]?.count ?? 0, TOTAL_COUNTED_MAX + 1);
}

/** How many of the rows that the filters match fall into each hour or day of a range, in the campus's zone, oldest first. */
export async function countByTime(
  db: Db,
  source: ReportSource,
  filters: readonly RowFilter[],
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
  unit: "hour" | "day",
): Promise<{ at: Date; count: number }[]> {
  const local = (at: Fragment) => sql`date_trunc(${sql.lit(unit)}, ${at} at time zone ${timeZone}::text)`;
  const matching = source.arms.map(
    (arm) => sql`select r.at from (${arm}) as r where ${whereOf(source, filters)}`,
  );
  const { rows } = await sql<{ at: Date; count: number }>`
    with counted as (
      select ${local(sql`m.at`)} as slot, count(*)::int as count
      from (${sql.join(matching, sql` union all `)}) as m group by 1
    )
    select s.slot at time zone ${timeZone}::text as at, coalesce(c.count, 0) as count
    from generate_series(${local(sql`${from}::timestamptz`)},
      (${to}::timestamptz - interval '1 ms') at time zone ${timeZone}::text, ${`1 ${unit}`}::interval) as s (slot)
    left join counted as c on c.slot = s.slot
    order by 1`.execute(db);
  return rows;
}
