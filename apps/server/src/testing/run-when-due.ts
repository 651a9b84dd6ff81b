import type { Ctx } from "#core/ctx.ts";
import { checkConditions, type Condition } from "#core/db.ts";

/** Does the work of a job if a look finds some; undefined when it finds none. */
export async function runWhenDue<T>(
  ctx: Ctx,
  isDue: (ctx: Ctx) => Condition,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | undefined> {
  const [isMet] = await checkConditions(ctx.db, [isDue(ctx)]);
  return isMet ? work(ctx) : undefined;
}
