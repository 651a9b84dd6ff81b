import { type RawBuilder, sql } from "kysely";

import { type Db, queryRows } from "#core/db.ts";

/** The latest value of a point whose sensor may be faulty. */
export interface DoubtfulValue {
  pointId: number;
  deviceId: number;
  campusId: number;
  locationId: number;
  deviceName: string;
  ssid: string;
  paramId: string;
  unit: string;
  intervalMs: number;
  min: number;
  max: number;
  value: number;
  at: Date;
  quality: number;
  /** Since when the value has been exactly the same. */
  changedAt: Date;
}

function listDoubtful(db: Db, where: RawBuilder<unknown>) {
  return queryRows(db)<DoubtfulValue>`
    select p.id as "pointId", d.id as "deviceId", d.campus_id, d.location_id, d.name as "deviceName",
      d.ssid, p.param_id, p.unit, p.interval_ms, p.min_value as min, p.max_value as max,
      l.value, l.at, l.quality, l.changed_at
    from latest l join points p on p.id = l.point_id join devices d on d.id = p.device_id
    where p.kind = 'reading' and p.hidden_at is null and d.removed_at is null and ${where}`;
}

/** The points that are looked at. */
export interface Watched {
  /** Undefined: all. */
  deviceIds: readonly number[] | undefined;
  /** Points of other devices. */
  alsoPointIds: readonly number[];
}

const isNothing = ({ deviceIds, alsoPointIds }: Watched) =>
  deviceIds?.length === 0 && alsoPointIds.length === 0;

const pointsOf = (deviceIds: readonly number[]) =>
  sql`select id from points where device_id = any (${[...deviceIds]}::int[])`;

/** Latest readings outside the range of their point, and the latest readings of `alsoPointIds` in any case. */
export async function listOutOfRange(db: Db, within: Watched): Promise<DoubtfulValue[]> {
  if (isNothing(within)) return [];
  const { deviceIds, alsoPointIds } = within;
  const changed = deviceIds ? sql`and point_id in (${pointsOf(deviceIds)})` : sql``;
  return listDoubtful(
    db,
    sql`p.min_value is not null and p.max_value is not null and l.point_id in (
      select point_id from latest where quality <> 0 ${changed} union all select unnest(${[...alsoPointIds]}::int[]))
      and (l.value not between p.min_value and p.max_value or l.point_id = any (${[...alsoPointIds]}::int[]))`,
  );
}

/** Good values of points, by type of device and name, that have been exactly the same since before an instant. */
export async function listUnchanged(
  db: Db,
  points: readonly { deviceType: string; paramId: string }[],
  before: Date,
  within: Watched,
): Promise<DoubtfulValue[]> {
  if (isNothing(within)) return [];
  const { deviceIds, alsoPointIds } = within;
  const wanted = sql`(select * from unnest(
    ${points.map(({ deviceType }) => deviceType)}::text[], ${points.map(({ paramId }) => paramId)}::text[]))`;
  // As a list, so that the database looks each of them up: it expects so few of these types that it would compare each with all of the devices.
  const isWatched = deviceIds
    ? sql`l.point_id = any (array(
        select points.id from points join devices on devices.id = points.device_id
        where (points.device_id = any (${[...deviceIds]}::int[]) or points.id = any (${[...alsoPointIds]}::int[]))
          and (devices.type, points.param_id) in ${wanted}))`
    : sql`(d.type, p.param_id) in ${wanted}`;
  return listDoubtful(db, sql`l.changed_at <= ${before} and l.quality = 0 and ${isWatched}`);
}

/** Like points of other devices of a type in a campus: how many have a good value since an instant, and how many of them changed since then. */
export async function countChanging(
  db: Db,
  { id, campusId, type }: { id: number; campusId: number; type: string },
  paramId: string,
  since: Date,
): Promise<{ of: number; changed: number }> {
  const [row] = await queryRows(db)<{ of: number; changed: number }>`
    select count(*)::int as of, (count(*) filter (where l.changed_at > ${since}))::int as changed
    from devices d join points p on p.device_id = d.id join latest l on l.point_id = p.id
    where d.campus_id = ${campusId} and d.type = ${type} and d.id <> ${id} and d.removed_at is null and p.param_id = ${paramId}
      and l.quality = 0 and l.at > ${since}`;
  return row ?? { of: 0, changed: 0 };
}
