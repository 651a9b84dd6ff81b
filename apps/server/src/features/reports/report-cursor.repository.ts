import { sql } from "kysely";

import type { Db } from "#core/db.ts";

import type { Fragment, StoredRow } from "./report-rows.repository.ts";

/** Maximum rows in memory. */
const BATCH_ROWS = 2_000;

/**
 * Reads a query in batches through a cursor, one batch per request of the reader. The generator uses a connection of `db` until it ends or
 * `return` is called. When `signal` aborts, a connection of `callDb` cancels the running statement.
 */
export async function* readRows(
  db: Db,
  callDb: Db,
  query: Fragment,
  signal: AbortSignal,
): AsyncGenerator<StoredRow[], void> {
  signal.throwIfAborted();
  const transaction = await db.startTransaction().setAccessMode("read only").execute();
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  const rowsDb = transaction.withoutPlugins();
  // A late cancellation cannot affect another query: the connection is returned after the listener is removed and the cancellation has ended.
  let cancelled: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    cancelled = sql`select pg_cancel_backend(${own[0]?.pid})`.execute(callDb).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    await sql`declare report_rows no scroll cursor for ${query}`.execute(rowsDb);
    while (true) {
      const { rows } = await sql<StoredRow>`fetch forward ${sql.lit(BATCH_ROWS)} from report_rows`.execute(
        rowsDb,
      );
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) return;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancelled;
    await transaction.rollback().execute();
  }
}
