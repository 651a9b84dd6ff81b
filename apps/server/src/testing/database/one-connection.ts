import { CompiledQuery } from "kysely";

import { type DbOptions, openDb } from "#core/db.ts";

/** Options that prepare a statement ahead. */
export const preparing = (text: string, values: unknown[]): Pick<DbOptions, "preparedAhead"> => ({
  preparedAhead: { compile: () => CompiledQuery.raw(text, values) },
});

/** A pool with a single connection, for tests of per-connection behaviour. */
export function openOneConnection(databaseUrl: string, options: DbOptions = {}) {
  const db = openDb(databaseUrl, { ...options, connectionsMax: 1 });
  return {
    db,
    run: async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await db.withoutPlugins().executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}
