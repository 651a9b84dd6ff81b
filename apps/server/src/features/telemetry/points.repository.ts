import type { Db } from "#core/db.ts";

export type PointRow = Awaited<ReturnType<typeof listPoints>>[number];

/** All points, for the lookup of the points in messages. */
export async function listPoints(db: Db) {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.edgeId",
      "devices.campusId",
      "devices.ssid",
      "points.paramId",
      "points.unit",
      /** The unit in which its edge sends it, when it contradicts `unit`. */
      "points.sentUnit",
      "points.kind",
      "points.intervalMs",
      "points.minValue as min",
      "points.maxValue as max",
      /** A change up to this, in `unit`, is not stored before the heartbeat. */
      "points.deadband",
    ])
    .execute();
}

/** A point of a campus's device. One query, because each query costs a round trip to the database. */
export async function findPoint(
  db: Db,
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
) {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .select([
      "points.id",
      "points.unit",
      "points.intervalMs",
      /** Largest value that it can have, in `unit`. */
      "points.maxValue as max",
      "devices.type as deviceType",
    ])
    .where("devices.ssid", "=", ssid)
    .where("devices.campusId", "=", campusId)
    .where("points.paramId", "=", paramId)
    .executeTakeFirst();
}
