import type { AirUnit, AirUnits } from "@verandah/contract/hvac/hvac.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import type { ActorCtx } from "#core/ctx.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { listCommandable, listOfflineReasons } from "#features/devices/devices.service.ts";
import { listLatest } from "#features/telemetry/latest.service.ts";

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, "en", { numeric: true });

/** A unit or box with its latest values. */
export type MeasuredUnit = AirUnit & { readonly values: readonly ParameterReading[] };

/** Air handling units and boxes below a location with their latest values. @throws AppError `not-found` */
export async function listMeasuredUnits(ctx: ActorCtx, input: { id: number }): Promise<MeasuredUnit[]> {
  const { units } = await listAirUnits(ctx, input);
  const states = await listLatest(ctx, { devices: units.map(({ ssid }) => ssid) });
  const valuesOf = new Map(states.map(({ ssid, values }) => [ssid, values]));
  return units.map((unit) => ({ ...unit, values: valuesOf.get(unit.ssid) ?? [] }));
}

/** Air handling units and boxes below a location. @throws AppError `not-found` */
export async function listAirUnits(ctx: ActorCtx, input: { id: number }): Promise<AirUnits> {
  const location = await getLocationRow(ctx, input.id);
  const [below, locations] = await Promise.all([
    listIdsBelow(ctx, location),
    listLocations(ctx, location.campusId),
  ]);
  const devices = await listCommandable(ctx, below, ["AHU", "VAV"]);
  const ids = devices.map((device) => device.id);
  const reasons = await listOfflineReasons(ctx, ids);
  const units = devices.map(({ id, ssid, name, type, floorId, zoneId, fedBy, state }): AirUnit => ({
    ssid,
    name,
    type,
    floorId,
    zoneId,
    fedBy,
    state,
    offlineReason: reasons.get(id) ?? null,
  }));
  return { floors: floorsOf(locations, new Set(below), units), units: units.toSorted(byName) };
}

/** The floors that have a unit or box, each with the zones of the location. */
function floorsOf(
  locations: readonly LocationRow[],
  below: ReadonlySet<number>,
  units: readonly AirUnit[],
): AirUnits["floors"] {
  const used = new Set(units.map((unit) => unit.floorId));
  return locations
    .filter((row) => used.has(row.id))
    .toSorted(byName)
    .map(({ id, name }) => ({
      id,
      name,
      zones: locations
        .filter((row) => row.zoneType === "GL_LOCATION_TYPE_ZONE" && row.floorId === id && below.has(row.id))
        .toSorted(byName)
        .map((zone) => ({ id: zone.id, name: zone.name })),
    }));
}
