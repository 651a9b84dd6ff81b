import type { SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import { type Db, queryRows } from "#core/db.ts";
import type { SetBack } from "#features/room-preparation/saved-energy.service.ts";

export interface UtilisationRow {
  /** Id of the room, or of one of the seats. */
  spaceId: number;
  floor: string;
  name: string;
  spaces: number;
  bookedHours: number;
  usedHours: number;
  released: number;
  cancelled: number;
}

/**
 * Bookings of each room, or of the seats of each zone, in a time range, by floor and name. Parts outside the range and after a release do
 * not count, because other bookings may use the time after a release.
 */
export function listUtilisation(
  db: Db,
  zoneIds: readonly number[],
  kind: SpaceKind,
  { from, to }: { from: Date; to: Date },
) {
  return queryRows(db)<UtilisationRow>`
    with parts as (
      select b.space_id, b.status, b.checked_in_at is not null as is_used,
        greatest(0, extract(epoch from least(b.to_at, b.ended_at, ${to}) - greatest(b.from_at, ${from})) / 3600) as hours
      from bookings b where tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to}) and (b.outside_person is null or b.status = 'cancelled')
      union all
      -- Entries of an outside calendar can overlap.
      select space_id, 'completed', false, extract(epoch from upper(time) - lower(time)) / 3600
      from (select b.space_id, unnest(range_agg(tstzrange(greatest(b.from_at, ${from}), least(b.to_at, ${to})))) as time
        from bookings b where tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to}) and b.outside_person is not null and b.status <> 'cancelled'
        group by b.space_id) as outside
    )
    select min(s.id)::int as "spaceId", f.name as floor, case when s.kind = 'room' then s.name else z.name end as name, count(distinct s.id)::int as spaces,
      coalesce(sum(p.hours) filter (where p.status <> 'cancelled'), 0)::float8 as "bookedHours",
      coalesce(sum(p.hours) filter (where p.is_used and p.status <> 'cancelled'), 0)::float8 as "usedHours",
      count(*) filter (where p.status = 'released')::int as released, count(*) filter (where p.status = 'cancelled')::int as cancelled
    from spaces s join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id left join parts p on p.space_id = s.id
    where s.zone_id = any (${[...zoneIds]}::int[]) and s.kind = ${kind} and s.is_active
    group by f.id, f.name, case when s.kind = 'room' then s.name else z.name end, case when s.kind = 'room' then s.id else z.id end
    order by f.id, 3`;
}

/**
 * The times for which the air handling of rooms was set back, because a booking with a start in the range was released. A schedule that was
 * removed before the release does not count, because its booking had moved. Overlapping times of a room are merged.
 */
export function listSetBacks(db: Db, zoneIds: readonly number[], { from, to }: { from: Date; to: Date }) {
  return queryRows(db)<SetBack>`
    select space_id, building_id, zone_id, lower(time) as "from", upper(time) as "to" from (
    select b.space_id, c.building_id, s.zone_id,
      range_agg(tstzrange(greatest(c.starts_at, c.deleted_at), least(c.ends_at, ${to}))) as times
    from schedules c join bookings b on b.id = c.booking_id join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id
    where c.type = ${SCHEDULE_TYPE.personalCooling} and b.status = 'released' and c.deleted_at >= b.ended_at and b.from_at >= ${from} and b.from_at < ${to}
      and s.zone_id = any (${[...zoneIds]}::int[]) and greatest(c.starts_at, c.deleted_at) < least(c.ends_at, ${to})
    group by 1, 2, 3) as rooms, unnest(times) as time order by 1, 4`;
}
