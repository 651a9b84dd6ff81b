import { expect, test } from "vitest";

import { startTestApp } from "../start-test-app.ts";

/** Of a device that the first test leaves alone otherwise. */
const POINTS = "points where device_id = (select id from devices where ssid = 'T-S3')";

const databaseOf = async (app: Awaited<ReturnType<typeof startTestApp>>) =>
  (await app.query("select current_database() as name")).rows[0]?.["name"];

test("a test gets the database of the one before, without its rows, changes, deletions and numbers", async () => {
  let first: unknown;
  {
    await using app = await startTestApp();
    first = await databaseOf(app);
    await app.measure("T-S1", "T-S1", { TEMPERATURE: 25 });
    await app.query("update locations set name = 'Renamed'");
    await app.query(`delete from ${POINTS}`);
    await app.as("operator");
  }
  await using next = await startTestApp();
  expect(await databaseOf(next)).toBe(first);
  const count = async (table: string) =>
    Number((await next.query(`select count(*) from ${table}`)).rows[0]?.["count"]);
  expect(await count("locations where name = 'Renamed'")).toBe(0);
  expect(await count(POINTS)).toBe(4);
  for (const table of ["latest", "sessions", "readings_hot"])
    expect([table, await count(table)]).toEqual([table, 0]);
});

test("a database whose tables a test changed is not used again", async () => {
  let first: unknown;
  {
    await using app = await startTestApp();
    first = await databaseOf(app);
    await app.query("alter table locations add column extra text");
  }
  await using next = await startTestApp();
  expect(await databaseOf(next)).not.toBe(first);
});
