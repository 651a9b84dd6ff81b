import type { EquipmentType } from "@verandah/equipment/schema.ts";

import type { Db } from "#core/db.ts";

/** Types that campuses add, of all campuses or of one. */
export async function listSiteTypes(
  db: Db,
  campusId?: number,
): Promise<{ campusId: number; definition: unknown }[]> {
  return db
    .selectFrom("equipment_types")
    .select(["campus_id as campusId", "definition"])
    .$if(campusId !== undefined, (query) => query.where("campus_id", "=", campusId ?? 0))
    .orderBy("campus_id")
    .orderBy("type")
    .execute();
}

/** Adds types of a campus, or replaces them. */
export async function upsertSiteTypes(
  db: Db,
  campusId: number,
  types: readonly EquipmentType[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .insertInto("equipment_types")
    .values(types.map((type) => ({ campus_id: campusId, type: type.type, definition: JSON.stringify(type) })))
    .onConflict((conflict) =>
      conflict
        .columns(["campus_id", "type"])
        .doUpdateSet((excluded) => ({ definition: excluded.ref("excluded.definition") })),
    )
    .execute();
}
