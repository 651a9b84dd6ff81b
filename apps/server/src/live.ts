import type { LocationMetric } from "@verandah/contract/buildings.ts";
import { openLiveStream } from "@verandah/contract/live.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { buildingStaff, type RoleId, roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import type { FastifyInstance } from "fastify";

import type { Bus, StoredValue } from "#core/bus.ts";
import type { ActorCtx, Ctx } from "#core/ctx.ts";
import type { LiveHub, LiveStream } from "#core/live-hub.ts";
import { type Exchange, mount } from "#core/mount.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";
import { repeat } from "#core/repeat.ts";
import {
  countAlarms,
  listAlertsByIds,
  listAlertsOfDevices,
  listVisibleDeviceIds,
} from "#features/alarms/alarms.service.ts";
import { listClosedSessions } from "#features/auth/auth.service.ts";
import {
  getBuilding,
  loadSnapshot,
  metricsBelow,
  statusAt,
  subsystemsAt,
} from "#features/buildings/buildings.service.ts";
import { findLocationOf, listAlarmPlaces } from "#features/campuses/campuses.service.ts";
import { listCommandsOf } from "#features/commands/command-lists.service.ts";
import { getDevices } from "#features/devices/devices.service.ts";
import { listOwnPumpIds, listPumpIdsByUser } from "#features/devices/pump-customers.service.ts";
import { dropCachedPoints, listLatestOf, toStoredReading } from "#features/telemetry/telemetry.service.ts";

/** Shortest time between two metrics of a watched building, ms. */
const METRICS_MS = 1_000;
/** Longest time between them, ms. Values become stale without an event. */
const METRICS_IDLE_MS = 5_000;
/** New values of followed devices are collected for this time, ms. */
const READINGS_MS = 150;
/** Interval of the run that sends commands when no event requests it, ms. */
const COMMANDS_IDLE_MS = 1_000;

/** How often the sessions of open streams are checked, ms. This ends the streams of a user whom another program disabled. */
const SESSIONS_MS = 1_000;
/** How often the owners of followed pumps are checked when no event requests it, ms. */
const OWNERS_MS = 5_000;

type Log = Parameters<typeof repeat>[3];

/** Members see comfort and alarms, pump customers their pumps. Only staff see all other devices. */
const isStaff = (roleId: RoleId) => buildingStaff.some((role) => role === roleId);
const isCustomer = (roleId: RoleId) => roleId === roles.pumpCustomer;

/** Sends the changes of the watched buildings. */
function createBuildingUpdates(ctx: Ctx, hub: LiveHub) {
  const dirtyBuildings = new Set<number>();
  const lastSent = new Map<string, string>();
  const enqueue = createQueuePerKey();
  let storedAtMs = 0;
  let idleSinceMs = 0;

  async function sendDirty(): Promise<void> {
    idleSinceMs += METRICS_MS;
    const isIdleDue = idleSinceMs >= METRICS_IDLE_MS;
    if (isIdleDue) idleSinceMs = 0;
    const buildings = hub.buildingIds();
    for (const key of lastSent.keys()) if (!buildings.has(Number(key.split("/")[0]))) lastSent.delete(key);
    const due = [...buildings].filter((id) => isIdleDue || dirtyBuildings.has(id));
    dirtyBuildings.clear();
    for (const buildingId of due) await sendBuilding(buildingId);
  }

  /** Sends the changes of a building: its state, floors and subsystems, all from one snapshot. */
  function sendBuilding(buildingId: number): Promise<void> {
    return enqueue(String(buildingId), async () => {
      const location = await findLocationOf(ctx, buildingId);
      if (!location) return;
      const snapshot = await loadSnapshot(ctx, location);
      const building = statusAt(snapshot, buildingId);
      const floors = metricsBelow(snapshot, buildingId).filter((floor) => isFloorChanged(buildingId, floor));
      const subsystems = subsystemsAt(snapshot, buildingId);
      // The shared snapshot may be older than the newest readings. The next run sends those.
      if (snapshot.now.getTime() <= storedAtMs) dirtyBuildings.add(buildingId);
      if (isChanged(`${buildingId}/building`, building) || floors.length > 0)
        hub.send(
          { name: "metrics", data: { buildingId, building, floors } },
          (stream) => stream.buildingId === buildingId,
        );
      if (isChanged(`${buildingId}/statuses`, subsystems))
        hub.send(
          { name: "statuses", data: { buildingId, subsystems } },
          (stream) => stream.buildingId === buildingId && isStaff(stream.actor.roleId),
        );
    });
  }

  /** Whether anything but the time of measurement changed. */
  function isFloorChanged(buildingId: number, floor: LocationMetric): boolean {
    const parameters = floor.parameters.map(({ name, value, quality }) => ({ name, value, quality }));
    return isChanged(`${buildingId}/floor/${floor.id}`, { ...floor, parameters });
  }

  function isChanged(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (lastSent.get(key) === text) return false;
    lastSent.set(key, text);
    return true;
  }

  function markAllDirty(): void {
    for (const buildingId of hub.buildingIds()) dirtyBuildings.add(buildingId);
  }

  function onReadingsStored(): void {
    storedAtMs = ctx.now().getTime();
    markAllDirty();
  }

  return { sendDirty, sendBuilding, markAllDirty, onReadingsStored };
}

/** Sends values that this process stored without reading them again. */
function sendStored(ctx: Ctx, hub: LiveHub, stored: readonly StoredValue[]): void {
  const now = ctx.now();
  const byDevice = new Map<number, { ssid: string; values: ParameterReading[] }>();
  for (const value of stored) {
    const { deviceId, ssid } = value.point;
    if (!hub.hasFollowers(deviceId)) continue;
    const device = byDevice.get(deviceId) ?? { ssid, values: [] };
    byDevice.set(deviceId, device);
    device.values.push(toStoredReading(value, now));
  }
  for (const [deviceId, data] of byDevice) hub.sendToFollowers(deviceId, { name: "readings", data });
}

/** Sends the changes of alarms. Events of a building that come while one is being sent are sent together: in a flood there are many in a second. */
function createAlarmUpdates(ctx: Ctx, hub: LiveHub, sendBuilding: (id: number) => Promise<void>) {
  const enqueue = createQueuePerKey();
  /** New alarms that wait to be sent, by building. */
  const waiting = new Map<number, Set<number>>();

  /** Sends to one building, or adds to what waits for it. */
  async function send(buildingId: number, raisedIds: readonly number[]): Promise<void> {
    const known = waiting.get(buildingId);
    if (known) {
      for (const id of raisedIds) known.add(id);
      return;
    }
    const ids = new Set(raisedIds);
    waiting.set(buildingId, ids);
    await enqueue(String(buildingId), async () => {
      waiting.delete(buildingId);
      if (hub.buildingIds().has(buildingId)) await sendToWatchers(buildingId, [...ids]);
      await sendToCustomers(buildingId, ids);
    });
  }

  async function sendToWatchers(buildingId: number, raisedIds: readonly number[]): Promise<void> {
    // The states are sent first. A place must not look normal when its alarm arrives.
    const [data] = await Promise.all([readAlarms(buildingId, raisedIds), sendBuilding(buildingId)]);
    if (data) hub.send({ name: "alarms", data }, (stream) => stream.buildingId === buildingId);
  }

  async function readAlarms(buildingId: number, raisedIds: readonly number[]) {
    const location = await findLocationOf(ctx, buildingId);
    if (!location) return undefined;
    const places = await listAlarmPlaces(ctx, location);
    const [total, raised] = await Promise.all([
      countAlarms(ctx, places),
      listAlertsByIds(ctx, raisedIds, places),
    ]);
    return { buildingId, total, raised };
  }

  /** A pump customer receives the alarms of the own pumps only. */
  async function sendToCustomers(buildingId: number, raisedIds: ReadonlySet<number>): Promise<void> {
    const customers = hub
      .list()
      .map(({ actor }) => actor)
      .filter((actor) => isCustomer(actor.roleId) && actor.buildingId === buildingId);
    for (const actor of new Map(customers.map((one) => [one.userId, one])).values()) {
      const { system, solution, total } = await listAlertsOfDevices(
        ctx,
        await listOwnPumpIds({ db: ctx.db, actor }),
      );
      const raised = [...system, ...solution].filter(({ Alarm_Id }) => raisedIds.has(Alarm_Id));
      hub.send(
        { name: "alarms", data: { buildingId, total, raised } },
        (stream) => stream.actor.userId === actor.userId,
      );
    }
  }

  return { send };
}

/** A pump that moved to another customer leaves the open streams of the one before. */
async function dropForeignPumps(ctx: Ctx, hub: LiveHub): Promise<void> {
  const streams = hub.list().filter(({ actor }) => isCustomer(actor.roleId));
  if (streams.length === 0) return;
  const own = await listPumpIdsByUser(
    ctx,
    streams.map(({ actor }) => actor.userId),
  );
  for (const stream of streams)
    for (const deviceId of stream.devices.keys())
      if (!own.get(stream.actor.userId)?.has(deviceId)) hub.unfollow(stream, deviceId);
}

/** Sends the commands that changed since the last run: a batch has hundreds at once, so they share a query. */
function createCommandUpdates(ctx: Ctx, hub: LiveHub) {
  const changed = new Set<string>();

  async function sendChanged(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    for (const command of await listCommandsOf(ctx, ids)) {
      const { campusId, id, batchId, ssid, deviceName, param_id, value, state, failure, readBack } = command;
      const { priority, winningPriority, lostTo, by, supersededBy, releasedAt } = command;
      const sent = { id, batchId, ssid, deviceName, param_id, value, state, failure, readBack };
      hub.send(
        {
          name: "command",
          data: { ...sent, priority, winningPriority, lostTo, by, supersededBy, releasedAt },
        },
        (stream) => stream.actor.campusId === campusId && isStaff(stream.actor.roleId),
      );
    }
  }

  return { sendChanged, add: (id: string) => void changed.add(id) };
}

/** Serves the live stream and turns events of the server into live events. */
export function serveLive(app: FastifyInstance, ctx: Ctx, bus: Bus, hub: LiveHub, log: Log): AsyncDisposable {
  mount(app, openLiveStream, (actorCtx, input, exchange) => openStream(actorCtx, input, exchange, hub), {
    isStream: true,
  });

  const buildings = createBuildingUpdates(ctx, hub);
  const dirtyDevices = new Set<number>();

  /** Reads and sends values that another process stored. */
  async function sendReadings(): Promise<void> {
    const ids = [...dirtyDevices].filter((id) => hub.hasFollowers(id));
    dirtyDevices.clear();
    for (const [deviceId, { ssid, points }] of await listLatestOf(ctx, ids)) {
      const values = points.map((point) => point.reading);
      hub.sendToFollowers(deviceId, { name: "readings", data: { ssid, values } });
    }
  }

  /** Ends the streams of expired sessions, and of sessions whose end this process missed. */
  async function endClosedSessions(): Promise<void> {
    const ids = new Set(hub.list().map((stream) => stream.actor.sessionId));
    for (const { sessionId, code } of await listClosedSessions(ctx, [...ids])) hub.end(sessionId, code);
  }

  /** A lost event only costs time, because browsers poll as well. */
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, "A live event was lost"));

  const alarms = createAlarmUpdates(ctx, hub, buildings.sendBuilding);
  const commands = createCommandUpdates(ctx, hub);
  const sendingCommands = repeat("live commands", COMMANDS_IDLE_MS, commands.sendChanged, log);
  const onCommand = ({ id }: { id: string }) => {
    commands.add(id);
    sendingCommands.now();
  };

  const checkingOwners = repeat("live pumps", OWNERS_MS, () => dropForeignPumps(ctx, hub), log);
  const jobs = [
    sendingCommands,
    checkingOwners,
    repeat("live metrics", METRICS_MS, buildings.sendDirty, log),
    repeat("live readings", READINGS_MS, sendReadings, log),
    repeat("live sessions", SESSIONS_MS, endClosedSessions, log),
  ];
  const subscriptions = [
    bus.subscribe("readings-stored", ({ deviceIds, values }) => {
      buildings.onReadingsStored();
      if (values) sendStored(ctx, hub, values);
      else for (const id of deviceIds) dirtyDevices.add(id);
    }),
    bus.subscribe("sites-imported", () => dropCachedPoints(ctx.db)),
    bus.subscribe("limits-changed", buildings.markAllDirty),
    bus.subscribe("health-changed", buildings.markAllDirty),
    bus.subscribe("alarms-changed", ({ buildingIds, raisedIds }) => {
      for (const id of buildingIds) attempt(alarms.send(id, raisedIds));
    }),
    bus.subscribe("command-changed", onCommand),
    bus.subscribe("command-released", onCommand),
    bus.subscribe("pump-owners-changed", () => checkingOwners.now()),
    bus.subscribe("waitlist-booked", ({ userId }) =>
      hub.send({ name: "waitlist", data: {} }, (stream) => stream.actor.userId === userId),
    ),
    bus.subscribe("session-ended", ({ sessionId, code }) => hub.end(sessionId, code)),
  ];
  return {
    async [Symbol.asyncDispose]() {
      for (const end of subscriptions) end();
      await Promise.all(jobs.map((job) => job[Symbol.asyncDispose]()));
    },
  };
}

/** @throws AppError `not-found` for a building or device of another campus, or another customer's pump */
async function openStream(
  ctx: ActorCtx,
  input: InputOf<typeof openLiveStream>,
  exchange: Exchange,
  hub: LiveHub,
): Promise<void> {
  if (input.building !== undefined) {
    if (isCustomer(ctx.actor.roleId)) throw new AppError("not-found");
    const { building } = input;
    await ctx.shareAnswer(`building/${ctx.actor.campusId}/${building}`, () => getBuilding(ctx, building));
  }
  const ssids = ctx.actor.roleId === roles.member ? [] : input.devices;
  const devices = await getDevices(ctx, ssids);
  const own = await listVisibleDeviceIds(ctx);
  if (own && devices.some(({ id }) => !own.includes(id))) throw new AppError("not-found");
  const stream: LiveStream = {
    actor: ctx.actor,
    buildingId: input.building,
    devices: new Map(devices.map((device) => [device.id, device.ssid])),
  };
  hub.open(exchange.reply, stream);
}
