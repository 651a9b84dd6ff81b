import type * as contract from "@verandah/contract/buildings.ts";
import {
  type LocationMetric,
  placeMeasure,
  type PlaceStatus,
  type SubsystemStatus,
} from "@verandah/contract/buildings.ts";
import type { listDevices } from "@verandah/contract/devices/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

import { type ActorCtx, type Ctx, shareAnswer, type Service } from "#core/ctx.ts";
import { type CurrentAlarm, listCurrentAlarms } from "#features/alarms/alarms.service.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { loadLimitSettings, type SettingsByPlace } from "#features/campuses/limits.service.ts";
import { listDevicesAt, listPlacedDevices, type PlacedDevice } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { metricsOf, type MetricValue } from "./location-metrics.ts";
import { statusOf } from "./place-status.ts";
import { subsystemsOf } from "./subsystems.ts";

/** The data from which the status of the places of a building or a campus is calculated, loaded together. */
export interface PlaceSnapshot {
  readonly now: Date;
  readonly locations: ReadonlyMap<number, LocationRow>;
  readonly settings: SettingsByPlace;
  readonly devices: readonly PlacedDevice[];
  /** Alarms of the whole campus. */
  readonly alarms: readonly CurrentAlarm[];
  /** Latest values of the comfort sensors. */
  readonly values: readonly PlacedValue[];
}

/** The snapshot of a location's building, or of its campus if it has no building. Calls and live stream share it. */
export function loadSnapshot(ctx: Ctx, { campusId, buildingId }: LocationRow): Promise<PlaceSnapshot> {
  return shareAnswer(ctx, `snapshot/${campusId}/${buildingId}`, (inner) =>
    readSnapshot(inner, campusId, buildingId),
  );
}

async function readSnapshot(ctx: Ctx, campusId: number, buildingId: number | null): Promise<PlaceSnapshot> {
  const within = buildingId === null ? { campusId } : { buildingId };
  const now = ctx.now();
  const locations = new Map((await listLocations(ctx, campusId)).map((row) => [row.id, row]));
  const [settings, devices, alarms, values] = await Promise.all([
    loadLimitSettings(ctx, campusId),
    listPlacedDevices(ctx, within),
    listCurrentAlarms(ctx, [...locations.keys()]),
    listPlacedValues(ctx, placeMeasure.options, { ...within, deviceTypes: [environment.type] }),
  ]);
  return { now, locations, settings, devices, alarms, values };
}

/** Maps each location below a given one to the direct child that contains it. */
function childrenOf(locations: PlaceSnapshot["locations"], id: number): Map<number, number> {
  const childOf = new Map<number, number>();
  for (const row of locations.values()) {
    let at: LocationRow | undefined = row;
    while (at && at.parentId !== id) at = at.parentId === null ? undefined : locations.get(at.parentId);
    if (at) childOf.set(row.id, at.id);
  }
  return childOf;
}

/** Alarms of the campus itself, if the location is a building; they count for each building. */
function listCampusAlarms({ locations, alarms }: PlaceSnapshot, id: number): CurrentAlarm[] {
  if (locations.get(id)?.zoneType !== "GL_LOCATION_TYPE_BUILDING") return [];
  return alarms.filter(({ locationId }) => locations.get(locationId)?.buildingId === null);
}

/** Alarms and devices of a location and all places below it. */
function contentOf(snapshot: PlaceSnapshot, id: number) {
  const below = childrenOf(snapshot.locations, id);
  const isWithin = ({ locationId }: { locationId: number }) => locationId === id || below.has(locationId);
  const alarms = [...listCampusAlarms(snapshot, id), ...snapshot.alarms.filter(isWithin)];
  return { alarms, devices: snapshot.devices.filter(isWithin) };
}

/** The status of a location and all places below it. */
export function statusAt(snapshot: PlaceSnapshot, id: number): PlaceStatus {
  const { alarms, devices } = contentOf(snapshot, id);
  return statusOf(alarms, devices);
}

/** The status of a building's five subsystems. */
export function subsystemsAt(snapshot: PlaceSnapshot, buildingId: number): SubsystemStatus[] {
  const { alarms, devices } = contentOf(snapshot, buildingId);
  return subsystemsOf(alarms, devices);
}

/** Metric data of the direct children of a location, sorted by name. */
export function metricsBelow(snapshot: PlaceSnapshot, id: number): LocationMetric[] {
  const { locations, settings, now } = snapshot;
  const childOf = childrenOf(locations, id);
  const ofChild = ({ locationId }: { locationId: number }) => childOf.get(locationId);
  const alarms = Map.groupBy(snapshot.alarms, ofChild);
  const devices = Map.groupBy(snapshot.devices, ofChild);
  const values = Map.groupBy(snapshot.values, ofChild);
  const zones = Map.groupBy(
    [...locations.values()].filter((row) => row.zoneType === "GL_LOCATION_TYPE_ZONE"),
    (row) => childOf.get(row.id),
  );
  return [...locations.values()]
    .filter((row) => row.parentId === id)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .map((child) => ({
      id: child.id,
      name: child.name,
      zone_type: child.zoneType,
      floor_type: child.floorType,
      ...statusOf(
        [...listCampusAlarms(snapshot, child.id), ...(alarms.get(child.id) ?? [])],
        devices.get(child.id) ?? [],
      ),
      noOfZones: zones.get(child.id)?.length ?? 0,
      ...metricsOf(
        (values.get(child.id) ?? []).map((value) => toMetricValue(value, child, locations, now)),
        (groupId) => settings.at(locations.get(groupId) ?? child).limits,
      ),
    }));
}

/** Metric data of the direct children of a location, sorted by name. @throws AppError `not-found` */
export async function listLocationMetrics(ctx: ActorCtx, input: { id: number }): Promise<LocationMetric[]> {
  return metricsBelow(await loadSnapshot(ctx, await getLocationRow(ctx, input.id)), input.id);
}

/** The status of a location and all places below it. @throws AppError `not-found` */
export async function getPlaceStatus(ctx: ActorCtx, input: { id: number }): Promise<PlaceStatus> {
  return statusAt(await loadSnapshot(ctx, await getLocationRow(ctx, input.id)), input.id);
}

/** The status of a campus and of every place in it. @throws AppError `not-found` */
export const listPlaceStatuses: Service<typeof contract.listPlaceStatuses> = async (ctx, input) => {
  const root = await getLocationRow(ctx, input.id);
  if (root.zoneType !== "GL_LOCATION_TYPE_CAMPUS") throw new AppError("not-found");
  const snapshot = await loadSnapshot(ctx, root);
  const { locations, alarms, devices } = snapshot;
  const alarmsOf = groupUpwards(locations, alarms);
  const devicesOf = groupUpwards(locations, devices);
  return Array.from(locations.keys(), (id) => ({
    id,
    ...statusOf([...listCampusAlarms(snapshot, id), ...(alarmsOf.get(id) ?? [])], devicesOf.get(id) ?? []),
  }));
};

/** Groups items by the id of their place, and of every place above it. */
function groupUpwards<T extends { locationId: number }>(
  locations: PlaceSnapshot["locations"],
  items: readonly T[],
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items)
    for (let at = locations.get(item.locationId); at; at = locations.get(at.parentId ?? 0)) {
      const group = groups.get(at.id);
      if (group) group.push(item);
      else groups.set(at.id, [item]);
    }
  return groups;
}

/** A value counts for its zone. Below a zone it counts for the place of its sensor. */
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
    // A value that was suspect is no last value, however old it is.
    quality: value.quality === 0 ? qualityOf(value, now) : "suspect",
  };
}

/** Name, type and path of a location. @throws AppError `not-found` */
export const getLocation: Service<typeof contract.getLocation> = async (ctx, input) => {
  const row = await getLocationRow(ctx, input.id);
  const all = new Map((await listLocations(ctx, row.campusId)).map((entry) => [entry.id, entry]));
  const path: ReplyOf<typeof contract.getLocation>["path"] = [];
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
};

/** The five status cards of a building. @throws AppError `not-found` for a place that is not a building of the caller's campus */
export const listSubsystemStatuses: Service<typeof contract.listSubsystemStatuses> = async (ctx, input) => {
  return subsystemsAt(await loadSnapshot(ctx, await getBuilding(ctx, input.id)), input.id);
};

/** The light level of a building and of its floors, by name. @throws AppError as `listSubsystemStatuses` */
export const getCurrentLux: Service<typeof contract.getCurrentLux> = async (ctx, input) => {
  const building = await getBuilding(ctx, input.id);
  const snapshot = await loadSnapshot(ctx, building);
  const luxBelow = (id: number) =>
    metricsBelow(snapshot, id).flatMap(({ id: placeId, name, parameters }) =>
      parameters
        .filter((parameter) => parameter.name === comfortPoints.lux)
        .map((lux) => ({ id: placeId, name, lux })),
    );
  const own = luxBelow(building.parentId ?? 0).find(({ id }) => id === building.id);
  if (!own) throw new AppError("not-found");
  return { ...own, floors: luxBelow(building.id) };
};

/** A building of the caller's campus. @throws AppError `not-found` */
export async function getBuilding(ctx: ActorCtx, id: number): Promise<LocationRow> {
  const row = await getLocationRow(ctx, id);
  if (row.zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  return row;
}

/** Devices of one type (or all) below a location, with their alarms. @throws AppError `not-found` */
export const listDevicesBelow: Service<typeof listDevices> = async (ctx, input) => {
  const ids = await listIdsBelow(ctx, await getLocationRow(ctx, input.id));
  const alarms = new Map<number, { critical: number; low: number }>();
  for (const { deviceId, isCritical, isShelved } of await listCurrentAlarms(ctx, ids)) {
    if (deviceId === null || isShelved) continue;
    const entry = alarms.get(deviceId) ?? { critical: 0, low: 0 };
    entry[isCritical ? "critical" : "low"] += 1;
    alarms.set(deviceId, entry);
  }
  return listDevicesAt(ctx, ids, input.type, alarms);
};
