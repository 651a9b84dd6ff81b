import { expect, test, vi } from "vitest";

import { openOneConnection } from "../testing/one-connection.ts";
import { openPlanningDb } from "../testing/planning-db.ts";
import { startLinkedApp } from "../testing/start-linked-app.ts";
import { startTestApp } from "../testing/start-test-app.ts";
import { migrate, pingDb } from "./db.ts";

test("a connection that breaks between two statements of a transaction fails it, and not the process", async () => {
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
  link.mend();
  await pingDb(app.db);
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

test("a migration that takes long is told of by its name", async () => {
  await using app = await startTestApp();
  await using holder = openOneConnection(app.databaseUrl);
  await holder.run("drop schema public cascade");
  await holder.run("create schema public");
  const said: string[] = [];
  // A table of the same name, which may or may not come to be, keeps the migration waiting.
  await holder.run("begin");
  await holder.run("create table campuses (id int)");
  const migrated = migrate(app.databaseUrl, (text) => said.push(text));
  await expect
    .poll(() => said, { timeout: 10_000 })
    .toEqual(["Bringing the database into its new form (0001-foundation): 2 s"]);
  await holder.run("rollback");
  await migrated;
  expect(await app.db.selectFrom("campuses").select("id").execute()).toEqual([]);
});

/** A sequence that counts how often `counted` was planned: a function that is said to be immutable is called by the planner. */
const COUNTS_PLANNING = [
  "create sequence planned",
  "create function counted() returns bigint immutable language plpgsql as $$ begin return nextval('planned'); end $$",
];

test("what is to be planned ahead is planned by each connection once, when its first user is done", async () => {
  await using app = await startTestApp();
  for (const text of COUNTS_PLANNING) await app.query(text);
  const timesPlanned = async () => {
    const { rows } = await app.query(
      "select case when is_called then last_value else 0 end as times from planned",
    );
    return Number(rows[0]?.["times"]);
  };
  const db = openPlanningDb(app.databaseUrl, "select counted()", 1);
  await db.connection().execute(async (connection) => {
    await pingDb(connection);
    expect(await timesPlanned()).toBe(0);
  });
  await expect.poll(timesPlanned).toBe(1);
  await pingDb(db);
  await pingDb(db);
  expect(await timesPlanned()).toBe(1);
  await db.destroy();
});

test("what cannot be planned ahead is told once, and its connections work", async () => {
  await using app = await startTestApp();
  const told = vi.spyOn(process, "emitWarning").mockReturnValue();
  const db = openPlanningDb(app.databaseUrl, "select * from nowhere", 2);
  const useBoth = () => Promise.all([pingDb(db), pingDb(db)]);
  await useBoth();
  await useBoth();
  await db.destroy();
  expect(told.mock.calls).toEqual([
    ['A statement could not be planned ahead: error: relation "nowhere" does not exist'],
  ]);
  told.mockRestore();
});
