import type { Db } from "#core/db.ts";

/** The pumps of one campus that are mapped to a user, by name. */
export async function listPumpIdsOf(db: Db, campusId: number, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("pump_customers")
    .innerJoin("devices", "devices.id", "pump_customers.device_id")
    .select("devices.id")
    .where("pump_customers.user_id", "=", userId)
    .where("devices.campus_id", "=", campusId)
    .orderBy("devices.name")
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a device is a pump of a user. */
export async function isMapped(db: Db, userId: number, ssid: string): Promise<boolean> {
  const row = await db
    .selectFrom("pump_customers")
    .innerJoin("devices", "devices.id", "pump_customers.device_id")
    .select("devices.id")
    .where("user_id", "=", userId)
    .where("devices.ssid", "=", ssid)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first pumps of a campus by ssid. */
export async function listFirstPumpIds(db: Db, campusId: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("campus_id", "=", campusId)
    .where("type", "=", "SOLARPUMP")
    .where("removed_at", "is", null)
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
    .insertInto("pump_customers")
    .values(deviceIds.map((deviceId) => ({ user_id: userId, device_id: deviceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
