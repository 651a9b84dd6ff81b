import { AppError } from "@verandah/contract/problems.ts";
import { ENERGY_COUNTER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";
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
import { getPoint, listTrendOf } from "#features/telemetry/telemetry.service.ts";

import { type Quarter, QUARTER_MS, quartersOf } from "./quarters.ts";

/** A gap is filled up to this length before the range, ms. */
const LOOK_BACK_MS = 86_400_000;
/** Maximum connections of one call: the screen makes several calls at once, and other calls need connections too. */
const METERS_AT_ONCE = 3;

export interface Meter {
  ssid: string;
  name: string;
  /** Null: it measures the whole building. */
  floorId: number | null;
  pointId: number;
}

/** A building or a floor with its meters. */
export interface MeteredPlace {
  place: LocationRow;
  floors: readonly LocationRow[];
  /** Every meter in it. */
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
  const meters = await Promise.all(
    devices.map(async ({ ssid, name, floorId }) => {
      const { id: pointId } = await getPoint(ctx, { ssid, param_id: ENERGY_COUNTER });
      return { ssid, name, floorId, pointId };
    }),
  );
  const ofBuilding = meters.filter(({ floorId }) => floorId === null);
  const floors = locations.filter(
    ({ id: floorId, zoneType }) => zoneType === "GL_LOCATION_TYPE_FLOOR" && ids.includes(floorId),
  );
  const summed = ofBuilding.length > 0 ? ofBuilding : meters;
  return { place, floors, meters, summed, clock: createWallClock(timeZone) };
}

/** The quarters of an hour of each meter from an instant to before another, by its point. */
export async function loadQuarters(
  ctx: ActorCtx,
  meters: readonly Meter[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<number, Quarter[]>> {
  const load = async ({ pointId }: Meter): Promise<[number, Quarter[]]> => {
    const buckets = await listTrendOf(ctx, pointId, {
      from: new Date(fromMs - LOOK_BACK_MS),
      to: new Date(Math.ceil(toMs / QUARTER_MS) * QUARTER_MS),
      bucketMs: QUARTER_MS,
    });
    return [pointId, quartersOf(buckets).filter(({ at }) => at >= fromMs)];
  };
  const entries: [number, Quarter[]][] = [];
  for (let at = 0; at < meters.length; at += METERS_AT_ONCE)
    entries.push(...(await Promise.all(meters.slice(at, at + METERS_AT_ONCE).map(load))));
  return new Map(entries);
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
