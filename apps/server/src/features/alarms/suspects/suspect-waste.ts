import { ACTIVE_POWER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { environment, OCCUPANCY } from "@verandah/equipment/types/environment.ts";

import type { Ctx } from "#core/ctx.ts";
import type { LimitSettings, SettingsByPlace } from "#features/campuses/limits.service.ts";
import type { EvaluatedDevice } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import type { CauseMap } from "../alarm-subjects.ts";
import { listFloorsInSetback } from "../alarms.repository.ts";
import { evaluateValue } from "../evaluation/alarm-rules.ts";
import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

const RULE = "energy-wasted";

interface Floor {
  meters: PlacedValue[];
  occupancies: PlacedValue[];
}

const listOf: Readonly<Record<string, keyof Floor>> = {
  [`${energyMeter.type}/${ACTIVE_POWER}`]: "meters",
  [`${environment.type}/${OCCUPANCY}`]: "occupancies",
};

/**
 * Floors that draw more than the configured waste while they are empty: the sum of their meters, with all their occupancy sensors. A limit
 * of 0 W disables the rule.
 *
 * @param devices those whose values may have changed; undefined: all
 */
export async function suspectWaste(
  ctx: Ctx,
  settings: SettingsByPlace,
  open: CauseMap<true>,
  devices: readonly EvaluatedDevice[] | undefined,
): Promise<Suspicion[]> {
  const deviceTypes: string[] = [energyMeter.type, environment.type];
  const changed = devices?.filter(({ type }) => deviceTypes.includes(type));
  const floorIds = changed && [
    ...new Set([...changed.flatMap(({ floorId }) => floorId ?? []), ...open.idsOf("place", RULE)]),
  ];
  if (floorIds?.length === 0) return [];
  const values = await listPlacedValues(ctx, [ACTIVE_POWER, OCCUPANCY], { deviceTypes, floorIds });
  const floors = new Map<number, Floor>();
  for (const value of values) {
    const list = listOf[`${value.deviceType}/${value.paramId}`];
    if (!list || value.floorId === null) continue;
    const floor = floors.get(value.floorId) ?? { meters: [], occupancies: [] };
    floors.set(value.floorId, floor);
    floor[list].push(value);
  }
  const now = ctx.now();
  const suspicions = [...floors].flatMap(([floorId, floor]) => {
    const [meter] = floor.meters;
    // All meters of a floor count together, at any place of the floor.
    const own = meter && settings.at({ ...meter, zoneId: null });
    if (!meter || !own?.limits.wastage.wastage || floor.occupancies.length === 0) return [];
    return [{ floorId, of: suspectFloor(floorId, floor, { now, own, campusId: meter.campusId }) }];
  });
  const wasteful = suspicions.filter(({ of }) => of.condition !== "back").map(({ floorId }) => floorId);
  if (wasteful.length === 0) return suspicions.map(({ of }) => of);
  // A unit in setback runs by its schedule on an empty floor.
  const inSetback = new Set(await listFloorsInSetback(ctx.db, wasteful));
  return suspicions.map(({ floorId, of }) => (inSetback.has(floorId) ? { ...of, condition: "back" } : of));
}

const sumOf = (values: readonly PlacedValue[]) => values.reduce((sum, { value }) => sum + value, 0);

/** Watts as kW with two decimals, for the text. */
const kilowatts = (watts: number) => Math.round(watts / 10) / 100;

function suspectFloor(
  floorId: number,
  { meters, occupancies }: Floor,
  { now, own, campusId }: { now: Date; own: LimitSettings; campusId: number },
): Suspicion {
  const isFresh = (value: PlacedValue) => qualityOf(value, now) === "good";
  const watts = sumOf(meters);
  const hasPeople = occupancies.some((value) => isFresh(value) && value.value > 0);
  const isKnown = [...meters, ...occupancies].every((value) => isFresh(value));
  const limit = own.limits.wastage.wastage;
  const setting = own.alarmSettings.wastage;
  const known = evaluateValue({ side: "above", deadband: setting.deadband }, watts, limit);
  const sourceName = meters.map((meter) => meter.deviceName).join(", ");
  return suspect(
    { kind: "place", campusId, locationId: floorId, sourceName },
    {
      name: RULE,
      text: { name: RULE, numbers: [kilowatts(watts), kilowatts(limit)] },
      onDelayMs: setting.on_delay_seconds * 1_000,
      offDelayMs: setting.off_delay_seconds * 1_000,
    },
    {
      // One sensor that detects a person is enough; a floor is empty when every sensor reports empty.
      condition: hasPeople ? "back" : isKnown ? known : "unknown",
      value: Math.round(watts),
      limit,
    },
  );
}
