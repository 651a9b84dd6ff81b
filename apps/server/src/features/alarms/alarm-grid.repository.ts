import { type RawBuilder, sql } from "kysely";

import { type Db, containsPattern, queryRow, queryRows, queryColumn } from "#core/db.ts";
import { isOnLocalDay, localDayText, localTime, localTimeText } from "#core/local-time.ts";

import { alarmLocationOf } from "./alarm-rows.repository.ts";

/** The columns of the alarms screen with a filter. */
type GridColumn = "Device_name" | "date" | "time" | "Message";

/** The scope of the alarms that a caller sees. */
export interface AlarmScope {
  campusId: number;
  /** Only of this customer's pumps, from the mapping on; undefined: of the whole campus. */
  customerId: number | undefined;
}

export interface GridQuery extends AlarmScope {
  timeZone: string;
  isCritical: boolean;
  /** Alarms of this state instead of all that need attention. */
  only: "unacknowledged" | "returned" | "ignored" | undefined;
  /** Only at these places; undefined: at any place. */
  locationIds: readonly number[] | undefined;
  /** Each text must be contained in its column's cell, in any case. */
  filters: Partial<Record<GridColumn, string>>;
  /** Alarms with these texts also match the filter of `Message`. */
  textNames: readonly string[];
  sort: GridColumn | "priority" | "where" | "since";
  order: "asc" | "desc";
  offset: number;
  limit: number;
  /** Maximum count. */
  countedMax: number;
}

const raisedAt = sql`a.raised_at`;

/** A column's cell as text. */
function cellOf(column: GridColumn, timeZone: string): RawBuilder<unknown> {
  if (column === "Device_name") return sql`a.source_name`;
  if (column === "Message") return sql`a.message`;
  return column === "date" ? localDayText(raisedAt, timeZone) : localTimeText(raisedAt, timeZone);
}

/** A whole day is searched with the index instead of a text comparison. */
function dayOf(text: string): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(text).toISOString().startsWith(text) ? text : undefined;
}

function matches(column: GridColumn, text: string, timeZone: string): RawBuilder<unknown> {
  const day = column === "date" ? dayOf(text) : undefined;
  if (day === undefined) return sql`${cellOf(column, timeZone)} ilike ${containsPattern(text)}`;
  return isOnLocalDay(raisedAt, day, timeZone);
}

/** These must equal the predicates of the indexes `alarms_standing` and `alarms_shelved`. */
const needsAttention = sql`a.ignored_at is null and (a.restored_at is null or (a.acknowledged_at is null and a.code < 200))`;
const shelved = sql`a.ignored_at is not null and a.restored_at is null`;

/** A customer also gets alarms that another alarm explains, because that one may be of a device that the customer cannot see. */
function inScope({ campusId, customerId }: AlarmScope, isShelved: boolean): RawBuilder<unknown> {
  const state = isShelved ? shelved : needsAttention;
  if (customerId !== undefined)
    return sql`a.campus_id = ${campusId} and ${state} and exists (select from pump_customers c
      where c.device_id = a.device_id and c.user_id = ${customerId} and (c.since is null or a.restored_at is null or a.restored_at > c.since))`;
  return isShelved
    ? sql`a.campus_id = ${campusId} and ${state}`
    : sql`a.campus_id = ${campusId} and a.explained_by is null and ${state}`;
}

function conditionOf(query: GridQuery): RawBuilder<unknown> {
  const { isCritical, only, locationIds, filters, timeZone } = query;
  const parts = [
    inScope(query, only === "ignored"),
    ...(only === "unacknowledged" ? [sql`a.acknowledged_at is null`] : []),
    ...(only === "returned" ? [sql`a.restored_at is not null`] : []),
    sql`a.is_critical = ${isCritical}`,
    ...(locationIds ? [sql`a.location_id = any (${[...locationIds]}::int[])`] : []),
  ];
  for (const column of ["Device_name", "date", "time", "Message"] as const) {
    const text = filters[column];
    if (!text) continue;
    const match = matches(column, text, timeZone);
    const hasTexts = column === "Message" && query.textNames.length > 0;
    parts.push(hasTexts ? sql`(${match} or a.text_name = any (${[...query.textNames]}::text[]))` : match);
  }
  return sql.join(parts, sql` and `);
}

/** Equal cells are sorted newest first. */
function orderOf({ sort, order, timeZone }: GridQuery): RawBuilder<unknown> {
  const direction = sql.raw(order);
  if (sort === "date" || sort === "since") return sql`a.raised_at ${direction}, a.id ${direction}`;
  return sql`${sortKeyOf(sort, timeZone)} ${direction}, a.raised_at desc, a.id desc`;
}

function sortKeyOf(sort: Exclude<GridQuery["sort"], "date" | "since">, timeZone: string) {
  if (sort === "time") return sql`${localTime(raisedAt, timeZone)}::time`;
  if (sort === "priority") return sql`a.code`;
  return sort === "where" ? alarmLocationOf : cellOf(sort, timeZone);
}

/** The ids of one page, and the number of all matching alarms, up to `countedMax` + 1. */
export async function findPage(db: Db, query: GridQuery) {
  const { offset, limit, countedMax } = query;
  const matched = sql`select a.id from alarms a where ${conditionOf(query)} order by ${orderOf(query)}`;
  const rows = await queryRows(db)<{ ids: number[]; counted: number }>`
    with matched as materialized (${matched} limit ${countedMax + 1})
    select array(select id from matched offset ${offset} limit ${limit}) as ids, (select count(*)::int from matched) as counted`;
  const page = rows[0] ?? { ids: [], counted: 0 };
  const isBeyond = page.counted > countedMax && offset + limit > countedMax;
  if (!isBeyond) return page;
  const { rows: far } = await sql<{ id: number }>`${matched} offset ${offset} limit ${limit}`.execute(db);
  return { ids: far.map((row) => row.id), counted: page.counted };
}

export interface AlarmCounts {
  /** Active, critical. */
  critical: number;
  /** Active, low. */
  noncritical: number;
  /** Critical, returned to normal and not acknowledged. */
  returned: number;
  unacknowledged: number;
  shelved: number;
}

/** Counts the alarms of the alarms screen. */
export async function countAlarmsOf(db: Db, scope: AlarmScope): Promise<AlarmCounts> {
  const row = await queryRow(db)<AlarmCounts>`
    select count(*) filter (where a.restored_at is null and a.is_critical)::int as critical,
      count(*) filter (where a.restored_at is null and not a.is_critical)::int as noncritical,
      count(*) filter (where a.restored_at is not null)::int as returned,
      count(*) filter (where a.acknowledged_at is null)::int as unacknowledged,
      (select count(*)::int from alarms a where ${inScope(scope, true)}) as shelved
    from alarms a where ${inScope(scope, false)}`;
  return row ?? { critical: 0, noncritical: 0, returned: 0, unacknowledged: 0, shelved: 0 };
}

/** Unacknowledged alarms of the alarms screen: active ones before returned ones, critical before low, then the oldest first. */
export function listUnacknowledgedIds(db: Db, scope: AlarmScope, limit: number) {
  return queryColumn(db)<number>`
    select a.id from alarms a where ${inScope(scope, false)} and a.acknowledged_at is null
    order by a.restored_at is not null, a.is_critical desc, a.raised_at, a.id limit ${limit}`;
}
