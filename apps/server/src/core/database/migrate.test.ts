import { expect, test } from "vitest";

import { openOneConnection } from "../../testing/database/one-connection.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { migrate } from "./migrate.ts";

test("reports a long migration by its name", async () => {
  await using app = await startTestApp();
  await using holder = openOneConnection(app.databaseUrl);
  await holder.run("drop schema public cascade");
  await holder.run("create schema public");
  const reported: string[] = [];
  // An uncommitted table of the same name blocks the migration.
  await holder.run("begin");
  await holder.run("create table campuses (id int)");
  const migrated = migrate(app.databaseUrl, (text) => reported.push(text));
  await expect
    .poll(() => reported, { timeout: 10_000 })
    .toEqual([expect.stringMatching(/^Migrating the database \(0080-baseline\): \d+ s$/)]);
  await holder.run("rollback");
  await migrated;
  expect(await app.db.selectFrom("campuses").select("id").execute()).toEqual([]);
  const { rows } = await app.query(
    "select relname from pg_class where relkind = 'r' and reltuples = -1 and relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([]);
});

/** A database that an earlier version has migrated up to a step. */
async function startEarlier(lastStep: string) {
  const app = await startTestApp();
  await app.query(`
    delete from kysely_migration where name <= '0080-baseline.sql';
    insert into kysely_migration values ('0001-foundation.sql', '2026-01-01'), ('${lastStep}', '2026-01-01')`);
  const steps = async () => {
    const { rows } = await app.query("select name from kysely_migration order by name");
    return rows.map(({ name }) => name);
  };
  return { app, steps };
}

test("keeps a database that has the last step of earlier versions", async () => {
  const { app, steps } = await startEarlier("0080-unexplained-alarms.sql");
  await using _ = app;
  const later = (await steps()).slice(2);
  expect(later).toContain("0083-calendars.sql");
  await migrate(app.databaseUrl);
  await migrate(app.databaseUrl);
  expect(await steps()).toEqual(["0080-baseline.sql", ...later]);
  expect((await app.query("select username from users")).rows).toContainEqual({ username: "viewer" });
});

test("refuses a database from before it with the way to update, and changes nothing", async () => {
  const { app, steps } = await startEarlier("0079-place-labels.sql");
  await using _ = app;
  await app.query("delete from kysely_migration where name > '0080'");
  const before = await steps();
  await expect(migrate(app.databaseUrl)).rejects.toThrow(
    "The database ends at 0079-place-labels.sql, and this version can only update one that has 0080-unexplained-alarms.sql. " +
      "Start Verandah of 27 November 2026 on it once, then this version.",
  );
  expect(await steps()).toEqual(before);
});
