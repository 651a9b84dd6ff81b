import { withClient } from "../../../tools/testing/sql.ts";
import type { BenchEdge } from "./campus.ts";
import type { Rig } from "./rig.ts";

const HOUR_MS = 3_600_000;
/** Hours per statement. */
const HOURS_AT_ONCE = 24;

/** Readings of the past: every point of `edges` from `fromMs` until `untilMs`, which are whole hours. */
export interface HistoryBlock {
  readonly edges: readonly BenchEdge[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

/**
 * Inserts the past into the table where the product collects it before an hour is closed; the product then builds chunks and rollups from
 * it. Only this module uses a table of readings: ten million readings over MQTT would take minutes.
 *
 * @returns number of readings
 */
export async function fillHistory(rig: Rig, block: HistoryBlock): Promise<number> {
  const names = block.edges.flatMap((edge) =>
    edge.devices.flatMap(({ ssid, points }) => points.map((point) => ({ ssid, point }))),
  );
  const anHour = HOUR_MS / block.everyMs;
  const [fromHour, untilHour] = [block.fromMs / HOUR_MS, block.untilMs / HOUR_MS];
  await withClient(rig.databaseUrl, async (client) => {
    for (let hour = fromHour; hour < untilHour; hour += HOURS_AT_ONCE) {
      const last = Math.min(hour + HOURS_AT_ONCE, untilHour) - 1;
      await client.query(
        `with hot as (
           insert into readings_hot (point_id, hour, piece, offsets, values)
           select points.id, hour, 0, made.offsets, made.values
           from unnest($1::text[], $2::text[]) as wanted (ssid, param_id)
           join devices using (ssid) join points on points.device_id = devices.id and points.param_id = wanted.param_id,
           generate_series($3::int, $4::int) as hour,
           lateral (
             select array_agg((n * $5::int)::int order by n) as offsets,
               array_agg(round((22 + 3 * sin((hour * $6::int + n) / 2000.0 + points.id) + random() * 0.1)::numeric, 2)::float8 order by n) as values
             from generate_series(0, $6::int - 1) as n
           ) as made
         )
         insert into readings_open_hours (hour, changed_at) select hour, now() from generate_series($3::int, $4::int) as hour
         on conflict (hour) do update set changed_at = excluded.changed_at`,
        [names.map((name) => name.ssid), names.map((name) => name.point), hour, last, block.everyMs, anHour],
      );
    }
  });
  return names.length * (untilHour - fromHour) * anHour;
}

/** The points number `from` to `until` of some edges, in their order. */
export function slicePoints(edges: readonly BenchEdge[], from: number, until: number): BenchEdge[] {
  let at = 0;
  return edges.flatMap((edge) => {
    const devices = edge.devices.flatMap((device) => {
      const points = device.points.slice(Math.max(0, from - at), Math.max(0, until - at));
      at += device.points.length;
      return points.length > 0 ? [{ ...device, points }] : [];
    });
    return devices.length > 0 ? [{ ...edge, devices }] : [];
  });
}
