import { getPlaceStatus } from "@verandah/contract/buildings.ts";
import { openLiveStream } from "@verandah/contract/live.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { type InputOf, topicsOf } from "@verandah/contract/route.ts";
import { type DeviceReadings, ssidsOf } from "@verandah/contract/telemetry/telemetry.ts";
import type { FastifyInstance } from "fastify";

import type { Bus, Change, StoredValue } from "#core/bus.ts";
import { type ActorCtx, type Ctx, shareAnswer } from "#core/ctx.ts";
import { repeat } from "#core/jobs/repeat.ts";
import type { LiveHub, LiveStream } from "#core/live-hub.ts";
import { type Exchange, mount } from "#core/mount.ts";
import { listClosedSessions } from "#features/auth/auth.service.ts";
import { getBuilding } from "#features/buildings/buildings.service.ts";
import { listCommandsOf } from "#features/commands/command-lists.service.ts";
import { findSeenDevices, listPumpIdsByUser } from "#features/devices/pump-customers.service.ts";
import { listStates, toStoredReading } from "#features/telemetry/telemetry.service.ts";

import { createBuildingUpdates, METRICS_MS } from "./live/building-updates.ts";
import { createFirstValues } from "./live/first-values.ts";
import { isCustomer, isStaff } from "./live/receivers.ts";

/** The values that another process stored are sent after this time at the latest, ms. */
const READINGS_MS = 150;
/** Interval at which they are sent when no event starts the job, ms. */
const READINGS_IDLE_MS = 5_000;
/** Interval at which changed commands are sent when no event starts the job, ms. */
const COMMANDS_IDLE_MS = 1_000;

/** How often the sessions of open streams are checked, ms. This ends the streams of a user whom another program disabled. */
const SESSIONS_MS = 1_000;
/** How often the owners of followed pumps are checked when no event starts the job, ms. */
const OWNERS_MS = 5_000;

/** Interval at which readings are named to the streams of buildings, ms. */
const MEASURED_MS = 5_000;
/** Interval at which changes are sent when no event starts the job, ms. */
const CHANGES_IDLE_MS = 1_000;
/** The states of places depend on these. */
const statesDependOn = new Set(topicsOf(getPlaceStatus));

type Log = Parameters<typeof repeat>[3];

/** Removes a pump that has another customer now from the open streams of the previous customer. */
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

/** Serves the live stream and turns events of the server into live events. */
export function serveLive(app: FastifyInstance, ctx: Ctx, bus: Bus, hub: LiveHub, log: Log): AsyncDisposable {
  const firstValues = createFirstValues(ctx, hub, log);
  const open = async (actorCtx: ActorCtx, input: InputOf<typeof openLiveStream>, exchange: Exchange) => {
    const stream = await openStream(actorCtx, input, exchange, hub);
    // The call ends: a client that reads slowly must not hold its place among the user's calls.
    firstValues.add(stream);
  };
  mount(app, openLiveStream, open, { isStream: true });

  /** Ends the streams of expired sessions, and of sessions whose end this process missed. */
  async function endClosedSessions(): Promise<void> {
    const ids = new Set(hub.list().map((stream) => stream.actor.sessionId));
    for (const { sessionId, code } of await listClosedSessions(ctx, [...ids])) hub.end(sessionId, code);
  }

  const buildings = createBuildingUpdates(ctx, hub);
  const readings = createReadingUpdates(ctx, hub);
  const changes = createChangeUpdates(hub, buildings.sendBuilding);
  const sendingChanges = repeat("live changes", CHANGES_IDLE_MS, changes.sendWaiting, log);
  const commands = createCommandUpdates(ctx, hub);
  const sendingCommands = repeat("live commands", COMMANDS_IDLE_MS, commands.sendChanged, log);
  const onCommand = ({ id }: { id: string }) => {
    commands.add(id);
    sendingCommands.now();
  };

  /** Values also turn stale without an event. */
  async function sendMeasured(): Promise<void> {
    for (const topic of ["readings", "measurements"] as const)
      hub.send({ name: "changed", data: { topic } }, ({ buildingId }) => buildingId !== undefined);
  }

  const sendingReadings = repeat("live readings", READINGS_IDLE_MS, readings.sendDirty, log);
  const checkingOwners = repeat("live pumps", OWNERS_MS, () => dropForeignPumps(ctx, hub), log);
  const jobs = [
    sendingChanges,
    repeat("live measurements", MEASURED_MS, sendMeasured, log),
    sendingCommands,
    checkingOwners,
    repeat("live metrics", METRICS_MS, buildings.sendDirty, log),
    sendingReadings,
    repeat("live sessions", SESSIONS_MS, endClosedSessions, log),
  ];
  const subscriptions = [
    bus.subscribe("readings-stored", ({ deviceIds, values }) => {
      buildings.onReadingsStored();
      firstValues.onReadingsStored(deviceIds);
      readings.onReadingsStored(deviceIds, values);
      if (!values) sendingReadings.within(READINGS_MS);
    }),
    bus.subscribe("changed", (change) => {
      const { topic } = change;
      if (topic === "customers") checkingOwners.now();
      if (statesDependOn.has(topic)) buildings.markAllDirty();
      changes.add(change);
      sendingChanges.now();
    }),
    bus.subscribe("command-changed", onCommand),
    bus.subscribe("command-released", onCommand),
    bus.subscribe("session-ended", ({ sessionId, code }) => hub.end(sessionId, code)),
  ];
  return {
    async [Symbol.asyncDispose]() {
      for (const end of subscriptions) end();
      await Promise.all(jobs.map((job) => job[Symbol.asyncDispose]()));
    },
  };
}

/** @throws AppError `not-found` for a building of another campus */
async function openStream(
  ctx: ActorCtx,
  input: InputOf<typeof openLiveStream>,
  exchange: Exchange,
  hub: LiveHub,
): Promise<LiveStream> {
  if (input.building !== undefined) {
    if (isCustomer(ctx.actor.roleId)) throw new AppError("not-found");
    const { building } = input;
    await shareAnswer(ctx, `building/${ctx.actor.campusId}/${building}`, (inner) =>
      getBuilding(inner, building),
    );
  }
  const find = async (inner: ActorCtx) => {
    const devices = await findSeenDevices(inner, ssidsOf(input.devices));
    return new Map(devices.map(({ id, ssid }) => [id, ssid]));
  };
  // After a restart hundreds of pages of a floor return together. Five hundred texts of each would wait with it, and become old in memory.
  const devices = isStaff(ctx.actor.roleId)
    ? await shareAnswer(ctx, `followed/${ctx.actor.campusId}/${input.devices}`, find)
    : await find(ctx);
  const stream: LiveStream = { actor: ctx.actor, buildingId: input.building, devices };
  hub.open(exchange.reply, stream);
  return stream;
}

/** Sends new values of followed devices. */
function createReadingUpdates(ctx: Ctx, hub: LiveHub) {
  const dirtyDevices = new Set<number>();

  /** Sends the values that this process stored. They are not read again. */
  function sendStored(stored: readonly StoredValue[]): void {
    const now = ctx.now();
    const byDevice = new Map<number, DeviceReadings>();
    for (const value of stored) {
      const { deviceId, ssid } = value.point;
      if (!hub.hasFollowers(deviceId)) continue;
      const device = byDevice.get(deviceId) ?? { ssid, values: [] };
      byDevice.set(deviceId, device);
      device.values.push(toStoredReading(value, now));
    }
    hub.sendReadings(byDevice);
  }

  /** Reads and sends values that another process stored. */
  async function sendDirty(): Promise<void> {
    const ids = [...dirtyDevices].filter((id) => hub.hasFollowers(id));
    dirtyDevices.clear();
    hub.sendReadings(await listStates(ctx, ids));
  }

  /** `values` are those that this process stored. */
  function onReadingsStored(deviceIds: readonly number[], values?: readonly StoredValue[]): void {
    if (values) sendStored(values);
    else for (const id of deviceIds) dirtyDevices.add(id);
  }

  return { sendDirty, onReadingsStored };
}

/** Sends what changed to the streams of the campus. Equal changes that come while others are sent are sent once: a flood has many in a second. */
function createChangeUpdates(hub: LiveHub, sendBuilding: (id: number) => Promise<void>) {
  const waiting = new Map<string, Change>();

  async function sendWaiting(): Promise<void> {
    const changes = [...waiting.values()];
    waiting.clear();
    const campuses = new Set(
      changes.flatMap(({ topic, campusId }) => (topic === "alarms" ? [campusId] : [])),
    );
    const streams = hub.list().filter(({ actor }) => campuses.has(actor.campusId) || campuses.has(undefined));
    const buildings = new Set(streams.flatMap(({ buildingId = [] }) => buildingId));
    // The states are sent first. A place must not look normal when its alarm arrives.
    await Promise.all(Array.from(buildings, sendBuilding));
    for (const { topic, campusId, ssid } of changes)
      hub.send(
        { name: "changed", data: { topic, ...(ssid !== undefined && { ssid }) } },
        ({ actor, devices }) => {
          if (campusId !== undefined && actor.campusId !== campusId) return false;
          return ssid === undefined || isStaff(actor.roleId) || [...devices.values()].includes(ssid);
        },
      );
  }

  return { sendWaiting, add: (change: Change) => void waiting.set(JSON.stringify(change), change) };
}

/** Sends the commands that changed since the last run. One query reads all of them, because a batch can have hundreds. */
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
