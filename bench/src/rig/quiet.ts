import { setTimeout as sleep } from "node:timers/promises";

import { query, withClient } from "../../../tools/testing/sql.ts";

const POLL_MS = 500;
const GIVE_UP_MS = 180_000;

/** With this number of readings the journal is about to be grouped, and only then are their hours open. Source: docs/adr/0012. */
const JOURNAL_MAX = 100_000;

/**
 * Waits until every past hour is closed. The product's list of open hours shows this after the journal is grouped; a low write rate does
 * not, because building the rollups of days writes little.
 *
 * @throws Error after a timeout
 */
export function waitUntilClosed(databaseUrl: string): Promise<void> {
  return waitUntil(
    databaseUrl,
    `select not exists (select from readings_open_hours where hour < floor(extract(epoch from now()) / 3600))
       and (select coalesce(sum(size), 0) from readings_journal) < ${JOURNAL_MAX} as "isSo"`,
    "Some hours are still not closed",
  );
}

/** Age after which a day may be compacted, s. Source: docs/adr/0021. */
const DAY_QUIET_SECOND = 600;

/**
 * Waits until past days are compacted. The product waits ten minutes for late readings; here there are none, and the ten minutes count as
 * passed.
 *
 * @throws Error after a timeout
 */
export async function waitUntilPutTogether(databaseUrl: string): Promise<void> {
  await query(databaseUrl, "update readings_days set changed_at = changed_at - interval '1 hour'");
  await waitUntil(
    databaseUrl,
    `select count(*) = 0 as "isSo" from readings_days
     where next_point_id is not null and day < floor((extract(epoch from now()) - ${DAY_QUIET_SECOND}) / 86400)`,
    "Some days are still not put together",
  );
}

/** New hours that autovacuum leaves for the next time. Source: autovacuum_vacuum_insert_threshold, and 1 % of a small table. */
const UNSEEN_MAX = 1_500;
/** Rows that have moved and are still in the index. Source: autovacuum_vacuum_threshold of readings_5m, and 0.2 % of a small table. */
const DEAD_MAX = 1_100;

/**
 * Waits until autovacuum has processed the closed hours, has removed the rows that compacted days left behind, and is idle again, as in
 * normal operation.
 *
 * @throws Error after a timeout
 */
export function waitUntilVacuumed(databaseUrl: string): Promise<void> {
  return waitUntil(
    databaseUrl,
    `select count(*) = 2 and not exists (select from pg_stat_progress_vacuum) and not exists (select from pg_stat_progress_analyze) as "isSo"
     from pg_stat_user_tables where last_autovacuum is not null and (
       (relname = 'readings_1h' and n_ins_since_vacuum < ${UNSEEN_MAX}) or (relname = 'readings_5m' and n_dead_tup < ${DEAD_MAX}))`,
    "The hours are still not vacuumed",
  );
}

async function waitUntil(databaseUrl: string, question: string, complaint: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const deadlineMs = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { rows } = await client.query<{ isSo: boolean }>(question);
      if (rows[0]?.isSo) return;
      if (performance.now() > deadlineMs) throw new Error(complaint);
      await sleep(POLL_MS);
    }
  });
}
