import pg from "pg";
import { vi } from "vitest";

import type { startTestApp } from "../start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Records all statements. Connections keep the method that they find when they are opened, so call it first. */
export const spyOnStatements = () => vi.spyOn(pg.Client.prototype, "query");

/** Which tables the statements of a piece of work name, also by views and functions, and which tables have changed. */
export async function watchTables({ app, spy }: { app: App; spy: ReturnType<typeof spyOnStatements> }) {
  const { rows } = await app.query(`
    select relname as name, case when relkind = 'v' then pg_get_viewdef(oid) end as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`);
  const texts = new Map(rows.map(({ name, text }) => [String(name), typeof text === "string" ? text : null]));
  const tables = [...texts].flatMap(([name, text]) => (text === null ? [name] : []));
  const sums = tables.map(
    (name) => `(select sum(hashtextextended(t::text, 0)) from "${name}" t) as "${name}"`,
  );
  const readSums = async () => (await app.query(`select ${sums.join()}`)).rows[0] ?? {};
  let before = await readSums();
  /** Adds the names that a text has. */
  function addNames(text: string, names: Set<string>): void {
    for (const word of new Set(text.match(/\w+/g))) {
      const inner = texts.get(word);
      if (inner === undefined || names.has(word)) continue;
      names.add(word);
      if (inner !== null) addNames(inner, names);
    }
  }
  return {
    async namedIn(work: () => Promise<unknown>): Promise<Set<string>> {
      spy.mockClear();
      await work();
      const names = new Set<string>();
      for (const [query] of spy.mock.calls) addNames(JSON.stringify(query).replaceAll("\\n", " "), names);
      return names;
    },
    async changed(): Promise<string[]> {
      const after = await readSums();
      const names = tables.filter((name) => after[name] !== before[name]);
      before = after;
      return names;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
