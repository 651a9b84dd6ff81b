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
    .innerJoin("devices", "devices.id", "points.device_id")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.edge_id as edgeId",
      "devices.campus_id as campusId",
      "devices.ssid",
      "points.param_id as paramId",
      "points.unit",
      "points.sent_unit as sentUnit",
      "points.kind",
      "points.interval_ms as intervalMs",
      "points.min_value as min",
      "points.max_value as max",
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
    .innerJoin("devices", "devices.id", "points.device_id")
    .select([
      "points.id",
      "points.unit",
      "points.interval_ms as intervalMs",
      "points.max_value as max",
      "devices.type as deviceType",
    ])
    .where("devices.ssid", "=", ssid)
    .where("devices.campus_id", "=", campusId)
    .where("points.param_id", "=", paramId)
    .executeTakeFirst();
}
