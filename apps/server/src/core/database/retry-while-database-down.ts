import { setTimeout as sleep } from "node:timers/promises";

import { isTemporary } from "../db.ts";

/** Delay between the attempts while the database is down, ms. */
export const RETRY_MS = 500;

/**
 * Retries `work` until the database is available again, and after a deadlock.
 *
 * @throws any other error of `work`, and every error after `isStopped` has become true
 */
export async function retryWhileDatabaseDown<T>(
  work: () => Promise<T>,
  isStopped: () => boolean,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isStopped() || !isTemporary(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}
