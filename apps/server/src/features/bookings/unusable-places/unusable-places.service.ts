import { LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import { type AlarmName, alarmNames, alarms } from "@verandah/equipment/catalogue.ts";

import type { Ctx } from "#core/ctx.ts";
import { type CurrentAlarm, listCurrentAlarms } from "#features/alarms/alarms.service.ts";

import { type FedZone, listFedZones, listLocationsOf } from "./unusable-places.repository.ts";

/** Types of devices whose low alarms can make their place unusable, too. */
const comfortTypes = new Set(["AHU", "VAV", "ENVIRONMENT"]);

/** Alarms of the catalogue after which people cannot stay: fire, no power, no air, or a temperature or CO2 limit. */
const unusableNames: readonly AlarmName[] = [
  "fire-alarm",
  "mains-failed",
  "fan-unproven",
  "off-against-schedule",
  "temperature-high",
  "temperature-low",
  "co2-high",
];
const unusableCodes = new Set(unusableNames.map((name) => alarms[name].code));
/** Alarms that concern a whole building when they are active for it. */
const buildingCodes = new Set<number>([alarms["fire-alarm"].code, alarms["mains-failed"].code]);
const knownCodes = new Set(alarmNames.map((name) => alarms[name].code));

/** Whether an alarm makes its place unusable. A critical alarm that is not in the catalogue does so, too. */
const isUnusable = ({ code, deviceType }: CurrentAlarm) =>
  code < LOW_ALARM_FROM
    ? unusableCodes.has(code) || !knownCodes.has(code)
    : unusableCodes.has(code) && comfortTypes.has(deviceType ?? "");

/** The zones, floors and buildings that an alarm makes unusable. For an AHU these are the zones of its VAV boxes, except after a fire alarm. */
function placesOf(alarm: CurrentAlarm, fed: readonly FedZone[]): number[] {
  const { code, deviceId, locationId, zoneId, floorId } = alarm;
  if (!isUnusable(alarm)) return [];
  const zones = fed.filter((row) => row.deviceId === deviceId).map((row) => row.zoneId);
  if (zones.length > 0 && code !== alarms["fire-alarm"].code) return zones;
  const place = zoneId ?? floorId ?? (buildingCodes.has(code) ? locationId : null);
  return place === null ? [] : [place];
}

/**
 * The alarms at some locations that have not returned to normal, each with the places that it makes unusable. An alarm that a shelved alarm
 * explains counts as shelved.
 */
export async function listPlacesOfAlarms(ctx: Ctx, locationIds: readonly number[]) {
  const current = await listCurrentAlarms(ctx, locationIds);
  const fed = await listFedZones(
    ctx.db,
    current.flatMap(({ deviceId }) => deviceId ?? []),
  );
  const shelved = new Set(current.filter(({ isShelved }) => isShelved).map(({ id }) => id));
  return current.map((alarm) => ({
    id: alarm.id,
    explainedBy: alarm.explainedBy,
    isShelved: alarm.isShelved || (alarm.explainedBy !== null && shelved.has(alarm.explainedBy)),
    places: placesOf(alarm, fed),
  }));
}

/** The places of a space. An alarm can make each of them unusable. */
interface SpacePlaces {
  zoneId: number;
  floorId: number;
  buildingId: number;
}

/** Returns a check of a space: no alarm that is not shelved makes one of its places unusable. */
export function usableBy(
  current: Awaited<ReturnType<typeof listPlacesOfAlarms>>,
): (space: SpacePlaces) => boolean {
  const unusable = new Set(current.filter(({ isShelved }) => !isShelved).flatMap(({ places }) => places));
  return (space) => ![space.zoneId, space.floorId, space.buildingId].some((id) => unusable.has(id));
}

/** The given spaces that no active alarm makes unusable. */
export async function listUsable<T extends SpacePlaces>(ctx: Ctx, spaces: readonly T[]): Promise<T[]> {
  const buildingIds = spaces.map(({ buildingId }) => buildingId);
  const current = await listPlacesOfAlarms(ctx, await listLocationsOf(ctx.db, buildingIds));
  return spaces.filter(usableBy(current));
}
