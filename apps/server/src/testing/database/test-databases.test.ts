import { sql } from "kysely";
import { expect, inject, test } from "vitest";

import { startTestApp } from "../start-test-app.ts";
import { takeDatabase } from "./test-databases.ts";

type TestDb = Awaited<ReturnType<typeof takeDatabase>>["db"];

const take = () => takeDatabase(inject("readySite").url);

async function nameOf(db: TestDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name ?? "";
}

/** The rows of every table in the order of its file, and the state of every sequence. */
async function contentOf(db: TestDb): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select relname as name, case relkind when 'r' then '*' else 'last_value, is_called' end as columns
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`.execute(
    db,
  );
  const content: Record<string, unknown[]> = {};
  for (const { name, columns } of rows)
    content[name] = (await sql`select ${sql.raw(columns)} from ${sql.table(name)}`.execute(db)).rows;
  return content;
}

/** The database that the next test of this worker gets after `change`. */
async function changeAndTake(change: (db: TestDb) => Promise<unknown>) {
  const first = await take();
  const before = { name: await nameOf(first.db), content: await contentOf(first.db) };
  await change(first.db);
  await first[Symbol.asyncDispose]();
  const second = await take();
  const after = { name: await nameOf(second.db), content: await contentOf(second.db) };
  return { before, after, second };
}

const run = (text: string) => (db: TestDb) => sql.raw(text).execute(db);

test.each([
  ["nothing", "select 1"],
  ["updated", "update users set email = 'x@test.example' where username = 'operator'"],
  ["moved", "update users set email = email where id = (select min(id) from users)"],
  [
    "added",
    "insert into locations (campus_id, key, zone_type, name) select id, 'new', 'GL_LOCATION_TYPE_AREA', 'New' from campuses",
  ],
  ["deleted", "delete from points; delete from devices"],
  ["new keys", "delete from points; update edges set name = 'Other'; update campuses set name = 'Other'"],
  ["ids", "select nextval(seqrelid::regclass) from pg_sequence"],
])("restores rows, their order and ids: %s", async (_name, change) => {
  const { before, after, second } = await changeAndTake(run(change));
  expect(after).toEqual(before);
  await second[Symbol.asyncDispose]();
});

test("restores what an app has written", async () => {
  const first = await startTestApp();
  const name = await nameOf(first.db);
  const user = await first.as("administrator");
  await first.measure("T-S1", "T-S1", { TEMPERATURE: 24, CO2: 800 });
  expect((await user.get("/v1/users")).statusCode).toBe(200);
  await first[Symbol.asyncDispose]();
  const second = await take();
  expect(await nameOf(second.db)).toBe(name);
  const content = await contentOf(second.db);
  const filled = Object.entries(content).filter(
    ([table, rows]) => rows.length > 0 && !table.endsWith("_seq"),
  );
  expect(filled.map(([table]) => table)).toEqual([
    "audit",
    "campus_roles",
    "campuses",
    "devices",
    "edges",
    "first_hours",
    "kysely_migration",
    "kysely_migration_lock",
    "locations",
    "points",
    "users",
  ]);
  await second[Symbol.asyncDispose]();
});

test.each([
  ["a table", "create table more (id int)"],
  ["a column", "alter table users add column more int"],
  ["a dropped column", "alter table latest drop column quality"],
  ["a constraint", "alter table users add check (id > 0)"],
  ["a dropped index", "drop index room_calendars_one_room"],
  [
    "a trigger",
    "create trigger t before update on users execute function suppress_redundant_updates_trigger()",
  ],
  ["a function", "create function more() returns int language sql as 'select 1'"],
  [
    "a changed function",
    "create or replace function place_is_active(place int) returns boolean language sql stable as 'select true'",
  ],
  ["a default", "alter table users alter column email set default 'x'"],
])("a database with %s more or less is not used again", async (_name, change) => {
  const { before, after, second } = await changeAndTake(run(change));
  expect(after.name).not.toBe(before.name);
  expect(after.content).toEqual(before.content);
  await second[Symbol.asyncDispose]();
});

test("a database whose rows cannot be restored is not used again", async () => {
  // The user needs the added building, which would be deleted first.
  const { before, after, second } = await changeAndTake(
    run(`with building as (insert into locations (campus_id, key, zone_type, name)
      select id, 'new', 'GL_LOCATION_TYPE_BUILDING', 'New' from campuses returning id)
      update users set building_id = (select id from building)`),
  );
  expect(after.name).not.toBe(before.name);
  expect(after.content).toEqual(before.content);
  await second[Symbol.asyncDispose]();
});

test("a database whose address a test reads is not used again", async () => {
  const first = await take();
  const name = await nameOf(first.db);
  expect(first.url).toContain(name);
  await first[Symbol.asyncDispose]();
  await using second = await take();
  expect(await nameOf(second.db)).not.toBe(name);
});

test("the next test has no setting, lock or table of a session", async () => {
  const { before, after, second } = await changeAndTake(async (db) => {
    await run("set work_mem = '1GB'")(db);
    await run("select pg_advisory_lock(1)")(db);
    await run("create temporary table more (id int)")(db);
  });
  expect(after).toEqual(before);
  const { rows } = await sql`select current_setting('work_mem') as memory, to_regclass('more') as table,
    (select count(*)::int from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())) as locks`.execute(second.db);
  expect(rows).toEqual([{ memory: "4MB", table: null, locks: 0 }]);
  await second[Symbol.asyncDispose]();
});

test("the end waits for a running statement and refuses later ones", async () => {
  const first = await take();
  const started = Promise.withResolvers<void>();
  let isEnded = false;
  const running = first.db.connection().execute(async (connection) => {
    started.resolve();
    await sql`select pg_sleep(0.2)`.execute(connection);
    isEnded = true;
  });
  await started.promise;
  await first[Symbol.asyncDispose]();
  expect(isEnded).toBe(true);
  await running;
  await expect(sql`select 1`.execute(first.db)).rejects.toThrow("destroyed");
});

test("two apps at a time have two databases", async () => {
  await using first = await take();
  await using second = await take();
  expect(await nameOf(first.db)).not.toBe(await nameOf(second.db));
});
