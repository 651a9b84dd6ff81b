import type { Override } from "@verandah/contract/commands/overrides.ts";
import { EVENING, type HomeCounts, type HomeFigures, type SinceEvening } from "@verandah/contract/home.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import type { TariffPeriod } from "@verandah/equipment/energy-settings.ts";
import { UPS_RUNTIME, UPS_STATUS, ups, upsSource } from "@verandah/equipment/types/ups.ts";
import { addDays, createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { countRaisedAlarms } from "#features/alarms/alarms.service.ts";
import { getBuilding, loadSnapshot, metricsBelow } from "#features/buildings/buildings.service.ts";
import { getTimeZone, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { getEnergySettings } from "#features/campuses/energy-settings.service.ts";
import { countCommandsSince } from "#features/commands/command-lists.service.ts";
import { countOverrides, listOverrides } from "#features/commands/overrides.service.ts";
import { countPeople } from "#features/floor-plans/floor-occupancy.service.ts";
import { countZones } from "#features/hvac/air-units.service.ts";
import { countEndedOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";
import { listPlacedValues, qualityOf } from "#features/telemetry/telemetry.service.ts";

const HOUR_MS = 3_600_000;

/** What happened in a building since the newest evening of its clock. @throws AppError `not-found` */
export async function getSinceEvening(ctx: ActorCtx, input: { id: number }): Promise<SinceEvening> {
  const { id: buildingId, campusId } = await getBuilding(ctx, input.id);
  const clock = createWallClock(await getTimeZone(ctx));
  const { day, time } = clock.read(ctx.now());
  const begun = time < EVENING ? addDays(day, -1) : day;
  const since = clock.instantOf(begun, EVENING);
  ctx.changesAt(clock.instantOf(addDays(begun, 1), EVENING));
  const [alarms, commands, schedules] = await Promise.all([
    countRaisedAlarms(ctx, { campusId, buildingId, since }),
    countCommandsSince(ctx, buildingId, since),
    countEndedOccurrences(ctx, buildingId, since),
  ]);
  return { since: since.toISOString(), alarms, commands, schedules };
}

/** What a building's home counts beside the state of the place. @throws AppError `not-found` */
export async function getHomeCounts(ctx: ActorCtx, input: { id: number }): Promise<HomeCounts> {
  const { id: buildingId } = await getBuilding(ctx, input.id);
  const [overrides, zones, values] = await Promise.all([
    countOverrides(ctx, buildingId),
    countZones(ctx, input),
    listPlacedValues(ctx, [UPS_STATUS, UPS_RUNTIME], { buildingId, deviceTypes: [ups.type] }),
  ]);
  const known = values.filter((value) => qualityOf(value, ctx.now()) === "good");
  const onBattery = new Set(
    known
      .filter(({ paramId, value }) => paramId === UPS_STATUS && value === upsSource.battery)
      .map(({ deviceId }) => deviceId),
  );
  const minutes = known.flatMap(({ paramId, deviceId, value }) =>
    paramId === UPS_RUNTIME && onBattery.has(deviceId) && value !== null ? [value] : [],
  );
  return {
    overrides: overrides.actions,
    overriddenDevices: overrides.devices,
    onBattery: onBattery.size,
    minutesLeft: minutes.length > 0 ? Math.min(...minutes) : null,
    zones,
  };
}

type Snapshot = Awaited<ReturnType<typeof loadSnapshot>>;

/** Key values of a building that need more than its present state. @throws AppError `not-found` */
export async function getHomeFigures(ctx: ActorCtx, input: { id: number }): Promise<HomeFigures> {
  const building = await getBuilding(ctx, input.id);
  const [snapshot, counted, overrides, { tariff }, timeZone] = await Promise.all([
    loadSnapshot(ctx, building),
    listIdsBelow(ctx, building).then((ids) => countPeople(ctx, ids)),
    listOverrides(ctx, { building: building.id }),
    getEnergySettings(ctx),
    getTimeZone(ctx),
  ]);
  const known = counted.flatMap(({ people }) => people ?? []);
  const costs = overrides.map((one) =>
    costOf(one, tariff, { clock: createWallClock(timeZone), now: ctx.now() }),
  );
  return {
    air: worstAirOf(snapshot, building.id),
    people: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
    uncountedZones: counted.length - known.length,
    overrides: {
      kilowattHour: overrides.reduce((sum, { energyKilowattHour }) => sum + (energyKilowattHour ?? 0), 0),
      rupees: tariff.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0),
      unknown: overrides.filter(({ energyKilowattHour }) => energyKilowattHour === null).length,
    },
  };
}

/** The zone of a building with the most carbon dioxide, by its mean. */
function worstAirOf(snapshot: Snapshot, buildingId: number): HomeFigures["air"] {
  const zones = metricsBelow(snapshot, buildingId).flatMap((floor) =>
    metricsBelow(snapshot, floor.id).flatMap((zone) => {
      const found = zone.parameters.find(({ name }) => name === comfortPoints.co2);
      const [sensor] = snapshot.values
        .filter(({ zoneId, paramId }) => zoneId === zone.id && paramId === comfortPoints.co2)
        .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
      if (!sensor || typeof found?.value !== "number" || found.quality !== "good") return [];
      const { value, unit } = found;
      const isAboveLimit = zone.airIssue.length > 0;
      return [
        { zoneId: zone.id, zone: zone.name, floor: floor.name, value, unit, isAboveLimit, ssid: sensor.ssid },
      ];
    }),
  );
  return zones.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

/** Energy of an override at the mean price of its hours so far, ₹. */
function costOf(
  { energyKilowattHour, since }: Override,
  tariff: readonly TariffPeriod[],
  { clock, now }: { clock: WallClock; now: Date },
): number {
  if (!energyKilowattHour) return 0;
  const prices: number[] = [];
  for (let atMs = Date.parse(since); atMs <= now.getTime(); atMs += HOUR_MS) {
    const hour = Number(clock.read(new Date(atMs)).time.slice(0, 2));
    prices.push(tariff.findLast(({ fromHour }) => fromHour <= hour)?.rupeesPerKilowattHour ?? 0);
  }
  return (energyKilowattHour * prices.reduce((sum, price) => sum + price, 0)) / Math.max(1, prices.length);
}
