import { sql } from "kysely";

import { type Db, queryRow, queryRows, runSql } from "#core/db.ts";

/** The place of the first pump of a campus. */
export async function findPumpPlace(db: Db, campusId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("devices")
    .select("locationId")
    .where("campusId", "=", campusId)
    .where("type", "=", "SOLARPUMP")
    .where("removedAt", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  return row?.locationId;
}

/** The places of a campus's pumps and their neighbours of the same kind, by name. */
export function listPumpPlaces(db: Db, campusId: number) {
  return queryRows(db)<{ id: number; name: string }>`
    with used as (
      select distinct l.id, l.parent_id, l.zone_type from devices d join locations l on l.id = d.location_id
      where d.campus_id = ${campusId} and d.type = 'SOLARPUMP' and d.removed_at is null
    )
    select l.id, n.label as name from locations l join place_labels n on n.location_id = l.id
    where l.campus_id = ${campusId} and l.removed_at is null and exists (
      select from used u where u.id = l.id or u.parent_id = l.parent_id and u.zone_type = l.zone_type)
    order by n.label, l.id`;
}

/** Whether an edge or a device of any campus has a topic id. */
export async function isTopicIdTaken(db: Db, topicId: string, exceptDeviceId = 0): Promise<boolean> {
  const rows = await queryRows(db)`
    select from devices where ssid = ${topicId} and id <> ${exceptDeviceId}
    union all
    select from edges where ssid = ${topicId}
      and id is distinct from (select edge_id from devices where id = ${exceptDeviceId} and edges.kind = 'device')`;
  return rows.length > 0;
}

/** Changes that compare names and topic ids wait for each other until commit. */
export async function lockPumps(db: Db): Promise<void> {
  await runSql(db)`select pg_advisory_xact_lock(hashtext('pump-devices'))`;
}

export async function isNameTaken(
  db: Db,
  campusId: number,
  name: string,
  exceptDeviceId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("devices")
    .select("id")
    .where("campusId", "=", campusId)
    .where("type", "=", "SOLARPUMP")
    .where("removedAt", "is", null)
    .where("name", "=", name)
    .where("id", "!=", exceptDeviceId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Plate {
  serialNumber: string;
  modelNumber: string;
  manufacturingSite: string;
  /** `2026-01-05`. */
  manufacturedOn: string;
  digitalBoard: string;
  drDcBoard: string;
  powerBoard: string;
}

export async function insertPlate(db: Db, topicId: string, plate: Plate): Promise<number> {
  const row = await queryRow(db)<{ id: number }>`
    insert into pump_plates (device_id, serial_number, model_number, manufacturing_site, manufactured_on,
      digital_board_serial_number, dr_dc_board_serial_number, power_board_serial_number)
    select id, ${plate.serialNumber}, ${plate.modelNumber}, ${plate.manufacturingSite}, ${plate.manufacturedOn}::date,
      ${plate.digitalBoard}, ${plate.drDcBoard}, ${plate.powerBoard} from devices where ssid = ${topicId}
    returning device_id as id`;
  return row?.id ?? 0;
}

/** `isEdge`: the device is its own edge, so has its own credentials. */
export type PumpDevice = NonNullable<Awaited<ReturnType<typeof findPumpDevice>>>;

export async function findPumpDevice(db: Db, campusId: number, id: number) {
  return db
    .selectFrom("devices as d")
    .innerJoin("edges as e", "e.id", "d.edgeId")
    .select(["d.id", "d.ssid", "d.name", "d.edgeId"])
    .select(sql<boolean>`e.ssid = d.ssid and e.kind = 'device'`.as("isEdge"))
    .where("d.campusId", "=", campusId)
    .where("d.id", "=", id)
    .where("d.type", "=", "SOLARPUMP")
    .where("d.removedAt", "is", null)
    .executeTakeFirst();
}

/** Renames a device, and its edge with it when the edge is the device itself. A later import of the site file keeps both. */
export async function updatePumpDevice(
  db: Db,
  device: PumpDevice,
  next: { name: string; ssid: string },
): Promise<void> {
  await runSql(db)`
    update devices d set name = ${next.name}, ssid = ${next.ssid}, is_renamed = d.is_renamed or d.name <> ${next.name},
      site_ssid = nullif(case when e.site_password_sha256 is not null then coalesce(d.site_ssid, d.ssid) end, ${next.ssid})
    from edges e where e.id = d.edge_id and d.id = ${device.id}`;
  if (device.isEdge) await db.updateTable("edges").set(next).where("id", "=", device.edgeId).execute();
}

export async function updatePassword(db: Db, edgeId: number, passwordSha256: string): Promise<void> {
  await db.updateTable("edges").set({ passwordSha256 }).where("id", "=", edgeId).execute();
}

/** Removes a device from all lists, and ends its latest values. */
export async function updateRemoved(db: Db, deviceId: number, at: Date): Promise<void> {
  await db
    .updateTable("devices")
    .set({ removedAt: at, state: "unknown", stateSince: at })
    .where("id", "=", deviceId)
    .execute();
  await runSql(
    db,
  )`delete from latest where point_id in (select id from points where device_id = ${deviceId})`;
}

/** The mappings of a campus by customer and pump. */
export async function listMappings(db: Db, campusId: number) {
  const rows = await db
    .selectFrom("pumpCustomers as c")
    .innerJoin("users as u", "u.id", "c.userId")
    .innerJoin("devices as d", "d.id", "c.deviceId")
    .select([
      "u.username as userName",
      "u.id as userId",
      "d.name as deviceName",
      "d.ssid as deviceId",
      "d.id as pumpId",
    ])
    .where("d.campusId", "=", campusId)
    .where("d.removedAt", "is", null)
    .orderBy("u.username")
    .orderBy("d.name")
    .execute();
  return rows.map(({ pumpId, ...row }) => ({ ...row, PumpId: pumpId }));
}

/** The customers of a pump, locked until commit. */
export async function listOwnersForUpdate(db: Db, deviceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("pumpCustomers")
    .select("userId")
    .where("deviceId", "=", deviceId)
    .forUpdate()
    .execute();
  return rows.map((row) => row.userId);
}

/** Deletes a customer's mapping of a pump that ended at a time. */
export async function deleteMappingUntil(
  db: Db,
  { deviceId, userId, until }: { deviceId: number; userId: number; until: Date },
) {
  return db
    .deleteFrom("pastPumpCustomers")
    .where("deviceId", "=", deviceId)
    .where("userId", "=", userId)
    .where("until", "=", until)
    .returning("since")
    .executeTakeFirst();
}

export async function insertOwner(
  db: Db,
  mapping: { deviceId: number; userId: number; since: Date | null },
): Promise<void> {
  const { deviceId, userId, since } = mapping;
  await db.insertInto("pumpCustomers").values({ deviceId, userId, since }).execute();
}
