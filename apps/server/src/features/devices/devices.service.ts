import type { DeviceEntry, OfflineReason } from "@verandah/contract/devices/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { DeviceType } from "@verandah/equipment/catalogue.ts";
import {
  type DriverStatus,
  driverStatus,
  type HealthMessage,
  type StatusMessage,
} from "@verandah/field/payloads.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";
import { z } from "zod";

import { createBatches } from "#core/batches.ts";
import type { CampusShares } from "#core/campus-shares.ts";
import { asService, type CampusCtx, type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { isInvalidData } from "#core/db.ts";

import * as states from "./device-states.repository.ts";
import * as repository from "./devices.repository.ts";
import type { EdgeRow } from "./edge-sessions.service.ts";
import * as lost from "./lost-devices.repository.ts";

export type { EdgesOfProcess, EvaluatedDevice, PlacedDevice } from "./devices.repository.ts";

/** A device of the caller's campus; undefined for a removed one, and for another campus's. */
export async function findDevice(
  { db, actor }: CampusCtx,
  ssid: string,
): Promise<repository.FoundDevice | undefined> {
  return (await repository.findDevices(db, actor.campusId, [ssid]))[0];
}

/** A device of the caller's campus. @throws AppError `not-found`, also for another campus's device */
export async function getDevice(ctx: CampusCtx, ssid: string): Promise<repository.FoundDevice> {
  const device = await findDevice(ctx, ssid);
  if (!device) throw new AppError("not-found");
  return device;
}

/** A device of one type of the caller's campus. @throws AppError `not-found` for any other device */
export async function getDeviceOfType(
  ctx: CampusCtx,
  ssid: string,
  type: DeviceType,
): Promise<repository.FoundDevice> {
  const device = await getDevice(ctx, ssid);
  if (device.type !== type) throw new AppError("not-found");
  return device;
}

/** A device whose values the edge may send; undefined for any other device. */
export const findDeviceOfEdge = asService(repository.findDeviceOfEdge);

/** Numbers that change all the time are measurements: only changed states make the screens load the devices again. */
function publishStored(
  ctx: Ctx,
  { campusId }: Pick<EdgeRow, "campusId">,
  changes: readonly states.StoredChange[],
): void {
  if (changes.length === 0) return;
  const areStates = changes.some(({ isStateChanged }) => isStateChanged);
  publishChange(ctx, areStates ? "device-states" : "measurements", { campusId });
}

/** Edges of one statement. */
const EDGES_MAX = 1_000;

interface ReportedStatus {
  edge: EdgeRow;
  message: StatusMessage;
}

function toStored({ edge, message }: ReportedStatus): repository.StatusOfEdge {
  const { state, isPlanned, software, outbox, drivers } = message;
  return {
    id: edge.id,
    session: edge.session,
    // After a planned stop it is unknown, until the time for a restart has passed.
    state: state === "offline" && isPlanned ? "unknown" : state,
    software: software ?? null,
    pending: outbox?.pending ?? null,
    dropped: outbox?.dropped ?? null,
    drivers,
  };
}

/** Stores the status that an edge reports. */
export async function recordEdgeStatus(ctx: Ctx, edge: EdgeRow, message: StatusMessage): Promise<void> {
  await storeStatuses(ctx, [{ edge, message }]);
}

async function storeStatuses(ctx: Ctx, statuses: readonly ReportedStatus[]): Promise<void> {
  // Time of the server: the clock of an edge may be wrong, and a last will was written when the connection began.
  const changes = await repository.updateEdgeStatuses(ctx.db, statuses.map(toStored), ctx.now());
  for (const [campusId, ofCampus] of Map.groupBy(changes, (change) => change.campusId))
    publishStored(ctx, { campusId }, ofCampus);
}

/** `recordEdgeStatus` of thousands of edges that reconnect at once: while one statement runs, further ones gather for the next one. */
export function createEdgeStatuses(ctx: Ctx): (status: ReportedStatus) => Promise<void> {
  return createBatches<ReportedStatus, void>(
    EDGES_MAX,
    async (statuses) => {
      try {
        await storeStatuses(ctx, statuses);
        return () => undefined;
      } catch (error) {
        if (!isInvalidData(error)) throw error;
        // One of them cannot be stored; each shows for itself whether it is that one.
        return (status) => storeStatuses(ctx, [status]);
      }
    },
    ({ edge }) => edge.id,
  );
}

/** Sets an edge to online because it sends readings. Needed for devices that send no status. Gathers like `createEdgeStatuses`. */
export function createEdgesConnected(ctx: Ctx): (edge: EdgeRow) => Promise<void> {
  return createBatches<EdgeRow, void>(
    EDGES_MAX,
    async (edges) => {
      for (const campusId of new Set(await repository.updateEdgesConnected(ctx.db, edges, ctx.now())))
        publishChange(ctx, "device-states", { campusId });
      return () => undefined;
    },
    ({ id }) => id,
  );
}

/** Stores the health that a gateway reports for its devices. */
export async function recordDeviceHealth(ctx: Ctx, edge: EdgeRow, message: HealthMessage): Promise<void> {
  const changes = await states.updateReportedHealth(
    ctx.db,
    edge,
    message.devices.map(({ device, state, reason = null, latencyMs = null, missedPolls }) => ({
      device,
      state,
      reason,
      latencyMs,
      missedPolls,
    })),
  );
  publishStored(ctx, edge, changes);
}

/** The devices whose states a round evaluates. */
export interface StateWork extends states.StateCandidates {
  /** Receives each evaluated device, and when it has to be evaluated again. */
  evaluated: (id: number, dueAt: Date | null) => void;
}

/**
 * Determines the state of devices and of edges that did not reconnect, and stores changes.
 *
 * @param mayLose called after the reads. False when the server could not receive values, so that old values alone do not set devices to
 * offline.
 * @param mayLoseEdges false when edges could not reconnect
 * @param work undefined: all devices
 * @returns ids of the devices whose states changed
 */
export async function refreshDeviceStates(
  ctx: Ctx,
  mayLose = () => true,
  mayLoseEdges = true,
  work?: StateWork,
): Promise<number[]> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now();
    const evaluated = await states.evaluateStates(
      inner.db,
      { now, staleIntervals: STALE_AFTER_INTERVALS },
      work,
    );
    const mayGoOffline = mayLose();
    const isPostponed = ({ next, reportedState }: states.EvaluatedState) =>
      next === "offline" && reportedState !== "offline" && !mayGoOffline;
    for (const device of evaluated) work?.evaluated(device.id, isPostponed(device) ? now : device.dueAt);
    const changed = evaluated.filter((device) => device.next !== device.state && !isPostponed(device));
    const changedIds = changed.map(({ id }) => id);
    if (changed.length > 0) await states.lockDevices(inner.db, changedIds);
    for (const state of ["unknown", "online", "offline"] as const) {
      const ids = changed.filter((device) => device.next === state).map((device) => device.id);
      await states.updateDeviceStates(inner.db, ids, state, now);
    }
    const lostSince = {
      gateways: new Date(now.getTime() - inner.times.gatewayReconnectMs),
      devices: new Date(now.getTime() - inner.times.deviceReconnectMs),
    };
    const lostCampusIds = mayLoseEdges ? await repository.updateEdgesLost(inner.db, lostSince, now) : [];
    for (const campusId of [...lostCampusIds, ...changed.map((device) => device.campusId)])
      publishChange(inner, "device-states", { campusId });
    return changedIds;
  });
}

/** Ids of devices in their order. */
export const listDeviceIds = asService(repository.listDeviceIds);

export const listDeviceIdsOf = asService(repository.listDeviceIdsOf);

/** Devices by their ids, and those of points. */
export const listEvaluatedDevices = asService(repository.listEvaluatedDevices);

/** A device that may be offline. */
export interface MissedDevice extends lost.LostItem {
  type: string;
  edgeId: number;
  /** False while its gateway has not reconnected after a restart, or has only just reconnected. */
  isCertain: boolean;
  /** The lost gateway that explains the missing values. */
  explainedByEdgeId: number | undefined;
  reason: OfflineReason | null;
}

function toMissed(device: lost.LostDevice, backSince: Date): MissedDevice {
  const { id, campusId, locationId, name, type, edgeId, edgeKind, edgeState, edgeSince, reason } = device;
  const isBehind = edgeKind === "gateway";
  const isJustBack = edgeState === "online" && edgeSince !== null && edgeSince > backSince;
  const isPending =
    isBehind && (edgeState === "unknown" || (isJustBack && device.reportedState !== "offline"));
  const explainedByEdgeId = isBehind && edgeState === "offline" ? edgeId : undefined;
  return { id, campusId, locationId, name, type, edgeId, isCertain: !isPending, explainedByEdgeId, reason };
}

/** Lost gateways, devices that are offline, and those of `alsoIds` that may be; of the campuses of some shares. */
export async function listLost(
  ctx: Ctx,
  alsoIds: readonly number[],
  shares: CampusShares,
): Promise<{ gateways: lost.LostItem[]; devices: MissedDevice[] }> {
  const backSince = new Date(ctx.now().getTime() - ctx.times.gatewayBackMs);
  const [gateways, devices] = await Promise.all([
    lost.listLostGateways(ctx.db, shares),
    lost.listLostDevices(ctx.db, backSince, alsoIds, shares),
  ]);
  return { gateways, devices: devices.map((device) => toMissed(device, backSince)) };
}

/** Why devices of any campus are offline, by id; null for an online device, or when the reason is unknown. The caller checks the access. */
export async function listOfflineReasons(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, OfflineReason | null>> {
  const rows = await states.listOfflineReasons(ctx.db, deviceIds);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** The devices that a unit feeds, by name. */
export const listFed = asService(repository.listFed);

/** Devices at the given locations, with their number of alarms from `alarmCounts`. */
export async function listDevicesAt(
  ctx: Ctx,
  locationIds: readonly number[],
  type: string | undefined,
  alarmCounts: ReadonlyMap<number, { critical: number; low: number }>,
): Promise<DeviceEntry[]> {
  const rows = await repository.listDevices(ctx.db, locationIds, { type, now: ctx.now() });
  for (const { nextStaleAt } of rows) ctx.changesAt(nextStaleAt);
  return rows.map(({ isActive, x, y, lastSeenAt, nextStaleAt: _next, ...device }) => ({
    ...device,
    activated: isActive,
    coordinates: x === null || y === null ? null : [x, y],
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    alerts_cri: alarmCounts.get(device.id)?.critical ?? 0,
    alerts_solu: alarmCounts.get(device.id)?.low ?? 0,
  }));
}

/**
 * Devices of a building or a campus with their current state. The state is unknown as soon as the gateway is not connected; the database is
 * updated a second later.
 */
export async function listPlacedDevices(
  ctx: Ctx,
  within: { buildingId: number } | { campusId: number },
): Promise<repository.PlacedDevice[]> {
  const devices = await repository.listPlacedDevices(ctx.db, within, ctx.now());
  for (const { nextStaleAt } of devices) ctx.changesAt(nextStaleAt);
  return devices.map((device) =>
    device.needsConnection && device.edgeState !== "online" && device.state !== "unknown"
      ? { ...device, state: "unknown", stateSince: device.edgeSince }
      : device,
  );
}

export const countConnectedEdges = asService(repository.countEdges);

const driverList = z.array(driverStatus).catch([]);

/** The last status of every edge of a process, for its metrics. */
export async function listEdgeStatuses(
  ctx: Ctx,
  edges: repository.EdgesOfProcess,
): Promise<(Omit<repository.EdgeStatus, "drivers"> & { drivers: DriverStatus[] })[]> {
  const rows = await repository.listEdgeStatuses(ctx.db, edges);
  return rows.map((row) => ({ ...row, drivers: driverList.parse(row.drivers ?? []) }));
}

/** Devices of some types at places. An online device can be commanded. */
export const listCommandable = asService(repository.listCommandable);
