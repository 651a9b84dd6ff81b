import type { EnergySettings } from "@verandah/equipment/energy-settings.ts";

import type { Db } from "#core/db.ts";

/** The settings of a campus; undefined until they are saved. */
export async function findSettings(db: Db, campusId: number): Promise<EnergySettings | undefined> {
  const [row, tariff] = await Promise.all([
    db.selectFrom("energy_settings").selectAll().where("campus_id", "=", campusId).executeTakeFirst(),
    db
      .selectFrom("tariff_periods")
      .select(["from_hour as fromHour", "name", "rupees_per_kilowatt_hour as rupeesPerKilowattHour"])
      .where("campus_id", "=", campusId)
      .orderBy("from_hour")
      .execute(),
  ]);
  return (
    row && {
      contractKilowatt: row.contract_kilowatt,
      carbonKilogramPerKilowattHour: row.carbon_kilogram_per_kilowatt_hour,
      tariff,
    }
  );
}

export async function replaceSettings(db: Db, campusId: number, settings: EnergySettings): Promise<void> {
  const values = {
    contract_kilowatt: settings.contractKilowatt,
    carbon_kilogram_per_kilowatt_hour: settings.carbonKilogramPerKilowattHour,
  };
  await db
    .insertInto("energy_settings")
    .values({ campus_id: campusId, ...values })
    .onConflict((conflict) => conflict.column("campus_id").doUpdateSet(values))
    .execute();
  await db.deleteFrom("tariff_periods").where("campus_id", "=", campusId).execute();
  if (settings.tariff.length === 0) return;
  const periods = settings.tariff.map(({ fromHour, name, rupeesPerKilowattHour }) => ({
    campus_id: campusId,
    from_hour: fromHour,
    name,
    rupees_per_kilowatt_hour: rupeesPerKilowattHour,
  }));
  await db.insertInto("tariff_periods").values(periods).execute();
}
