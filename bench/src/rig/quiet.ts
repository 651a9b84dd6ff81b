import { setTimeout as sleep } from "node:timers/promises";

import { withClient } from "./sql.ts";

const POLL_MS = 500;
const GIVE_UP_MS = 180_000;

/**
 * Waits until every hour that is over is closed. The product's list of open hours says so; that little is written does not, as making
 * the rollups of days writes little. @throws Error when that takes too long
 */
export function waitUntilClosed(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const giveUpAtMs = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from readings_open_hours where hour < floor(extract(epoch from now()) / 3600)`,
      );
      if (rows[0]?.open === 0) return;
      if (performance.now() > giveUpAtMs) throw new Error("Some hours are still not closed");
      await sleep(POLL_MS);
    }
  });
}
