import type { Ctx } from "#core/ctx.ts";

import * as repository from "./call-limits.repository.ts";

/**
 * Counts a call of a key in the database, as a client may reach any process.
 *
 * @returns when the next call is allowed, if this one is more than `max` in a window
 */
export async function countCall(
  ctx: Ctx,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
): Promise<Date | undefined> {
  const at = ctx.now();
  const { count, endsAt } = await repository.upsertCount(ctx.db, key, { at, windowMs });
  // A few keys begin a window at a time.
  if (count === 1) await repository.deleteCountsBefore(ctx.db, at);
  return count > max ? endsAt : undefined;
}
