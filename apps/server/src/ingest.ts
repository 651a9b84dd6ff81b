import { payloadOf } from "@verandah/field/payloads.ts";
import type { UpTopic } from "@verandah/field/topics.ts";
import type { z } from "zod";

import { type Broker, type Listener, openBroker } from "#core/broker.ts";
import type { Ctx } from "#core/ctx.ts";
import { isImpossibleData } from "#core/db.ts";
import { persist } from "#core/persist.ts";
import { repeat } from "#core/repeat.ts";
import { createTurns } from "#core/turns.ts";
import { recordEvent } from "#features/alarms/device-events.service.ts";
import { recordCommandResult } from "#features/commands/commands.service.ts";
import { recordForeignOverrides } from "#features/commands/foreign-overrides.service.ts";
import {
  type EdgeRow,
  getEdge,
  recordDeviceHealth,
  recordEdgeStatus,
} from "#features/devices/devices.service.ts";
import { ClockWatch, noteEdgeClock, recordEdgeClock } from "#features/devices/edge-clocks.service.ts";
import { createPointIndex } from "#features/telemetry/point-index.ts";
import { createReadingsWriter, type ReadingsWriter } from "#features/telemetry/readings-writer.ts";

interface Log {
  info: (data: object, text: string) => void;
  warn: (data: object, text: string) => void;
  error: (data: object, text: string) => void;
}

/** How often points that the site model does not have are stored, ms. */
const UNKNOWN_POINTS_MS = 5_000;

/** What an edge sent, and when it came. */
interface Arrival {
  sent: unknown;
  at: Date;
}

type Receiver = (edge: EdgeRow, kind: UpTopic, arrival: Arrival) => Promise<void>;

export interface Ingest extends AsyncDisposable {
  readonly broker: Broker;
  readonly writer: ReadingsWriter;
  readonly counts: { invalidMessages: number };
}

/** Opens the way up: broker, and what becomes of each message; readings older than `keepDays` are refused. The topic index of the server, as app.ts is its route index. */
export async function openIngest(
  ctx: Ctx,
  subscribeToImports: (listener: () => void) => void,
  listeners: readonly Listener[],
  keepDays: number,
  log: Log,
): Promise<Ingest> {
  const counts = { invalidMessages: 0 };
  let isClosed = false;
  const index = createPointIndex(ctx);
  await index.load();
  const edges = new Map<string, EdgeRow>();
  const clocks = new ClockWatch();
  subscribeToImports(() => {
    edges.clear();
    index.load().catch((error: unknown) => log.warn({ error }, "Points could not be loaded"));
  });
  const writer = createReadingsWriter(ctx, index, { keepMs: keepDays * 86_400_000 }, log);
  const storing = repeat("unknown points", UNKNOWN_POINTS_MS, () => writer.unknownPoints.store(ctx), log);

  async function edgeOf(ssid: string): Promise<EdgeRow | undefined> {
    const known = edges.get(ssid);
    if (known) return known;
    const edge = await getEdge(ctx, ssid);
    if (edge) edges.set(ssid, edge);
    return edge;
  }

  const whenPossible = <T>(work: () => Promise<T>) => persist(work, () => isClosed);

  function receiver<T>(
    schema: z.ZodType<T>,
    work: (edge: EdgeRow, message: T, at: Date) => Promise<void>,
  ): Receiver {
    return (edge, kind, { sent, at }) => {
      const parsed = schema.safeParse(sent);
      if (parsed.success) return work(edge, parsed.data, at);
      counts.invalidMessages += 1;
      const [issue] = parsed.error.issues;
      const where = issue?.path.join(".");
      log.warn({ edge: edge.ssid, kind, where, why: issue?.message }, "A message is invalid");
      return Promise.resolve();
    };
  }

  const receivers: Record<UpTopic, Receiver> = {
    readings: receiver(payloadOf.readings, (edge, message, at) => {
      const { offsetMs, isLive } = clocks.judge(edge, message, at.getTime());
      const store = () => writer.store({ ...edge, clockOffsetMs: offsetMs }, message);
      if (!isLive || !noteEdgeClock(edge, offsetMs)) return store();
      return whenPossible(() => recordEdgeClock(ctx, edge, offsetMs)).then(store);
    }),
    status: receiver(payloadOf.status, async (edge, message, at) => {
      // A last will was written when the connection began.
      if (message.state === "online") await recordEdgeClock(ctx, edge, message.at - at.getTime());
      await recordEdgeStatus(ctx, edge, message);
    }),
    health: receiver(payloadOf.health, async (edge, message, at) => {
      // It may have waited, which makes a clock look late.
      await recordEdgeClock(ctx, edge, Math.max(edge.clockOffsetMs, message.at - at.getTime()));
      await recordDeviceHealth(ctx, edge, message);
      await recordForeignOverrides(ctx, edge.id, message);
    }),
    results: receiver(payloadOf.results, (edge, message) => recordCommandResult(ctx, edge.id, message)),
    events: receiver(payloadOf.events, async (edge, message) => {
      if (await recordEvent(ctx, edge, message)) return;
      counts.invalidMessages += 1;
      log.warn(
        { edge: edge.ssid, device: message.device },
        "An edge says what it may not: of a device that is not behind it, or not of the past",
      );
    }),
  };

  async function takeOnce(ssid: string, kind: UpTopic, arrival: Arrival): Promise<void> {
    const edge = await edgeOf(ssid);
    if (!edge) throw new Error(`${ssid} is not an edge any more`);
    return receivers[kind](edge, kind, arrival);
  }

  // The last word on a state must be the one that stands: a connection's last will, and what its successor says, come close together.
  const inTurn = createTurns();
  async function take(ssid: string, kind: UpTopic, arrival: Arrival): Promise<void> {
    const attempt = () => whenPossible(() => takeOnce(ssid, kind, arrival));
    try {
      await (kind === "readings" ? attempt() : inTurn(ssid, attempt));
    } catch (error) {
      // Sent again it would fail again, for ever.
      if (isClosed || !isImpossibleData(error)) throw error;
      counts.invalidMessages += 1;
      log.error({ error, edge: ssid, kind }, "A message can never be taken and is dropped");
    }
  }

  const broker = await openBroker(listeners, {
    log,
    hasRoom: () => writer.hasRoom,
    async passwordSha256Of(ssid) {
      // Read anew at each login: a password may have been changed or taken away.
      edges.delete(ssid);
      return (await edgeOf(ssid))?.passwordSha256;
    },
    onMessage(ssid, kind, payload) {
      // The last wills that closing the broker sets off say nothing about the edges.
      if (isClosed) return Promise.reject(new Error("The server is stopping"));
      const arrival = { sent: parseJson(payload), at: ctx.now() };
      const edge = edges.get(ssid);
      // Straight on: in a flood, what each of thousands holds until the commit is what the server works on most.
      return kind === "readings" && edge
        ? receivers.readings(edge, kind, arrival)
        : take(ssid, kind, arrival);
    },
    onFailure(edge, kind, error) {
      if (!isClosed) log.error({ error, edge, kind }, "A message could not be taken");
    },
  });

  return {
    broker,
    writer,
    counts,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await storing[Symbol.asyncDispose]();
      await writer[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
    },
  };
}

/** What cannot be read can never be stored: it is taken for undefined, which no payload is, and acknowledged away. */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}
