import { expect, test } from "vitest";

import { openOneConnection } from "../../testing/database/one-connection.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const COUNT = "select count(*)::int as prepared from pg_prepared_statements";

test("prepares a statement from its third run on", async () => {
  await using app = await startTestApp();
  await using database = openOneConnection(app.databaseUrl);
  const double = (value: number) => database.run("select $1::int * 2 as twice", [value]);
  await double(1);
  await double(2);
  expect(await database.run(COUNT)).toEqual([{ prepared: 0 }]);
  for (const value of [3, 4]) {
    expect(await double(value)).toEqual([{ twice: 2 * value }]);
    expect(await database.run(COUNT)).toEqual([{ prepared: 1 }]);
  }
});

test("a statement whose table has changed fails at most once", async () => {
  await using app = await startTestApp();
  await using database = openOneConnection(app.databaseUrl);
  await database.run("create table things (a int)");
  const list = () => database.run("select * from things where $1::int = 1", [1]);
  for (let times = 0; times < 4; times += 1) await list();
  await database.run("alter table things add column b int");
  await expect(list()).rejects.toThrow("cached plan must not change result type");
  await expect(list()).resolves.toEqual([]);
});
