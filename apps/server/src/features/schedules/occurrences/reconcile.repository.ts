import { sql } from "kysely";

import type { Db } from "#core/db.ts";

import type { Plan } from "./occurrences.repository.ts";

/** A point of a device. */
interface PointRef {
  deviceId: number;
  paramId: string;
}

/** The key of a point in maps. */
export const pointKey = ({ deviceId, paramId }: PointRef): string => `${deviceId}/${paramId}`;

export interface Deviation extends PointRef {
  seriesId: string;
  wanted: number | null;
  /** Null while the unit sends no good value. */
  since: Date | null;
  tries: number;
  nextTryAt: Date;
}

/** Locks a building's plan until commit. @returns false when another transaction has locked it */
export async function lockFreePlan(db: Db, { buildingId, type }: Omit<Plan, "campusId">): Promise<boolean> {
  const row = await db
    .selectFrom("schedule_plans")
    .select("building_id")
    .where("building_id", "=", buildingId)
    .where("type", "=", type)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Keys of the points whose commands of a running occurrence of the building are still open. */
export async function listBusyPoints(db: Db, { buildingId, type }: Plan): Promise<Set<string>> {
  const rows = await db
    .selectFrom("occurrences as o")
    .innerJoin("occurrence_units as u", "u.occurrence_id", "o.id")
    .leftJoin("commands as c", "c.id", "u.command_id")
    .select(["u.device_id as deviceId", "u.param_id as paramId"])
    .where("o.building_id", "=", buildingId)
    .where("o.type", "=", type)
    .where("o.state", "=", "running")
    .where(sql<boolean>`c.state is distinct from 'verified' and c.failure is distinct from 'overridden'`)
    .execute();
  return new Set(rows.map(pointKey));
}

/** Deviations of devices, by the key of the point. */
export async function listDeviations(db: Db, deviceIds: readonly number[]): Promise<Map<string, Deviation>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("schedule_deviations")
    .select([
      "device_id as deviceId",
      "param_id as paramId",
      "series_id as seriesId",
      "wanted",
      "since",
      "tries",
      "next_try_at as nextTryAt",
    ])
    .where("device_id", "in", [...deviceIds])
    .execute();
  return new Map(rows.map((row) => [pointKey(row), row]));
}

/** Starts a deviation of a unit, with a new series of commands. */
export async function upsertDeviation(
  db: Db,
  deviation: PointRef & { wanted: number | null; since: Date; nextTryAt: Date },
): Promise<void> {
  const values = {
    wanted: deviation.wanted,
    since: deviation.since,
    tries: 0,
    next_try_at: deviation.nextTryAt,
  };
  await db
    .insertInto("schedule_deviations")
    .values({ device_id: deviation.deviceId, param_id: deviation.paramId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["device_id", "param_id"])
        .doUpdateSet({ ...values, series_id: sql`gen_random_uuid()` }),
    )
    .execute();
}

export async function updateTried(
  db: Db,
  { deviceId, paramId }: PointRef,
  change: { tries: number; nextTryAt: Date },
): Promise<void> {
  await db
    .updateTable("schedule_deviations")
    .set({ tries: change.tries, next_try_at: change.nextTryAt })
    .where("device_id", "=", deviceId)
    .where("param_id", "=", paramId)
    .execute();
}

/** Records that the unit sends no good value. */
export async function updateUnknown(db: Db, { deviceId, paramId }: PointRef): Promise<void> {
  await db
    .updateTable("schedule_deviations")
    .set({ since: null })
    .where("device_id", "=", deviceId)
    .where("param_id", "=", paramId)
    .execute();
}

export async function deleteDeviation(db: Db, { deviceId, paramId }: PointRef): Promise<void> {
  await db
    .deleteFrom("schedule_deviations")
    .where("device_id", "=", deviceId)
    .where("param_id", "=", paramId)
    .execute();
}

export interface UnfollowedUnit {
  deviceId: number;
  deviceName: string;
  campusId: number;
  locationId: number;
  pointId: number;
  wanted: number;
  since: Date | null;
}

/** Units of any campus whose point differs from the scheduled value. */
export async function listUnfollowed(db: Db, paramId: string): Promise<UnfollowedUnit[]> {
  return db
    .selectFrom("schedule_deviations as v")
    .innerJoin("devices as d", "d.id", "v.device_id")
    .innerJoin("points as p", (join) => join.onRef("p.device_id", "=", "d.id").on("p.param_id", "=", paramId))
    .select([
      "v.device_id as deviceId",
      "d.name as deviceName",
      "d.campus_id as campusId",
      "d.location_id as locationId",
      "p.id as pointId",
      "v.wanted",
      "v.since",
    ])
    .where("v.param_id", "=", paramId)
    .where("v.wanted", "is not", null)
    .$narrowType<{ wanted: number }>()
    .execute();
}
