import { ahu, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { vav, ZONE_SETPOINT, ZONE_TEMPERATURE } from "@verandah/equipment/types/vav.ts";

import type { Ctx } from "#core/ctx.ts";
import { listPlacedValues, listTrendOf } from "#features/telemetry/telemetry.service.ts";

const MINUTE_MS = 60_000;
const BUCKET_MS = 5 * MINUTE_MS;
/** Starts within this past time are measured, ms. */
const LOOK_BACK_MS = 14 * 86_400_000;
/** A zone is warm enough, or cool enough, within this difference from its setpoint, K. */
const NEAR_KELVIN = 0.5;
/** A start after which the zone was never near the setpoint within this time is ignored, ms. */
const START_MAX_MS = 3 * 3_600_000;
/** Minimum number of starts for a result. */
const STARTS_MIN = 3;
/** Result without enough starts, minutes. */
const UNKNOWN_MINUTES = 30;
/** Minimum result, minutes. */
const MINUTES_MIN = 10;
/** A fan counts as running from this mean of its status in a bucket on (1 is on). */
const RUNNING_FROM = 0.5;

interface Bucket {
  at: Date;
  avg: number;
}

/**
 * The minutes between the starts of a fan and the first time that the zone was near its setpoint: the median of all starts, at least 10;
 * 30 when fewer than three starts are known.
 */
export function warmUpMinutes(
  fan: readonly Bucket[],
  temperature: readonly Bucket[],
  setpoint: readonly Bucket[],
): number {
  const wanted = new Map(setpoint.map(({ at, avg }) => [at.getTime(), avg]));
  const nearAt = temperature
    .filter(({ at, avg }) => Math.abs(avg - (wanted.get(at.getTime()) ?? Number.NaN)) <= NEAR_KELVIN)
    .map(({ at }) => at.getTime());
  const minutes = fan.flatMap(({ at, avg }, index) => {
    const before = fan[index - 1];
    const isStart = before && before.avg < RUNNING_FROM && avg >= RUNNING_FROM;
    const startMs = at.getTime();
    const near = isStart ? nearAt.find((ms) => ms >= startMs && ms <= startMs + START_MAX_MS) : undefined;
    return near === undefined ? [] : [(near - startMs) / MINUTE_MS];
  });
  if (minutes.length < STARTS_MIN) return UNKNOWN_MINUTES;
  const median = minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)] ?? UNKNOWN_MINUTES;
  return Math.max(MINUTES_MIN, median);
}

/** How long the unit that feeds a zone needs to bring it near its setpoint, minutes, from the readings of the last 14 days. */
export async function measureWarmUp(
  ctx: Ctx,
  { buildingId, zoneId, unitId }: { buildingId: number; zoneId: number; unitId: number },
): Promise<number> {
  const values = await listPlacedValues(ctx, [SUPPLY_FAN, ZONE_TEMPERATURE, ZONE_SETPOINT], {
    buildingId,
    deviceTypes: [ahu.type, vav.type],
  });
  const vavTemperature = values.find((one) => one.zoneId === zoneId && one.paramId === ZONE_TEMPERATURE);
  const points = [
    values.find(({ deviceId, paramId }) => deviceId === unitId && paramId === SUPPLY_FAN),
    vavTemperature,
    values.find(
      ({ deviceId, paramId }) => deviceId === vavTemperature?.deviceId && paramId === ZONE_SETPOINT,
    ),
  ];
  const now = ctx.now().getTime();
  const range = { from: new Date(now - LOOK_BACK_MS), to: new Date(now), bucketMs: BUCKET_MS };
  const [fan = [], temperature = [], setpoint = []] = await Promise.all(
    points.map(async (point) => (point ? listTrendOf(ctx, point.pointId, range) : [])),
  );
  return warmUpMinutes(fan, temperature, setpoint);
}
