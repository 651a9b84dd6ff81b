import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export type PointRow = Awaited<ReturnType<typeof listPoints>>[number];

/** The points that edges may send, for the lookup of the points in messages: those of their devices, and for an importer those of its campus. */
export async function listPoints(db: Db, edgeIds: readonly number[]) {
  const ids = sql`any (${[...edgeIds]}::int[])`;
  return db
    .with("senders", (inner) =>
      inner
        .selectFrom("devices")
        .select(["devices.edgeId as senderId", "devices.id as deviceId"])
        .where(sql<boolean>`devices.edge_id = ${ids} and devices.removed_at is null`)
        .unionAll(
          inner
            .selectFrom("edges")
            .innerJoin("devices", "devices.campusId", "edges.campusId")
            .select(["edges.id as senderId", "devices.id as deviceId"])
            .where(sql<boolean>`edges.id = ${ids}`)
            .where("edges.kind", "=", "importer")
            .where("devices.removedAt", "is", null)
            .whereRef("devices.edgeId", "!=", "edges.id"),
        ),
    )
    .selectFrom("senders")
    .innerJoin("devices", "devices.id", "senders.deviceId")
    .innerJoin("points", "points.deviceId", "devices.id")
    .select([
      /** The edge that may send it. */
      "senders.senderId",
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.ssid",
      "points.paramId",
      "points.unit",
      /** The unit in which its edge sends it, when it contradicts `unit`. */
      "points.sentUnit",
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
