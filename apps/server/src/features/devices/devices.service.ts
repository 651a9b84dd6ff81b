import type { DeviceEntry, OfflineReason } from "@verandah/contract/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import {
  type DriverStatus,
  driverStatus,
  type HealthMessage,
  type StatusMessage,
} from "@verandah/field/payloads.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";
import type { DeviceDescription, EdgeDescription } from "@verandah/field/site.ts";
import { z } from "zod";

import { type CampusCtx, type Ctx, inTransaction } from "#core/ctx.ts";

import * as states from "./device-states.repository.ts";
import { updateFedBy, upsertDevices, upsertEdges, upsertPoints } from "./devices-import.repository.ts";
import * as repository from "./devices.repository.ts";
import * as lost from "./lost-devices.repository.ts";

export type { EdgeRow, PlacedDevice } from "./devices.repository.ts";

/** An edge by its ssid, of any campus. For the broker. */
export function getEdge(ctx: Ctx, ssid: string): Promise<repository.EdgeRow | undefined> {
  return repository.findEdge(ctx.db, ssid);
}

/** A device of the caller's campus. @throws AppError `not-found`, for another campus's as well */
export async function getDevice(ctx: CampusCtx, ssid: string): Promise<repository.FoundDevice> {
  const device = await repository.findDevice(ctx.db, ctx.actor.campusId, ssid);
  if (!device) throw new AppError("not-found");
  return device;
}

/** A device that an edge may speak for; undefined for any other. */
export function findDeviceOfEdge(
  ctx: Ctx,
  edgeId: number,
  ssid: string,
): Promise<{ id: number; campusId: number; locationId: number; name: string } | undefined> {
  return repository.findDeviceOfEdge(ctx.db, edgeId, ssid);
}

/**
 * Takes a site's edges, devices and points into the database; joins the caller's transaction.
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
  },
): Promise<void> {
  const edgeIds = await upsertEdges(ctx.db, site.campusId, site.edges);
  const rows = site.devices.map((description) => {
    const edgeId = edgeIds.get(description.edge);
    const locationId = site.locationIds.get(description.location);
    if (edgeId === undefined) throw new Error(`Device ${description.ssid}: no edge ${description.edge}`);
    if (locationId === undefined)
      throw new Error(`Device ${description.ssid}: no location ${description.location}`);
    return { description, edgeId, locationId };
  });
  const deviceIds = await upsertDevices(ctx.db, site.campusId, rows);
  for (const { description } of rows) {
    const deviceId = deviceIds.get(description.ssid);
    if (deviceId === undefined) throw new Error(`Device ${description.ssid} belongs to another campus`);
    await upsertPoints(ctx.db, deviceId, description.points);
  }
  const [missing] = await updateFedBy(ctx.db, site.campusId, site.devices);
  if (missing !== undefined) throw new Error(`No device ${missing} that feeds others`);
}

/** Takes an edge's word on its own state. */
export async function recordEdgeStatus(
  ctx: Ctx,
  edge: repository.EdgeRow,
  message: StatusMessage,
): Promise<void> {
  const isChanged = await repository.updateEdgeStatus(ctx.db, edge.id, {
    state: message.state,
    // The server's clock: a device's own may be wrong, and a last will was written long before it is sent.
    at: ctx.now(),
    software: message.software ?? null,
    pending: message.outbox?.pending ?? null,
    dropped: message.outbox?.dropped ?? null,
    drivers: message.drivers,
  });
  if (isChanged) ctx.publish({ name: "health-changed", data: { campusIds: [edge.campusId] } });
}

/** Takes a gateway's word on the devices behind it. */
export async function recordDeviceHealth(
  ctx: Ctx,
  edge: repository.EdgeRow,
  message: HealthMessage,
): Promise<void> {
  await states.updateReportedHealth(
    ctx.db,
    edge.id,
    message.devices.map(({ device, state, reason = null, latencyMs = null, missedPolls }) => ({
      device,
      state,
      reason,
      latencyMs,
      missedPolls,
    })),
  );
}

/** After a start nobody is connected yet. */
export function forgetConnections(ctx: Ctx): Promise<void> {
  return repository.updateEdgesUnknown(ctx.db, ctx.now());
}

/** The state of a device: what its gateway says, and whether its values still come. */
function standingOf(
  device: Omit<states.DeviceStanding, "id" | "campusId" | "state">,
  now: Date,
): "unknown" | "online" | "offline" {
  // Behind a gateway that is not there a device may well be working; nobody knows.
  if (device.edgeKind === "gateway" && device.edgeState !== "online") return "unknown";
  if (device.reportedState === "offline") return "offline";
  if (!device.lastSeenAt) return "unknown";
  const limitMs = STALE_AFTER_INTERVALS * device.intervalMs;
  const isWithin = (at: Date | null) => at !== null && now.getTime() - at.getTime() <= limitMs;
  if (isWithin(device.lastSeenAt)) return "online";
  // A gateway that has just come back has not yet had the time to tell of all behind it.
  return device.edgeKind === "gateway" && isWithin(device.edgeSince) ? "unknown" : "offline";
}

/** An edge that was connected before a restart of the server has this long to come back, ms. */
const RECONNECT_GRACE_MS = 30_000;

/**
 * Works out each device's state, and that of edges that did not come back, and stores those that changed.
 *
 * @param mayLose asked once everything is read: false when values may be old because the server was not there to take them, so that
 *   silence alone loses nobody
 */
export async function refreshDeviceStates(ctx: Ctx, mayLose = () => true): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const now = inner.now();
    const standings = await states.listStandings(inner.db);
    const isLosing = mayLose();
    const changed = standings
      .map((device) => ({ ...device, next: standingOf(device, now) }))
      .filter((device) => device.next !== device.state)
      .filter((device) => device.next !== "offline" || device.reportedState === "offline" || isLosing);
    for (const state of ["unknown", "online", "offline"] as const) {
      const ids = changed.filter((device) => device.next === state).map((device) => device.id);
      await states.updateDeviceStates(inner.db, ids, state, now);
    }
    const lostSince = new Date(now.getTime() - RECONNECT_GRACE_MS);
    const lostCampusIds = await repository.updateEdgesLost(inner.db, lostSince, now);
    const campusIds = [...new Set([...lostCampusIds, ...changed.map((device) => device.campusId)])];
    if (campusIds.length > 0) inner.publish({ name: "health-changed", data: { campusIds } });
  });
}

/** So long after its gateway is back a device may take to be heard of; until then nobody knows, ms. Source: HEALTH_INTERVAL_MS and a poll. */
const GATEWAY_BACK_MS = 45_000;

/** A device that may be lost. */
export interface MissedDevice extends lost.LostThing {
  type: string;
  edgeId: number;
  /** False while nobody can know: its gateway has yet to come back after a restart, or has only just come back. */
  isCertain: boolean;
  /** The lost gateway that explains its silence. */
  explainedByEdgeId: number | undefined;
  reason: OfflineReason | null;
}

function toMissed(device: lost.LostDevice, backSince: Date): MissedDevice {
  const { id, campusId, locationId, name, type, edgeId, edgeKind, edgeState, edgeSince, reason } = device;
  const isBehind = edgeKind === "gateway";
  const isJustBack = edgeState === "online" && edgeSince !== null && edgeSince > backSince;
  const isUnheard =
    isBehind && (edgeState === "unknown" || (isJustBack && device.reportedState !== "offline"));
  const explainedByEdgeId = isBehind && edgeState === "offline" ? edgeId : undefined;
  return { id, campusId, locationId, name, type, edgeId, isCertain: !isUnheard, explainedByEdgeId, reason };
}

/** Gateways that are lost, and devices that are, or may be; of any campus. */
export async function listLost(ctx: Ctx): Promise<{ gateways: lost.LostThing[]; devices: MissedDevice[] }> {
  const backSince = new Date(ctx.now().getTime() - GATEWAY_BACK_MS);
  const [gateways, devices] = await Promise.all([
    lost.listLostGateways(ctx.db),
    lost.listLostDevices(ctx.db, backSince),
  ]);
  return { gateways, devices: devices.map((device) => toMissed(device, backSince)) };
}

/** Why devices are not online, by id; null while one is, or when the reason is unknown. Any campus: the caller has checked whose they are. */
export async function listOfflineReasons(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, OfflineReason | null>> {
  const rows = await states.listOfflineReasons(ctx.db, deviceIds);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** The devices that get a unit's air, by name. */
export function listFed(ctx: Ctx, deviceId: number): Promise<repository.FedDevice[]> {
  return repository.listFed(ctx.db, deviceId);
}

/** Devices at the given locations, with the alarms that `alarmCounts` knows of each. */
export async function listDevicesAt(
  ctx: Ctx,
  locationIds: readonly number[],
  type: string | undefined,
  alarmCounts: ReadonlyMap<number, { critical: number; low: number }>,
): Promise<DeviceEntry[]> {
  const rows = await repository.listDevices(ctx.db, locationIds, type);
  return rows.map((row) => ({
    id: row.id,
    ssid: row.ssid,
    name: row.name,
    type: row.type,
    floorId: row.floorId,
    zoneId: row.zoneId,
    fedBy: row.fedBy,
    coordinates: row.x === null || row.y === null ? null : [row.x, row.y],
    state: row.state,
    offlineReason: row.offlineReason,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    alerts_cri: alarmCounts.get(row.id)?.critical ?? 0,
    alerts_solu: alarmCounts.get(row.id)?.low ?? 0,
  }));
}

/**
 * Devices of a building or a campus, with their state now: behind a gateway that is not connected it is unknown, also in the second
 * before that is stored.
 */
export async function listPlacedDevices(
  ctx: Ctx,
  within: { buildingId: number } | { campusId: number },
): Promise<repository.PlacedDevice[]> {
  const devices = await repository.listPlacedDevices(ctx.db, within, ctx.now());
  return devices.map((device) =>
    device.edgeKind === "gateway" && device.edgeState !== "online" && device.state !== "unknown"
      ? { ...device, state: "unknown", stateSince: device.edgeSince }
      : device,
  );
}

/** How many edges are connected. */
export function countConnectedEdges(ctx: Ctx): Promise<number> {
  return repository.countEdges(ctx.db);
}

const driverList = z.array(driverStatus).catch([]);

/** What every edge last said of itself, of all campuses: for the server's own figures. */
export async function listEdgeFigures(
  ctx: Ctx,
): Promise<(Omit<repository.EdgeFigures, "drivers"> & { drivers: DriverStatus[] })[]> {
  const rows = await repository.listEdgeFigures(ctx.db);
  return rows.map((row) => ({ ...row, drivers: driverList.parse(row.drivers ?? []) }));
}
