import { setTimeout as sleep } from "node:timers/promises";

import type { ReadingsMessage } from "@verandah/field/payloads.ts";

import type { Ctx } from "#core/ctx.ts";
import { inTransaction } from "#core/ctx.ts";
import { isDatabaseAway, isImpossibleData, isLostRace } from "#core/db.ts";
import { toError } from "#core/errors.ts";

import type { PointIndex } from "./point-index.ts";
import {
  createDayPartition,
  insertReadings,
  type ReadingColumns,
  updateEdgeSequence,
} from "./telemetry.repository.ts";

/** A batch is committed after this long or when it has this many readings, whichever comes first. Source: storage trial. */
const BATCH_WAIT_MS = 10;
const BATCH_READINGS_MAX = 5_000;
/** Readings that may wait for the database; what comes beyond is refused, and its sender keeps it. */
const WAITING_READINGS_MAX = 50_000;
const RETRY_MS = 500;
/** A value from further ahead than this has a wrong clock: it is kept as suspect and never becomes the latest. */
const AHEAD_MAX_MS = 5 * 60_000;
/** Outside of these a value is not stored at all. */
const AHEAD_REFUSED_MS = 2 * 86_400_000;
const AGE_REFUSED_MS = 400 * 86_400_000;

/** Nothing that an instrument measures is further from zero, in any unit; sums of such values stay within a double. */
const VALUE_MAX = 1e100;

const SUSPECT = 1;

interface Sender {
  id: number;
  campusId: number;
  kind: string;
}

interface Waiting {
  rows: ReadingColumns;
  deviceIds: Set<number>;
  edge: { edgeId: number; epoch: string; seq: number };
  done: () => void;
  failed: (error: Error) => void;
}

/** What became of the readings that came in. */
interface ReadingCounts {
  stored: number;
  repeated: number;
  unknownPoint: number;
  wrongTime: number;
  refused: number;
  /** Messages that the database could never take. */
  impossible: number;
}

export interface ReadingsWriter extends AsyncDisposable {
  /**
   * Stores a message's readings, batched with those of all other senders.
   *
   * @returns when they are committed
   * @throws Error when too much is waiting already, or on shutdown: the sender must send again
   */
  store: (sender: Sender, message: ReadingsMessage) => Promise<void>;
  readonly counts: ReadingCounts;
}

/** The one writer of readings in a process. While the database is away it holds what it has and tries again. */
export function createReadingsWriter(
  ctx: Ctx,
  index: PointIndex,
  log: { error: (data: object, text: string) => void; warn: (data: object, text: string) => void },
): ReadingsWriter {
  const counts: ReadingCounts = {
    stored: 0,
    repeated: 0,
    unknownPoint: 0,
    wrongTime: 0,
    refused: 0,
    impossible: 0,
  };
  const days = new Set<string>();
  let queue: Waiting[] = [];
  let waitingReadings = 0;
  let running: Promise<void> | undefined;
  let isClosed = false;

  async function resolveRows(sender: Sender, message: ReadingsMessage) {
    const rows: ReadingColumns = { pointIds: [], atMs: [], values: [], qualities: [] };
    const deviceIds = new Set<number>();
    const nowMs = ctx.now().getTime();
    if (message.series.some(({ device, point }) => !index.find(sender, device, point))) await index.refresh();
    for (const { device, point: paramId, values } of message.series) {
      const point = index.find(sender, device, paramId);
      if (!point) {
        counts.unknownPoint += values.length;
        continue;
      }
      deviceIds.add(point.deviceId);
      for (const [atMs, value, quality] of values) {
        if (atMs > nowMs + AHEAD_REFUSED_MS || atMs < nowMs - AGE_REFUSED_MS) {
          counts.wrongTime += 1;
          continue;
        }
        const isOutside = value < (point.min ?? -VALUE_MAX) || value > (point.max ?? VALUE_MAX);
        const isSuspect = quality === "suspect" || isOutside || atMs > nowMs + AHEAD_MAX_MS;
        rows.pointIds.push(point.pointId);
        rows.atMs.push(atMs);
        rows.values.push(value);
        rows.qualities.push(isSuspect ? SUSPECT : 0);
      }
    }
    return { rows, deviceIds };
  }

  function takeBatch(): Waiting[] {
    let readings = 0;
    let size = 0;
    while (size < queue.length && readings < BATCH_READINGS_MAX) {
      readings += queue[size]?.rows.pointIds.length ?? 0;
      size += 1;
    }
    return queue.splice(0, size);
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const rows: ReadingColumns = {
      pointIds: batch.flatMap((waiting) => waiting.rows.pointIds),
      atMs: batch.flatMap((waiting) => waiting.rows.atMs),
      values: batch.flatMap((waiting) => waiting.rows.values),
      qualities: batch.flatMap((waiting) => waiting.rows.qualities),
    };
    const newDays = new Set<string>();
    for (const atMs of rows.atMs) {
      const day = new Date(atMs).toISOString().slice(0, 10);
      if (!days.has(day)) newDays.add(day);
    }
    // In a transaction of their own, so that making a partition never waits for one that writes to another.
    for (const day of newDays) {
      await createDayPartition(ctx.db, day);
      days.add(day);
    }
    const latestBefore = new Date(ctx.now().getTime() + AHEAD_MAX_MS);
    // One row an edge: a batch may hold several messages of one sender.
    const edges = new Map(batch.map(({ edge }) => [edge.edgeId, edge]));
    const stored = await inTransaction(ctx, async (inner) => {
      await updateEdgeSequence(inner.db, [...edges.values()]);
      return rows.pointIds.length > 0 ? insertReadings(inner.db, rows, latestBefore) : 0;
    });
    counts.stored += stored;
    counts.repeated += rows.pointIds.length - stored;
    const deviceIds = [...new Set(batch.flatMap((waiting) => [...waiting.deviceIds]))];
    ctx.publish({ name: "readings-stored", data: { deviceIds } });
  }

  async function commitOrHold(batch: readonly Waiting[]): Promise<void> {
    let hasComplained = false;
    for (;;) {
      try {
        await commit(batch);
        for (const waiting of batch) waiting.done();
        return;
      } catch (error) {
        if ((isDatabaseAway(error) || isLostRace(error)) && !isClosed) {
          if (!hasComplained) log.warn({ readings: waitingReadings }, "The database is away; readings wait");
          hasComplained = true;
          await sleep(RETRY_MS);
          continue;
        }
        if (isImpossibleData(error)) return setAside(batch, error);
        if (!isClosed) log.error({ error }, "Readings could not be stored");
        days.clear();
        for (const waiting of batch) waiting.failed(toError(error));
        return;
      }
    }
  }

  /** Sent again it would fail again, and hold up all who share its batch: found one by one, acknowledged and dropped. */
  async function setAside(batch: readonly Waiting[], error: unknown): Promise<void> {
    const [only, another] = batch;
    if (only && !another) {
      counts.impossible += 1;
      log.error({ error, edgeId: only.edge.edgeId }, "A message can never be stored and is dropped");
      return only.done();
    }
    for (const waiting of batch) await commitOrHold([waiting]);
  }

  async function run(): Promise<void> {
    if (waitingReadings < BATCH_READINGS_MAX) await sleep(BATCH_WAIT_MS);
    while (queue.length > 0) {
      const batch = takeBatch();
      await commitOrHold(batch);
      waitingReadings -= batch.reduce((sum, waiting) => sum + waiting.rows.pointIds.length, 0);
    }
    running = undefined;
  }

  return {
    counts,
    async store(sender, message) {
      if (isClosed || waitingReadings > WAITING_READINGS_MAX) {
        counts.refused += 1;
        throw new Error(isClosed ? "The server is stopping" : "Too many readings wait for the database");
      }
      const { rows, deviceIds } = await resolveRows(sender, message);
      const edge = { edgeId: sender.id, epoch: message.epoch, seq: message.seq };
      waitingReadings += rows.pointIds.length;
      await new Promise<void>((done, failed) => {
        queue.push({ rows, deviceIds, edge, done, failed });
        running ??= run();
      });
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const left = queue;
      queue = [];
      for (const waiting of left) waiting.failed(new Error("The server is stopping"));
      await running;
    },
  };
}
