import type { RemovedKind } from "@verandah/contract/campuses/removals.ts";
import { sql } from "kysely";

import { type Db, queryColumn, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

/** The rows of a removal. */
export interface RemovedIds {
  placeIds: readonly number[];
  spaceIds: readonly number[];
  deviceIds: readonly number[];
}

/** The seats, rooms and devices of places, without those that are removed already. */
export async function findInPlaces(db: Db, placeIds: readonly number[]) {
  const row = await queryRow(db)<{ spaceIds: number[]; deviceIds: number[] }>`
    select array(select id from spaces where zone_id = any (${[...placeIds]}::int[]) and removed_at is null) as "spaceIds",
      array(select id from devices where location_id = any (${[...placeIds]}::int[]) and removed_at is null) as "deviceIds"`;
  return row ?? { spaceIds: [], deviceIds: [] };
}

/** Those of some places that are not removed yet. */
export function listPresent(db: Db, placeIds: readonly number[]) {
  return queryRows(db)<Row<"locations", "id" | "zoneType" | "buildingId">>`
    select id, zone_type, building_id from locations where id = any (${[...placeIds]}::int[]) and removed_at is null`;
}

/** The buildings of places, seats, rooms and devices. */
export function listBuildingIds(db: Db, { placeIds, spaceIds, deviceIds }: RemovedIds) {
  return queryColumn(db)<number>`
    select distinct building_id from locations where building_id is not null and (id = any (${[...placeIds]}::int[])
      or id in (select zone_id from spaces where id = any (${[...spaceIds]}::int[]))
      or id in (select location_id from devices where id = any (${[...deviceIds]}::int[])))`;
}

/** Active alarms of devices, and of places; those of gateways stay. */
export function listAlarmIds(db: Db, { placeIds, deviceIds }: RemovedIds) {
  return queryColumn(db)<number>`
    select id from alarms where restored_at is null
      and (device_id = any (${[...deviceIds]}::int[])
        or location_id = any (${[...placeIds]}::int[]) and device_id is null and edge_id is null)
    order by id`;
}

export interface Contents {
  commands: number;
  /** Names of seats and rooms with bookings that are not over, or with a waitlist. */
  booked: string[];
  users: string[];
  groups: string[];
  scenes: string[];
  tests: number;
  fed: string[];
  hasReadings: boolean;
}

export async function findContents(
  db: Db,
  { placeIds, spaceIds, deviceIds }: RemovedIds,
  now: Date,
): Promise<Contents> {
  const places = sql`${[...placeIds]}::int[]`;
  const devices = sql`${[...deviceIds]}::int[]`;
  const contents = await queryRow(db)<Contents>`
    with own as (select id, ssid from devices where id = any (${devices}))
    select
      (select count(*)::int from commands c join points p on p.id = c.point_id
        where p.device_id = any (${devices}) and c.ended_at is null) as commands,
      array(select s.name from spaces s where s.id = any (${[...spaceIds]}::int[]) and (
        exists (select from bookings b where b.space_id = s.id and b.status in ('booked', 'checkedIn') and b.to_at > ${now})
        or exists (select from waitlist w where w.space_id = s.id and w.booking_id is null and w.left_at is null and w.to_at > ${now}))
        order by s.name) as booked,
      array(select username from campus_roles m join users u on u.id = m.user_id
        where m.building_id = any (${places}) and disabled_at is null order by username) as users,
      array(select distinct g.name from unit_group_members m join unit_groups g on g.id = m.group_id
        where m.device_id = any (${devices}) and g.deleted_at is null order by 1) as groups,
      array(select s.name from light_scenes s where s.zone_id = any (${places})
        or exists (select from jsonb_array_elements(s.members) as m join own on own.ssid = m ->> 'ssid') order by 1) as scenes,
      (select count(*)::int from self_tests t where t.state = 'planned'
        and (t.floor_id = any (${places}) or t.ssid in (select ssid from own))) as tests,
      array(select d.name from devices d where d.fed_by = any (${devices}) and d.id <> all (${devices}) and d.removed_at is null
        order by d.name) as fed,
      exists (select from points p join latest l on l.point_id = p.id where p.device_id = any (${devices})) as "hasReadings"`;
  if (!contents) throw new Error("The query has one row");
  return contents;
}

export async function insertRemoval(
  db: Db,
  removal: {
    campusId: number;
    kind: RemovedKind;
    itemId: number;
    name: string;
    removedAt: Date;
    removedBy: number;
    deleteReadingsAt: Date | null;
  },
): Promise<number> {
  const row = await db.insertInto("removals").values(removal).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Locks devices in the order of the jobs that change their states. */
export async function lockDevices(db: Db, ids: readonly number[]): Promise<void> {
  await runSql(db)`select from devices where id = any (${[...ids]}::int[]) order by id for no key update`;
}

/** Marks rows as removed. The state of a device is unknown until it is back. */
export async function updateRemoved(
  db: Db,
  { placeIds, spaceIds, deviceIds }: RemovedIds,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  const removed = sql`removed_at = ${at}, removal_id = ${id}, version = version + 1`;
  await runSql(db)`update locations set ${removed} where id = any (${[...placeIds]}::int[])`;
  await runSql(db)`update spaces set ${removed} where id = any (${[...spaceIds]}::int[])`;
  await runSql(db)`
    update devices set ${removed}, state = 'unknown', state_since = ${at}, offline_since = null where id = any (${[...deviceIds]}::int[])`;
}

/** Brings the rows of a removal back. */
export async function updateRestored(db: Db, id: number): Promise<void> {
  const restored = sql`removed_at = null, removal_id = null, version = version + 1 where removal_id = ${id}`;
  await runSql(db)`update locations set ${restored}`;
  await runSql(db)`update spaces set ${restored}`;
  await runSql(db)`update devices set ${restored}`;
}

/** A removal of a campus that is in force, locked until commit. */
export function lockRemoval(db: Db, campusId: number, id: number) {
  return db
    .selectFrom("removals")
    .select(["id", "kind", "itemId", "name", "removedAt"])
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .where("restoredAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateUndone(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("removals").set({ restoredAt: at }).where("id", "=", id).execute();
}

/** The rows of a removal. */
export async function findRemovedIds(db: Db, id: number): Promise<RemovedIds> {
  const row = await queryRow(db)<RemovedIds>`
    select array(select id from locations where removal_id = ${id}) as "placeIds",
      array(select id from spaces where removal_id = ${id}) as "spaceIds",
      array(select id from devices where removal_id = ${id}) as "deviceIds"`;
  return row ?? { placeIds: [], spaceIds: [], deviceIds: [] };
}

const parents = {
  place: sql`(select parent_id from locations where id = r.item_id)`,
  space: sql`(select zone_id from spaces where id = r.item_id)`,
  device: sql`(select location_id from devices where id = r.item_id)`,
};
/** The place that contains the item of removal `r`. */
const parentOf = sql`case r.kind when 'place' then ${parents.place} when 'space' then ${parents.space} else ${parents.device} end`;

/** The place that contains the item of a removal, and the removal that removed this place. */
export function findParent(db: Db, id: number) {
  return queryRow(db)<{ id: number; removalId: number | null }>`
    select l.id, l.removal_id from removals r join locations l on l.id = ${parentOf} where r.id = ${id}`;
}

export interface RemovalRow extends Row<
  "removals",
  "id" | "kind" | "name" | "removedAt" | "deleteReadingsAt" | "readingsDeletedAt"
> {
  path: string[];
  removedBy: string;
  devices: number;
}

/** The removals of a campus that are in force, the newest first. */
export function listRemovals(db: Db, campusId: number, limit: number) {
  return queryRows(db)<RemovalRow>`
    select r.id, r.kind, r.name, r.removed_at, r.delete_readings_at, r.readings_deleted_at, u.username as "removedBy",
      array(select s.name from locations p join locations s on s.id in (p.building_id, p.floor_id, p.zone_id, p.id)
        where p.id = ${parentOf}
        order by (s.id = p.building_id) desc nulls last, (s.id = p.floor_id) desc nulls last, (s.id = p.zone_id) desc nulls last) as path,
      (select count(*)::int from devices d where d.removal_id = r.id) as devices
    from removals r join users u on u.id = r.removed_by
    where r.campus_id = ${campusId} and r.restored_at is null
    order by r.removed_at desc, r.id desc limit ${limit}`;
}

/** A removal whose stored values are due to be deleted, locked until commit. */
export function claimDue(db: Db, now: Date) {
  return db
    .selectFrom("removals")
    .select(["id", "campusId", "kind", "itemId", "name"])
    .where("deleteReadingsAt", "<=", now)
    .where("readingsDeletedAt", "is", null)
    .where("restoredAt", "is", null)
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function updateReadingsDeleted(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("removals").set({ readingsDeletedAt: at }).where("id", "=", id).execute();
}
