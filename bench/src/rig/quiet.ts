import { setTimeout as sleep } from "node:timers/promises";

import { logBytes } from "./sizes.ts";
import { withClient } from "./sql.ts";

const POLL_MS = 500;
/** What checkpoints and the like write meanwhile, bytes. */
const QUIET_BYTES = 65_536;

/** Waits until the database has written next to nothing for `quietMs`: hours are closed, rollups are made. */
export function waitForQuiet(databaseUrl: string, quietMs: number, giveUpMs: number): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const giveUpAtMs = performance.now() + giveUpMs;
    let quietSinceMs = performance.now();
    let known = await logBytes(client);
    while (performance.now() < giveUpAtMs && performance.now() - quietSinceMs < quietMs) {
      await sleep(POLL_MS);
      const now = await logBytes(client);
      if (now - known > QUIET_BYTES) quietSinceMs = performance.now();
      known = now;
    }
  });
}
