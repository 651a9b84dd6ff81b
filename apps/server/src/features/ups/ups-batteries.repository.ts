import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface BatteryRow {
  /** A date such as 2026-01-05. */
  installedOn: string;
  ratedYears: number;
}

/** The battery of a UPS; undefined until a user enters it. */
export function findBattery(db: Db, deviceId: number): Promise<BatteryRow | undefined> {
  return db
    .selectFrom("ups_batteries")
    .select([sql<string>`installed_on::text`.as("installedOn"), "rated_years as ratedYears"])
    .where("device_id", "=", deviceId)
    .executeTakeFirst();
}

export async function upsertBattery(db: Db, deviceId: number, battery: BatteryRow): Promise<void> {
  const values = { installed_on: battery.installedOn, rated_years: battery.ratedYears };
  await db
    .insertInto("ups_batteries")
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column("device_id").doUpdateSet(values))
    .execute();
}
