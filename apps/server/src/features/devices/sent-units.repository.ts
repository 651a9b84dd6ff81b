import { type Db, runSql } from "#core/db.ts";

/** The points of the devices of an edge; none when a later connection exists. */
export async function listUnits(db: Db, edge: { id: number; session: number }) {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("edges", "edges.id", "devices.edgeId")
    .select([
      "points.id",
      "devices.ssid",
      "points.paramId",
      "points.unit",
      /** The unit that contradicts `unit`, as stored. */
      "points.sentUnit",
    ])
    .where("edges.id", "=", edge.id)
    .where("edges.session", "=", edge.session)
    .execute();
}

/** Stores which points are sent in another unit. */
export async function updateSentUnits(
  db: Db,
  changed: readonly { id: number; sentUnit: string | null }[],
): Promise<void> {
  await runSql(db)`
    with locked as (
      select id from points where id = any (${changed.map(({ id }) => id)}::int[]) order by id for no key update
    )
    update points set sent_unit = n.unit from locked
      join unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ sentUnit }) => sentUnit)}::text[]) as n (id, unit) using (id)
    where points.id = locked.id`;
}
