import { ENERGY_DAYS_MAX } from "@verandah/contract/energy/energy-overview.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { ACTIVE_POWER, ENERGY_COUNTER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import {
  getLocationRow,
  getTimeZone,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { listDevicesAt } from "#features/devices/devices.service.ts";
import {
  type CounterBucket,
  findPointOf,
  getPoint,
  listTrendOf,
} from "#features/telemetry/telemetry.service.ts";

import { type MeterPower, type Quarter, QUARTER_MS, quartersOf } from "./quarters.ts";

const DAY_MS = 86_400_000;
/** Gaps up to this length before and after the range are filled, ms. */
const GAP_MAX_MS = ENERGY_DAYS_MAX * DAY_MS;
const WATT_PER_KILOWATT = 1_000;
/** What a meter measures if its point has no range. */
const [, RATED_KILOWATT = 0] = energyMeter.points.presentDemand.range ?? [];

export interface Meter {
  ssid: string;
  name: string;
  /** Null: it measures the whole building. */
  floorId: number | null;
  pointId: number;
  /** The point of its power, with the largest power that it measures, W. */
  power: { id: number; max: number | null } | undefined;
}

/** A building or a floor with its meters. */
export interface MeteredPlace {
  place: LocationRow;
  floors: readonly LocationRow[];
  meters: readonly Meter[];
  /** The meters whose sum is the energy of the place: those of the whole building if there are any. */
  summed: readonly Meter[];
  clock: WallClock;
}

/**
 * A building or floor of the caller's campus. A meter at the building itself, on no floor, measures all of it; the floors' meters are then
 * parts of it.
 *
 * @throws AppError `not-found`, also for other places
 */
export async function getMeteredPlace(ctx: ActorCtx, id: number): Promise<MeteredPlace> {
  const place = await getLocationRow(ctx, id);
  const isFloor = place.zoneType === "GL_LOCATION_TYPE_FLOOR";
  if (!isFloor && place.zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  const [ids, locations, timeZone] = await Promise.all([
    listIdsBelow(ctx, place),
    listLocations(ctx, ctx.actor.campusId),
    getTimeZone(ctx),
  ]);
  const devices = await listDevicesAt(ctx, ids, energyMeter.type, new Map());
  const meters: Meter[] = [];
  for (const device of devices) meters.push(await toMeter(ctx, device));
  const ofBuilding = meters.filter(({ floorId }) => floorId === null);
  const floors = locations.filter(
    ({ id: floorId, zoneType }) => zoneType === "GL_LOCATION_TYPE_FLOOR" && ids.includes(floorId),
  );
  const summed = ofBuilding.length > 0 ? ofBuilding : meters;
  return { place, floors, meters, summed, clock: createWallClock(timeZone) };
}

/** @throws AppError `not-found` if the meter has no counter */
export async function toMeter(
  ctx: ActorCtx,
  { ssid, name, floorId }: Pick<Meter, "ssid" | "name" | "floorId">,
): Promise<Meter> {
  const { id: pointId } = await getPoint(ctx, { ssid, param_id: ENERGY_COUNTER });
  return { ssid, name, floorId, pointId, power: await findPointOf(ctx, ssid, ACTIVE_POWER) };
}

const floorTo = (stepMs: number, ms: number) => Math.floor(ms / stepMs) * stepMs;
const ceilTo = (stepMs: number, ms: number) => Math.ceil(ms / stepMs) * stepMs;

interface Times {
  fromMs: number;
  toMs: number;
}

/** A point in buckets that include a range. */
const listBuckets = (ctx: ActorCtx, pointId: number, { fromMs, toMs }: Times, bucketMs: number) =>
  listTrendOf(ctx, pointId, {
    from: new Date(floorTo(bucketMs, fromMs)),
    to: new Date(ceilTo(bucketMs, toMs)),
    bucketMs,
  });

/**
 * The counter in a range and at least a day before and after it. If this day has no values, also the nearest day that has some, so that
 * the energy of a gap does not depend on the range.
 */
async function listCounter(
  ctx: ActorCtx,
  pointId: number,
  { fromMs, toMs }: Times,
): Promise<CounterBucket[]> {
  const nowMs = ctx.now().getTime();
  const [beginMs, endMs] = [fromMs - DAY_MS, Math.min(toMs + DAY_MS, nowMs)];
  const near = await listBuckets(ctx, pointId, { fromMs: beginMs, toMs: endMs }, QUARTER_MS);
  const daysIn = (times: Times) => listBuckets(ctx, pointId, times, DAY_MS);
  const quartersIn = async (day: CounterBucket | undefined) => {
    const dayMs = day?.at.getTime() ?? 0;
    return day ? listBuckets(ctx, pointId, { fromMs: dayMs, toMs: dayMs + DAY_MS }, QUARTER_MS) : [];
  };
  const [first, last] = [near[0]?.at.getTime() ?? Infinity, near.at(-1)?.at.getTime() ?? -Infinity];
  const before =
    first < fromMs
      ? []
      : await quartersIn((await daysIn({ fromMs: beginMs - GAP_MAX_MS, toMs: beginMs })).at(-1));
  const after =
    last >= toMs || endMs === nowMs
      ? []
      : await quartersIn((await daysIn({ fromMs: endMs, toMs: Math.min(endMs + GAP_MAX_MS, nowMs) }))[0]);
  return [
    ...before.filter(({ at }) => at.getTime() < first),
    ...near,
    ...after.filter(({ at }) => at.getTime() > last),
  ];
}

/** The power of a meter: its highest reading in whole days of UTC, whose rollups are few. */
async function loadPower(ctx: ActorCtx, { power }: Meter, times: Times): Promise<MeterPower> {
  const days = power ? await listBuckets(ctx, power.id, times, DAY_MS) : [];
  const highest = Math.max(...days.map(({ max }) => max)) / WATT_PER_KILOWATT;
  return {
    rated: power?.max ? power.max / WATT_PER_KILOWATT : RATED_KILOWATT,
    highest: days.length > 0 ? highest : undefined,
  };
}

/**
 * The quarters of an hour of each meter from an instant to before another, by its point. It uses one connection: the screen makes several
 * calls at once, and on a busy machine calls that wait for connections of each other fail.
 */
export async function loadQuarters(
  ctx: ActorCtx,
  meters: readonly Meter[],
  { fromMs, toMs }: Times,
): Promise<Map<number, Quarter[]>> {
  const loaded = new Map<number, Quarter[]>();
  for (const meter of meters) {
    const buckets = await listCounter(ctx, meter.pointId, { fromMs, toMs });
    const power = await loadPower(ctx, meter, { fromMs, toMs });
    const quarters = quartersOf(buckets, power);
    loaded.set(
      meter.pointId,
      quarters.filter(({ at }) => at >= fromMs && at < toMs),
    );
  }
  return loaded;
}

/** Reads the hour of the day, each instant once. */
export function createHourOf(clock: WallClock): (atMs: number) => number {
  const known = new Map<number, number>();
  return (atMs) => {
    const hour = known.get(atMs) ?? Number(clock.read(atMs).time.slice(0, 2));
    known.set(atMs, hour);
    return hour;
  };
}
