import { EVENING, type HomeCounts, type SinceEvening } from "@verandah/contract/home.ts";
import { UPS_RUNTIME, UPS_STATUS, ups, upsSource } from "@verandah/equipment/types/ups.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { countRaisedAlarms } from "#features/alarms/alarms.service.ts";
import { getBuilding } from "#features/buildings/buildings.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { countCommandsSince } from "#features/commands/command-lists.service.ts";
import { countOverrides } from "#features/commands/overrides.service.ts";
import { countEndedOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";
import { listPlacedValues, qualityOf } from "#features/telemetry/telemetry.service.ts";

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
  const [overrides, values] = await Promise.all([
    countOverrides(ctx, buildingId),
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
  };
}
