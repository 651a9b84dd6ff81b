import { setTimeout as sleep } from "node:timers/promises";

import { withClient } from "./sql.ts";

const POLL_MS = 500;
const GIVE_UP_MS = 180_000;

/**
 * Waits until every hour that is over is closed. The product's list of open hours says so; that little is written does not, as making
 * the rollups of days writes little. @throws Error when that takes too long
 */
export function waitUntilClosed(databaseUrl: string): Promise<void> {
  return waitUntil(
    databaseUrl,
    `select count(*) = 0 as "isSo" from readings_open_hours where hour < floor(extract(epoch from now()) / 3600)`,
    "Some hours are still not closed",
  );
}

/** New hours that autovacuum leaves for the next time. Source: autovacuum_vacuum_insert_threshold, and 1 % of a small table. */
const UNSEEN_MAX = 1_500;

/** Waits until autovacuum has looked at the hours that were closed, as it has at nearly all of a system's past. @throws Error likewise */
export function waitUntilVacuumed(databaseUrl: string): Promise<void> {
  return waitUntil(
    databaseUrl,
    `select last_autovacuum is not null and n_ins_since_vacuum < ${UNSEEN_MAX} as "isSo"
     from pg_stat_user_tables where relname = 'readings_1h'`,
    "The hours are still not vacuumed",
  );
}

async function waitUntil(databaseUrl: string, question: string, complaint: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const giveUpAtMs = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { rows } = await client.query<{ isSo: boolean }>(question);
      if (rows[0]?.isSo) return;
      if (performance.now() > giveUpAtMs) throw new Error(complaint);
      await sleep(POLL_MS);
    }
  });
}
