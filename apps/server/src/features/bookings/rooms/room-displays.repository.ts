import { type Db, queryRow } from "#core/db.ts";

export async function listDisplays(db: Db, campusId: number) {
  return db
    .selectFrom("roomDisplays")
    .select(["spaceId as room", "createdAt"])
    .where("campusId", "=", campusId)
    .orderBy("spaceId")
    .execute();
}

export async function upsertDisplay(
  db: Db,
  display: { spaceId: number; campusId: number; keySha256: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto("roomDisplays")
    .values(display)
    .onConflict((conflict) => conflict.column("spaceId").doUpdateSet(display))
    .execute();
}

/** @returns false when the room had no display */
export async function deleteDisplay(db: Db, campusId: number, spaceId: number): Promise<boolean> {
  const row = await db
    .deleteFrom("roomDisplays")
    .where("campusId", "=", campusId)
    .where("spaceId", "=", spaceId)
    .returning("spaceId")
    .executeTakeFirst();
  return row !== undefined;
}

/** The active room whose display has the key, with its place. */
export function findDisplayed(db: Db, spaceId: number, keySha256: Buffer) {
  return queryRow(db)<{ room: string; floor: string; seats: number; timeZone: string }>`
    select s.name as room, f.name as floor, s.seats, c.time_zone
    from room_displays d join spaces s on s.id = d.space_id join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
      join campuses c on c.id = d.campus_id
    where d.space_id = ${spaceId} and d.key_sha256 = ${keySha256} and s.is_active and s.removed_at is null and place_is_active(s.zone_id)`;
}
