import type { Language } from "@verandah/contract/language.ts";
import { TOTAL_COUNTED_MAX } from "@verandah/contract/paging.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, queryRow, queryRows, runSql } from "#core/db.ts";
import { instantOf, isOnLocalDay, localDayText, localTime, localTimeText } from "#core/local-time.ts";

export type Fragment = RawBuilder<unknown>;
export type Cell = string | number | null;
export type ReportRow = Record<string, Cell>;
/** A row from the database: coded columns still have codes. */
export type StoredRow = Record<string, unknown>;

/** A column as SQL over a row `r` of its source. */
export interface SourceColumn {
  /** The cell, or the codes and numbers that `toText` converts. */
  shown: Fragment;
  toText?: (stored: unknown) => Cell;
  /** Whether the cell contains a text, for a column with `toText`. */
  contains?: (text: string) => Fragment;
  /** Codes of few known values with their texts: a filter of a code with `CHOSEN` before it finds exactly its rows. */
  choices?: { code: Fragment; texts: Readonly<Record<string, string>> };
  /** The value for sorting when it differs from the shown one. */
  sortedBy?: Fragment;
  /** Sorted by `at` and `tie`, for which sources have indexes. */
  isChronological?: boolean;
  /** Whether the instant is on a day in the time zone of the campus, such as `2026-01-05`. */
  dayOf?: (day: string) => Fragment;
}

/**
 * The source of the rows of a report: one or several selects with the same columns, which are combined. Each select has `at` (the instant
 * of the row) and `tie` (a number that orders rows of the same instant). This is the default order.
 */
export interface ReportSource {
  arms: readonly Fragment[];
  /** Every row needs a full scan of the source, so a limit of rows saves nothing. */
  isComputed?: boolean;
  /** Maximum rows, newest first, in which a page is searched; SEARCHED_ROWS_MAX by default. */
  searchedRowsMax?: number;
  columns: Readonly<Record<string, SourceColumn>>;
}

/** Before a code in a filter, which is otherwise a text that the cells contain. */
export const CHOSEN = "=";

/** Input of a source. Without `from` or `to` the range is open at that end. */
export interface ReportScope {
  campusId: number;
  timeZone: string;
  /** Undefined for the legacy API: codes and numbers stay unchanged. */
  language?: Language;
  /** The types that the campus adds. */
  siteTypes: readonly EquipmentType[];
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
export function dateAndTime(
  at: Fragment,
  { timeZone }: ReportScope,
): { date: SourceColumn; time: SourceColumn } {
  return {
    date: {
      shown: localDayText(at, timeZone),
      sortedBy: at,
      dayOf: (day) => isOnLocalDay(at, day, timeZone),
    },
    time: { shown: localTimeText(at, timeZone), sortedBy: sql`${localTime(at, timeZone)}::time` },
  };
}

/** The columns with the time of a row. */
export function whenColumns(scope: ReportScope): ReportSource["columns"] {
  const { date, time } = dateAndTime(sql`r.at`, scope);
  return {
    Date: { ...date, isChronological: true },
    Time: time,
    Timestamp: { shown: sql`to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  };
}

/** A name of a device or a person, in alphabetical order, in any case. */
export function nameColumn(name: Fragment): SourceColumn {
  return { shown: name, sortedBy: sql`lower(${name})` };
}

/** Numbers from here on have no decimals, and rounding the largest ones would overflow. */
const WHOLE_FROM = 1e15;

/** A measured value as shown: a number with at most three decimals. */
export function numberColumn(value: Fragment): SourceColumn {
  const rounded = sql`trim_scale(round(${value}::numeric, 3))::float8`;
  return {
    shown: sql`case when abs(${value}) < ${sql.lit(WHOLE_FROM)} then ${rounded} else ${value} end`,
    sortedBy: value,
  };
}

function isChronological(source: ReportSource, { sort }: RowOrder): boolean {
  const column = source.columns[sort];
  return column === undefined || column.isChronological === true;
}

const sortedBy = (source: ReportSource, { sort }: RowOrder): Fragment => {
  const column = source.columns[sort];
  return column?.sortedBy ?? column?.shown ?? sql`r.at`;
};

function orderBy(source: ReportSource, order: RowOrder): Fragment {
  const direction = order.order === "asc" ? sql`asc` : sql`desc`;
  if (isChronological(source, order)) return sql`r.at ${direction}, r.tie ${direction}`;
  return sql`${sortedBy(source, order)} ${direction} nulls last, r.at desc, r.tie desc`;
}

/** Whether a text is a date in the format of date columns. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function whereOf(source: ReportSource, filters: readonly RowFilter[]): Fragment {
  const conditions = filters.flatMap(({ column, contains }) => {
    const found = source.columns[column];
    if (!found) return [];
    const { choices } = found;
    const code = contains.startsWith(CHOSEN) ? contains.slice(CHOSEN.length) : undefined;
    if (choices && code !== undefined && Object.hasOwn(choices.texts, code))
      return [sql`${choices.code} = ${code}::text`];
    // Has the same result as the comparison of texts below, but can use an index.
    if (found.dayOf && isDay(contains)) return [found.dayOf(contains)];
    if (found.contains) return [found.contains(contains)];
    return [sql`strpos(lower((${found.shown})::text), ${contains.toLowerCase()}::text) > 0`];
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

/** All rows that the filters match, in order, with their shown columns. */
export function rowsQuery(
  source: ReportSource,
  names: readonly string[],
  filters: readonly RowFilter[],
  order: RowOrder,
): Fragment {
  const where = whereOf(source, filters);
  const by = orderBy(source, order);
  // PostgreSQL merges sorted selects, so that it returns the first rows before it reads the last ones.
  const matching = source.arms.map((arm) => sql`(select * from (${arm}) as r where ${where} order by ${by})`);
  return sql`select ${shownOf(source, names)} from (${sql.join(matching, sql` union all `)}) as r
    order by ${by}`;
}

export interface PageQuery {
  filters: readonly RowFilter[];
  order: RowOrder;
  offset: number;
  limit: number;
}

/** Whether a page can be read from an index in its order, without other rows. */
export const isPlain = (source: ReportSource, { filters, order }: Pick<PageQuery, "filters" | "order">) =>
  filters.length === 0 && isChronological(source, order);

/** The newest rows, or the oldest. Each select reads only the necessary rows from its index. */
export async function listRows(
  db: Db,
  source: ReportSource,
  names: readonly string[],
  query: Omit<PageQuery, "filters">,
): Promise<StoredRow[]> {
  const order = orderBy(source, query.order);
  const firsts = source.arms.map(
    (arm) => sql`(select * from (${arm}) as r order by ${order} limit ${query.offset + query.limit})`,
  );
  return queryRows(db.withoutPlugins())<StoredRow>`
    select ${shownOf(source, names)} from (
      select * from (${sql.join(firsts, sql` union all `)}) as r order by ${order}
      limit ${query.limit} offset ${query.offset}
    ) as r order by ${order}`;
}

/** Number of rows. The count stops at `TOTAL_COUNTED_MAX` + 1. */
export async function countRows(db: Db, source: ReportSource): Promise<number> {
  const all = source.arms.map((arm) => sql`(select 1 from (${arm}) as r limit ${TOTAL_COUNTED_MAX + 1})`);
  const row = await queryRow(db)<{ count: number }>`
    select count(*)::int as count from (${sql.join(all, sql` union all `)}) as m`;
  return Math.min(row?.count ?? 0, TOTAL_COUNTED_MAX + 1);
}

/**
 * A page of the rows that match the filters, in any order, and their number like in `countRows`. One scan finds and sorts the rows. All
 * columns are read only for the rows of the page.
 */
export async function searchRows(
  db: Db,
  source: ReportSource,
  names: readonly string[],
  { filters, order, offset, limit }: PageQuery,
) {
  const where = whereOf(source, filters);
  const sorted = isChronological(source, order) ? sql`null::int` : sortedBy(source, order);
  const found = source.arms.map(
    (arm, at) =>
      sql`select ${sql.lit(at)} as arm, r.at, r.tie, ${sorted} as sorted from (${arm}) as r where ${where}`,
  );
  const direction = order.order === "asc" ? sql`asc` : sql`desc`;
  const by = isChronological(source, order)
    ? sql`at ${direction}, tie ${direction}`
    : sql`sorted ${direction} nulls last, at desc, tie desc`;
  const shown = source.arms.map(
    (arm, at) =>
      sql`select k.place, ${shownOf(source, names)} from page as k
        join (${arm}) as r on r.at = k.at and r.tie = k.tie where k.arm = ${sql.lit(at)}`,
  );
  const rows = await queryRows(db.withoutPlugins())<StoredRow & { count: number; place: number | null }>`
    with found as materialized (${sql.join(found, sql` union all `)}),
    page as materialized (
      select *, row_number() over (order by ${by}) as place
      from (select * from found order by ${by} limit ${limit} offset ${offset}) as f
    ),
    counted as (select count(*)::int as count from (select 1 from found limit ${TOTAL_COUNTED_MAX + 1}) as f)
    select counted.count, shown.* from counted left join (${sql.join(shown, sql` union all `)}) as shown on true
    order by shown.place`;
  return {
    rows: rows.flatMap(({ count: _count, place, ...row }) => (place === null ? [] : [row])),
    count: rows[0]?.count ?? 0,
  };
}

/** The instant of the newest row beyond the search limit of `most` rows; undefined without such a row. */
export async function findSearchedFrom(
  db: Db,
  source: ReportSource,
  filters: readonly RowFilter[],
  most: number,
): Promise<Date | undefined> {
  const dates = filters.filter(({ column }) => source.columns[column]?.isChronological);
  const where = whereOf(source, dates);
  const beyond = source.arms.map(
    (arm) => sql`(select r.at from (${arm}) as r where ${where} order by r.at desc limit 1 offset ${most})`,
  );
  const row = await queryRow(db)<{ at: Date | null }>`
    select max(b.at) as at from (${sql.join(beyond, sql` union all `)}) as b`;
  return row?.at ?? undefined;
}

/** Number of matching rows per hour or day of a range, in the campus's zone, oldest first. */
export async function countByTime(
  db: Db,
  source: ReportSource,
  filters: readonly RowFilter[],
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
  unit: "hour" | "day",
) {
  const local = (at: Fragment) => sql`date_trunc(${sql.lit(unit)}, ${localTime(at, timeZone)})`;
  const matching = source.arms.map(
    (arm) => sql`select r.at from (${arm}) as r where ${whereOf(source, filters)}`,
  );
  return queryRows(db)<{ at: Date; count: number }>`
    with counted as (
      select ${local(sql`m.at`)} as slot, count(*)::int as count
      from (${sql.join(matching, sql` union all `)}) as m group by 1
    )
    select ${instantOf(sql`s.slot`, timeZone)} as at, coalesce(c.count, 0) as count
    from generate_series(${local(sql`${from}::timestamptz`)},
      ${localTime(sql`${to}::timestamptz - interval '1 ms'`, timeZone)}, ${`1 ${unit}`}::interval) as s (slot)
    left join counted as c on c.slot = s.slot
    order by 1`;
}

const BATCH_ROWS = 2_000;

/**
 * Reads a query in batches through a cursor, one batch per request of the reader. The generator uses a connection of `db` until it ends or
 * `return` is called. When `signal` aborts, a connection of `callDb` cancels the running statement.
 */
export async function* readRows(
  db: Db,
  callDb: Db,
  query: Fragment,
  signal: AbortSignal,
): AsyncGenerator<StoredRow[], void> {
  signal.throwIfAborted();
  const transaction = await db.startTransaction().setAccessMode("read only").execute();
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  const rowsDb = transaction.withoutPlugins();
  // A late cancellation cannot affect another query: the connection is returned after the listener is removed and the cancellation has ended.
  let cancelled: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelled = sql`select pg_cancel_backend(${own[0]?.pid})`.execute(callDb).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    await runSql(rowsDb)`declare report_rows no scroll cursor for ${query}`;
    while (true) {
      const rows = await queryRows(rowsDb)<StoredRow>`fetch forward ${sql.lit(BATCH_ROWS)} from report_rows`;
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) return;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelled;
    await transaction.rollback().execute();
  }
}
