import { readdir, readFile } from "node:fs/promises";

import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

import { openDb, queryRows } from "../db.ts";
import { type ShowLine, reportProgress } from "../progress.ts";
import type { Tables } from "./tables.ts";

/** One file in place of the steps of earlier versions, and the last of these steps. */
const BASELINE = "0080-baseline.sql";
const LAST_EARLIER = "0080-unexplained-alarms.sql";

/**
 * Applies `migrations/*.sql` in the order of their names, and reports those that take long.
 * @throws the first error, after a rollback; for a database from before the baseline with the way to update
 */
export async function migrate(connectionString: string, showLine: ShowLine = () => undefined): Promise<void> {
  const db = openDb(connectionString, { connectionsMax: 1, hasNoStatementTimeout: true }).withoutPlugins();
  try {
    await adoptEarlier(db);
    await migrateToLatest(db, showLine);
    await analyseNewTables(db);
  } finally {
    await db.destroy();
  }
}

async function migrateToLatest(db: Kysely<Tables>, showLine: ShowLine): Promise<void> {
  const folder = new URL("../../../migrations/", import.meta.url);
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = (await readdir(folder)).filter((file) => file.endsWith(".sql"));
        const entries = await Promise.all(
          files.map(async (file): Promise<[string, Migration]> => {
            const text = await readFile(new URL(file, folder), "utf8");
            const step = `Migrating the database (${file.replace(/\.sql$/, "")})`;
            return [
              file,
              {
                up: async (target) =>
                  void (await reportProgress(showLine, step, sql.raw(text).execute(target))),
              },
            ];
          }),
        );
        return Object.fromEntries(entries);
      },
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error("Migration failed", { cause: error });
}

/**
 * PostgreSQL expects a thousand rows in a table that was never analysed, and reads large tables whole to join them. It never analyses an
 * empty table.
 */
async function analyseNewTables(db: Kysely<Tables>): Promise<void> {
  const rows = await queryRows(db)<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and reltuples = -1 and relnamespace = current_schema()::regnamespace`;
  for (const { name } of rows) await sql.raw(`analyze (skip_locked) ${name}`).execute(db);
}

/** Records the baseline in a database that has the last step of earlier versions. */
async function adoptEarlier(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (inner) => {
    const table = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
      inner,
    );
    if (!table.rows[0]?.name) return;
    await sql`lock table kysely_migration in exclusive mode`.execute(inner);
    const rows = await queryRows(inner)<{ name: string }>`select name from kysely_migration order by name`;
    const names = rows.map(({ name }) => name);
    if (names.length === 0 || names.includes(BASELINE)) return;
    if (!names.includes(LAST_EARLIER))
      throw new Error(
        `The database ends at ${names.at(-1)}, and this version can only update one that has ${LAST_EARLIER}. ` +
          "Start Verandah of 27 November 2026 on it once, then this version.",
      );
    await sql`with earlier as (delete from kysely_migration where name <= ${LAST_EARLIER} returning timestamp)
      insert into kysely_migration (name, timestamp) select ${BASELINE}, max(timestamp) from earlier`.execute(
      inner,
    );
  });
}
