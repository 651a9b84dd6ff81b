import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { ahu, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { ACTIVE_POWER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";

import type { Ctx } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { listPreparedUnits } from "#features/schedules/booking-schedules.service.ts";
import { listPlacedValues, listTrendOf } from "#features/telemetry/telemetry.service.ts";

const HOUR_MS = 3_600_000;
const BUCKET_MS = HOUR_MS / 4;
/** Stops within this past time are measured, ms. */
const LOOK_BACK_MS = 14 * 24 * HOUR_MS;
/** Minimum number of stops for a result. */
const STOPS_MIN = 3;
const WATT_PER_KILOWATT = 1_000;
/** A unit counts as on, or as off, for a whole bucket from this share of the bucket on. */
const WHOLE_SHARE = 0.99;

/** The time for which the air handling of a room was set back. */
export interface SetBack {
  spaceId: number;
  buildingId: number;
  zoneId: number;
  from: Date;
  to: Date;
}

interface Bucket {
  at: Date;
  avg: number;
}

/**
 * The decrease of the power at the meter when a fan stops, kW. It is the median of all stops, each from the last bucket in which the fan
 * ran to the first in which it was off. Fans of the same meter that stop at the same time share the decrease equally. Null for fewer than
 * three stops, or without a decrease.
 */
export function stopKilowatts(
  fan: readonly Bucket[],
  watts: readonly Bucket[],
  others: readonly (readonly Bucket[])[] = [],
): number | null {
  const [wattAt, ...othersAt] = [watts, ...others].map(
    (buckets) => new Map(buckets.map(({ at, avg }) => [at.getTime(), avg])),
  );
  const decreases: number[] = [];
  let lastOnMs: number | undefined;
  for (const { at, avg } of fan) {
    const atMs = at.getTime();
    if (avg >= WHOLE_SHARE) lastOnMs = atMs;
    if (avg > 1 - WHOLE_SHARE || lastOnMs === undefined) continue;
    const onMs = lastOnMs;
    lastOnMs = undefined;
    // A longer time between both buckets is a gap in the readings, in which other loads may have changed.
    const decrease = (wattAt?.get(onMs) ?? Number.NaN) - (wattAt?.get(atMs) ?? Number.NaN);
    if (atMs - onMs > 2 * BUCKET_MS || Number.isNaN(decrease)) continue;
    const stopped = othersAt.filter(
      (other) => (other.get(onMs) ?? 0) - (other.get(atMs) ?? 0) >= WHOLE_SHARE,
    );
    decreases.push(decrease / WATT_PER_KILOWATT / (1 + stopped.length));
  }
  const median = decreases.toSorted((a, b) => a - b)[Math.floor(decreases.length / 2)] ?? 0;
  return decreases.length >= STOPS_MIN && median > 0 ? median : null;
}

/** The hours for which a fan was off in each time range; null for a range without readings. Ranges that overlap share the hours. */
export function offHours(
  fan: readonly Bucket[],
  times: readonly Pick<SetBack, "from" | "to">[],
): (number | null)[] {
  const hours: (number | null)[] = times.map(() => null);
  for (const { at, avg } of fan) {
    const parts = times.map(({ from, to }) => {
      const begin = Math.max(at.getTime(), from.getTime());
      const end = Math.min(at.getTime() + BUCKET_MS, to.getTime());
      return Math.max(0, end - begin) / HOUR_MS;
    });
    const sum = parts.reduce((total, part) => total + part, 0);
    const off = (1 - Math.min(1, avg)) * Math.max(...parts);
    for (const [index, part] of parts.entries())
      if (part > 0) hours[index] = (hours[index] ?? 0) + (off * part) / sum;
  }
  return hours;
}

/** The energy that the set-backs of a room saved. Unknown values are null. */
interface Saving {
  /** Hours for which the unit was off during the set-backs. */
  hours: number | null;
  /** Estimated: the hours, times the decrease at the unit's meter when the unit stops. */
  kilowattHours: number | null;
}

/** The energy that set-backs saved in each room. Set-backs without readings are ignored, unless a room has no others. */
export async function measureSavings(ctx: Ctx, setBacks: readonly SetBack[]): Promise<Map<number, Saving>> {
  const saved = new Map<number, Saving>();
  const units = new Map<number | undefined, SetBack[]>();
  for (const ofZone of Map.groupBy(setBacks, ({ zoneId }) => zoneId).values()) {
    const [place] = ofZone;
    const [unit] = place
      ? await listPreparedUnits(ctx, { ...place, type: SCHEDULE_TYPE.personalCooling })
      : [];
    units.set(unit?.deviceId, [...(units.get(unit?.deviceId) ?? []), ...ofZone]);
  }
  for (const [unitId, times] of units) {
    const { kilowatts, hours } = await measureUnit(ctx, unitId, times);
    for (const [at, { spaceId }] of times.entries()) {
      const before = saved.get(spaceId)?.hours ?? null;
      const own = hours[at] ?? null;
      const sum = own === null ? before : (before ?? 0) + own;
      const kilowattHours = sum === null || kilowatts === null ? null : sum * kilowatts;
      saved.set(spaceId, { hours: sum, kilowattHours });
    }
  }
  return saved;
}

type Values = Awaited<ReturnType<typeof listPlacedValues>>;

/** The decrease at a unit's meter when the unit stops, and the hours for which its fan was off in each time range. */
async function measureUnit(
  ctx: Ctx,
  unitId: number | undefined,
  times: readonly SetBack[],
): Promise<{ kilowatts: number | null; hours: (number | null)[] }> {
  const [place] = times;
  const values = place
    ? await listPlacedValues(ctx, [SUPPLY_FAN, ACTIVE_POWER], {
        buildingId: place.buildingId,
        deviceTypes: [ahu.type, energyMeter.type],
      })
    : [];
  const fan = values.find((one) => one.deviceId === unitId && one.paramId === SUPPLY_FAN);
  if (!fan) return { kilowatts: null, hours: [] };
  const during = await listTrendOf(ctx, fan.pointId, {
    from: new Date(Math.min(...times.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...times.map(({ to }) => to.getTime()))),
    bucketMs: BUCKET_MS,
  });
  return { kilowatts: await measureStop(ctx, fan, values), hours: offHours(during, times) };
}

/** The decrease at a fan's meter when the fan stops, kW; null if unknown. */
async function measureStop(ctx: Ctx, fan: Values[number], values: Values): Promise<number | null> {
  const meter = values.find((one) => one.deviceId === fan.fedBy && one.paramId === ACTIVE_POWER);
  if (!meter) return null;
  const others = values.filter((one) => one.paramId === SUPPLY_FAN && one.fedBy === fan.fedBy && one !== fan);
  const now = presentStep(ctx).getTime();
  const range = { from: new Date(now - LOOK_BACK_MS), to: new Date(now), bucketMs: BUCKET_MS };
  const [past = [], watts = [], ...ofOthers] = await Promise.all(
    [fan, meter, ...others].map(({ pointId }) => listTrendOf(ctx, pointId, range)),
  );
  return stopKilowatts(past, watts, ofOthers);
}
