import { createBatches } from "#core/batches.ts";
import type { Ctx } from "#core/ctx.ts";

import * as repository from "./call-limits.repository.ts";

/** Calls of one statement. */
const CALLS_MAX = 1_000;

/** Counts calls in the database, as a client may reach any process. @returns the count of each key in its window */
async function countCalls(ctx: Ctx, keys: readonly string[], windowMs: number) {
  const at = ctx.now();
  const counts = await repository.upsertCounts(ctx.db, keys, { at, windowMs });
  // A few keys begin a window at a time.
  if (counts.some(({ endsAt }) => endsAt.getTime() === at.getTime() + windowMs))
    await repository.deleteCountsBefore(ctx.db, at);
  return new Map(counts.map((one) => [one.key, one]));
}

/**
 * Counts a call of a key.
 *
 * @returns when the next call is allowed, if this one is more than `max` in a window
 */
export async function countCall(
  ctx: Ctx,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
): Promise<Date | undefined> {
  const counted = (await countCalls(ctx, [key], windowMs)).get(key);
  return counted && counted.count > max ? counted.endsAt : undefined;
}

/** Counts calls in bulk. @returns a function that counts a call of a key, and returns the number of calls in its window */
export const createCallCounts = (ctx: Ctx, windowMs: number) =>
  createBatches<string, number>(CALLS_MAX, async (keys) => {
    const counts = await countCalls(ctx, keys, windowMs);
    return (key) => counts.get(key)?.count ?? 0;
  });
