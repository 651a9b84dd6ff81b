import type {
  FloorOccupancy,
  getOccupancyTrend as getOccupancyTrendRoute,
} from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { environment, OCCUPANCY } from "@verandah/equipment/types/environment.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { listDevicesAt } from "#features/devices/devices.service.ts";
import { getPoint, lastDayOf, listLatestOf, listSumsOf } from "#features/telemetry/telemetry.service.ts";

import { listZones } from "./floor-plans.repository.ts";
import { getFloor } from "./floor-plans.service.ts";
import { colorOf, NO_VALUE_COLOR, peopleScaleOf } from "./heat-scale.ts";

interface Counter {
  ssid: string;
  zoneId: number | null;
  /** Null when the sensor has no good value. */
  people: number | null;
}

/** The sensors at some places that count people. */
async function listCounters(ctx: ActorCtx, locationIds: readonly number[]): Promise<Counter[]> {
  const devices = await listDevicesAt(ctx, locationIds, environment.type, new Map());
  const latest = await listLatestOf(
    ctx,
    devices.map(({ id }) => id),
  );
  return devices.flatMap(({ id, ssid, zoneId }) => {
    const reading = latest
      .get(id)
      ?.points.find(({ reading: { param_id: paramId } }) => paramId === OCCUPANCY)?.reading;
    return reading ? [{ ssid, zoneId, people: reading.quality === "good" ? reading.param_value : null }] : [];
  });
}

function sumOf(counters: readonly Counter[]) {
  const known = counters.flatMap(({ people }) => (people === null ? [] : [people]));
  return {
    people: known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0)),
    sensors: counters.length,
    reporting: known.length,
  };
}

/** The people in each zone at the given places that has occupancy sensors. The places may be of any campus; the caller checks the access. */
export async function countPeople(
  ctx: ActorCtx,
  locationIds: readonly number[],
): Promise<{ zoneId: number; people: number | null }[]> {
  const byZone = Map.groupBy(await listCounters(ctx, locationIds), ({ zoneId }) => zoneId);
  return [...byZone].flatMap(([zoneId, own]) =>
    zoneId === null ? [] : [{ zoneId, people: sumOf(own).people }],
  );
}

/** The people on a floor by zone. @throws AppError `not-found` for a place that is not a floor */
export async function getFloorOccupancy(ctx: ActorCtx, input: { id: number }): Promise<FloorOccupancy> {
  const floor = await getFloor(ctx, input.id);
  const [zones, counters] = await Promise.all([
    listZones(ctx.db, floor.id),
    listIdsBelow(ctx, floor).then((ids) => listCounters(ctx, ids)),
  ]);
  const counted = zones.map(({ id, name }) => ({
    id,
    name,
    ...sumOf(counters.filter(({ zoneId }) => zoneId === id)),
  }));
  const scale = peopleScaleOf(counted.flatMap(({ people }) => people ?? []));
  return {
    ...sumOf(counters),
    scale,
    zones: counted.map((zone) => ({
      ...zone,
      color: zone.people === null ? NO_VALUE_COLOR : colorOf(zone.people, scale),
    })),
  };
}

/** The people on a floor or in a zone in the last 24 hours. @throws AppError `not-found` */
export const getOccupancyTrend: Service<typeof getOccupancyTrendRoute> = async (ctx, input) => {
  const place = await getLocationRow(ctx, input.id);
  const counters = await listCounters(ctx, await listIdsBelow(ctx, place));
  const points = await Promise.all(counters.map(({ ssid }) => getPoint(ctx, { ssid, param_id: OCCUPANCY })));
  const sums = await listSumsOf(
    ctx,
    points.map(({ id }) => id),
    lastDayOf(ctx),
  );
  return sums.map(({ at, sum, known }) => ({
    at: at.toISOString(),
    people: known === 0 ? null : sum,
    isComplete: known === counters.length,
  }));
};
