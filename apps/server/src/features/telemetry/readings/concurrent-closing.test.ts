import { expect, test, vi } from "vitest";

import { openOneConnection } from "../../../testing/database/one-connection.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, groupJournal } from "./readings-upkeep.ts";

/** No quiet time: values of the current millisecond count too. */
const AT_ONCE_MS = -1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type App = Awaited<ReturnType<typeof startTestApp>>;

/** A temperature at 10:00 in a closed hour. The time is 12:01. */
async function startWithAnHour() {
  const app = await startTestApp({ now: "2026-01-05T10:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 10 });
  app.advance(2 * HOUR_MS + MINUTE_MS);
  await groupReadings(app);
  await close(app);
  return app;
}

const groupReadings = (app: App) => groupJournal(app.ctx, true);

const close = (app: App) => closeHours(app.ctx, AT_ONCE_MS);

/** Sends a temperature of some minutes past ten. */
const measureLate = (app: App, minute: number, temperature: number) =>
  app.measure("T-S1", "T-S1", { TEMPERATURE: temperature }, 2 * HOUR_MS + (1 - minute) * MINUTE_MS);

/** Delays each write to a table that matches `when`, so that other transactions run in between, and counts it before the delay. */
const slowDown = (app: App, table: string, when: string) =>
  app.query(`
    create sequence slow_writes;
    create function take_time() returns trigger language plpgsql as
      'begin perform nextval(''slow_writes''); perform pg_sleep(0.5); return new; end';
    create trigger slow before insert on ${table} for each row when (${when}) execute function take_time();`);

/** Waits until the query `found` returns a row. */
async function waitFor(app: App, found: string): Promise<void> {
  await vi.waitFor(async () => expect((await app.query(found)).rows).not.toEqual([]));
}
/** A busy machine may look only after the delay. The number of a sequence stays, and is seen before the commit. */
const waitForSlow = (app: App) => waitFor(app, "select from slow_writes where is_called");
const waitForLock = (app: App) =>
  waitFor(
    app,
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );

async function countsOf(app: App): Promise<unknown> {
  app.endSharedAnswers();
  const user = await app.as("viewer");
  const trend = async (range: string) =>
    (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)).json<{
      buckets: { count: number }[];
    }>();
  const { rows: days } = await app.query("select count from readings_1d");
  const hour = await trend("from=2026-01-05T10:00:00Z&to=2026-01-05T11:00:00Z&buckets=60");
  return { values: hour.buckets.length, days: days.map(({ count }) => count) };
}

test("two servers that close an hour at the same time lose none of its late values", async () => {
  await using app = await startWithAnHour();
  await measureLate(app, 5, 20);
  await groupReadings(app);
  await slowDown(app, "readings_chunk", "true");
  const first = close(app);
  await waitForSlow(app);
  await Promise.all([first, close(app)]);
  expect(await countsOf(app)).toEqual({ values: 2, days: [2] });
});

test("an hour stays open for a late value that arrives while it is being closed", async () => {
  await using app = await startWithAnHour();
  await measureLate(app, 5, 20);
  await groupReadings(app);
  await measureLate(app, 7, 30);
  await using other = openOneConnection(app.databaseUrl);
  await other.run("begin");
  await other.run("update readings_open_hours set changed_at = now()");
  await other.run(`
    insert into readings_hot (point_id, hour, piece, offsets, values)
    select point_id, hour, 9, array[1800000], array[40] from readings_hot`);
  const closing = close(app);
  await waitForLock(app);
  await other.run("commit");
  await closing;
  expect(await countsOf(app)).toEqual({ values: 4, days: [3] });
});

test("the sums of a day come from the server that read most values, not from the last writer", async () => {
  await using app = await startWithAnHour();
  await measureLate(app, 5, 20);
  await groupReadings(app);
  await slowDown(app, "readings_1d", "new.count = 2");
  const first = close(app);
  await waitForSlow(app);
  await measureLate(app, 7, 30);
  await groupReadings(app);
  await Promise.all([first, close(app)]);
  expect(await countsOf(app)).toEqual({ values: 3, days: [3] });
});
