import type { MessageProblem } from "@verandah/contract/devices/message-problems.ts";
import { payloadOf, type Series } from "@verandah/field/payloads.ts";
import type { UpTopic } from "@verandah/field/topics.ts";
import type { z } from "zod";

import { createBatches } from "#core/batches.ts";
import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { retryWhileDatabaseDown } from "#core/database/retry-while-database-down.ts";
import { isInvalidData } from "#core/db.ts";
import { repeat } from "#core/jobs/repeat.ts";
import { type Broker, openBroker, parseJson } from "#core/mqtt/broker.ts";
import type { Listener } from "#core/mqtt/mqtt-listeners.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";
import { recordEvent } from "#features/alarms/history/device-events.service.ts";
import { recordCommandResult, requeueCommands } from "#features/commands/commands.service.ts";
import { recordForeignOverrides } from "#features/commands/foreign-overrides.service.ts";
import { listTimedOverrides } from "#features/commands/overrides.service.ts";
import {
  createEdgesConnected,
  createEdgeStatuses,
  recordDeviceHealth,
} from "#features/devices/devices.service.ts";
import { ClockWatch, updateEdgeOffset, recordEdgeClock } from "#features/devices/edge-clocks.service.ts";
import {
  createEdgeLogins,
  createWrongPasswordCounts,
  type EdgeRow,
  listEdges,
  listEndedSessions,
} from "#features/devices/edge-sessions.service.ts";
import { MessageProblems } from "#features/devices/message-problems.service.ts";
import { recordSentUnits } from "#features/devices/sent-units.service.ts";
import { createJoining } from "#features/gateways/claims.service.ts";
import { createModelSender, type ModelSender } from "#features/gateways/models.service.ts";
import { createScanSender, recordAnswer } from "#features/gateways/scan-sender.service.ts";
import type { RunningProcess } from "#features/processes/processes.service.ts";
import { createPointIndex, type PointIndex } from "#features/telemetry/readings/point-index.ts";
import { createReadingsWriter, type ReadingsWriter } from "#features/telemetry/readings/readings-writer.ts";

interface Log {
  info: (data: object, text: string) => void;
  warn: (data: object, text: string) => void;
  error: (data: object, text: string) => void;
}

/** How often readings of unknown points, and messages that cannot be used, are stored, ms. */
const PROBLEMS_MS = 5_000;
/** How often the sessions of connected edges are compared with the database, ms. An event usually ends a session that is over. */
const SESSIONS_MS = 30_000;
/** Values of a series that show its wrong times. */
const VALUES_SHOWN = 3;

/** A message of an edge and its arrival time. */
interface Arrival {
  /** Undefined: it is not JSON. */
  sent: unknown;
  payload: Buffer;
  at: Date;
}

/** The session of an edge, with the address of its client. */
interface Connection extends EdgeRow {
  address: string;
}

type Receiver = (edge: EdgeRow, kind: UpTopic, arrival: Arrival) => Promise<void>;

export interface Ingest extends AsyncDisposable {
  readonly broker: Broker;
  readonly writer: ReadingsWriter;
  readonly counts: { invalidMessages: number };
  readonly problems: MessageProblems;
  /** Ends all connections: the edges must log in again. */
  disconnectAll: () => void;
}

interface ReceiverParts {
  writer: ReadingsWriter;
  index: PointIndex;
  /** Counts a message that cannot be used. */
  reject: (edge: EdgeRow, reason: MessageProblem, arrival: Pick<Arrival, "payload" | "at">) => void;
  retryWhileDown: <T>(work: () => Promise<T>) => Promise<T>;
  models: ModelSender;
  scans: ReturnType<typeof createScanSender>;
  log: Log;
}

/** The handler of each kind of message. This is the topic index of the server, as app.ts is its route index. */
function createReceivers(
  ctx: Ctx,
  { writer, index, reject, retryWhileDown, models, scans, log }: ReceiverParts,
): Record<UpTopic, Receiver> {
  const clocks = new ClockWatch();
  /**
   * Edges whose connection is recorded by a status, or by readings without one. A login creates a new object, so the next connection is
   * recorded again.
   */
  const connected = new WeakSet<EdgeRow>();
  /** Readings that wait for a record of their edge. Later ones wait behind them: of two values of one instant the first counts. */
  const waiting = createQueuePerKey();
  const recordStatus = createEdgeStatuses(ctx);
  const recordConnected = createEdgesConnected(ctx);
  function receiver<T>(
    schema: z.ZodType<T>,
    work: (edge: EdgeRow, message: T, arrival: Arrival) => Promise<void>,
  ): Receiver {
    return (edge, kind, arrival) => {
      const parsed = schema.safeParse(arrival.sent);
      if (parsed.success) return work(edge, parsed.data, arrival);
      reject(edge, arrival.sent === undefined ? "not-json" : "wrong-shape", arrival);
      const [issue] = parsed.error.issues;
      const where = issue?.path.join(".");
      log.warn({ edge: edge.ssid, kind, where, why: issue?.message }, "Invalid message");
      return Promise.resolve();
    };
  }

  const refuse: Receiver = async (edge, _kind, arrival) => reject(edge, "rejected", arrival);
  return {
    answers: receiver(payloadOf.answers, (edge, message) => recordAnswer(ctx, edge, message)),
    claim: refuse,
    readings: receiver(payloadOf.readings, (edge, message, { at }) => {
      const { offsetMs, isLive } = clocks.check(edge, message, at.getTime());
      const store = () => writer.store({ id: edge.id, clockOffsetMs: offsetMs }, message);
      const isClockChanged = isLive && updateEdgeOffset(edge, offsetMs);
      const isFirst = edge.kind !== "importer" && !connected.has(edge);
      if (!isClockChanged && !isFirst && !waiting.has(edge.ssid)) return store();
      const begun = waiting(edge.ssid, async () => {
        await retryWhileDown(async () => {
          if (isFirst && !connected.has(edge)) await recordConnected(edge);
          if (isClockChanged) await recordEdgeClock(ctx, edge, offsetMs);
        });
        connected.add(edge);
        // Not awaited here: the next message must not wait for the commit.
        return { stored: store() };
      });
      return begun.then(({ stored }) => stored);
    }),
    status: receiver(payloadOf.status, async (edge, message, { at }) => {
      // Only `online` has the current time: the edge writes its last will when the connection begins.
      if (message.state === "online") await recordEdgeClock(ctx, edge, message.at - at.getTime());
      await recordStatus({ edge, message });
      if (message.model) {
        if (!connected.has(edge)) await scans.connected(edge);
        await models.report(edge, message.model);
      }
      if (message.units && (await recordSentUnits(ctx, edge, message.units))) await index.load([edge.id]);
      // Late readings do not connect a gateway again that has disconnected.
      if (message.state === "online" || edge.kind === "gateway") connected.add(edge);
      else connected.delete(edge);
    }),
    health: receiver(payloadOf.health, async (edge, message, { at }) => {
      // The message may have been queued, which makes the clock look slow.
      await recordEdgeClock(ctx, edge, Math.max(edge.clockOffsetMs, message.at - at.getTime()));
      await recordDeviceHealth(ctx, edge, message);
      await recordForeignOverrides(ctx, edge, message);
    }),
    results: receiver(payloadOf.results, (edge, message) => recordCommandResult(ctx, edge, message)),
    events: receiver(payloadOf.events, async (edge, message, arrival) => {
      if (await recordEvent(ctx, edge, message)) return;
      reject(edge, "rejected", arrival);
      log.warn(
        { edge: edge.ssid, device: message.device },
        "Rejected event: the device does not belong to the edge, or the event is not in the past",
      );
    }),
  };
}

interface IngestParts {
  subscribe: Bus["subscribe"];
  listeners: readonly Listener[];
  /** Older readings are rejected. */
  keepDays: number;
  /** That gateways accept: the present one, then the next one. */
  certificates: readonly BrokerCertificate[];
  /** This process. Edges log in as soon as it is registered. */
  running: Promise<Pick<RunningProcess, "id">>;
  log: Log;
}

/** Opens the broker and assigns a handler to each kind of message. */
export async function openIngest(
  ctx: Ctx,
  { subscribe, listeners, keepDays, certificates, running, log }: IngestParts,
): Promise<Ingest> {
  const counts = { invalidMessages: 0 };
  let isClosed = false;
  const retryWhileDown = <T>(work: () => Promise<T>) => retryWhileDatabaseDown(work, () => isClosed);
  const index = createPointIndex(ctx);
  /** The newest session of each connected edge. */
  const connected = new Map<string, Connection>();
  async function reload(): Promise<void> {
    await index.reload();
    for (const { ssid, campusId, kind } of await listEdges(ctx, [...connected.keys()])) {
      const edge = connected.get(ssid);
      if (edge) Object.assign(edge, { campusId, kind });
    }
  }
  // Changes that follow each other closely, such as those of many edges that name other units, need two loads.
  const reloadInBatch = createBatches<"devices", void>(Infinity, async () => {
    await retryWhileDown(reload);
    return () => undefined;
  });
  const models = createModelSender(ctx, {
    send: (edge, message) => broker.publish(edge, "model", message),
    certificates,
    sendCertificates: (edge, message) => broker.publish(edge, "certificates", message),
    listTimedOverrides: (edgeId) => listTimedOverrides(ctx, edgeId),
  });
  const scans = createScanSender(ctx, (edge, task) => broker.publish(edge, "tasks", task));
  const endImports = subscribe("changed", ({ topic, campusId }) => {
    if (topic === "devices" || topic === "gateways")
      models
        .refresh(campusId)
        .catch((error: unknown) => log.warn({ err: error }, "Models could not be sent"));
    if (topic === "gateways")
      scans.refresh(campusId).catch((error: unknown) => log.warn({ err: error }, "Scans could not be sent"));
    if (topic !== "devices") return;
    reloadInBatch(topic).catch((error: unknown) => log.warn({ err: error }, "Points could not be loaded"));
  });
  const problems = new MessageProblems(ctx);
  const countReplaced = (edgeId: number, addresses: { old: string; new: string }) =>
    void problems
      .countReplaced(edgeId, addresses)
      .catch((error: unknown) => log.warn({ err: error }, "A replaced connection could not be counted"));
  const onWrongTime = (edgeId: number, { values, ...series }: Series) =>
    problems.count(
      edgeId,
      "wrong-time",
      JSON.stringify({ ...series, values: values.slice(0, VALUES_SHOWN) }),
      ctx.now(),
    );
  const writer = createReadingsWriter(ctx, index, { keepMs: keepDays * 86_400_000, onWrongTime }, log);
  const storing = repeat(
    "unknown points",
    PROBLEMS_MS,
    async () => {
      await writer.unknownPoints.store(ctx);
      await problems.store();
    },
    log,
  );

  const reject: ReceiverParts["reject"] = (edge, reason, { payload, at }) => {
    counts.invalidMessages += 1;
    problems.count(edge.id, reason, payload, at);
  };
  const receivers = createReceivers(ctx, { writer, index, reject, retryWhileDown, models, scans, log });

  // Handles the messages of an edge, except readings, in the order of arrival. The last will of a connection and the first status of the
  // next connection arrive close together.
  const enqueue = createQueuePerKey();
  async function handle(edge: EdgeRow, kind: UpTopic, arrival: Arrival): Promise<void> {
    const attempt = () => retryWhileDown(() => receivers[kind](edge, kind, arrival));
    try {
      await (kind === "readings" ? attempt() : enqueue(edge.ssid, attempt));
    } catch (error) {
      // A retry would fail in the same way.
      if (isClosed || !isInvalidData(error)) throw error;
      reject(edge, "rejected", arrival);
      log.error({ err: error, edge: edge.ssid, kind }, "Dropped a message that can never be stored");
    }
  }

  /** The status of each edge that is being handled and that names the units of the readings that follow it. */
  const statuses = new Map<string, Promise<void>>();
  function handleUnits(edge: EdgeRow, arrival: Arrival): Promise<void> {
    const { ssid } = edge;
    const handled = handle(edge, "status", arrival).finally(() => {
      if (statuses.get(ssid) === handled) statuses.delete(ssid);
    });
    statuses.set(ssid, handled);
    return handled;
  }

  const logIn = createEdgeLogins(
    ctx,
    async () => (await running).id,
    async (edges) => {
      // The session of an earlier connection is over, also if the new connection ends before it is accepted.
      for (const { ssid } of edges) broker.disconnect(ssid);
      // The first readings wait for it, and load the points after a failure.
      index.load(edges.map(({ id }) => id)).catch(() => undefined);
      await requeueCommands(ctx, edges);
    },
  );
  const broker = await openBroker<Connection>(listeners, {
    log,
    canAccept: () => writer.canAccept,
    countWrongPassword: createWrongPasswordCounts(ctx),
    joining: createJoining(ctx),
    async login(ssid, passwordSha256, address) {
      const edge = await logIn({ ssid, passwordSha256, address });
      if (!edge) return undefined;
      const connection = { ...edge, address };
      connected.set(ssid, connection);
      return connection;
    },
    onDisconnect(edge) {
      if (connected.get(edge.ssid) === edge) connected.delete(edge.ssid);
    },
    onMessage(edge, kind, payload) {
      // Closing the broker triggers the last wills of edges that are online.
      if (isClosed) return Promise.reject(new Error("The server is stopping"));
      const arrival = { sent: parseJson(payload), payload, at: ctx.now() };
      if (kind === "status" && namesUnits(arrival.sent)) return handleUnits(edge, arrival);
      const status = kind === "readings" && statuses.get(edge.ssid);
      if (status) return status.catch(() => undefined).then(() => handle(edge, kind, arrival));
      // Readings skip the queue. Under high load the server would spend most of its time on the promises of the queue.
      return kind === "readings" ? receivers.readings(edge, kind, arrival) : handle(edge, kind, arrival);
    },
    onForeignTopic: ({ id }, topic) => problems.count(id, "foreign-topic", topic, ctx.now()),
    onReplaced: ({ id }, addresses) => countReplaced(id, addresses),
    onFailure(edge, kind, error) {
      if (!isClosed) log.error({ err: error, edge, kind }, "A message could not be handled");
    },
  });

  const endTakenOver = subscribe("edge-session-ended", ({ ssid, before, address }) => {
    const edge = connected.get(ssid);
    if (!edge || edge.session >= before) return;
    if (address !== undefined) countReplaced(edge.id, { old: edge.address, new: address });
    broker.disconnect(ssid);
  });
  const comparing = repeat(
    "sessions of edges",
    SESSIONS_MS,
    async () => {
      const held = new Map([...connected.values()].map((edge) => [edge.id, edge]));
      for (const id of await listEndedSessions(ctx, [...held.values()])) {
        const edge = held.get(id);
        if (edge && connected.get(edge.ssid) === edge) broker.disconnect(edge.ssid);
      }
    },
    log,
    SESSIONS_MS,
  );

  return {
    broker,
    writer,
    counts,
    problems,
    disconnectAll() {
      for (const ssid of connected.keys()) broker.disconnect(ssid);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      endImports();
      endTakenOver();
      await comparing[Symbol.asyncDispose]();
      await storing[Symbol.asyncDispose]();
      await writer[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
    },
  };
}

const namesUnits = (sent: unknown): boolean => typeof sent === "object" && sent !== null && "units" in sent;
