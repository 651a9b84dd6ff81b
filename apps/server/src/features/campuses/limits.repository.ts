import type { Configuration, LimitManners, PlaceLimits } from "@verandah/contract/campuses.ts";
import { limitManners } from "@verandah/contract/campuses.ts";
import type { Selectable } from "kysely";

import type { Db } from "#core/db.ts";
import type { Tables } from "#core/tables.ts";

function toConfiguration(row: Selectable<Tables["campus_limits"]>): Configuration {
  return {
    temperature: { min: row.temperature_min_celsius, max: row.temperature_max_celsius },
    humidity: { min: row.humidity_min_percent, max: row.humidity_max_percent },
    lux: { min: row.lux_min, max: row.lux_max },
    co2: { max: row.co2_max_ppm },
    overParked: { overParked: row.over_parked_minutes },
    wastage: { wastage: row.wastage_watts },
  };
}

function toColumns(limits: PlaceLimits) {
  return {
    temperature_min_celsius: limits.temperature?.min ?? null,
    temperature_max_celsius: limits.temperature?.max ?? null,
    humidity_min_percent: limits.humidity?.min ?? null,
    humidity_max_percent: limits.humidity?.max ?? null,
    lux_min: limits.lux?.min ?? null,
    lux_max: limits.lux?.max ?? null,
    co2_max_ppm: limits.co2?.max ?? null,
    over_parked_minutes: limits.overParked?.overParked ?? null,
    wastage_watts: limits.wastage?.wastage ?? null,
  };
}

const rangeOf = (min: number | null, max: number | null) =>
  min === null || max === null ? undefined : { min, max };

function toPlaceLimits(row: Selectable<Tables["location_limits"]>): Partial<Configuration> {
  const temperature = rangeOf(row.temperature_min_celsius, row.temperature_max_celsius);
  const humidity = rangeOf(row.humidity_min_percent, row.humidity_max_percent);
  const lux = rangeOf(row.lux_min, row.lux_max);
  return {
    ...(temperature && { temperature }),
    ...(humidity && { humidity }),
    ...(lux && { lux }),
    ...(row.co2_max_ppm !== null && { co2: { max: row.co2_max_ppm } }),
    ...(row.over_parked_minutes !== null && { overParked: { overParked: row.over_parked_minutes } }),
    ...(row.wastage_watts !== null && { wastage: { wastage: row.wastage_watts } }),
  };
}

/** The limits of every campus, or of one campus. */
export async function listCampusLimits(db: Db, campusId?: number): Promise<Map<number, Configuration>> {
  const rows = await db
    .selectFrom("campus_limits")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campus_id", "=", campusId ?? 0))
    .execute();
  return new Map(rows.map((row) => [row.campus_id, toConfiguration(row)]));
}

export async function updateLimits(db: Db, campusId: number, limits: Configuration): Promise<void> {
  await db
    .updateTable("campus_limits")
    .set({
      temperature_min_celsius: limits.temperature.min,
      temperature_max_celsius: limits.temperature.max,
      humidity_min_percent: limits.humidity.min,
      humidity_max_percent: limits.humidity.max,
      lux_min: limits.lux.min,
      lux_max: limits.lux.max,
      co2_max_ppm: limits.co2.max,
      over_parked_minutes: limits.overParked.overParked,
      wastage_watts: limits.wastage.wastage,
    })
    .where("campus_id", "=", campusId)
    .execute();
}

/** The own limits of places by location id, of every campus or of one. */
export async function listPlaceLimits(
  db: Db,
  campusId?: number,
): Promise<Map<number, Partial<Configuration>>> {
  const rows = await db
    .selectFrom("location_limits")
    .selectAll()
    .$if(campusId !== undefined, (query) => query.where("campus_id", "=", campusId ?? 0))
    .execute();
  return new Map(rows.map((row) => [row.location_id, toPlaceLimits(row)]));
}

/** Sets the own limits of a place. Without any its row is deleted. */
export async function upsertPlaceLimits(
  db: Db,
  place: { id: number; campusId: number },
  limits: PlaceLimits,
): Promise<void> {
  if (Object.keys(limits).length === 0) {
    await db.deleteFrom("location_limits").where("location_id", "=", place.id).execute();
    return;
  }
  const columns = toColumns(limits);
  await db
    .insertInto("location_limits")
    .values({ location_id: place.id, campus_id: place.campusId, ...columns })
    .onConflict((conflict) => conflict.column("location_id").doUpdateSet(columns))
    .execute();
}

/** Alarm settings of the campuses that have changed them. */
export async function listManners(db: Db): Promise<Map<number, LimitManners>> {
  const rows = await db.selectFrom("limit_manners").selectAll().execute();
  return new Map(rows.map((row) => [row.campus_id, limitManners.parse(row.manners)]));
}

export async function upsertManners(db: Db, campusId: number, manners: LimitManners): Promise<void> {
  const values = { manners: JSON.stringify(manners) };
  await db
    .insertInto("limit_manners")
    .values({ campus_id: campusId, ...values })
    .onConflict((conflict) => conflict.column("campus_id").doUpdateSet(values))
    .execute();
}
