import { sql } from "kysely";

import { type Db, runSql } from "#core/db.ts";

/** The pumps of one campus that are mapped to a user, by name. */
export async function listPumpIdsOf(db: Db, campusId: number, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("pumpCustomers")
    .innerJoin("devices", "devices.id", "pumpCustomers.deviceId")
    .select("devices.id")
    .where("pumpCustomers.userId", "=", userId)
    .where("devices.campusId", "=", campusId)
    .where("devices.removedAt", "is", null)
    .orderBy("devices.name")
    .execute();
  return rows.map((row) => row.id);
}

/** The pumps that are mapped to users. */
export function listMapped(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom("pumpCustomers")
    .select(["userId", "deviceId"])
    .where("userId", "in", [...userIds])
    .execute();
}

/** The mapping of a pump to a user, with its begin. */
export async function findMapping(db: Db, userId: number, ssid: string) {
  return db
    .selectFrom("pumpCustomers")
    .innerJoin("devices", "devices.id", "pumpCustomers.deviceId")
    .select("since")
    .where("userId", "=", userId)
    .where("devices.ssid", "=", ssid)
    .where("devices.removedAt", "is", null)
    .executeTakeFirst();
}

/** Ends the mappings of a pump or of a customer. Their times are stored as past mappings. */
export async function endMappings(
  db: Db,
  of: { deviceId: number } | { userId: number },
  until: Date,
): Promise<void> {
  const which = "deviceId" in of ? sql`device_id = ${of.deviceId}` : sql`user_id = ${of.userId}`;
  await runSql(db)`
    with ended as (delete from pump_customers where ${which} returning device_id, user_id, since)
    insert into past_pump_customers (device_id, user_id, since, until)
    select device_id, user_id, since, ${until} from ended where since is null or since < ${until}`;
}

/** The first pumps of a campus by ssid. */
export async function listFirstPumpIds(db: Db, campusId: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("campusId", "=", campusId)
    .where("type", "=", "SOLARPUMP")
    .where("removedAt", "is", null)
    .orderBy("ssid")
    .limit(count)
    .execute();
  return rows.map((row) => row.id);
}

export async function insertPumpCustomer(
  db: Db,
  userId: number,
  deviceIds: readonly number[],
): Promise<void> {
  if (deviceIds.length === 0) return;
  await db
    .insertInto("pumpCustomers")
    .values(deviceIds.map((deviceId) => ({ userId, deviceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
