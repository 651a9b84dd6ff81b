import type { LightScene, SceneMember } from "@verandah/contract/lighting/light-scenes.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

const columns = ["id", "zoneId", "name", "members"] as const;

/** The scenes of a zone by name, without removed lights. */
export function listScenes(db: Db, zoneId: number): Promise<LightScene[]> {
  return db
    .selectFrom("lightScenes")
    .select(["id", "zoneId", "name"])
    .select(
      sql<SceneMember[]>`(select coalesce(jsonb_agg(member order by n), '[]')
        from jsonb_array_elements(members) with ordinality as u (member, n)
        where exists (select from devices d where d.ssid = member ->> 'ssid' and d.removed_at is null))`.as(
        "members",
      ),
    )
    .where("zoneId", "=", zoneId)
    .orderBy((order) => order.fn("lower", ["name"]))
    .execute();
}

export function lockScene(db: Db, campusId: number, id: number): Promise<LightScene | undefined> {
  return db
    .selectFrom("lightScenes")
    .select(columns)
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a zone until commit, so that its scenes can be counted. */
export async function lockZone(db: Db, zoneId: number): Promise<void> {
  await db.selectFrom("locations").select("id").where("id", "=", zoneId).forNoKeyUpdate().execute();
}

/** @returns undefined when the zone has a scene of this name, in any case */
export function insertScene(
  db: Db,
  scene: Omit<LightScene, "id"> & { campusId: number; createdAt: Date },
): Promise<LightScene | undefined> {
  return db
    .insertInto("lightScenes")
    .values({ ...scene, members: JSON.stringify(scene.members) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function updateName(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable("lightScenes").set({ name }).where("id", "=", id).execute();
}

export async function deleteScene(db: Db, id: number): Promise<void> {
  await db.deleteFrom("lightScenes").where("id", "=", id).execute();
}
