import { expect, test } from "vitest";

import { openOneConnection } from "../../../testing/database/one-connection.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, groupJournal, rewriteDays } from "./readings-upkeep.ts";

/** No quiet time: changes of the current millisecond count too. */
const AT_ONCE_MS = -1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.parse("2026-01-05T12:00:00Z");

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Values of three points on 5 January at 10, 11 and 12, in closed hours. The time is 12:00. */
async function startWithADay() {
  const app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  for (const hour of [10, 11, 12])
    await app.measure(
      "T-S1",
      "T-S1",
      { TEMPERATURE: hour, HUMIDITY: hour, CO2: hour },
      (12 - hour) * HOUR_MS,
    );
  app.advance(HOUR_MS + MINUTE_MS);
  await closeAll(app);
  return app;
}

async function closeAll(app: App): Promise<void> {
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, AT_ONCE_MS);
}

/** Moves the clock to ten minutes past midnight, and `moreMs` further. */
const waitForMidnight = (app: App, moreMs = 0) =>
  app.advance(NOON + 12 * HOUR_MS + 10 * MINUTE_MS + moreMs - app.now().getTime());

const put = (app: App, portions: Parameters<typeof rewriteDays>[1] = {}) =>
  rewriteDays(app.ctx, { quietMs: AT_ONCE_MS, ...portions });

/** Five-minute rollups in their order on the disk: each point as a letter with its hour of the day. */
async function storedOrder(app: App): Promise<string> {
  const { rows } = await app.query(
    `select string_agg(chr(64 + rank::int) || hour % 24, ' ' order by place) as rows
     from (select dense_rank() over (order by point_id) as rank, hour, ctid as place from readings_5m) as r`,
  );
  return String(rows[0]?.["rows"]);
}

const REWRITTEN = "A10 A11 A12 B10 B11 B12 C10 C11 C12";

/** All rows except the hour that receives late values. */
const others = (rows: string) => rows.split(" ").filter((row) => row !== "A11");

async function trendOf(app: App): Promise<unknown> {
  app.endSharedAnswers();
  const user = await app.as("viewer");
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z&buckets=24";
  // Gaps end at the current time, so they change with the clock.
  const { buckets } = (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)).json();
  return { buckets };
}

test("stores a point's hours of a day side by side ten minutes after its end, and not earlier", async () => {
  await using app = await startWithADay();
  const trend = await trendOf(app);
  waitForMidnight(app, -1);
  expect(await put(app)).toBe(0);
  expect(await storedOrder(app)).toMatch(/^A\d+ B\d+ C\d+ A/);
  waitForMidnight(app);
  expect(await put(app)).toBe(1);
  expect(await storedOrder(app)).toBe(REWRITTEN);
  expect(await trendOf(app)).toEqual(trend);
});

test("rewrites a day when none of its hours is open and none was closed for ten minutes", async () => {
  await using app = await startWithADay();
  waitForMidnight(app);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 15 }, 9 * HOUR_MS);
  await groupJournal(app.ctx, true);
  expect(await put(app)).toBe(0);
  await closeHours(app.ctx, AT_ONCE_MS);
  const quietSince = (minutes: number) =>
    app.query("update readings_days set changed_at = now() - $1 * interval '1 minute'", [minutes]);
  await quietSince(9.9);
  expect(await rewriteDays(app.ctx)).toBe(0);
  await quietSince(10.1);
  expect(await rewriteDays(app.ctx)).toBe(1);
});

test("a late value of a rewritten day changes its own row only", async () => {
  await using app = await startWithADay();
  waitForMidnight(app);
  expect(await put(app)).toBe(1);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 }, 13 * HOUR_MS);
  await closeAll(app);
  expect(await put(app)).toBe(0);
  expect(await trendOf(app)).toMatchObject({ buckets: [{ avg: 10 }, { avg: 20.5 }, { avg: 12 }] });
  expect(others(await storedOrder(app))).toEqual(others(REWRITTEN));
});

test("a new round continues the work without losing or duplicating a row", async () => {
  await using app = await startWithADay();
  waitForMidnight(app);
  const portion = { pointsMax: 1, workMaxMs: 0 };
  expect(await put(app, portion)).toBe(0);
  // Half done: each row exists once, and the rows of the first point were written last.
  expect((await storedOrder(app)).split(" ").toSorted()).toEqual(REWRITTEN.split(" "));
  expect(await storedOrder(app)).toMatch(/A10 A11 A12$/);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 }, 13 * HOUR_MS);
  await groupJournal(app.ctx, true);
  expect(await put(app)).toBe(0);
  await closeHours(app.ctx, AT_ONCE_MS);
  expect([await put(app, portion), await put(app, portion), await put(app, portion)]).toEqual([0, 0, 1]);
  expect(await trendOf(app)).toMatchObject({ buckets: [{ avg: 10 }, { avg: 20.5 }, { avg: 12 }] });
});

test("rewrites the newest day first", async () => {
  await using app = await startWithADay();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 1 }, 48 * HOUR_MS);
  await closeAll(app);
  waitForMidnight(app);
  expect(await put(app, { workMaxMs: 0 })).toBe(1);
  const { rows } = await app.query("select next_point_id from readings_days order by day");
  expect(rows).toEqual([{ next_point_id: 0 }, { next_point_id: null }]);
  expect(await put(app)).toBe(1);
});

test("skips a row that another transaction locks, and loses nothing of it", async () => {
  await using app = await startWithADay();
  waitForMidnight(app);
  await using other = openOneConnection(app.databaseUrl);
  await other.run("begin");
  await other.run(
    "update readings_5m set counts = array[7] where hour % 24 = 11 and point_id = (select min(point_id) from points join readings_5m on id = point_id)",
  );
  expect(await put(app)).toBe(1);
  await other.run("commit");
  const { rows } = await app.query(
    "select hour % 24 as hour, counts from readings_5m order by point_id, hour limit 3",
  );
  expect(rows).toEqual([
    { hour: 10, counts: [1] },
    { hour: 11, counts: [7] },
    { hour: 12, counts: [1] },
  ]);
  expect((await storedOrder(app)).split(" ").toSorted()).toEqual(REWRITTEN.split(" "));
});

test("during the rewrite of a day its trends are complete, other servers skip it, and closing an hour again waits", async () => {
  await using app = await startWithADay();
  waitForMidnight(app);
  const trend = await trendOf(app);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 }, 13 * HOUR_MS);
  const order: string[] = [];
  let closed: Promise<void> | undefined;
  await app.db.transaction().execute(async (transaction) => {
    expect(await rewriteDays({ ...app.ctx, db: transaction }, { quietMs: AT_ONCE_MS })).toBe(1);
    expect(await put(app)).toBe(0);
    expect(await trendOf(app)).toMatchObject({ buckets: [{ avg: 10 }, { avg: 20.5 }, { avg: 12 }] });
    closed = closeAll(app).then(() => void order.push("closed"));
    await expect
      .poll(
        async () =>
          (
            await app.query(
              "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rows.length,
      )
      .toBeGreaterThan(0);
    order.push("put together");
  });
  await closed;
  expect(order).toEqual(["put together", "closed"]);
  expect(trend).toMatchObject({ buckets: [{ avg: 10 }, { avg: 11 }, { avg: 12 }] });
  expect(await trendOf(app)).toMatchObject({ buckets: [{ avg: 10 }, { avg: 20.5 }, { avg: 12 }] });
  expect((await storedOrder(app)).split(" ").toSorted()).toEqual(REWRITTEN.split(" "));
});
