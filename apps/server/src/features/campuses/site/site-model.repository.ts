import { sql } from "kysely";

import { type Db, queryRows, runSql } from "#core/db.ts";

/** The campus; a file of its model begins with it. */
export function findCampus(db: Db, campusId: number) {
  return db
    .selectFrom("campuses")
    .select(["key", "name", "city", "timeZone", "latitude", "longitude", "siteSha256"])
    .where("id", "=", campusId)
    .executeTakeFirstOrThrow();
}

/** Places in the order of their creation, without removed ones. An outline of another floor's plan is left out. */
export async function listPlaces(db: Db, campusId: number) {
  return db
    .selectFrom("locations as l")
    .leftJoin("locations as p", "p.id", "l.parentId")
    .select([
      "l.id",
      "l.key",
      "l.name",
      "l.zoneType",
      "l.floorType",
      "l.isActive",
      "l.isRenamed",
      "l.version",
    ])
    .select([
      "p.key as parent",
      sql<[number, number][] | null>`case when l.plan_floor_id = l.floor_id then l.outline end`.as("outline"),
    ])
    .where("l.campusId", "=", campusId)
    .where("l.removedAt", "is", null)
    .orderBy("l.id")
    .execute();
}

/** Seats and rooms in the order of their creation, without removed ones. */
export async function listSpaces(db: Db, campusId: number) {
  const isOnPlan = sql<boolean>`coalesce(s.plan_floor_id = z.floor_id, false)`;
  return db
    .selectFrom("spaces as s")
    .innerJoin("locations as z", "z.id", "s.zoneId")
    .select([
      "s.key",
      "s.name",
      "s.kind",
      "s.seats",
      "s.facilities",
      "s.positionX",
      "s.positionY",
      "z.key as zone",
    ])
    .select(["s.isActive", "s.isRenamed", "s.isMoved", "s.isEquipped", "s.version", isOnPlan.as("isOnPlan")])
    .where("s.campusId", "=", campusId)
    .where("s.removedAt", "is", null)
    .orderBy("s.id")
    .execute();
}

/** Removed places, seats and rooms. */
export function listRemoved(db: Db, campusId: number) {
  return queryRows(db)<{ id: string; name: string }>`
    select 'place:' || key as id, name from locations where campus_id = ${campusId} and removed_at is not null
    union all select 'space:' || key, name from spaces where campus_id = ${campusId} and removed_at is not null order by id`;
}

/** Gateways and devices with a connection, in the order of their creation; without removed ones and those of removed devices. */
export async function listEdges(db: Db, campusId: number) {
  return (
    db
      .selectFrom("edges as e")
      .select(["e.ssid", "e.name", "e.kind", "e.sitePasswordSha256"])
      // `none`: it cannot connect.
      .select(sql<string | null>`nullif(e.password_sha256, 'none')`.as("passwordSha256"))
      .where("e.campusId", "=", campusId)
      .where("e.removedAt", "is", null)
      .where(
        sql<boolean>`not exists (select from devices d where d.edge_id = e.id and d.ssid = e.ssid and d.removed_at is not null)`,
      )
      .orderBy("e.id")
      .execute()
  );
}

export async function listDevices(db: Db, campusId: number) {
  const isOnPlan = sql<boolean>`coalesce(d.plan_floor_id = l.floor_id, false)`;
  return db
    .selectFrom("devices as d")
    .innerJoin("locations as l", "l.id", "d.locationId")
    .innerJoin("edges as e", "e.id", "d.edgeId")
    .leftJoin("devices as f", "f.id", "d.fedBy")
    .select([
      "d.id",
      "d.ssid",
      "d.name",
      "d.type",
      "d.subsystem",
      "d.positionX",
      "d.positionY",
      "d.latitude",
      "d.longitude",
    ])
    .select(["l.key as location", "e.ssid as edge", "f.ssid as fedBy", isOnPlan.as("isOnPlan")])
    .select(["d.isActive", "d.isRenamed", "d.isMoved", "d.version"])
    .where("d.campusId", "=", campusId)
    .where("d.removedAt", "is", null)
    .orderBy("d.id")
    .execute();
}

/** The points of all devices of a campus. */
export async function listPoints(db: Db, campusId: number) {
  return db
    .selectFrom("points as p")
    .innerJoin("devices as d", "d.id", "p.deviceId")
    .select(["d.ssid", "p.paramId", "p.unit", "p.kind", "p.intervalMs", "p.minValue", "p.maxValue"])
    .where("d.campusId", "=", campusId)
    .where("d.removedAt", "is", null)
    .orderBy("p.id")
    .execute();
}

/** Ids of gateways and devices that another campus has. */
export async function listSsidsElsewhere(
  db: Db,
  campusId: number,
  ssids: readonly string[],
): Promise<Set<string>> {
  const rows = await queryRows(db)<{ ssid: string }>`
    select ssid from edges where campus_id <> ${campusId} and ssid = any (${[...ssids]}::text[])
    union select ssid from devices where campus_id <> ${campusId} and ssid = any (${[...ssids]}::text[])`;
  return new Set(rows.map(({ ssid }) => ssid));
}

/** Gives present places, seats and rooms the keys of the file. */
export async function updateKeys(
  db: Db,
  campusId: number,
  keys: readonly { present: string; file: string; isSpace: boolean }[],
): Promise<void> {
  for (const [table, isSpace] of [
    ["locations", false],
    ["spaces", true],
  ] as const) {
    const own = keys.filter((one) => one.isSpace === isSpace);
    if (own.length === 0) continue;
    await runSql(db)`
      update ${sql.table(table)} t set key = n.file
      from unnest(${own.map(({ present }) => present)}::text[], ${own.map(({ file }) => file)}::text[]) as n (present, file)
      where t.campus_id = ${campusId} and t.key = n.present`;
  }
}

/** What an import takes from a file although an administrator has set it; the import then stores it. */
type Takeable = keyof typeof takes;

const takes = {
  "place.name": sql`update locations set is_renamed = false where key`,
  "space.name": sql`update spaces set is_renamed = false where key`,
  "space.zone": sql`update spaces set is_moved = false where key`,
  "space.room": sql`update spaces set is_equipped = false where key`,
  "device.name": sql`update devices set is_renamed = false where ssid`,
  "device.location": sql`update devices set is_moved = false where ssid`,
  "device.geo": sql`update devices set latitude = null, longitude = null where ssid`,
  "edge.password": sql`update edges set site_password_sha256 = '' where ssid`,
  "place.isActive": sql`update locations set is_active = not is_active, version = version + 1 where key`,
  "space.isActive": sql`update spaces set is_active = not is_active, version = version + 1 where key`,
  "device.isActive": sql`update devices set is_active = not is_active, version = version + 1 where ssid`,
};

export const isTakeable = (what: string): what is Takeable => what in takes;

export async function takeFields(
  db: Db,
  campusId: number,
  what: Takeable,
  keys: readonly string[],
): Promise<void> {
  await runSql(db)`${takes[what]} = any (${[...keys]}::text[]) and campus_id = ${campusId}`;
}
