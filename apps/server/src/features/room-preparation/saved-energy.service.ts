import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { DEMAND } from "@verandah/equipment/types/energy-meter.ts";

import type { Ctx } from "#core/ctx.ts";
import { listPreparedUnits } from "#features/schedules/booking-schedules.service.ts";
import { listPlacedValues, listTrendOf } from "#features/telemetry/telemetry.service.ts";

const HOUR_MS = 3_600_000;
const BUCKET_MS = HOUR_MS / 4;
/** Past stops that are looked at, ms. */
const LOOK_BACK_MS = 14 * 24 * HOUR_MS;
/** Fewer stops are no measurement. */
const STOPS_MIN = 3;
/** A unit ran for a whole bucket, or was off for it, when this part of it agrees. */
const WHOLE = 0.99;

/** The time for which the air handling of a room was set back. */
export interface SetBack {
  spaceId: number;
  buildingId: number;
  floorId: number;
  zoneId: number;
  from: Date;
  to: Date;
}

interface Bucket {
  at: Date;
  avg: number;
}

/**
 * How far the power at the meter falls when a fan stops, kW: the median of all stops, from the last bucket in which it ran to the first in
 * which it was off. Null when fewer than three stops are known, or the power did not fall.
 */
export function stopKilowatts(fan: readonly Bucket[], power: readonly Bucket[]): number | null {
  const powerAt = new Map(power.map(({ at, avg }) => [at.getTime(), avg]));
  const falls: number[] = [];
  let lastOnMs: number | undefined;
  for (const { at, avg } of fan) {
    const atMs = at.getTime();
    if (avg >= WHOLE) lastOnMs = atMs;
    if (avg > 1 - WHOLE || lastOnMs === undefined) continue;
    // A longer way down is a gap in the readings, in which other things may have changed.
    const fall = (powerAt.get(lastOnMs) ?? Number.NaN) - (powerAt.get(atMs) ?? Number.NaN);
    if (atMs - lastOnMs <= 2 * BUCKET_MS && !Number.isNaN(fall)) falls.push(fall);
    lastOnMs = undefined;
  }
  const median = falls.toSorted((a, b) => a - b)[Math.floor(falls.length / 2)] ?? 0;
  return falls.length >= STOPS_MIN && median > 0 ? median : null;
}

/** The hours of a time in which a fan was off, as far as it is known. */
export function offHours(fan: readonly Bucket[], { from, to }: { from: Date; to: Date }): number {
  return fan.reduce((hours, { at, avg }) => {
    const begin = Math.max(at.getTime(), from.getTime());
    const end = Math.min(at.getTime() + BUCKET_MS, to.getTime());
    return hours + (Math.max(0, end - begin) / HOUR_MS) * (1 - Math.min(1, avg));
  }, 0);
}

/**
 * The energy that set-backs saved in each room, kWh, estimated: the hours for which the unit was off in them, times what its stop takes from
 * the meter of its floor, or of the building where the floor has none. Null where that is not known.
 */
export async function estimateSavedEnergy(
  ctx: Ctx,
  setBacks: readonly SetBack[],
): Promise<Map<number, number | null>> {
  const saved = new Map<number, number | null>();
  for (const ofZone of Map.groupBy(setBacks, ({ zoneId }) => zoneId).values()) {
    const zone = await loadUnit(ctx, ofZone);
    for (const { spaceId, ...time } of ofZone) {
      const before = saved.get(spaceId);
      const kilowatts = zone?.kilowatts ?? null;
      saved.set(
        spaceId,
        before === null || kilowatts === null
          ? null
          : (before ?? 0) + kilowatts * offHours(zone?.fan ?? [], time),
      );
    }
  }
  return saved;
}

/** What the stop of the unit of one zone takes from the meter, and how its fan ran in the times. */
async function loadUnit(ctx: Ctx, times: readonly SetBack[]) {
  const [place] = times;
  if (!place) return undefined;
  const { buildingId, floorId } = place;
  const [[unit], values] = await Promise.all([
    listPreparedUnits(ctx, { ...place, type: SCHEDULE_TYPE.personalCooling }),
    listPlacedValues(ctx, [SUPPLY_FAN, DEMAND], { buildingId }),
  ]);
  const fan = values.find((one) => one.deviceId === unit?.deviceId && one.paramId === SUPPLY_FAN);
  const meters = values.filter(({ paramId }) => paramId === DEMAND);
  const meter = meters.find((one) => one.floorId === floorId) ?? meters.find((one) => one.floorId === null);
  if (!fan || !meter) return undefined;
  const now = ctx.now().getTime();
  const range = { from: new Date(now - LOOK_BACK_MS), to: new Date(now), bucketMs: BUCKET_MS };
  const span = {
    from: new Date(Math.min(...times.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...times.map(({ to }) => to.getTime()))),
    bucketMs: BUCKET_MS,
  };
  const [past, power, during] = await Promise.all([
    listTrendOf(ctx, fan.pointId, range),
    listTrendOf(ctx, meter.pointId, range),
    listTrendOf(ctx, fan.pointId, span),
  ]);
  return { kilowatts: stopKilowatts(past, power), fan: during };
}
