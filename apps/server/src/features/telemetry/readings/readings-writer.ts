import { setTimeout as sleep } from "node:timers/promises";

import type { ReadingsMessage, Series } from "@verandah/field/payloads.ts";

import type { Ctx } from "#core/ctx.ts";
import { RETRY_MS, retryWhileDatabaseDown } from "#core/database/retry-while-database-down.ts";
import { isInvalidData, isTemporary } from "#core/db.ts";
import { toError } from "#core/errors.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";

import type { PointRow } from "../points.repository.ts";
import { ensureLatest } from "../telemetry.service.ts";
import { MessageOrder } from "./message-order.ts";
import type { PointIndex } from "./point-index.ts";
import { ReadingColumns } from "./reading-columns.ts";
import { ReadingsBatch } from "./readings-batch.ts";
import { insertBatch, insertMisdated } from "./readings.repository.ts";
import { createSeriesIntake, type Sender } from "./series-intake.ts";
import { UnknownPoints } from "./unknown-points.service.ts";

/** A batch is committed after this time, ms. Readings that arrive during a commit form the next batch. Source: docs/adr/0020. */
const BATCH_WAIT_MS = 2;
/** Maximum readings of a batch. With very many messages a batch has several readings of a point, but writes its latest value only once. */
const BATCH_READINGS_MAX = 20_000;
/** Maximum readings that wait for the database. Further ones are rejected, and their senders resend them. */
const WAITING_READINGS_MAX = 500_000;
/**
 * While fewer readings wait, the broker reads further messages before it has acknowledged the earlier ones. This keeps both the server and
 * the database busy.
 */
const WAITING_READINGS_ENOUGH = 2 * BATCH_READINGS_MAX;
/** Number of readings by outcome. */
interface ReadingCounts {
  stored: number;
  /** Readings within the deadband of the value before: only the latest value is updated. */
  unchanged: number;
  suspect: number;
  unknownPoint: number;
  wrongTime: number;
  /** Readings in another unit than that of their point. */
  otherUnit: number;
  refused: number;
  /** Messages that were received before. Their readings are stored a second time, but queries count them once. */
  repeatedMessages: number;
  /** Readings that the database can never store. */
  impossible: number;
  batches: number;
  waiting: number;
}

export interface ReadingsWriter extends AsyncDisposable {
  /**
   * Stores the readings of a message in a batch with those of other senders.
   *
   * @returns a promise that resolves when they are committed
   * @throws Error when too many readings are waiting, or on shutdown: the sender must send again
   */
  store: (sender: Sender, message: ReadingsMessage) => Promise<void>;
  /** Whether few enough readings wait for senders to send more before an acknowledgement. */
  readonly canAccept: boolean;
  readonly counts: Readonly<ReadingCounts>;
  /** How long readings have waited since the last commit, ms; 0 while none wait. */
  readonly waitingMs: number;
  /** Readings of points that the site model does not contain, by name. */
  readonly unknownPoints: UnknownPoints;
  /** Called for each commit with the number of readings and the duration in ms. */
  onCommit: ((readings: number, tookMs: number) => void) | undefined;
}

export interface ReadingsWriterOptions {
  /** Older readings are rejected. */
  keepMs: number;
  /** Receives each series with values whose time is refused, with the id of its sender. */
  onWrongTime?: (edgeId: number, series: Series) => void;
}

interface WriterLog {
  error: (data: object, text: string) => void;
  warn: (data: object, text: string) => void;
}

/**
 * The only writer of readings in a process: it takes messages to their commit, and then publishes the values. While the database is down it
 * keeps its batches and retries.
 */
export function createReadingsWriter(
  ctx: Ctx,
  index: PointIndex,
  { keepMs, onWrongTime }: ReadingsWriterOptions,
  log: WriterLog,
): ReadingsWriter {
  const counts: ReadingCounts = {
    stored: 0,
    unchanged: 0,
    suspect: 0,
    unknownPoint: 0,
    wrongTime: 0,
    otherUnit: 0,
    refused: 0,
    repeatedMessages: 0,
    impossible: 0,
    batches: 0,
    waiting: 0,
  };
  const unknownPoints = new UnknownPoints();
  const order = new MessageOrder();
  const intake = createSeriesIntake(counts, keepMs);
  const full: ReadingsBatch[] = [];
  let open = new ReadingsBatch();
  let running: Promise<void> | undefined;
  let waitingSinceMs: number | undefined;
  let isClosed = false;
  /** Messages that wait for the points of their sender. Later ones wait behind them: of two values of one instant the first counts. */
  const waiting = createQueuePerKey<number>();
  /** Points with a latest value in the database. */
  const pointsWithLatest = new Set<number>();
  let isLatestWhole = true;
  let refilling: Promise<unknown> | undefined;

  async function commit(batch: ReadingsBatch): Promise<void> {
    const startedAtMs = performance.now();
    if (batch.misdated.length > 0) await insertMisdated(ctx.db, batch.misdated, ctx.now());
    if (!batch.isEmpty) {
      const { known, first } = batch.latest((pointId) => pointsWithLatest.has(pointId));
      const { isWhole, notNewest } = await insertBatch(ctx.db, batch.rows, known, first);
      isLatestWhole = isWhole;
      // A crash has emptied the latest values, so that the update of known ones had no effect.
      if (!isWhole)
        await insertBatch(ctx.db, new ReadingColumns("ms"), new ReadingColumns("timestamps"), known);
      if (isLatestWhole) for (const pointId of batch.pointIds()) pointsWithLatest.add(pointId);
      else pointsWithLatest.clear();
      batch.dropLatest(notNewest);
    }
    counts.stored += batch.rows.length;
    counts.batches += 1;
    writer.onCommit?.(batch.rows.length, performance.now() - startedAtMs);
  }

  function publishStored(batch: ReadingsBatch): void {
    const values = batch.newest();
    if (values.length === 0) return;
    const deviceIds = new Set<number>();
    for (const value of values) deviceIds.add(value.point.deviceId);
    ctx.publish({ name: "readings-stored", data: { deviceIds: [...deviceIds], values } });
  }

  /** Commits a batch and retries while the database is down. @returns the error because of which the batch cannot be stored */
  async function commitWithRetries(batch: ReadingsBatch): Promise<Error | undefined> {
    let hasWarned = false;
    for (;;) {
      try {
        await commit(batch);
        publishStored(batch);
        return undefined;
      } catch (error) {
        if (isTemporary(error) && !isClosed) {
          if (!hasWarned) log.warn({ readings: counts.waiting }, "The database is down; readings wait");
          hasWarned = true;
          await sleep(RETRY_MS);
          continue;
        }
        if (isInvalidData(error)) return dropFaultyMessage(batch, error);
        if (!isClosed) log.error({ err: error }, "Readings could not be stored");
        return toError(error);
      }
    }
  }

  /** Commits the messages of a failed batch one by one, to find the faulty message. That message is acknowledged and dropped. */
  async function dropFaultyMessage(batch: ReadingsBatch, error: unknown): Promise<Error | undefined> {
    const parts = batch.split();
    if (parts.length > 1) {
      let failure: Error | undefined;
      for (const part of parts) failure = (await commitWithRetries(part)) ?? failure;
      return failure;
    }
    counts.impossible += batch.rows.length;
    log.error({ err: error }, "Dropped a message that can never be stored");
    return undefined;
  }

  async function run(): Promise<void> {
    await sleep(BATCH_WAIT_MS);
    while (full.length > 0 || open.hasSenders) {
      const batch = full.shift() ?? takeOpen();
      batch.settle(await commitWithRetries(batch));
      counts.waiting -= batch.readings;
      waitingSinceMs = counts.waiting > 0 ? performance.now() : undefined;
      // A crash of the database has emptied the latest values. A job also refills them, within a second of a failure here.
      if (!isLatestWhole)
        refilling ??= ensureLatest(ctx)
          .catch((error: unknown) => log.warn({ err: error }, "Latest values are incomplete"))
          .finally(() => (refilling = undefined));
    }
    running = undefined;
  }

  function takeOpen(): ReadingsBatch {
    const batch = open;
    open = new ReadingsBatch();
    return batch;
  }

  /** The point of each series, or undefined for an unknown one. */
  function findPoints(sender: Sender, message: ReadingsMessage): (PointRow | undefined)[] {
    return message.series.map(({ device, point }) => index.find(sender, device, point));
  }

  function add(
    sender: Sender,
    message: ReadingsMessage,
    points: readonly (PointRow | undefined)[],
  ): Promise<void> {
    let readings = 0;
    const nowMs = ctx.now().getTime();
    const arrival = { isInOrder: order.record(sender.id, message, nowMs), nowMs };
    counts.repeatedMessages = order.repeated;
    for (const [at, { device, point: name, values }] of message.series.entries()) {
      const point = points[at];
      readings += values.length;
      if (point && point.sentUnit !== null) counts.otherUnit += values.length;
      else if (point) {
        const before = counts.wrongTime;
        intake.addTo(open, { sender, point, values }, arrival);
        if (counts.wrongTime > before) onWrongTime?.(sender.id, { device, point: name, values });
      } else {
        counts.unknownPoint += values.length;
        unknownPoints.count(sender.id, { device, point: name, count: values.length }, new Date(nowMs));
      }
    }
    counts.waiting += readings;
    if (readings > 0) waitingSinceMs ??= performance.now();
    const stored = open.wait(readings);
    if (open.readings >= BATCH_READINGS_MAX) full.push(takeOpen());
    running ??= run();
    return stored;
  }

  /**
   * Adds a message whose points are not loaded, or have perhaps been imported since the last load. Its readings already count as waiting, so
   * that their number is limited during an outage of the database.
   */
  function addLater(sender: Sender, message: ReadingsMessage): Promise<void> {
    const readings = message.series.reduce((sum, { values }) => sum + values.length, 0);
    counts.waiting += readings;
    waitingSinceMs ??= performance.now();
    const added = waiting(sender.id, async () => {
      if (findPoints(sender, message).includes(undefined))
        await retryWhileDatabaseDown(
          () => index.refresh(sender.id),
          () => isClosed,
        );
      // Not awaited here: the next message must not wait for the commit.
      return { stored: add(sender, message, findPoints(sender, message)) };
    }).finally(() => {
      counts.waiting -= readings;
      if (counts.waiting === 0) waitingSinceMs = undefined;
    });
    return added.then(({ stored }) => stored);
  }

  const writer: ReadingsWriter = {
    counts,
    unknownPoints,
    get canAccept() {
      return counts.waiting < WAITING_READINGS_ENOUGH;
    },
    get waitingMs() {
      return waitingSinceMs === undefined ? 0 : performance.now() - waitingSinceMs;
    },
    onCommit: undefined,
    store(sender, message) {
      if (isClosed || counts.waiting > WAITING_READINGS_MAX) {
        counts.refused += 1;
        const why = isClosed ? "The server is stopping" : "Too many readings wait for the database";
        return Promise.reject(new Error(why));
      }
      const points = findPoints(sender, message);
      return points.includes(undefined) || waiting.has(sender.id)
        ? addLater(sender, message)
        : add(sender, message, points);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const batch of [...full.splice(0), takeOpen()]) batch.settle(new Error("The server is stopping"));
      await running;
      await refilling;
    },
  };
  return writer;
}
