import { setTimeout as sleep } from "node:timers/promises";

import type { Ctx } from "#core/ctx.ts";
import { RETRY_MS } from "#core/database/retry-while-database-down.ts";
import { isInvalidData, isTemporary } from "#core/db.ts";
import { toError } from "#core/errors.ts";

import type { ReadingsBatch } from "./readings-batch.ts";
import { insertBatch, insertMisdated } from "./readings.repository.ts";

interface CommitCounts {
  stored: number;
  batches: number;
  impossible: number;
  readonly waiting: number;
}

export interface WriterLog {
  error: (data: object, text: string) => void;
  warn: (data: object, text: string) => void;
}

/** Commits batches, and records whether the latest values of all stored points are in the database. */
export function createBatchCommitter(
  ctx: Ctx,
  counts: CommitCounts,
  log: WriterLog,
  { isClosed, onCommit }: { isClosed: () => boolean; onCommit: (rows: number, ms: number) => void },
) {
  const pointsWithLatest = new Set<number>();
  let isLatestWhole = true;

  async function commit(batch: ReadingsBatch): Promise<void> {
    const startedAtMs = performance.now();
    if (batch.misdated.length > 0) await insertMisdated(ctx.db, batch.misdated, ctx.now());
    if (!batch.isEmpty) {
      const { known, first } = batch.latest((pointId) => pointsWithLatest.has(pointId));
      const { isWhole, notNewest } = await insertBatch(ctx.db, batch.rows, known, first);
      isLatestWhole = isWhole;
      if (isLatestWhole) for (const pointId of batch.pointIds()) pointsWithLatest.add(pointId);
      else pointsWithLatest.clear();
      batch.dropLatest(notNewest);
    }
    counts.stored += batch.rows.length;
    counts.batches += 1;
    onCommit(batch.rows.length, performance.now() - startedAtMs);
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
        if (isTemporary(error) && !isClosed()) {
          if (!hasWarned) log.warn({ readings: counts.waiting }, "The database is down; readings wait");
          hasWarned = true;
          await sleep(RETRY_MS);
          continue;
        }
        if (isInvalidData(error)) return dropFaultyMessage(batch, error);
        if (!isClosed()) log.error({ err: error }, "Readings could not be stored");
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

  return { commitWithRetries, isLatestWhole: () => isLatestWhole };
}
