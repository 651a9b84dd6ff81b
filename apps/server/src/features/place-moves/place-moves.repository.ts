import { type Db, queryRow, queryColumn } from "#core/db.ts";

export interface Contents {
  ssids: string[];
  alarms: number;
  bookings: number;
  waiting: number;
  /** Outlines and positions on the plan of their floor. */
  onPlan: number;
  /** Names of units outside the places that feed devices inside, and of devices outside that units inside feed. */
  fed: string[];
}

export async function findContents(db: Db, placeIds: readonly number[], now: Date): Promise<Contents> {
  const contents = await queryRow(db)<Contents>`
    with own as (select d.* from devices d where d.location_id = any (${[...placeIds]}::int[]) and d.removed_at is null),
    places as (select l.* from locations l where l.id = any (${[...placeIds]}::int[])),
    own_spaces as (select s.* from spaces s where s.zone_id = any (${[...placeIds]}::int[]))
    select array(select ssid from own) as ssids,
      (select count(*)::int from alarms a join places l on l.id = a.location_id
        where a.restored_at is null and a.ignored_at is null and a.explained_by is null) as alarms,
      (select count(*)::int from bookings b join own_spaces s on s.id = b.space_id
        where b.status in ('booked', 'checkedIn') and b.to_at > ${now}) as bookings,
      (select count(*)::int from waitlist w join own_spaces s on s.id = w.space_id
        where w.booking_id is null and w.left_at is null and w.from_at > ${now}) as waiting,
      (select count(*)::int from places l left join floor_plan_outlines o on o.zone_id = l.id and o.floor_id = l.floor_id
        where case when o.zone_id is not null then o.outline is not null else l.outline is not null and l.plan_floor_id = l.floor_id end)
      + (select count(*)::int from own d join places l on l.id = d.location_id
        left join floor_plan_positions p on p.device_id = d.id and p.floor_id = l.floor_id
        where case when p.device_id is not null then p.x is not null else d.position_x is not null and d.plan_floor_id = l.floor_id end)
      + (select count(*)::int from own_spaces s join space_positions o on o.space_id = s.id where o.x is not null) as "onPlan",
      array(select f.name from devices f where f.id in (select fed_by from own) and f.id not in (select id from own)
        union select d.name from devices d where d.fed_by in (select id from own) and d.id not in (select id from own)
        order by 1) as fed`;
  if (!contents) throw new Error("The query has one row");
  return contents;
}

/** Whether neither the place nor a place above it is deactivated. */
export async function isActive(db: Db, placeId: number): Promise<boolean> {
  const row = await queryRow(db)<{ is: boolean }>`select place_is_active(${placeId}) as is`;
  return row?.is ?? false;
}

export async function findZoneOfSpace(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("spaces").select("zoneId").where("id", "=", id).executeTakeFirst();
  return row?.zoneId;
}

/** A device of a campus and its place. */
export async function findDevice(db: Db, campusId: number, id: number) {
  return db
    .selectFrom("devices")
    .select(["ssid", "locationId"])
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The names of devices outside a building that supply a device, or that the device supplies. */
export function listSuppliedElsewhere(db: Db, id: number, buildingId: number | null) {
  return queryColumn(db)<string>`
    select other.name from devices own join devices other on other.id = own.fed_by or other.fed_by = own.id
      join locations l on l.id = other.location_id
    where own.id = ${id} and other.removed_at is null and l.building_id is distinct from ${buildingId} order by 1`;
}
