import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { SCHEDULE_TYPE, type ScheduleType } from "@verandah/contract/schedules/schedules.ts";
import { levelCommands, lightTypes } from "@verandah/equipment/light-group.ts";
import { ahuSwitch, SETBACK_SETPOINT } from "@verandah/equipment/types/ahu.ts";
import { repeatedSpans, type WeeklyRepeat } from "@verandah/time/repeat.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, type Row, queryRows } from "#core/db.ts";

import { listDaysBetween } from "./special-days/schedule-days.repository.ts";
import { endOf, type OneTime, type Rules } from "./timetable.ts";
import { listGroups } from "./unit-groups/unit-groups.repository.ts";

/** A building with its time zone. A removed one has no units and no rules. */
export type BuildingRow = NonNullable<Awaited<ReturnType<typeof findBuilding>>>;

export function findBuilding(db: Db, buildingId: number) {
  return db
    .selectFrom("locations")
    .innerJoin("campuses", "campuses.id", "locations.campusId")
    .select(["locations.id", "locations.campusId", "locations.removedAt", "campuses.timeZone"])
    .where("locations.id", "=", buildingId)
    .where("locations.zoneType", "=", "GL_LOCATION_TYPE_BUILDING")
    .executeTakeFirst();
}

/** The building and the type of a device of a campus. */
export function findDevice(db: Db, campusId: number, ssid: string) {
  return db
    .selectFrom("devices")
    .innerJoin("locations", "locations.id", "devices.locationId")
    .select(["locations.buildingId", "devices.type"])
    .where("devices.campusId", "=", campusId)
    .where("devices.ssid", "=", ssid)
    .where("devices.removedAt", "is", null)
    .executeTakeFirst();
}

/** The key of a plan: the equipment of one type in a building. */
export type PlanKey = Row<"schedulePlans", "buildingId" | "type">;

export function listPlans(db: Db, shares?: CampusShares): Promise<(PlanKey & { campusId: number })[]> {
  return db
    .selectFrom("schedulePlans as p")
    .innerJoin("locations as l", "l.id", "p.buildingId")
    .select(["p.buildingId", "p.type", "l.campusId"])
    .where("l.removedAt", "is", null)
    .where(inShares("l.campus_id", shares))
    .orderBy("p.buildingId")
    .orderBy("p.type")
    .execute();
}

/** Locks a building's rules and plan until commit. @returns the end of the plan; a new plan begins now */
export async function lockPlan(db: Db, { buildingId, type }: PlanKey, now: Date): Promise<Date> {
  await db
    .insertInto("schedulePlans")
    .values({ buildingId, type, plannedUntil: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("schedulePlans")
    .select("plannedUntil")
    .where("buildingId", "=", buildingId)
    .where("type", "=", type)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.plannedUntil;
}

export async function updatePlannedUntil(db: Db, { buildingId, type }: PlanKey, at: Date): Promise<void> {
  await db
    .updateTable("schedulePlans")
    .set({ plannedUntil: at })
    .where("buildingId", "=", buildingId)
    .where("type", "=", type)
    .execute();
}

export async function findRecurring(db: Db, buildingId: number): Promise<RecurringSchedule | undefined> {
  const row = await db
    .selectFrom("recurringSchedules")
    .select(["timeData", "weekData", "setbackCelsius"])
    .where("buildingId", "=", buildingId)
    .executeTakeFirst();
  return row;
}

/** The weekly default of each building of a campus; undefined for a building without a default. */
export async function listRecurring(db: Db, campusId: number) {
  const rows = await db
    .selectFrom("locations")
    .leftJoin("recurringSchedules as r", "r.buildingId", "locations.id")
    .select(["locations.id", "r.timeData", "r.weekData", "r.setbackCelsius"])
    .where("locations.campusId", "=", campusId)
    .where("locations.zoneType", "=", "GL_LOCATION_TYPE_BUILDING")
    .where("locations.removedAt", "is", null)
    .orderBy("locations.id")
    .execute();
  return rows.map(({ id, timeData, weekData, setbackCelsius }) => ({
    buildingId: id,
    recurring: timeData && weekData ? { timeData, weekData, setbackCelsius } : undefined,
  }));
}

export async function upsertRecurring(
  db: Db,
  buildingId: number,
  { timeData, weekData, setbackCelsius }: RecurringSchedule,
  at: Date,
): Promise<void> {
  const values = { timeData: JSON.stringify(timeData), weekData, setbackCelsius, changedAt: at };
  await db
    .insertInto("recurringSchedules")
    .values({ buildingId, ...values })
    .onConflict((conflict) => conflict.column("buildingId").doUpdateSet(values))
    .execute();
}

/** The repetition of a schedule; null without a repetition. */
export const repeatColumn = sql<WeeklyRepeat | null>`case when repeat_until is not null
  then jsonb_build_object('weekdays', to_jsonb(repeat_weekdays), 'until', repeat_until::text) end`;

/** Special days beside a range that rules need: of a repeated schedule that runs over midnight, and of events next to the range. */
const DAYS_AROUND = 2;

/**
 * All rules that decide when the units of a building are on in a range. Lighting has no weekly default and no exceptions, because all lamps
 * of a building are rarely switched together. Repeated schedules of lighting pause on holidays.
 */
export async function findRules(
  db: Db,
  building: BuildingRow,
  type: ScheduleType,
  range: { from: Date; to: Date },
): Promise<Rules> {
  const isLighting = type === SCHEDULE_TYPE.lighting;
  const hasWeekly = !isLighting && building.removedAt === null;
  const weekly = hasWeekly ? await findRecurring(db, building.id) : undefined;
  const clock = createWallClock(building.timeZone);
  const days = await listDaysBetween(db, building.id, {
    from: addDays(clock.read(range.from).day, -DAYS_AROUND),
    to: addDays(clock.read(range.to).day, DAYS_AROUND),
  });
  // Includes schedules that end at the start of the range, because their units are still switched. 23:59 is stored for midnight.
  const from = new Date(range.from.getTime() - 60_000);
  const holidays = new Set(days.filter(({ kind }) => kind === "holiday").map(({ day }) => day));
  const rows = await db
    .selectFrom("schedules")
    .select([
      "id",
      "title",
      "zoneIds",
      "action",
      "intensity",
      "startsAt",
      "endsAt",
      repeatColumn.as("repeat"),
      sql<boolean>`booking_id is not null`.as("isForBooking"),
      sql<number | null>`(select space_id from bookings where id = schedules.booking_id)`.as(
        "preparedSpaceId",
      ),
    ])
    .where("buildingId", "=", building.id)
    .where("type", "=", type)
    .where("deletedAt", "is", null)
    .where((eb) => eb.or([eb("endsAt", ">=", from), eb("repeatUntil", "is not", null)]))
    .execute();
  const oneTime = rows.flatMap(({ action, intensity, startsAt, endsAt, repeat, ...row }): OneTime[] =>
    repeatedSpans(
      { start: startsAt, end: endsAt, repeat },
      clock,
      { from, to: range.to },
      (day) => isLighting && holidays.has(day),
    ).map(({ start, end }) => ({
      ...row,
      percent: isLighting ? intensity : action === 0 ? 0 : 100,
      startsAt: start,
      endsAt: endOf(clock, end),
      isRepeated: repeat !== null,
    })),
  );
  // A default without a weekday releases the units.
  const isSet = weekly !== undefined && weekly.weekData.length > 0;
  return {
    timeZone: building.timeZone,
    weekly: isSet ? weekly : undefined,
    groups: hasWeekly ? await listGroups(db, building.id) : [],
    oneTime,
    days: hasWeekly ? days : [],
  };
}

/** A point that schedules write, with the zones that its equipment serves. */
export type UnitRow = Awaited<ReturnType<typeof listLightChannels>>[number];

/** Some of the devices of a building; undefined: all. */
type SomeDevices = readonly number[] | undefined;

/** Whether a device is one of some. @param id its column */
const isOneOf = (id: string, deviceIds: SomeDevices) =>
  deviceIds ? sql<boolean>`${sql.ref(id)} = any (${[...deviceIds]}::int[])` : sql<boolean>`true`;

/** Level commands of the lighting channels of a building. */
export function listLightChannels(db: Db, buildingId: number, deviceIds?: SomeDevices) {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("locations", "locations.id", "devices.locationId")
    .select([
      "devices.id as deviceId",
      "devices.ssid",
      "devices.name",
      "points.paramId",
      sql<number[]>`array_remove(array[locations.zone_id], null)`.as("zoneIds"),
      sql<number | null>`null::int`.as("groupId"),
      sql<boolean>`false`.as("canSetBack"),
    ])
    .where("locations.buildingId", "=", buildingId)
    .where("devices.type", "in", lightTypes)
    .where("devices.removedAt", "is", null)
    .where("points.hiddenAt", "is", null)
    .where(isOneOf("devices.id", deviceIds))
    .where("points.paramId", "in", levelCommands)
    .orderBy("devices.id")
    .orderBy("points.paramId")
    .execute();
}

/**
 * On/off points of the air handling units. The zones of a unit are the zones of the VAV boxes that it supplies, or else all zones of its
 * place.
 */
export function listAirUnits(db: Db, buildingId: number, deviceIds?: SomeDevices) {
  return queryRows(db)<UnitRow>`
    select d.id as "deviceId", d.ssid, d.name, ${ahuSwitch.point} as "paramId", coalesce(
      (select array_agg(distinct b.zone_id) from devices as box join locations as b on b.id = box.location_id
        where box.fed_by = d.id and box.removed_at is null and b.zone_id is not null),
      (select array_agg(z.id) from locations as z
        where z.zone_type = 'GL_LOCATION_TYPE_ZONE' and z.removed_at is null and (z.id = l.zone_id or (l.zone_id is null and z.floor_id = l.floor_id))),
      '{}') as "zoneIds", g.id as "groupId",
      exists (select from points as p where p.device_id = d.id and p.param_id = ${SETBACK_SETPOINT} and p.hidden_at is null) as "canSetBack"
    from devices as d join locations as l on l.id = d.location_id
      left join unit_group_members as m on m.device_id = d.id
      left join unit_groups as g on g.id = m.group_id and g.building_id = l.building_id and g.deleted_at is null
    where l.building_id = ${buildingId} and d.type = 'AHU' and d.removed_at is null and ${isOneOf("d.id", deviceIds)}
    order by d.id`;
}
