import type { TreeItemKind } from "@verandah/contract/campuses/campus-tree.ts";
import { sql } from "kysely";

import { type Db, queryRow, queryRows, runSql } from "#core/db.ts";

import type { LocationRow } from "./campuses.repository.ts";

/** Seats and rooms of a campus, in the order of their creation. */
export function listSpaces(db: Db, campusId: number) {
  return db
    .selectFrom("spaces")
    .select(["id", "name", "kind", "zoneId", "isActive", "version", "seats", "facilities"])
    .where("campusId", "=", campusId)
    .where("removedAt", "is", null)
    .orderBy("id")
    .execute();
}

/** An item of the tree; its parent is a place. */
export interface ItemRow {
  title: string;
  activated: boolean;
  parent: number | null;
  /** Null for items other than rooms. */
  room: { seats: number; facilities: string[] } | null;
}

const tables = {
  place: { table: "locations", parent: "parent_id", room: sql`null::json` },
  space: {
    table: "spaces",
    parent: "zone_id",
    room: sql`case when kind = 'room' then json_build_object('seats', seats, 'facilities', facilities) end`,
  },
  device: { table: "devices", parent: "location_id", room: sql`null::json` },
} as const;

interface ItemId {
  campusId: number;
  kind: TreeItemKind;
  id: number;
}

/** An item of one campus. The root of the campus is not an item. */
export function findItem(db: Db, { campusId, kind, id }: ItemId) {
  const { table, parent, room } = tables[kind];
  return queryRow(db)<ItemRow>`
    select name as title, is_active as activated, ${sql.ref(parent)} as parent, ${room} as room from ${sql.table(table)}
    where campus_id = ${campusId} and id = ${id} and ${sql.ref(parent)} is not null and removed_at is null`;
}

/** Changes an item if its version is still `version`. @returns the new version; undefined for another version */
export async function updateItem(
  db: Db,
  { campusId, kind, id, version }: ItemId & { version: number },
  before: ItemRow,
  { title, activated, parent, room }: ItemRow,
): Promise<number | undefined> {
  const { table, parent: parentColumn } = tables[kind];
  const isMoved = parent !== before.parent;
  const isEquipped = room !== before.room;
  const row = await queryRow(db)<{ version: number }>`
    update ${sql.table(table)} set name = ${title}, is_renamed = is_renamed or ${title !== before.title}, is_active = ${activated},
      ${isMoved ? sql`${sql.ref(parentColumn)} = ${parent},` : sql``} ${isMoved && kind !== "place" ? sql`is_moved = true,` : sql``}
      ${isEquipped ? sql`seats = ${room?.seats}, facilities = ${room?.facilities}, is_equipped = true,` : sql``} version = version + 1
    where campus_id = ${campusId} and id = ${id} and version = ${version} returning version`;
  return row?.version;
}

/** Raises the version of an item if it is still `version`. @returns the new one; undefined for another version */
export async function updateVersion(
  db: Db,
  { campusId, kind, id, version }: ItemId & { version: number },
): Promise<number | undefined> {
  const row = await queryRow(db)<{ version: number }>`
    update ${sql.table(tables[kind].table)} set version = version + 1
    where campus_id = ${campusId} and id = ${id} and version = ${version} returning version`;
  return row?.version;
}

/** Whether the parent of an item has another item with the same name, in any case. */
export async function hasSibling(
  db: Db,
  campusId: number,
  item: { kind: "place" | "space"; parent: number | null; title: string; id?: number },
): Promise<boolean> {
  const { table, parent } = tables[item.kind];
  const rows = await queryRows(db)`
    select id from ${sql.table(table)} where campus_id = ${campusId} and ${sql.ref(parent)} = ${item.parent}
      and lower(name) = lower(${item.title}) and removed_at is null and id <> ${item.id ?? 0} limit 1`;
  return rows.length > 0;
}

/**
 * Sets the building, floor and zone of moved places to those of the new parent. Where the parent has no floor or zone, the moved places
 * keep their own.
 */
export async function updateAncestors(
  db: Db,
  ids: readonly number[],
  { buildingId, floorId, zoneId }: LocationRow,
): Promise<void> {
  await runSql(db)`
    update locations set building_id = ${buildingId}, floor_id = coalesce(${floorId}::int, floor_id), zone_id = coalesce(${zoneId}::int, zone_id)
    where id = any (${[...ids]}::int[])`;
}

/** Locks the places of a campus until commit. */
export async function lockTree(db: Db, campusId: number): Promise<void> {
  await db.selectFrom("campuses").select("id").where("id", "=", campusId).forNoKeyUpdate().execute();
}

/**
 * Sets the places of active and shelved alarms to the present places of their devices. Locks the alarms in the order of their ids, like all
 * other changes of alarms.
 *
 * @returns whether an alarm moved
 */
export async function moveActiveAlarms(db: Db, campusId: number): Promise<boolean> {
  const rows = await queryRows(db)`
    with locked as (
      select a.id, d.location_id as place from alarms a join devices d on d.id = a.device_id
      where a.campus_id = ${campusId} and a.restored_at is null and a.location_id <> d.location_id order by a.id for no key update of a
    )
    update alarms a set location_id = locked.place from locked where a.id = locked.id returning a.id`;
  return rows.length > 0;
}

/** Adds a seat or room to a zone. @returns its id */
export async function insertSpace(
  db: Db,
  campusId: number,
  space: {
    key: string;
    name: string;
    kind: "seat" | "room";
    seats: number;
    facilities: string[] | undefined;
    zoneId: number;
  },
): Promise<number> {
  const { zoneId, ...columns } = space;
  const { id } = await db
    .insertInto("spaces")
    .values({ campusId, zoneId, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a device or an edge of any campus has the ssid. */
export async function isDeviceIdTaken(db: Db, ssid: string): Promise<boolean> {
  const rows = await queryRows(db)`
    select from devices where ssid = ${ssid} union all select from edges where ssid = ${ssid}`;
  return rows.length > 0;
}
