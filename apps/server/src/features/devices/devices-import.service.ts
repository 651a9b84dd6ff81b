import type { EquipmentType } from "@verandah/equipment/schema.ts";
import type { DeviceDescription, EdgeDescription } from "@verandah/field/site.ts";

import { asService, type Ctx } from "#core/ctx.ts";

import * as repository from "./devices-import.repository.ts";

/** The content of a site file is invalid. The message contains the position. */
export class SiteRefused extends Error {}

/** The ids of devices in their site file that an administrator has deleted (null) or changed, with the present ones. */
export const listMovedSsids = asService(repository.listMovedSsids);

/**
 * Imports a site's edges, devices and points. Joins the caller's transaction.
 *
 * @throws Error when a device names a location, an edge or a feeding unit that the site does not have
 */
export async function importDevices(
  ctx: Ctx,
  site: {
    campusId: number;
    edges: readonly EdgeDescription[];
    devices: readonly DeviceDescription[];
    locationIds: ReadonlyMap<string, number>;
    /** The floor of each location in the site file. */
    floorIds?: ReadonlyMap<string, number>;
    /** Changes of an administrator have precedence over a site file. */
    isFromFile?: boolean;
  },
): Promise<void> {
  const { isFromFile = false } = site;
  await repository.lockDevicesOf(ctx.db, site.campusId);
  const changed = isFromFile ? await listMovedSsids(ctx, site.campusId) : new Map<string, unknown>();
  const edges = site.edges.filter(({ ssid }) => !changed.has(ssid));
  const devices = site.devices.filter(({ ssid }) => !changed.has(ssid));
  const edgeIds = await repository.upsertEdges(ctx.db, site.campusId, edges, isFromFile);
  const rows = devices.map((description) => {
    const edgeId = edgeIds.get(description.edge);
    const locationId = site.locationIds.get(description.location);
    if (edgeId === undefined)
      throw new SiteRefused(`Device ${description.ssid}: no edge ${description.edge}`);
    if (locationId === undefined)
      throw new SiteRefused(`Device ${description.ssid}: no location ${description.location}`);
    return { description, edgeId, locationId, floorId: site.floorIds?.get(description.location) };
  });
  const deviceIds = await repository.upsertDevices(ctx.db, site.campusId, rows);
  const points = rows.flatMap(({ description }) => {
    const deviceId = deviceIds.get(description.ssid);
    if (deviceId === undefined) throw new SiteRefused(`Device ${description.ssid} belongs to another campus`);
    return description.points.map((point) => ({ ...point, deviceId, ssid: description.ssid }));
  });
  const stored = await repository.listUnits(ctx.db, [...deviceIds.values()]);
  refuseOtherUnits(stored, points);
  await repository.upsertPoints(ctx.db, points);
  const known = new Set(stored.map(({ deviceId }) => deviceId));
  await beginFirstHours(
    ctx,
    [...deviceIds.values()].filter((id) => !known.has(id)),
  );
  const [missing] = await repository.updateFedBy(ctx.db, site.campusId, devices);
  if (missing !== undefined) throw new SiteRefused(`No device ${missing} that feeds others`);
}

const otherUnit = (ssid: string, paramId: string, unit: string, next: string) =>
  new SiteRefused(
    `Device ${ssid}: the point "${paramId}" stores values in ${unit}, and the site file says ${next}. Keep the unit and convert in the gateway's profile, or use another point id.`,
  );

/** Refuses another unit for a point, because its stored values keep their unit. @throws SiteRefused */
function refuseOtherUnits(
  stored: Awaited<ReturnType<typeof repository.listUnits>>,
  points: readonly { deviceId: number; ssid: string; paramId: string; unit: string }[],
): void {
  const units = new Map(stored.map(({ deviceId, paramId, unit }) => [`${deviceId} ${paramId}`, unit]));
  for (const { deviceId, ssid, paramId, unit: next } of points) {
    const unit = units.get(`${deviceId} ${paramId}`);
    if (unit !== undefined && next !== unit) throw otherUnit(ssid, paramId, unit, next);
  }
}

/** Like `refuseOtherUnits` for equipment types, because a site file can change a type without its devices. @throws SiteRefused */
export async function refuseOtherUnitsOfTypes(
  ctx: Ctx,
  campusId: number,
  types: readonly EquipmentType[],
): Promise<void> {
  if (types.length === 0) return;
  const typeOf = new Map(types.map((type) => [type.type, type]));
  for (const row of await repository.listUnitsOfTypes(ctx.db, campusId, [...typeOf.keys()])) {
    const next = typeOf.get(row.type)?.points[row.paramId]?.unit;
    if (next !== undefined && next !== row.unit) throw otherUnit(row.ssid, row.paramId, row.unit, next);
  }
}

/** Begins the first hour of devices, whose mapping is new or has changed. */
export const beginFirstHours = (ctx: Ctx, deviceIds: readonly number[]) =>
  repository.beginFirstHours(ctx.db, deviceIds, ctx.now());

/** Adds points to a device, and changes known ones except their units. */
export const savePoints = asService(repository.upsertPoints);
