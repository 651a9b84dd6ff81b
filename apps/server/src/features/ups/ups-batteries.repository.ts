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
    .selectFrom("upsBatteries")
    .select([sql<string>`installed_on::text`.as("installedOn"), "ratedYears"])
    .where("deviceId", "=", deviceId)
    .executeTakeFirst();
}

export async function upsertBattery(db: Db, deviceId: number, battery: BatteryRow): Promise<void> {
  await db
    .insertInto("upsBatteries")
    .values({ deviceId, ...battery })
    .onConflict((conflict) => conflict.column("deviceId").doUpdateSet(battery))
    .execute();
}
