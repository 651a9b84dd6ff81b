import { setTimeout as sleep } from "node:timers/promises";

import { logBytes } from "./sizes.ts";
import { withClient } from "./sql.ts";

const POLL_MS = 500;
/** An hour's closing begins at the latest by then after its last value: 20 s of silence, and a look each 10 s. Source: docs/adr/0012. */
const CLOSING_BEGINS_MS = 33_000;
const QUIET_MS = 3_000;
const GIVE_UP_MS = 90_000;
/** What checkpoints and the like write meanwhile, bytes. */
const QUIET_BYTES = 65_536;

/** Waits until the hours of the past that were stored last are closed, and the database writes next to nothing any more. */
export function waitUntilClosed(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await sleep(CLOSING_BEGINS_MS);
    const giveUpAtMs = performance.now() + GIVE_UP_MS;
    let quietSinceMs = performance.now();
    let known = await logBytes(client);
    while (performance.now() < giveUpAtMs && performance.now() - quietSinceMs < QUIET_MS) {
      await sleep(POLL_MS);
      const now = await logBytes(client);
      if (now - known > QUIET_BYTES) quietSinceMs = performance.now();
      known = now;
    }
  });
}
