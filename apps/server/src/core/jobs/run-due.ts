import { type Ctx, inTransaction } from "../ctx.ts";
import { type Db, isDatabaseUnavailable } from "../db.ts";

/** Delay after work that failed, ms. */
const RETRY_MS = 15_000;

/** The rows of a slice with the time of their next check. */
interface DueRows<R> {
  /** Locks a due row until commit, and skips those that are locked. */
  claimDue: (db: Db, now: Date) => Promise<R | undefined>;
  updateNextCheck: (db: Db, id: string, at: Date) => Promise<void>;
}

/**
 * Runs `work` on every due row, one transaction each. Several servers may do so concurrently. A row whose work fails is postponed, so that
 * it does not block the others.
 *
 * @throws the first error after all rows; at once when the database is unavailable
 */
export async function runEachDue<R extends { id: string }>(
  ctx: Ctx,
  rows: DueRows<R>,
  work: (inner: Ctx, row: R) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let claimed: R | undefined;
  do {
    try {
      claimed = undefined;
      await inTransaction(ctx, async (inner) => {
        claimed = await rows.claimDue(inner.db, inner.now());
        if (claimed) await work(inner, claimed);
      });
    } catch (error) {
      if (!claimed || isDatabaseUnavailable(error)) throw error;
      failures.push(error);
      await rows.updateNextCheck(ctx.db, claimed.id, new Date(ctx.now().getTime() + RETRY_MS));
    }
  } while (claimed);
  if (failures.length > 0) throw failures[0];
}
