import type { HolidayCalendar } from "@verandah/contract/schedules/holiday-calendars.ts";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import type { DayKind } from "@verandah/contract/schedules/schedule-forms.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRow, queryRows, runSql } from "#core/db.ts";

/** Where a day belongs: to a building or to a calendar. */
export type DayOwner = Row<"scheduleDays", "buildingId" | "calendarId">;

/** A day of a building or of a calendar. A yearly one has its first date. */
export interface DayRow extends Row<"scheduleDays", "id" | "name" | "timeData" | "isYearly">, DayOwner {
  day: string;
  kind: DayKind;
  untilDay: string | null;
}

/** A day, with the days on which its building follows its calendar. */
interface FollowedDayRow extends DayRow {
  calendarName: string | null;
  followedFrom: string | null;
  followedUntil: string | null;
}

const dayColumns = sql<DayRow>`d.id, d.day::text, d.kind, d.name, d.time_data, d.is_yearly, d.until_day::text, d.building_id, d.calendar_id`;

/** Days of a building and of its calendars that are not over on a day, in the order of their precedence. */
function followedDays(db: Db, buildingId: number, from: string) {
  return queryRows(db)<FollowedDayRow>`
    select ${dayColumns}, c.name as "calendarName", m.from_day::text as "followedFrom", m.until_day::text as "followedUntil"
    from schedule_days as d left join holiday_calendar_buildings as m on m.calendar_id = d.calendar_id and m.building_id = ${buildingId}
      left join holiday_calendars as c on c.id = d.calendar_id
    where (d.building_id = ${buildingId} or m.building_id is not null)
      and (d.day >= ${from} or (d.is_yearly and coalesce(d.until_day >= ${from}, true)))
      and coalesce(m.until_day >= ${from}, true)
    order by d.building_id is null, d.is_yearly, d.id`;
}

/** Between two leap days there are at most eight years. */
const YEARS_AHEAD = 8;
const yearOf = (day: string) => Number(day.slice(0, 4));
const isDate = (day: string) =>
  !day.endsWith("-02-29") || new Date(Date.UTC(yearOf(day), 1, 29)).getUTCMonth() === 1;

/** The dates of a row in a range that the building follows. A year without 29 February has no such date. */
function datesOf(row: FollowedDayRow, { from, to }: { from: string; to: string }): string[] {
  const first = [row.day, from, row.followedFrom ?? ""].reduce((a, b) => (a > b ? a : b));
  const last = [to, row.followedUntil ?? to, row.untilDay ?? to].reduce((a, b) => (a < b ? a : b));
  const years = row.isYearly
    ? Array.from({ length: Math.max(0, yearOf(last) - yearOf(first) + 1) }, (_, at) => yearOf(first) + at)
    : [yearOf(row.day)];
  return years
    .map((year) => `${year}${row.day.slice(4)}`)
    .filter((date) => isDate(date) && date >= first && date <= last);
}

const toDay = (row: FollowedDayRow, day: string): ScheduleDay => {
  const { id, kind, name, timeData, isYearly, untilDay: until, calendarId, calendarName } = row;
  const calendar = calendarId === null ? null : { id: calendarId, name: calendarName ?? "" };
  return { id, day, kind, name, timeData, isYearly, until, calendar };
};
const byDate = (a: ScheduleDay, b: ScheduleDay) => a.day.localeCompare(b.day);

/**
 * The holiday or exception of each date in a range, earliest first. A day of the building overrides those of its calendars, and a single
 * date one that repeats.
 */
export async function listDaysBetween(
  db: Db,
  buildingId: number,
  range: { from: string; to: string },
): Promise<ScheduleDay[]> {
  const byDay = new Map<string, ScheduleDay>();
  for (const row of await followedDays(db, buildingId, range.from))
    for (const date of datesOf(row, range)) if (!byDay.has(date)) byDay.set(date, toDay(row, date));
  return [...byDay.values()].toSorted(byDate);
}

/** Holidays and exceptions that are not over on a day, earliest first: of one that repeats, the next date. */
export async function listDaysFrom(db: Db, buildingId: number, from: string): Promise<ScheduleDay[]> {
  const rows = await followedDays(db, buildingId, from);
  return rows
    .flatMap((row) => {
      const begin = row.day > from ? row.day : from;
      const to = row.isYearly ? `${yearOf(begin) + YEARS_AHEAD}${begin.slice(4)}` : row.day;
      const [next] = datesOf(row, { from, to });
      return next ? [toDay(row, next)] : [];
    })
    .toSorted(byDate);
}

export function findDay(db: Db, campusId: number, id: number) {
  return queryRow(db)<DayRow>`
    select ${dayColumns} from schedule_days as d where d.campus_id = ${campusId} and d.id = ${id}`;
}

/** @returns the id; undefined when the owner already has such a day on the date */
export async function insertDay(
  db: Db,
  of: { campusId: number; createdAt: Date } & DayOwner,
  day: Pick<DayRow, "day" | "kind" | "name" | "timeData" | "isYearly">,
): Promise<number | undefined> {
  const sameDate = sql<boolean>`case when is_yearly
    then to_char(day, 'MM-DD') = ${day.day.slice(5)} and coalesce(until_day >= ${day.day}, true) else day = ${day.day} end`;
  const taken = await db
    .selectFrom("scheduleDays")
    .select("id")
    .where("buildingId", "is not distinct from", of.buildingId)
    .where("calendarId", "is not distinct from", of.calendarId)
    .where("isYearly", "=", day.isYearly)
    .where(sameDate)
    .executeTakeFirst();
  if (taken) return undefined;
  const { id } = await db
    .insertInto("scheduleDays")
    .values({ ...of, ...day, timeData: JSON.stringify(day.timeData) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteDay(db: Db, id: number): Promise<void> {
  await db.deleteFrom("scheduleDays").where("id", "=", id).execute();
}

export async function updateUntil(db: Db, id: number, untilDay: string): Promise<void> {
  await db.updateTable("scheduleDays").set({ untilDay }).where("id", "=", id).execute();
}

/** The calendars of a campus, by name, with the buildings that follow them on a day, and their days that are not over then. */
export function listCalendars(db: Db, campusId: number, day: string) {
  return queryRows(db)<HolidayCalendar>`
    select c.id, c.name, coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.id)
        from holiday_calendar_buildings as m join locations as l on l.id = m.building_id and l.removed_at is null
        where m.calendar_id = c.id and m.until_day is null), '[]') as buildings,
      (select count(*)::int from schedule_days as d where d.calendar_id = c.id
        and case when d.is_yearly then coalesce(d.until_day >= ${day}, true) else d.day >= ${day} end) as days
    from holiday_calendars as c where c.campus_id = ${campusId} and c.deleted_at is null
    order by lower(c.name), c.id`;
}

/** A calendar with the buildings that follow it. */
export interface CalendarRow {
  id: number;
  name: string;
  buildings: number[];
}

export async function findCalendar(
  db: Db,
  campusId: number,
  id: number,
  isLocked: boolean,
): Promise<CalendarRow | undefined> {
  const row = await db
    .selectFrom("holidayCalendars")
    .select(["id", "name"])
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return undefined;
  const followers = await db
    .selectFrom("holidayCalendarBuildings")
    .innerJoin("locations", "locations.id", "holidayCalendarBuildings.buildingId")
    .select("holidayCalendarBuildings.buildingId")
    .where("calendarId", "=", id)
    .where("locations.removedAt", "is", null)
    .where("untilDay", "is", null)
    .orderBy("holidayCalendarBuildings.buildingId")
    .execute();
  return { ...row, buildings: followers.map(({ buildingId }) => buildingId) };
}

/** @returns the id; undefined when another calendar of the campus has the name, in any case */
export async function insertCalendar(
  db: Db,
  of: { campusId: number; name: string; createdAt: Date },
): Promise<number | undefined> {
  const row = await db
    .insertInto("holidayCalendars")
    .values(of)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** @returns whether no other calendar of the campus has the name */
export async function updateCalendarName(db: Db, id: number, name: string): Promise<boolean> {
  const rows = await queryRows(db)`
    update holiday_calendars as c set name = ${name} where id = ${id} and not exists (
      select from holiday_calendars as o where o.campus_id = c.campus_id and o.id <> c.id and o.deleted_at is null
        and lower(o.name) = lower(${name})) returning id`;
  return rows.length > 0;
}

export async function deleteCalendar(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("holidayCalendars").set({ deletedAt: at }).where("id", "=", id).execute();
}

/** Sets the buildings that follow a calendar from a day on. Earlier days stay, and removed buildings, which can come back. */
export async function updateFollowers(
  db: Db,
  calendarId: number,
  buildings: readonly number[],
  day: string,
): Promise<void> {
  const ids = [...buildings];
  const isLeftOut = sql`building_id <> all (${ids}::int[]) and building_id in (select id from locations where removed_at is null)`;
  await runSql(db)`
    delete from holiday_calendar_buildings where calendar_id = ${calendarId} and from_day >= ${day}
      and ${isLeftOut}`;
  await runSql(db)`
    update holiday_calendar_buildings set until_day = ${day}::date - 1
    where calendar_id = ${calendarId} and until_day is null and ${isLeftOut}`;
  await runSql(db)`
    insert into holiday_calendar_buildings (calendar_id, building_id, from_day)
    select ${calendarId}, added.id, ${day}::date from unnest(${ids}::int[]) as added (id)
    where not exists (select from holiday_calendar_buildings as m
      where m.calendar_id = ${calendarId} and m.building_id = added.id and m.until_day is null)`;
}
