import { type MeasuredUnit, zonesOf } from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnit, AirUnits, ZoneCounts } from "@verandah/contract/hvac/hvac.ts";

import type { ActorCtx } from "#core/ctx.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { listCommandable, listOfflineReasons } from "#features/devices/devices.service.ts";
import { listStates } from "#features/telemetry/latest.service.ts";

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, "en", { numeric: true });

/** A unit or box with the id of its device. */
type IdentifiedUnit = AirUnit & { id: number };

/** Air handling units and boxes below a location. @throws AppError `not-found` */
export async function listAirUnits(ctx: ActorCtx, input: { id: number }): Promise<AirUnits> {
  const { floors, units } = await loadAirUnits(ctx, await getLocationRow(ctx, input.id));
  return { floors, units: units.map(({ id: _id, ...unit }) => unit) };
}

/** Air handling units and boxes below a location with their latest values. @throws AppError `not-found` */
export async function listMeasuredUnits(ctx: ActorCtx, input: { id: number }): Promise<MeasuredUnit[]> {
  return withValues(ctx, (await loadAirUnits(ctx, await getLocationRow(ctx, input.id))).units);
}

/** The zones below a location by their state against their setpoints. @throws AppError `not-found` */
export async function countZones(ctx: ActorCtx, input: { id: number }): Promise<ZoneCounts> {
  const location = await getLocationRow(ctx, input.id);
  // The unit that feeds a box may be elsewhere in its building.
  const whole = await getLocationRow(ctx, location.buildingId ?? location.id);
  const [all, ids] = await Promise.all([loadAirUnits(ctx, whole), listIdsBelow(ctx, location)]);
  const below = new Set(ids);
  const boxes = all.units.filter(({ zoneId }) => zoneId !== null && below.has(zoneId));
  const feeders = new Set(boxes.map(({ fedBy }) => fedBy));
  const units = await withValues(
    ctx,
    all.units.filter((unit) => boxes.includes(unit) || feeders.has(unit.ssid)),
  );
  const counts: ZoneCounts = { held: 0, missed: 0, off: 0, unknown: 0 };
  for (const { comparison } of all.floors.flatMap((floor) => zonesOf(floor, units))) counts[comparison] += 1;
  return counts;
}

async function withValues(ctx: ActorCtx, units: readonly IdentifiedUnit[]): Promise<MeasuredUnit[]> {
  const states = await listStates(
    ctx,
    units.map(({ id }) => id),
  );
  return units.map(({ id, ...unit }) => ({ ...unit, values: states.get(id)?.values ?? [] }));
}

async function loadAirUnits(ctx: ActorCtx, location: LocationRow) {
  const [below, locations] = await Promise.all([
    listIdsBelow(ctx, location),
    listLocations(ctx, location.campusId),
  ]);
  const devices = await listCommandable(ctx, below, ["AHU", "VAV"]);
  const reasons = await listOfflineReasons(
    ctx,
    devices.map(({ id }) => id),
  );
  const units = devices.map(({ id, ssid, name, type, floorId, zoneId, fedBy, state }): IdentifiedUnit => ({
    id,
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
