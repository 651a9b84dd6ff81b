import { withClient } from "../../../tools/testing/sql.ts";
import type { Rig } from "./rig.ts";

const POINTS_PER_DEVICE = 10;
const DEVICES_PER_CAMPUS = 500;
/** Campuses per statement. */
const CAMPUSES_AT_ONCE = 20;

/**
 * Adds campuses at rest, with so many points: each has a value, its device and gateway are online, and the next value is expected in a week.
 * Their rows are inserted, because to import and send ten million values would take an hour. The server must not run meanwhile.
 */
export async function fillRest(rig: Rig, points: number): Promise<void> {
  const startedAtMs = performance.now();
  const campuses = Math.ceil(points / POINTS_PER_DEVICE / DEVICES_PER_CAMPUS);
  await withClient(rig.superuserUrl, async (client) => {
    // Without the check of each row's references.
    await client.query("set session_replication_role = replica");
    for (let from = 1; from <= campuses; from += CAMPUSES_AT_ONCE)
      await client.query(
        `with campus as (
           insert into campuses (key, name, city, time_zone, latitude, longitude)
           select 'rest-' || n, 'Rest ' || n, 'Bengaluru', 'Asia/Kolkata', 12.97, 77.59 from generate_series($1::int, $2::int) as n
           returning id
         ), place as (
           insert into locations (campus_id, key, zone_type, name)
           select id, 'rest', 'GL_LOCATION_TYPE_CAMPUS', 'Rest' from campus returning id, campus_id
         ), edge as (
           insert into edges (campus_id, ssid, name, kind, password_sha256, state, state_since)
           select id, 'REST-' || id, 'Rest', 'gateway', '', 'online', now() - interval '1 day' from campus returning id, campus_id
         ), device as (
           insert into devices (campus_id, edge_id, location_id, ssid, name, type, subsystem, state, state_since)
           select edge.campus_id, edge.id, place.id, 'REST-' || edge.id || '-' || n, 'Sensor ' || n, 'ENVIRONMENT', 'environment', 'online', now()
           from edge join place using (campus_id), generate_series(1, $3::int) as n returning id
         ), point as (
           insert into points (device_id, param_id, unit, kind, interval_ms)
           select id, 'P' || n, 'none', 'reading', 604800000 from device, generate_series(1, $4::int) as n returning id
         )
         insert into latest (point_id, at, value, quality) select id, now(), 20, 0 from point`,
        [from, Math.min(from + CAMPUSES_AT_ONCE - 1, campuses), DEVICES_PER_CAMPUS, POINTS_PER_DEVICE],
      );
    await client.query("analyze campuses, locations, edges, devices, points, latest");
    const { rows } = await client.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    rig.print(`rest: ${points} points were loaded in ${seconds} s; the database takes ${rows[0]?.size}`);
  });
}
