import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares } from "#core/db.ts";

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
    .selectFrom("schedulePlans")
    .select("buildingId")
    .where("buildingId", "=", buildingId)
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
    .innerJoin("occurrenceUnits as u", "u.occurrenceId", "o.id")
    .leftJoin("commands as c", "c.id", "u.commandId")
    .select(["u.deviceId", "u.paramId"])
    .where("o.buildingId", "=", buildingId)
    .where("o.type", "=", type)
    .where("o.state", "=", "running")
    .where(sql<boolean>`c.state is distinct from 'verified' and c.failure is distinct from 'overridden'`)
    .execute();
  return new Set(rows.map(pointKey));
}

/** Devices of some campuses that send another value than the scheduled one. */
export async function listDeviatingIds(db: Db, shares: CampusShares): Promise<number[]> {
  const rows = await db
    .selectFrom("scheduleDeviations as v")
    .innerJoin("devices as d", "d.id", "v.deviceId")
    .select("d.id")
    .where("v.since", "is not", null)
    .where("d.removedAt", "is", null)
    .where(inShares("d.campus_id", shares))
    .execute();
  return rows.map(({ id }) => id);
}

/** Deviations of devices, by the key of the point. */
export async function listDeviations(db: Db, deviceIds: readonly number[]): Promise<Map<string, Deviation>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("scheduleDeviations")
    .select(["deviceId", "paramId", "seriesId", "wanted", "since", "tries", "nextTryAt"])
    .where("deviceId", "in", [...deviceIds])
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
    nextTryAt: deviation.nextTryAt,
  };
  await db
    .insertInto("scheduleDeviations")
    .values({ deviceId: deviation.deviceId, paramId: deviation.paramId, ...values })
    .onConflict((conflict) =>
      conflict.columns(["deviceId", "paramId"]).doUpdateSet({ ...values, seriesId: sql`gen_random_uuid()` }),
    )
    .execute();
}

export async function updateTried(
  db: Db,
  { deviceId, paramId }: PointRef,
  change: { tries: number; nextTryAt: Date },
): Promise<void> {
  await db
    .updateTable("scheduleDeviations")
    .set({ tries: change.tries, nextTryAt: change.nextTryAt })
    .where("deviceId", "=", deviceId)
    .where("paramId", "=", paramId)
    .execute();
}

/** Records that the unit sends no good value. */
export async function updateUnknown(db: Db, { deviceId, paramId }: PointRef): Promise<void> {
  await db
    .updateTable("scheduleDeviations")
    .set({ since: null })
    .where("deviceId", "=", deviceId)
    .where("paramId", "=", paramId)
    .execute();
}

export async function deleteDeviation(db: Db, { deviceId, paramId }: PointRef): Promise<void> {
  await db
    .deleteFrom("scheduleDeviations")
    .where("deviceId", "=", deviceId)
    .where("paramId", "=", paramId)
    .execute();
}

/** Units of the campuses of some shares whose point differs from the scheduled value. */
export async function listUnfollowed(db: Db, paramId: string, shares: CampusShares) {
  return db
    .selectFrom("scheduleDeviations as v")
    .innerJoin("devices as d", "d.id", "v.deviceId")
    .innerJoin("points as p", (join) => join.onRef("p.deviceId", "=", "d.id").on("p.paramId", "=", paramId))
    .select([
      "v.deviceId",
      "d.name as deviceName",
      "d.campusId",
      "d.locationId",
      "p.id as pointId",
      "v.wanted",
      "v.since",
    ])
    .where("v.paramId", "=", paramId)
    .where("d.removedAt", "is", null)
    .where(inShares("d.campus_id", shares))
    .where("v.wanted", "is not", null)
    .$narrowType<{ wanted: number }>()
    .execute();
}
