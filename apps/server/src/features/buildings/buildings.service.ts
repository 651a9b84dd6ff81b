import { type LocationMetric, metricName, type SubsystemStatus } from "@verandah/contract/buildings.ts";
import type { getLocation as getLocationRoute } from "@verandah/contract/buildings.ts";
import type { DeviceEntry } from "@verandah/contract/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { listAlarmCounts } from "#features/alarms/alarms.service.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { loadLimitsBook } from "#features/campuses/limits.service.ts";
import { listDevicesAt, listSubsystems } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { metricsOf, type MetricValue } from "./location-metrics.ts";

/** Metric data of the locations directly below one, sorted by name. @throws AppError `not-found` */
export async function listLocationMetrics(ctx: ActorCtx, input: { id: number }): Promise<LocationMetric[]> {
  return computeMetrics(ctx, await getLocationRow(ctx, input.id));
}

const isBelow = (row: LocationRow, id: number) =>
  row.id === id || row.buildingId === id || row.floorId === id || row.zoneId === id || row.parentId === id;

/** The same for a location that the caller may see. */
export async function computeMetrics(ctx: Ctx, location: LocationRow): Promise<LocationMetric[]> {
  const all = await listLocations(ctx, location.campusId);
  const children = all.filter((row) => row.parentId === location.id);
  const within = location.buildingId
    ? { buildingId: location.buildingId, deviceType: "ENVIRONMENT" }
    : { campusId: location.campusId, deviceType: "ENVIRONMENT" };
  const [limits, values, counts] = await Promise.all([
    loadLimitsBook(ctx, location.campusId),
    listPlacedValues(ctx, metricName.options, within),
    listAlarmCounts(
      ctx,
      all.map((row) => row.id),
    ),
  ]);
  const byId = new Map(all.map((row) => [row.id, row]));
  const now = ctx.now();
  return children
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .map((child) => {
      const below = new Map(all.filter((row) => isBelow(row, child.id)).map((row) => [row.id, row]));
      const own = values.filter((value) => below.has(value.locationId));
      const alarms = counts.filter((count) => !count.isExplained && below.has(count.locationId));
      const sum = (isCritical: boolean) =>
        alarms.filter((row) => row.isCritical === isCritical).reduce((total, row) => total + row.count, 0);
      return {
        id: child.id,
        name: child.name,
        zone_type: child.zoneType,
        floor_type: child.floorType,
        noOfZones: [...below.values()].filter((row) => row.zoneType === "GL_LOCATION_TYPE_ZONE").length,
        noOfCritical: sum(true),
        noOfLow: sum(false),
        ...metricsOf(
          own.map((value) => toMetricValue(value, child, byId, now)),
          (groupId) => limits.at(byId.get(groupId) ?? child),
        ),
      };
    });
}

/** Values count to their zone; below a zone, to the place they were measured at. */
function toMetricValue(
  value: PlacedValue,
  child: LocationRow,
  byId: ReadonlyMap<number, LocationRow>,
  now: Date,
): MetricValue {
  const groupId =
    child.zoneType === "GL_LOCATION_TYPE_AREA" ? value.locationId : (value.zoneId ?? value.locationId);
  const { paramId, at, unit } = value;
  return {
    paramId,
    at,
    unit,
    value: value.value,
    groupId,
    groupName: byId.get(groupId)?.name ?? "",
    quality: qualityOf(value, now),
  };
}

/** Name, type and path of a location. @throws AppError `not-found` */
export async function getLocation(
  ctx: ActorCtx,
  input: { id: number },
): Promise<ReplyOf<typeof getLocationRoute>> {
  const row = await getLocationRow(ctx, input.id);
  const all = new Map((await listLocations(ctx, row.campusId)).map((entry) => [entry.id, entry]));
  const path: ReplyOf<typeof getLocationRoute>["path"] = [];
  for (let at = row.parentId; at !== null;) {
    const parent = all.get(at);
    if (!parent) break;
    path.unshift({ id: parent.id, name: parent.name, zone_type: parent.zoneType });
    at = parent.parentId;
  }
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    zone_type: row.zoneType,
    floor_type: row.floorType,
    path,
  };
}

/** The five status cards of a building. @throws AppError `not-found` for anything but a building of the caller's campus */
export async function listSubsystemStatuses(
  ctx: ActorCtx,
  input: { id: number },
): Promise<SubsystemStatus[]> {
  await getBuilding(ctx, input.id);
  return listSubsystems(ctx, input.id);
}

/** A building of the caller's campus. @throws AppError `not-found` */
export async function getBuilding(ctx: ActorCtx, id: number): Promise<LocationRow> {
  const row = await getLocationRow(ctx, id);
  if (row.zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  return row;
}

/** Devices of one type (or all) below a location, with their alarms. @throws AppError `not-found` */
export async function listDevicesBelow(
  ctx: ActorCtx,
  input: { id: number; type?: string | undefined },
): Promise<DeviceEntry[]> {
  const ids = await listIdsBelow(ctx, await getLocationRow(ctx, input.id));
  const alarms = new Map<number, { critical: number; low: number }>();
  for (const { deviceId, isCritical, count } of await listAlarmCounts(ctx, ids)) {
    if (deviceId === null) continue;
    const entry = alarms.get(deviceId) ?? { critical: 0, low: 0 };
    entry[isCritical ? "critical" : "low"] += count;
    alarms.set(deviceId, entry);
  }
  return listDevicesAt(ctx, ids, input.type, alarms);
}
