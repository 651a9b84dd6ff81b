import { type Db, queryRow, queryRows } from "#core/db.ts";

import type { CalendarBooking } from "./booking-calendar.ts";

export async function listFeeds(db: Db, campusId: number) {
  return db
    .selectFrom("roomFeeds")
    .select(["spaceId as room", "hasTitles", "createdAt"])
    .where("campusId", "=", campusId)
    .orderBy("spaceId")
    .execute();
}

export async function upsertFeed(
  db: Db,
  feed: { spaceId: number; campusId: number; keySha256: Buffer; hasTitles: boolean; createdAt: Date },
): Promise<void> {
  await db
    .insertInto("roomFeeds")
    .values(feed)
    .onConflict((conflict) => conflict.column("spaceId").doUpdateSet(feed))
    .execute();
}

/** @returns false when the room had no feed */
export async function deleteFeed(db: Db, campusId: number, spaceId: number): Promise<boolean> {
  const row = await db
    .deleteFrom("roomFeeds")
    .where("campusId", "=", campusId)
    .where("spaceId", "=", spaceId)
    .returning("spaceId")
    .executeTakeFirst();
  return row !== undefined;
}

/** The room in use whose feed has a key. */
export function findRoomOfFeed(db: Db, keySha256: Buffer) {
  return queryRow(db)<{ spaceId: number; hasTitles: boolean }>`
    select r.space_id, r.has_titles from room_feeds r join spaces s on s.id = r.space_id
    where r.key_sha256 = ${keySha256} and s.is_active and s.removed_at is null and place_is_active(s.zone_id)`;
}

/**
 * The booked times of a room that end after an instant, the earliest first. Without references, because only the person of a booking may
 * see its reference.
 */
export function listOfRoom(
  db: Db,
  { spaceId, hasTitles }: { spaceId: number; hasTitles: boolean },
  after: Date,
) {
  return queryRows(db)<CalendarBooking>`
    select b.id, '' as reference, b.sequence, case when ${hasTitles} then b.title else '' end as title, s.name as "spaceName",
      z.name as "zoneName", f.name as "floorName", b.from_at as "from", b.to_at as "to", false as "isCancelled"
    from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
    where b.space_id = ${spaceId} and b.to_at > ${after} and b.status in ('booked', 'checkedIn', 'completed')
    order by b.from_at, b.id`;
}
