import { setTimeout as sleep } from "node:timers/promises";

import { isDatabaseAway } from "./db.ts";

/** While the database is away, work is tried again this often, ms. */
export const RETRY_MS = 500;

/**
 * Tries work again for as long as the database is away, so that nobody has to be sent away with it.
 *
 * @throws what the work throws otherwise, and once it `isOver`
 */
export async function persist<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isOver() || !isDatabaseAway(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}
