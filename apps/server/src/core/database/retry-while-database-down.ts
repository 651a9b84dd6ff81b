import { setTimeout as sleep } from "node:timers/promises";

import { isDatabaseUnavailable } from "../db.ts";

/** Delay between the attempts while the database is down, ms. */
export const RETRY_MS = 500;

/**
 * Retries work while the database is down, so that its caller does not have to.
 *
 * @throws any other error of the work, and every error after `isStopped`
 */
export async function retryWhileDatabaseDown<T>(
  work: () => Promise<T>,
  isStopped: () => boolean,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isStopped() || !isDatabaseUnavailable(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}
