import { sql } from "kysely";
import { expect, test } from "vitest";

import { startTestApp } from "../testing/start-test-app.ts";
import { openDb } from "./db.ts";

const preparedCount = sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`;

test("what comes again is prepared, what comes once or twice is not", async () => {
  await using app = await startTestApp();
  const db = openDb(app.databaseUrl, { connectionsMax: 1 });
  const run = (value: number) => sql<{ twice: number }>`select ${value}::int * 2 as twice`.execute(db);
  await run(1);
  await run(2);
  expect((await preparedCount.execute(db)).rows).toEqual([{ count: 0 }]);
  expect((await run(3)).rows).toEqual([{ twice: 6 }]);
  expect((await run(4)).rows).toEqual([{ twice: 8 }]);
  expect((await preparedCount.execute(db)).rows).toEqual([{ count: 1 }]);
  await db.destroy();
});

test("a statement whose table has changed fails once at most, and then works again", async () => {
  await using app = await startTestApp();
  const db = openDb(app.databaseUrl, { connectionsMax: 1 });
  await sql`create table things (a int)`.execute(db);
  const run = () => sql`select * from things where ${1}::int = 1`.execute(db);
  for (let times = 0; times < 4; times += 1) await run();
  await sql`alter table things add column b int`.execute(db);
  await expect(run()).rejects.toThrow("cached plan must not change result type");
  await expect(run()).resolves.toMatchObject({ rows: [] });
  await db.destroy();
});
