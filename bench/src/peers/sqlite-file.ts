import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** How long a reader waits for a writer, ms. */
const LOCK_MAX_MS = 30_000;

/** Opens or creates an SQLite file for the duration of `work`. */
export function withSqlite<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: LOCK_MAX_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Number of rows of a table without deletions: by its last row, so that the count does not disturb its writer. */
export function countRows(file: string, table: string): number {
  if (!existsSync(file)) return 0;
  return withSqlite(file, (database) => {
    const found = database.prepare(`select max(rowid) as count from ${table}`).get();
    return Number(found?.["count"] ?? 0);
  });
}
