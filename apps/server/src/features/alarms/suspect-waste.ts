import type { Ctx } from "#core/ctx.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";
import type { LimitsByCampus } from "./suspect-points.ts";

/** Lights and fans run on for a while after the last person; this long is no waste yet, ms. */
const WASTE_ON_DELAY_MS = 15 * 60_000;
/** Somebody who only crosses the floor ends no waste, ms. */
const WASTE_OFF_DELAY_MS = 60_000;

interface Floor {
  meters: PlacedValue[];
  occupancies: PlacedValue[];
}

/**
 * Floors that draw more than the configured waste while nobody is there: the sum of their meters, against all their occupancy sensors.
 * A limit of 0 W switches the rule off.
 */
export async function suspectWaste(ctx: Ctx, limits: LimitsByCampus): Promise<Suspicion[]> {
  const [meters, occupancies] = await Promise.all([
    listPlacedValues(ctx, ["activePowerTotal"], { deviceType: "ENERGYMETER" }),
    listPlacedValues(ctx, ["OCCUPANCY"], { deviceType: "ENVIRONMENT" }),
  ]);
  const floors = new Map<number, Floor>();
  for (const [list, values] of [["meters", meters] as const, ["occupancies", occupancies] as const]) {
    for (const value of values) {
      if (value.floorId === null) continue;
      const floor = floors.get(value.floorId) ?? { meters: [], occupancies: [] };
      floors.set(value.floorId, floor);
      floor[list].push(value);
    }
  }
  const now = ctx.now();
  return [...floors].flatMap(([floorId, floor]) => {
    const [meter] = floor.meters;
    const limit = meter && limits.get(meter.campusId)?.wastage.wastage;
    if (!meter || !limit || floor.occupancies.length === 0) return [];
    return [suspectFloor(floorId, floor, { now, limit, campusId: meter.campusId })];
  });
}

const sumOf = (values: readonly PlacedValue[]) => values.reduce((sum, { value }) => sum + value, 0);

function suspectFloor(
  floorId: number,
  { meters, occupancies }: Floor,
  { now, limit, campusId }: { now: Date; limit: number; campusId: number },
): Suspicion {
  const isFresh = (value: PlacedValue) => qualityOf(value, now) === "good";
  const watts = sumOf(meters);
  const hasPeople = occupancies.some((value) => isFresh(value) && value.value > 0);
  const isKnown = [...meters, ...occupancies].every((value) => isFresh(value));
  const known = watts > limit ? "out" : "back";
  return {
    cause: `floor:${floorId}:energy-wasted`,
    name: "energy-wasted",
    // One person who is seen is enough; that nobody is there takes every sensor's word.
    standing: hasPeople ? "back" : isKnown ? known : "unknown",
    onDelayMs: WASTE_ON_DELAY_MS,
    offDelayMs: WASTE_OFF_DELAY_MS,
    campusId,
    locationId: floorId,
    deviceId: null,
    edgeId: null,
    pointId: null,
    sourceName: meters.map((meter) => meter.deviceName).join(", "),
    message: `Nobody is there, and ${Math.round(watts)} W are drawn, limit ${limit} W`,
    value: Math.round(watts),
    limit,
  };
}
