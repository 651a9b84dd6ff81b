import type { System } from "@verandah/contract/equipment.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import { type Db, queryColumn } from "#core/db.ts";

/** Types that campuses add, of all campuses or of one. */
export async function listSiteTypes(db: Db, campusId?: number) {
  return db
    .selectFrom("equipmentTypes")
    .select(["campusId", "definition"])
    .$if(campusId !== undefined, (query) => query.where("campusId", "=", campusId ?? 0))
    .orderBy("campusId")
    .orderBy("type")
    .execute();
}

/** The systems that devices of a campus belong to, and whether it has seats and rooms. */
export function listSystems(db: Db, campusId: number) {
  return queryColumn(db)<System>`
    select subsystem from devices where campus_id = ${campusId} and removed_at is null
    union select kind || 's' from spaces where campus_id = ${campusId} and removed_at is null order by 1`;
}

/** Adds types of a campus, or replaces them. */
export async function upsertSiteTypes(
  db: Db,
  campusId: number,
  types: readonly EquipmentType[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .insertInto("equipmentTypes")
    .values(types.map((type) => ({ campusId, type: type.type, definition: JSON.stringify(type) })))
    .onConflict((conflict) =>
      conflict
        .columns(["campusId", "type"])
        .doUpdateSet((excluded) => ({ definition: excluded.ref("excluded.definition") })),
    )
    .execute();
}
