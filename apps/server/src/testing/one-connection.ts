import { CompiledQuery } from "kysely";

import { openDb } from "#core/db.ts";

/** A database with a single connection, for what belongs to one. */
export function openOneConnection(databaseUrl: string) {
  const db = openDb(databaseUrl, { connectionsMax: 1 });
  return {
    run: async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}
