import type { Db } from "#core/db.ts";

export interface PointRow {
  pointId: number;
  deviceId: number;
  edgeId: number;
  campusId: number;
  ssid: string;
  paramId: string;
  unit: string;
  /** The unit in which its edge sends it, when it contradicts `unit`. */
  sentUnit: string | null;
  kind: "reading" | "setpoint" | "command";
  intervalMs: number;
  min: number | null;
  max: number | null;
  /** A change up to this, in `unit`, is not stored before the heartbeat. */
  deadband: number;
}

/** All points, for the lookup of the points in messages. */
export async function listPoints(db: Db): Promise<PointRow[]> {
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
      "points.sentUnit",
      "points.kind",
      "points.intervalMs",
      "points.minValue as min",
      "points.maxValue as max",
      "points.deadband",
    ])
    .execute();
}

export interface FoundPoint {
  id: number;
  unit: string;
  intervalMs: number;
  /** Largest value that it can have, in `unit`. */
  max: number | null;
  deviceType: string;
}

/** A point of a campus's device. One query, because each query costs a round trip to the database. */
export async function findPoint(
  db: Db,
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
): Promise<FoundPoint | undefined> {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .select([
      "points.id",
      "points.unit",
      "points.intervalMs",
      "points.maxValue as max",
      "devices.type as deviceType",
    ])
    .where("devices.ssid", "=", ssid)
    .where("devices.campusId", "=", campusId)
    .where("points.paramId", "=", paramId)
    .executeTakeFirst();
}
