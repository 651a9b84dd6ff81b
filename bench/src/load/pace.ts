import { setTimeout as sleep } from "node:timers/promises";

import type { BenchEdge } from "../rig/campus.ts";
import type { Behaviour } from "../rig/instruments.ts";
import { MessageWriter } from "./messages.ts";
import { monotonicMs } from "./monotonic.ts";
import { MqttConnection } from "./mqtt-connection.ts";

/** Sends new values at a given rate, also when they are not acknowledged in time. */
export interface PaceJob {
  readonly kind: "pace";
  readonly port: number;
  readonly isTls?: boolean | undefined;
  /** All edges connect at once, and try again after a failure. */
  readonly isStorm?: boolean | undefined;
  /** The end of a connection ends the job in order. */
  readonly endsWithServer?: boolean | undefined;
  readonly edges: readonly BenchEdge[];
  /** `wandering` when left out. */
  readonly behaviour?: Behaviour | undefined;
  readonly seed: number;
  readonly pointsPerMessage: number;
  readonly readingsPerSecond: number;
  /** Edges that are devices repeat no status with each message. */
  readonly hasNoStatus?: boolean | undefined;
  /** Until it is stopped when left out, ms. */
  readonly durationMs?: number;
}

/** Every message that was sent, as parallel columns. */
export interface PaceResult {
  /** Names of the values that identify messages, as `device/point`: the first one of each. */
  readonly keys: readonly string[];
  /** Index in `keys`. */
  readonly key: Int32Array;
  /** The values' own time, ms since 1970. */
  readonly measuredAtMs: Float64Array;
  /** On the monotonic clock; `acknowledgedAtMs` is NaN when no acknowledgement came. */
  readonly sentAtMs: Float64Array;
  readonly acknowledgedAtMs: Float64Array;
}

const TICK_MS = 1;
/** Connections that log in at one time. */
const OPENED_AT_ONCE = 100;
/** The system has some 28,000 ports for connections from one address to one port. Source: ip(7), ip_local_port_range. */
const CONNECTIONS_PER_ADDRESS = 20_000;
/** Of a gateway before it connects again, ms. Source: openEdgeLink. */
const BACK_OFF_MS = { first: 500, longest: 15_000 };
/** Time for the acknowledgements of the last messages, ms. */
const TIME_LIMIT_MS = 5_000;

interface Slot {
  readonly lane: Lane;
  readonly group: MessageWriter["groups"][number];
  readonly key: number;
  lastMs: number;
}

interface Lane {
  readonly connection: MqttConnection;
  readonly writer: MessageWriter;
  /** Message number by packet id. */
  readonly inFlight: Map<number, number>;
  /** Repeats its status with each message. */
  readonly hasStatus: boolean;
}

/** Prepares everything. The returned function sends until the time is over or `signal` aborts. */
export async function preparePace(job: PaceJob, signal: AbortSignal): Promise<() => Promise<PaceResult>> {
  const acknowledgedAtMs: number[] = [];
  const broken: Error[] = [];
  async function connect(edge: BenchEdge, at: number, onAck: (packetId: number) => void) {
    // The system finds a free port of a given address slowly when thousands are in use.
    const localAddress =
      at < CONNECTIONS_PER_ADDRESS ? undefined : `127.0.0.${1 + Math.floor(at / CONNECTIONS_PER_ADDRESS)}`;
    const address = { port: job.port, isTls: job.isTls, localAddress };
    for (let waitMs = BACK_OFF_MS.first; ; waitMs = Math.min(2 * waitMs, BACK_OFF_MS.longest)) {
      let isOpen = !job.isStorm;
      const onBroken = (error: Error) => void (isOpen && broken.push(error));
      try {
        const connection = await MqttConnection.open(address, edge, { onAck, onBroken });
        isOpen = true;
        return connection;
      } catch (error) {
        if (!job.isStorm) throw error;
        await sleep(waitMs * (0.5 + Math.random() / 2));
      }
    }
  }
  async function openLane(edge: BenchEdge, at: number): Promise<Lane> {
    const inFlight = new Map<number, number>();
    const connection = await connect(edge, at, (packetId) => {
      const message = inFlight.get(packetId);
      inFlight.delete(packetId);
      if (message !== undefined) acknowledgedAtMs[message] = monotonicMs();
    });
    if (edge.isDevice) connection.sendStatus();
    const writer = new MessageWriter(edge, job.pointsPerMessage, job.behaviour ?? "wandering", job.seed + at);
    return { connection, writer, inFlight, hasStatus: edge.isDevice === true && !job.hasNoStatus };
  }
  const lanes: Lane[] = [];
  const atOnce = job.isStorm ? job.edges.length : OPENED_AT_ONCE;
  for (let from = 0; from < job.edges.length; from += atOnce) {
    const group = job.edges.slice(from, from + atOnce);
    lanes.push(...(await Promise.all(group.map((edge, at) => openLane(edge, from + at)))));
  }
  const keys: string[] = [];
  const slots = interleave(lanes).map(([lane, group]): Slot => {
    const [first] = group.points;
    return { lane, group, key: keys.push(`${first?.device}/${first?.name}`) - 1, lastMs: 0 };
  });

  return async () => {
    const key: number[] = [];
    const measuredAtMs: number[] = [];
    const sentAtMs: number[] = [];
    function send(slot: Slot): void {
      const { connection, writer, inFlight, hasStatus } = slot.lane;
      if (hasStatus) connection.sendStatus();
      slot.lastMs = Math.max(Date.now(), slot.lastMs + 1);
      const series = slot.group.series(slot.lastMs, 0, 1);
      const { packet, packetId } = connection.encode(writer.message(series, slot.lastMs));
      inFlight.set(packetId, key.push(slot.key) - 1);
      acknowledgedAtMs.push(Number.NaN);
      measuredAtMs.push(slot.lastMs);
      sentAtMs.push(monotonicMs());
      connection.send(packet);
    }
    const messagesPerMs = job.readingsPerSecond / job.pointsPerMessage / 1_000;
    const startedAtMs = monotonicMs();
    const isOver = () =>
      signal.aborted || broken.length > 0 || monotonicMs() - startedAtMs >= (job.durationMs ?? Infinity);
    while (!isOver()) {
      const due = Math.floor((monotonicMs() - startedAtMs) * messagesPerMs);
      while (key.length < due) {
        const slot = slots[key.length % slots.length];
        if (slot) send(slot);
      }
      await sleep(TICK_MS);
    }
    const deadlineMs = monotonicMs() + TIME_LIMIT_MS;
    while (broken.length === 0 && lanes.some((lane) => lane.inFlight.size > 0) && monotonicMs() < deadlineMs)
      await sleep(TICK_MS);
    for (const { connection } of lanes) connection.close();
    if (broken[0] && !job.endsWithServer) throw broken[0];
    return {
      keys,
      key: Int32Array.from(key),
      measuredAtMs: Float64Array.from(measuredAtMs),
      sentAtMs: Float64Array.from(sentAtMs),
      acknowledgedAtMs: Float64Array.from(acknowledgedAtMs),
    };
  };
}

/** One group of each lane after the other, so that all edges send all the time. */
function interleave(lanes: readonly Lane[]): [Lane, Slot["group"]][] {
  const most = Math.max(...lanes.map((lane) => lane.writer.groups.length));
  return Array.from({ length: most }, (_, at) => at).flatMap((at) =>
    lanes.flatMap((lane): [Lane, Slot["group"]][] => {
      const group = lane.writer.groups[at];
      return group ? [[lane, group]] : [];
    }),
  );
}
