import type { BenchEdge } from "../rig/campus.ts";
import type { Behaviour } from "../rig/instruments.ts";
import { MessageWriter } from "./messages.ts";
import { monotonicMs } from "./monotonic.ts";
import { MqttConnection } from "./mqtt-connection.ts";

/** Sends values as fast as they are acknowledged. */
export interface FloodJob {
  readonly kind: "flood";
  readonly port: number;
  readonly edges: readonly BenchEdge[];
  readonly behaviour: Behaviour;
  readonly seed: number;
  readonly pointsPerMessage: number;
  /** Of each point in a message. */
  readonly valuesPerPoint: number;
  /** Times of the values of each point; `untilMs` not included. Counted back from the moment of sending when `isRecent`. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
  readonly isRecent: boolean;
  /** Readings that may be unacknowledged, over all edges. */
  readonly unacknowledgedMax: number;
  /** Sending ends after this time, ms; messages in flight are awaited. */
  readonly durationMaxMs: number;
  /** Whether the packets are created before the measurement, so that this costs the server no time. */
  readonly isPrepared: boolean;
}

export interface FloodResult {
  readonly messages: number;
  readonly readings: number;
  readonly tookMs: number;
}

interface Lane {
  readonly connection: MqttConnection;
  readonly next: () => Buffer | undefined;
}

/** Prepares everything. The returned function sends it and returns the time until all was acknowledged. */
export async function prepareFlood(job: FloodJob): Promise<() => Promise<FloodResult>> {
  const flood = new Flood(job);
  await flood.prepare();
  return () => flood.run();
}

class Flood {
  readonly #job: FloodJob;
  /** Messages that an edge may have unacknowledged. */
  readonly #window: number;
  readonly #end = Promise.withResolvers<FloodResult>();
  #lanes: readonly Lane[] = [];
  #open = 0;
  #messages = 0;
  #startedAtMs = 0;

  constructor(job: FloodJob) {
    this.#job = job;
    const readingsAnEdge = job.unacknowledgedMax / job.edges.length;
    this.#window = Math.max(4, Math.floor(readingsAnEdge / job.pointsPerMessage / job.valuesPerPoint));
    // A failure before the run rejects here, where the caller awaits the preparation.
    this.#end.promise.catch(() => undefined);
  }

  async prepare(): Promise<void> {
    const { edges } = this.#job;
    this.#lanes = await Promise.all(edges.map((edge, at) => this.#openLane(edge, at)));
    this.#open = this.#lanes.length;
  }

  run(): Promise<FloodResult> {
    this.#startedAtMs = monotonicMs();
    for (const lane of this.#lanes) this.#pump(lane);
    return this.#end.promise;
  }

  async #openLane(edge: BenchEdge, at: number): Promise<Lane> {
    const { port, pointsPerMessage, behaviour, seed, isPrepared } = this.#job;
    const connection: MqttConnection = await MqttConnection.open({ port }, edge, {
      onAck: () => this.#pump(lane),
      onBroken: (error) => this.#end.reject(error),
    });
    const writer = new MessageWriter(edge, pointsPerMessage, behaviour, seed + at);
    const packets = packetsOf(this.#job, connection, writer);
    const lane = { connection, next: isPrepared ? ahead(packets) : () => packets.next().value };
    return lane;
  }

  #pump(lane: Lane): void {
    const { connection } = lane;
    // Refilled by halves, so that packets are sent together.
    if (connection.unacknowledged > this.#window / 2) return;
    let hasMore = true;
    connection.together(() => {
      while (hasMore && connection.unacknowledged < this.#window) hasMore = this.#send(lane);
    });
    if (connection.unacknowledged > 0) return;
    this.#open -= 1;
    if (this.#open === 0) this.#finish();
  }

  #send({ connection, next }: Lane): boolean {
    const isLate = monotonicMs() - this.#startedAtMs > this.#job.durationMaxMs;
    const packet = isLate ? undefined : next();
    if (!packet) return false;
    connection.send(packet);
    this.#messages += 1;
    return true;
  }

  #finish(): void {
    const tookMs = monotonicMs() - this.#startedAtMs;
    for (const { connection } of this.#lanes) connection.close();
    const readings = this.#messages * this.#job.pointsPerMessage * this.#job.valuesPerPoint;
    this.#end.resolve({ messages: this.#messages, readings, tookMs });
  }
}

function ahead(packets: Iterable<Buffer>): () => Buffer | undefined {
  const made = [...packets];
  let at = 0;
  return () => made[at++];
}

function* packetsOf(
  job: FloodJob,
  connection: MqttConnection,
  writer: MessageWriter,
): Generator<Buffer, undefined> {
  const { everyMs, valuesPerPoint } = job;
  const shiftMs = job.isRecent ? Date.now() - job.untilMs : 0;
  for (let atMs = job.fromMs; atMs < job.untilMs; atMs += everyMs * valuesPerPoint)
    for (const group of writer.groups) {
      const series = group.series(atMs + shiftMs, everyMs, valuesPerPoint);
      yield connection.encode(writer.message(series, Date.now())).packet;
    }
  return undefined;
}
