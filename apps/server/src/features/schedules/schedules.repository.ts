import type { ScheduleType } from "@verandah/contract/schedules/schedules.ts";
import type { WeeklyRepeat } from "@verandah/time/repeat.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRows, runSql } from "#core/db.ts";

import { repeatColumn } from "./schedule-rules.repository.ts";

export interface ScheduleRow extends Row<
  "schedules",
  "id" | "campusId" | "buildingId" | "type" | "title" | "action" | "intensity" | "startsAt" | "endsAt"
> {
  floor: { id: number; name: string };
  zones: { id: number; name: string }[];
  repeat: WeeklyRepeat | null;
  /** The booking for which the schedule prepares a room. */
  bookingId: number | null;
  preparedRoom: string | null;
}

/** The values of a schedule that can change. */
export interface ScheduleValues extends Row<
  "schedules",
  "title" | "floorId" | "zoneIds" | "action" | "intensity" | "startsAt" | "endsAt"
> {
  repeat: WeeklyRepeat | null;
}

function schedules(db: Db) {
  return db
    .selectFrom("schedules")
    .innerJoin("locations as floor", "floor.id", "schedules.floorId")
    .where("schedules.deletedAt", "is", null)
    .select([
      "schedules.id",
      "schedules.campusId",
      "schedules.buildingId",
      sql<ScheduleRow["floor"]>`jsonb_build_object('id', floor.id, 'name', floor.name)`.as("floor"),
      sql<ScheduleRow["zones"]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.id), '[]')
        from locations as z where z.id = any (schedules.zone_ids) and z.removed_at is null)`.as("zones"),
      "schedules.type",
      "schedules.title",
      "schedules.action",
      "schedules.intensity",
      "schedules.startsAt",
      "schedules.endsAt",
      repeatColumn.as("repeat"),
      "schedules.bookingId",
      sql<
        string | null
      >`(select s.name from bookings b join spaces s on s.id = b.space_id where b.id = schedules.booking_id)`.as(
        "preparedRoom",
      ),
    ]);
}

export function findSchedule(
  db: Db,
  campusId: number,
  types: readonly ScheduleType[],
  id: number,
): Promise<ScheduleRow | undefined> {
  return schedules(db)
    .where("schedules.campusId", "=", campusId)
    .where("schedules.type", "in", types)
    .where("schedules.id", "=", id)
    .executeTakeFirst();
}

/** Schedules of a building that overlap a range or repeat until after its begin, the latest start first. */
export function listSchedules(
  db: Db,
  buildingId: number,
  types: readonly ScheduleType[],
  range: { from: Date | undefined; to: Date | undefined; limit: number },
): Promise<ScheduleRow[]> {
  const { from, to } = range;
  return schedules(db)
    .where("schedules.buildingId", "=", buildingId)
    .where("schedules.type", "in", types)
    .$if(from !== undefined, (query) =>
      // The margin of 3 days covers a last day that ends after midnight, and the different time zone of the database.
      query.where(sql`greatest(schedules.ends_at, repeat_until + 3)`, ">", from ?? new Date(0)),
    )
    .$if(to !== undefined, (query) => query.where("schedules.startsAt", "<", to ?? new Date(0)))
    .orderBy("schedules.startsAt", "desc")
    .orderBy("schedules.id", "desc")
    .limit(range.limit)
    .execute();
}

const columnsOf = ({ repeat, ...values }: ScheduleValues) => ({
  ...values,
  repeatWeekdays: repeat && [...repeat.weekdays],
  repeatUntil: repeat?.until ?? null,
});

/** Whether another schedule of the building has the title, in any case. */
export async function hasTitle(
  db: Db,
  buildingId: number,
  type: ScheduleType,
  title: string,
  exceptId: number | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom("schedules")
    .select("id")
    .where("buildingId", "=", buildingId)
    .where("type", "=", type)
    .where("deletedAt", "is", null)
    .where(sql`lower(title)`, "=", title.toLowerCase())
    .$if(exceptId !== undefined, (query) => query.where("id", "<>", exceptId ?? 0))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSchedule(
  db: Db,
  of: {
    campusId: number;
    buildingId: number;
    type: ScheduleType;
    createdBy: number | null;
    createdAt: Date;
    bookingId?: number;
  },
  values: ScheduleValues,
): Promise<number> {
  const { id } = await db
    .insertInto("schedules")
    .values({ ...of, ...columnsOf(values) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSchedule(db: Db, id: number, values: ScheduleValues): Promise<void> {
  await db.updateTable("schedules").set(columnsOf(values)).where("id", "=", id).execute();
}

/** Marks a schedule as deleted. The row stays for reports. */
export async function deleteSchedule(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("schedules").set({ deletedAt: at }).where("id", "=", id).execute();
}

export interface BookingScheduleRow extends Pick<
  ScheduleRow,
  "id" | "buildingId" | "type" | "title" | "startsAt" | "endsAt"
> {
  bookingId: number;
  /** The start of the booking for which the schedule was made. */
  bookingFrom: Date | null;
  zoneId: number;
}

/** Schedules of bookings that end after an instant. */
export function listOfBookings(db: Db, after: Date) {
  return queryRows(db)<BookingScheduleRow>`
    select id, building_id, type, title, starts_at, ends_at, booking_id, booking_from_at as "bookingFrom", zone_ids[1] as "zoneId"
    from schedules where booking_id is not null and deleted_at is null and ends_at > ${after} order by id`;
}

export async function updateBookingFrom(db: Db, id: number, from: Date): Promise<void> {
  await db.updateTable("schedules").set({ bookingFromAt: from }).where("id", "=", id).execute();
}

/** The schedule of a booking, of one type. */
export async function findOfBooking(
  db: Db,
  bookingId: number,
  type: ScheduleType,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("schedules")
    .select("id")
    .where("bookingId", "=", bookingId)
    .where("type", "=", type)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row?.id;
}

export interface ScheduleOfZones {
  id: number;
  title: string;
  bookingId: number | null;
  /** Whether the schedule contains no other zones, except removed ones. */
  isWhole: boolean;
  /** Whether another schedule of the building has the same title. */
  isTitleTaken: boolean;
}

/** Schedules that contain any of the given zones and are not over, with the effect of a move to a building. */
export function listOfZones(db: Db, zoneIds: readonly number[], buildingId: number, now: Date) {
  return queryRows(db)<ScheduleOfZones>`
    select s.id, s.title, s.booking_id, s.zone_ids <@ (${[...zoneIds]}::int[]
        || array(select l.id from locations l where l.id = any (s.zone_ids) and l.removed_at is not null)) as "isWhole", exists (
      select from schedules o where o.building_id = ${buildingId} and o.type = s.type and lower(o.title) = lower(s.title)
        and o.deleted_at is null and o.id <> s.id) as "isTitleTaken"
    from schedules s where s.deleted_at is null and s.zone_ids && ${[...zoneIds]}::int[] and greatest(s.ends_at, s.repeat_until + 3) > ${now}
    order by s.id`;
}

/** Ends schedules whose zones are removed, until the removal is undone. */
export async function updateRemoved(
  db: Db,
  ids: readonly number[],
  { removalId, at }: { removalId: number; at: Date },
): Promise<void> {
  await runSql(db)`
    update schedules set deleted_at = ${at}, removal_id = ${removalId} where id = any (${[...ids]}::int[])`;
}

/** Brings the schedules of a removal back, except those whose title another one has now. */
export async function updateRestored(db: Db, removalId: number): Promise<void> {
  await runSql(db)`
    update schedules s set deleted_at = null, removal_id = null where removal_id = ${removalId} and not exists (
      select from schedules o where o.building_id = s.building_id and o.type = s.type and lower(o.title) = lower(s.title) and o.deleted_at is null)`;
}

/** Moves schedules to a building, and to a floor unless it is null. */
export async function updatePlaces(
  db: Db,
  ids: readonly number[],
  { buildingId, floorId }: { buildingId: number; floorId: number | null },
): Promise<void> {
  await runSql(db)`
    update schedules set building_id = ${buildingId}, floor_id = coalesce(${floorId}::int, floor_id) where id = any (${[...ids]}::int[])`;
}
