import type { PlanPoint, PlanZone } from "@verandah/contract/floor-plans/floor-plans.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRows, runSql } from "#core/db.ts";

/** Version and drawing of a floor's plan; undefined before the first change. */
export async function findPlan(db: Db, floorId: number) {
  return db
    .selectFrom("floorPlans")
    .innerJoin("users", "users.id", "floorPlans.changedBy")
    .select(["version", "drawingType", "drawingVersion", "changedAt", "users.username as changedBy"])
    .where("floorId", "=", floorId)
    .executeTakeFirst();
}

/**
 * Increments the version of a plan if it is still `version`, and locks its row until commit.
 *
 * @returns the new version; undefined when another change came first
 */
export async function updateVersion(
  db: Db,
  plan: { floorId: number; campusId: number; version: number; at: Date; userId: number },
): Promise<number | undefined> {
  const { floorId, campusId, version, at, userId } = plan;
  const change = { version: version + 1, changedAt: at, changedBy: userId };
  const row =
    version === 0
      ? await db
          .insertInto("floorPlans")
          .values({ floorId, campusId, ...change })
          .onConflict((conflict) => conflict.doNothing())
          .returning("version")
          .executeTakeFirst()
      : await db
          .updateTable("floorPlans")
          .set(change)
          .where("floorId", "=", floorId)
          .where("version", "=", version)
          .returning("version")
          .executeTakeFirst();
  return row?.version;
}

export async function findDrawing(db: Db, floorId: number) {
  const row = await db
    .selectFrom("floorPlans")
    .select(["drawing", "drawingType"])
    .where("floorId", "=", floorId)
    .executeTakeFirst();
  return row?.drawing && row.drawingType ? { type: row.drawingType, bytes: row.drawing } : undefined;
}

export async function updateDrawing(
  db: Db,
  floorId: number,
  drawing: { type: "image/svg+xml" | "image/png"; bytes: Buffer } | null,
): Promise<void> {
  await db
    .updateTable("floorPlans")
    .set((row) => ({
      drawing: drawing?.bytes ?? null,
      drawingType: drawing?.type ?? null,
      drawingVersion: row.ref("version"),
    }))
    .where("floorId", "=", floorId)
    .execute();
}

/** The outline of zone `l` in the site file; null for a zone that was moved to another floor. */
const ownOutline = sql`case when l.plan_floor_id = l.floor_id then l.outline end`;

/** The zones of a floor with their outlines, by name. */
export function listZones(db: Db, floorId: number) {
  return queryRows(db)<PlanZone>`
    select l.id, l.name, case when o.zone_id is null then ${ownOutline} else o.outline end as outline
    from locations l left join floor_plan_outlines o on o.zone_id = l.id and o.floor_id = l.floor_id
    where l.floor_id = ${floorId} and l.zone_type = 'GL_LOCATION_TYPE_ZONE' and l.removed_at is null order by l.name, l.id`;
}

/** Stores outlines of a floor's zones that differ from the site file, and deletes stored ones that no longer differ. */
export async function upsertOutlines(
  db: Db,
  floorId: number,
  zones: readonly { id: number; outline: readonly PlanPoint[] | null }[],
): Promise<void> {
  const drawn = JSON.stringify(zones);
  await runSql(db)`
    with drawn as (select id, outline from jsonb_to_recordset(${drawn}::jsonb) as z (id int, outline jsonb)),
    back as (
      delete from floor_plan_outlines o using drawn join locations l on l.id = drawn.id
      where o.zone_id = drawn.id and nullif(drawn.outline, 'null') is not distinct from ${ownOutline}
    )
    insert into floor_plan_outlines (zone_id, floor_id, outline)
    select drawn.id, ${floorId}::int, nullif(drawn.outline, 'null') from drawn join locations l on l.id = drawn.id
    where nullif(drawn.outline, 'null') is distinct from ${ownOutline}
    on conflict (zone_id) do update set outline = excluded.outline, floor_id = excluded.floor_id`;
}

interface PlanSpaceRow extends Row<"spaces", "id" | "name" | "kind" | "zoneId"> {
  x: number | null;
  y: number | null;
}

/** The seats and rooms of a floor, in the order of their creation. */
export function listSpaces(db: Db, floorId: number) {
  return queryRows(db)<PlanSpaceRow>`
    select s.id, s.name, s.kind, s.zone_id, o.x, o.y
    from spaces s join locations z on z.id = s.zone_id join space_positions o on o.space_id = s.id where z.floor_id = ${floorId} and s.removed_at is null order by s.id`;
}

const positionTables = {
  devices: { items: sql`devices`, positions: sql`floor_plan_positions`, key: sql`device_id` },
  spaces: { items: sql`spaces`, positions: sql`floor_plan_space_positions`, key: sql`space_id` },
} as const;

/** Like `upsertOutlines` for positions of items. Positions of the site file apply only to the floor of the site file. */
export async function upsertPositions(
  db: Db,
  floorId: number,
  kind: keyof typeof positionTables,
  changed: readonly { id: number; position: PlanPoint | null }[],
): Promise<void> {
  const { items, positions, key } = positionTables[kind];
  const placed = JSON.stringify(
    changed.map(({ id, position }) => ({ id, x: position?.[0], y: position?.[1] })),
  );
  const isOwn = sql`d.plan_floor_id = ${floorId}`;
  const own = sql`(case when ${isOwn} then d.position_x end, case when ${isOwn} then d.position_y end)`;
  await runSql(db)`
    with placed as (select id, x, y from jsonb_to_recordset(${placed}::jsonb) as p (id int, x float8, y float8)),
    back as (
      delete from ${positions} p using placed join ${items} d on d.id = placed.id
      where p.${key} = placed.id and (placed.x, placed.y) is not distinct from ${own}
    )
    insert into ${positions} (${key}, floor_id, x, y)
    select placed.id, ${floorId}::int, placed.x, placed.y from placed join ${items} d on d.id = placed.id
    where (placed.x, placed.y) is distinct from ${own}
    on conflict (${key}) do update set x = excluded.x, y = excluded.y, floor_id = excluded.floor_id`;
}

/** Deletes all changes of a floor's plan. */
export async function deleteDrawn(db: Db, floorId: number): Promise<void> {
  await db.deleteFrom("floorPlanOutlines").where("floorId", "=", floorId).execute();
  await db.deleteFrom("floorPlanPositions").where("floorId", "=", floorId).execute();
  await db.deleteFrom("floorPlanSpacePositions").where("floorId", "=", floorId).execute();
}
