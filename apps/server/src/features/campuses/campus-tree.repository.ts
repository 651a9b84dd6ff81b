import type { Db } from "#core/db.ts";

interface SpaceRow {
  id: number;
  name: string;
  kind: "seat" | "room";
  zoneId: number;
}

/** Seats and rooms of a campus, in the order of their creation. */
export function listSpaces(db: Db, campusId: number): Promise<SpaceRow[]> {
  return db
    .selectFrom("spaces")
    .select(["id", "name", "kind", "zone_id as zoneId"])
    .where("campus_id", "=", campusId)
    .orderBy("id")
    .execute();
}
