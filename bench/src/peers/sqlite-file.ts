import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** How long a reader waits for a writer, ms. */
const LOCK_MAX_MS = 30_000;

/** Opens or makes an SQLite file for as long as `work` takes. */
export function withSqlite<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: LOCK_MAX_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Rows of a table from which nothing is ever deleted: by its last row, so that looking costs its writer nothing. */
export function countRows(file: string, table: string): number {
  if (!existsSync(file)) return 0;
  return withSqlite(file, (database) => {
    const found = database.prepare(`select max(rowid) as count from ${table}`).get();
    return Number(found?.["count"] ?? 0);
  });
}
