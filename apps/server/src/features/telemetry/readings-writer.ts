import { setTimeout as sleep } from "node:timers/promises";

import type { ReadingsMessage, Series } from "@verandah/field/payloads.ts";

import type { Ctx } from "#core/ctx.ts";
import { isDatabaseUnavailable, isImpossibleData, isLostRace } from "#core/db.ts";
import { toError } from "#core/errors.ts";
import { retryWhileDatabaseDown, RETRY_MS } from "#core/retry-while-database-down.ts";

import { ChangeFilter } from "./change-filter.ts";
import { MessageOrder } from "./message-order.ts";
import type { PointIndex } from "./point-index.ts";
import type { PointRow } from "./points.repository.ts";
import { ReadingsBatch } from "./readings-batch.ts";
import { insertBatch, insertMisdated } from "./readings.repository.ts";
import { AHEAD_MAX_MS, ensureLatest } from "./telemetry.service.ts";
import { UnknownPoints } from "./unknown-points.service.ts";

/** A batch is committed after this long; what comes during a commit is the next one. Source: docs/adr/0012. */
const BATCH_WAIT_MS = 2;
/** A batch is full with this many readings: so many that a point's latest value is written once for several of its readings in a flood. */
const BATCH_READINGS_MAX = 20_000;
/** Readings that may wait for the database; what comes beyond is refused, and its sender keeps it. */
const WAITING_READINGS_MAX = 500_000;
/** While fewer wait, more are read of a sender that has not been answered: enough that neither we nor the database stand idle. */
const WAITING_READINGS_ENOUGH = 2 * BATCH_READINGS_MAX;
/** Further ahead than this a value is not stored at all. */
const AHEAD_REFUSED_MS = 2 * 86_400_000;
/** Nothing that an instrument measures is further from zero, in any unit; sums of such values stay within a double. */
const VALUE_MAX = 1e100;

const GOOD = 0;
const SUSPECT = 1;

interface Sender {
  id: number;
  campusId: number;
  kind: string;
  /** How far its clock is from ours, ms. */
  clockOffsetMs: number;
}

/** What became of the readings that came in. */
interface ReadingCounts {
  stored: number;
  /** Within the dead-band of the one before, so the latest value only. */
  unchanged: number;
  suspect: number;
  unknownPoint: number;
  wrongTime: number;
  refused: number;
  /** Messages that had come before. Their readings are stored again, and count once. */
  repeatedMessages: number;
  /** Readings that the database can never take, whoever sends them. */
  impossible: number;
  batches: number;
  waiting: number;
}

export interface ReadingsWriter extends AsyncDisposable {
  /**
   * Stores a message's readings, batched with those of all other senders.
   *
   * @returns when they are committed
   * @throws Error when too much is waiting already, or on shutdown: the sender must send again
   */
  store: (sender: Sender, message: ReadingsMessage) => Promise<void>;
  /** Whether so little waits that senders need not wait for what they have sent already. */
  readonly hasRoom: boolean;
  readonly counts: Readonly<ReadingCounts>;
  /** What could not be stored because the site model does not have it, by name. */
  readonly unknownPoints: UnknownPoints;
  /** Sees each commit: how many readings, and how long it took, ms. */
  onCommit: ((readings: number, tookMs: number) => void) | undefined;
}

export interface ReadingsWriterOptions {
  /** Readings older than this are refused. */
  keepMs: number;
}

/** The one writer of readings in a process. While the database is away it holds what it has and tries again. */
export function createReadingsWriter(
  ctx: Ctx,
  index: PointIndex,
  { keepMs }: ReadingsWriterOptions,
  log: { error: (data: object, text: string) => void; warn: (data: object, text: string) => void },
): ReadingsWriter {
  const counts: ReadingCounts = {
    stored: 0,
    unchanged: 0,
    suspect: 0,
    unknownPoint: 0,
    wrongTime: 0,
    refused: 0,
    repeatedMessages: 0,
    impossible: 0,
    batches: 0,
    waiting: 0,
  };
  const unknownPoints = new UnknownPoints();
  const filter = new ChangeFilter();
  const order = new MessageOrder();
  const pointsWithLatest = new Set<number>();
  /** When the newest value of each point was measured, ms; written over, not replaced. */
  const newest = new Map<number, { atMs: number }>();
  const full: ReadingsBatch[] = [];
  let open = new ReadingsBatch();
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isLatestWhole = true;

  function addSeries(
    sender: Sender,
    point: PointRow,
    values: Series["values"],
    { isInOrder, nowMs }: { isInOrder: boolean; nowMs: number },
  ): void {
    const isClockWrong = Math.abs(sender.clockOffsetMs) > AHEAD_MAX_MS;
    const sample = { atMs: 0, value: 0, quality: GOOD };
    for (const [atMs, value, said] of values) {
      if (atMs > nowMs + AHEAD_REFUSED_MS || atMs < nowMs - keepMs) {
        counts.wrongTime += 1;
        continue;
      }
      const isAhead = atMs > nowMs + AHEAD_MAX_MS;
      const isOutside = value < (point.min ?? -VALUE_MAX) || value > (point.max ?? VALUE_MAX);
      sample.atMs = atMs;
      sample.value = value;
      sample.quality = isClockWrong || isAhead || isOutside || said === "suspect" ? SUSPECT : GOOD;
      if (sample.quality === SUSPECT) counts.suspect += 1;
      if (isClockWrong || isAhead) open.misdated.add(point.pointId, sample);
      counts.unchanged += 1 - filter.take(point, sample, isInOrder, open.rows);
      if (!isAhead && isNewest(point.pointId, atMs)) open.setLatest(point, sample);
    }
  }

  /** Whether nothing newer of the point has come since the start: what is filled in later is no news to anybody. */
  function isNewest(pointId: number, atMs: number): boolean {
    const known = newest.get(pointId);
    if (!known) newest.set(pointId, { atMs });
    else if (atMs < known.atMs) return false;
    else known.atMs = atMs;
    return true;
  }

  async function commit(batch: ReadingsBatch): Promise<void> {
    const startedAtMs = performance.now();
    if (batch.misdated.length > 0) await insertMisdated(ctx.db, batch.misdated, ctx.now());
    if (!batch.isEmpty) {
      const { known, first } = batch.latest((pointId) => pointsWithLatest.has(pointId));
      isLatestWhole = await insertBatch(ctx.db, batch.rows, known, first);
      if (isLatestWhole) for (const pointId of batch.pointIds()) pointsWithLatest.add(pointId);
      else pointsWithLatest.clear();
    }
    counts.stored += batch.rows.length;
    counts.batches += 1;
    writer.onCommit?.(batch.rows.length, performance.now() - startedAtMs);
  }

  function tell(batch: ReadingsBatch): void {
    const values = batch.newest();
    if (values.length === 0) return;
    const deviceIds = new Set<number>();
    for (const value of values) deviceIds.add(value.point.deviceId);
    ctx.publish({ name: "readings-stored", data: { deviceIds: [...deviceIds], values } });
  }

  /** @returns what keeps it from being stored, now or ever; while the database is away it waits */
  async function commitOrHold(batch: ReadingsBatch): Promise<Error | undefined> {
    let hasComplained = false;
    for (;;) {
      try {
        await commit(batch);
        tell(batch);
        return undefined;
      } catch (error) {
        if ((isDatabaseUnavailable(error) || isLostRace(error)) && !isClosed) {
          if (!hasComplained) log.warn({ readings: counts.waiting }, "The database is away; readings wait");
          hasComplained = true;
          await sleep(RETRY_MS);
          continue;
        }
        if (isImpossibleData(error)) return setAside(batch, error);
        if (!isClosed) log.error({ error }, "Readings could not be stored");
        return toError(error);
      }
    }
  }

  /** Sent again it would fail again, and hold up all who share its batch: found one by one, acknowledged and dropped. */
  async function setAside(batch: ReadingsBatch, error: unknown): Promise<Error | undefined> {
    const parts = batch.split();
    if (parts.length > 1) {
      let failure: Error | undefined;
      for (const part of parts) failure = (await commitOrHold(part)) ?? failure;
      return failure;
    }
    counts.impossible += batch.rows.length;
    log.error({ error }, "A message can never be stored and is dropped");
    return undefined;
  }

  async function run(): Promise<void> {
    await sleep(BATCH_WAIT_MS);
    while (full.length > 0 || open.hasSenders) {
      const batch = full.shift() ?? takeOpen();
      batch.settle(await commitOrHold(batch));
      counts.waiting -= batch.readings;
      // A crash of the database has emptied them. A job looks after them too, so that a failure here is made good within a second.
      if (!isLatestWhole)
        await ensureLatest(ctx).catch((error: unknown) => log.warn({ error }, "Latest values are not whole"));
    }
    running = undefined;
  }

  function takeOpen(): ReadingsBatch {
    const batch = open;
    open = new ReadingsBatch();
    return batch;
  }

  /** The point of each series, or undefined where there is none. */
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
    const arrival = { isInOrder: order.note(sender.id, message, nowMs), nowMs };
    counts.repeatedMessages = order.repeated;
    for (const [at, { device, point: name, values }] of message.series.entries()) {
      const point = points[at];
      readings += values.length;
      if (point) addSeries(sender, point, values, arrival);
      else {
        counts.unknownPoint += values.length;
        unknownPoints.count(sender.id, { device, point: name, count: values.length }, new Date(nowMs));
      }
    }
    counts.waiting += readings;
    const stored = open.wait(readings);
    if (open.readings >= BATCH_READINGS_MAX) full.push(takeOpen());
    running ??= run();
    return stored;
  }

  /** Of points that may have been imported meanwhile. */
  async function addUnknown(sender: Sender, message: ReadingsMessage): Promise<void> {
    await retryWhileDatabaseDown(
      () => index.refresh(),
      () => isClosed,
    );
    return add(sender, message, findPoints(sender, message));
  }

  const writer: ReadingsWriter = {
    counts,
    unknownPoints,
    get hasRoom() {
      return counts.waiting < WAITING_READINGS_ENOUGH;
    },
    onCommit: undefined,
    store(sender, message) {
      if (isClosed || counts.waiting > WAITING_READINGS_MAX) {
        counts.refused += 1;
        const why = isClosed ? "The server is stopping" : "Too many readings wait for the database";
        return Promise.reject(new Error(why));
      }
      const points = findPoints(sender, message);
      return points.includes(undefined) ? addUnknown(sender, message) : add(sender, message, points);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const batch of [...full.splice(0), takeOpen()]) batch.settle(new Error("The server is stopping"));
      await running;
    },
  };
  return writer;
}
