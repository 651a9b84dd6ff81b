import { type Db, type Row, queryRows, runSql } from "#core/db.ts";

/** Readings of a point that the site model does not contain. */
export interface UnknownPoint extends Row<"unknownPoints", "edgeId" | "device" | "point" | "lastAt"> {
  count: number;
}

/** Adds to the counts of unknown points. Keeps the `perEdgeMax` newest of an edge. */
export async function upsertUnknownPoints(
  db: Db,
  points: readonly UnknownPoint[],
  perEdgeMax: number,
): Promise<void> {
  await runSql(db)`
    insert into unknown_points as known (edge_id, device, point, count, last_at)
    select "edgeId", device, point, count, "lastAt"
    from json_to_recordset(${JSON.stringify(points)}) as r ("edgeId" int, device text, point text, count bigint, "lastAt" timestamptz)
    join edges e on e.id = r."edgeId" order by 1, 2, 3
    on conflict (edge_id, device, point) do update set count = known.count + excluded.count,
      last_at = greatest(known.last_at, excluded.last_at)`;
  const edgeIds = [...new Set(points.map(({ edgeId }) => edgeId))];
  await runSql(db)`
    delete from unknown_points where (edge_id, device, point) in (
      select edge_id, device, point from (
        select *, row_number() over (partition by edge_id order by last_at desc, device, point) as place
        from unknown_points where edge_id = any (${edgeIds}::int[])
      ) as placed where place > ${perEdgeMax})`;
}

export interface ListedUnknownPoint {
  device: string;
  point: string;
  count: number;
  lastAt: Date;
  cause: "removed-device" | "unknown-device" | "unknown-point" | "other-gateway";
}

/** Points that an edge has sent and that are still unknown, or belong to another edge; newest first. */
export function listUnknownPoints(db: Db, edgeId: number, since: Date) {
  return queryRows(db)<ListedUnknownPoint>`
    select u.device, u.point, u.count::float8 as count, u.last_at,
      case when d.id is null then 'unknown-device' when d.removed_at is not null then 'removed-device' when d.edge_id <> u.edge_id and e.kind <> 'importer' then 'other-gateway' else 'unknown-point' end as cause
    from unknown_points u join edges e on e.id = u.edge_id
    left join devices d on d.ssid = u.device and d.campus_id = e.campus_id
    where u.edge_id = ${edgeId} and u.last_at >= ${since} and not exists (
      select from points p where p.device_id = d.id and d.removed_at is null and (d.edge_id = u.edge_id or e.kind = 'importer') and p.param_id = u.point)
    order by u.last_at desc, u.device, u.point`;
}
