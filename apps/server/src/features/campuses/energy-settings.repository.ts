import type { EnergySettings } from "@verandah/equipment/energy-settings.ts";

import type { Db } from "#core/db.ts";

/** The settings of a campus; undefined until they are saved. */
export async function findSettings(db: Db, campusId: number): Promise<EnergySettings | undefined> {
  const [row, tariff] = await Promise.all([
    db
      .selectFrom("energySettings")
      .select(["contractKilowatt", "carbonKilogramPerKilowattHour"])
      .where("campusId", "=", campusId)
      .executeTakeFirst(),
    db
      .selectFrom("tariffPeriods")
      .select(["fromHour", "name", "rupeesPerKilowattHour"])
      .where("campusId", "=", campusId)
      .orderBy("fromHour")
      .execute(),
  ]);
  return row && { ...row, tariff };
}

export async function replaceSettings(db: Db, campusId: number, settings: EnergySettings): Promise<void> {
  const { tariff, ...values } = settings;
  await db
    .insertInto("energySettings")
    .values({ campusId, ...values })
    .onConflict((conflict) => conflict.column("campusId").doUpdateSet(values))
    .execute();
  await db.deleteFrom("tariffPeriods").where("campusId", "=", campusId).execute();
  if (tariff.length === 0) return;
  await db
    .insertInto("tariffPeriods")
    .values(tariff.map((period) => ({ campusId, ...period })))
    .execute();
}
