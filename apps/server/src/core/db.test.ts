import { expect, test, vi } from "vitest";

import { openOneConnection, preparing } from "../testing/database/one-connection.ts";
import { startLinkedApp } from "../testing/start-linked-app.ts";
import { startTestApp } from "../testing/start-test-app.ts";
import { migrate, openDb, pingDb } from "./db.ts";

test("a connection that breaks within a transaction fails the transaction, not the process", async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  process.on("uncaughtException", uncaught);
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  const broken = app.db.transaction().execute(async (transaction) => {
    await pingDb(transaction);
    link.cut();
    await new Promise((done) => setTimeout(done, 100));
    await pingDb(transaction);
  });
  await expect(broken).rejects.toThrow(/not queryable|terminated/);
  link.restore();
  await pingDb(app.db);
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

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
    .toEqual(["Migrating the database (0001-foundation): 2 s"]);
  await holder.run("rollback");
  await migrated;
  expect(await app.db.selectFrom("campuses").select("id").execute()).toEqual([]);
});

test("prepares a statement when a new connection is first released, and reuses it", async () => {
  await using app = await startTestApp();
  const double = "select $1::int * 2 as twice";
  await using database = openOneConnection(app.databaseUrl, preparing(double, [1]));
  const listUses = () =>
    database.run(
      "select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%twice%'",
    );
  expect(await listUses()).toEqual([]);
  expect(await listUses()).toEqual([{ uses: 1 }]);
  expect(await database.run(double, [21])).toEqual([{ twice: 42 }]);
  expect(await listUses()).toEqual([{ uses: 2 }]);
});

test("reports a statement that cannot be prepared once, and its connections work", async () => {
  await using app = await startTestApp();
  const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
  const db = openDb(app.databaseUrl, { connectionsMax: 2, ...preparing("select * from nowhere", []) });
  const useBoth = () => Promise.all([pingDb(db), pingDb(db)]);
  await useBoth();
  await useBoth();
  await db.destroy();
  expect(warned.mock.calls).toEqual([
    ['A statement could not be prepared ahead: error: relation "nowhere" does not exist'],
  ]);
  warned.mockRestore();
});
