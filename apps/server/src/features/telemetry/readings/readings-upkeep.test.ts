import { expect, test } from "vitest";

import { runWhenDue } from "../../../testing/run-when-due.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, dropOldReadings, groupJournal, isGroupingDue } from "./readings-upkeep.ts";

const HOUR_MS = 3_600_000;

test("a repeated message counts once: in the journal, after grouping and in a closed hour", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const at = app.now().getTime();
  const user = await app.as("viewer");
  async function counted(): Promise<unknown[]> {
    app.endSharedAnswers();
    const range = "from=2026-01-05T07:00:00Z&to=2026-01-05T09:00:00Z";
    const answers = await Promise.all(
      [2, 24, 240].map((buckets) =>
        user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`),
      ),
    );
    return answers.map((answer) =>
      answer.json().buckets.map((bucket: { avg: number; count: number }) => [bucket.avg, bucket.count]),
    );
  }
  const values: [number, number][] = [
    [at - 1_000, 20],
    [at, 30],
  ];
  const series = [{ device: "T-S1", point: "TEMPERATURE", values }];
  const once = [
    [20, 1],
    [30, 1],
  ];
  await app.send("T-S1", series);
  await app.send("T-S1", series);
  expect(await counted()).toEqual([once, once, once]);
  await groupJournal(app.ctx, true);
  await app.send("T-S1", series);
  await groupJournal(app.ctx, true);
  await app.send("T-S1", series);
  expect(await counted()).toEqual([once, once, once]);
  app.advance(2 * HOUR_MS);
  await groupJournal(app.ctx, true);
  expect(await closeHours(app.ctx, 0)).toEqual({ hours: 2, repeated: 6 });
  expect(await counted()).toEqual([once, once, once]);
  await app.send("T-S1", series);
  expect(await counted()).toEqual([once, once, once]);
  await groupJournal(app.ctx, true);
  expect(await closeHours(app.ctx, 0)).toEqual({ hours: 2, repeated: 2 });
  expect(await counted()).toEqual([once, once, once]);
  expect(await app.db.selectFrom("readings").selectAll().execute()).toHaveLength(2);
});

test("late values appear in trends at once, and in the values and rollups of their hour", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:30:00Z" });
  const user = await app.as("viewer");
  async function trend(buckets: number): Promise<unknown> {
    const range = "from=2025-10-01T00:00:00Z&to=2025-10-02T00:00:00Z";
    app.endSharedAnswers();
    const answer = await user.get(
      `/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`,
    );
    return answer.json().buckets.map((bucket: object) => ({ ...bucket, at: undefined }));
  }
  const late = (minute: number, value: number) =>
    app.send("T-S1", [
      {
        device: "T-S1",
        point: "TEMPERATURE",
        values: [[Date.parse("2025-10-01T10:00:00Z") + minute * 60_000, value]],
      },
    ]);
  for (const [minute, value, sum] of [
    [30, 10, 10],
    [31, 20, 30],
    [5, 60, 90],
  ] as const) {
    await late(minute, value);
    const count = sum === 10 ? 1 : sum === 30 ? 2 : 3;
    const expected = [{ avg: sum / count, min: 10, max: Math.max(10, value), count }];
    for (const buckets of [1, 24]) expect(await trend(buckets)).toEqual(expected);
    await groupJournal(app.ctx, true);
    for (const buckets of [1, 24]) expect(await trend(buckets)).toEqual(expected);
    await closeHours(app.ctx, 0);
    for (const buckets of [1, 24]) expect(await trend(buckets)).toEqual(expected);
  }
  const rollups = await app.db.selectFrom("readings_1h").select(["count", "sum"]).execute();
  expect(rollups).toEqual([{ count: 3, sum: 90 }]);
});

test("closes an hour a minute after its end, when no more values arrive for it", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:30:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 });
  await groupJournal(app.ctx, true);
  app.advance(HOUR_MS / 2 + 59_999);
  expect(await closeHours(app.ctx, 0)).toEqual({ hours: 0, repeated: 0 });
  app.advance(1);
  expect(await closeHours(app.ctx, 60_000)).toEqual({ hours: 0, repeated: 0 });
  expect(await closeHours(app.ctx, 0)).toEqual({ hours: 1, repeated: 0 });
  expect(await closeHours(app.ctx, 0)).toEqual({ hours: 0, repeated: 0 });
});

test("groups the readings of the journal when it is old or large", async () => {
  await using app = await startTestApp();
  const group = async () => (await runWhenDue(app.ctx, isGroupingDue, groupJournal)) ?? 0;
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 });
  expect(await group()).toBe(0);
  await app.db.updateTable("readingsJournal").set({ size: 99_999 }).execute();
  expect(await group()).toBe(0);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 });
  expect(await group()).toBe(100_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 22 });
  await app.db
    .updateTable("readingsJournal")
    .set({ storedAt: new Date(Date.now() - 301_000) })
    .execute();
  expect(await group()).toBe(1);
});

const keepTenDays = { readings: 10, fiveMinutes: 800, hours: 3_660, days: 36_600 };

test("deletes values past their retention, and uses their rollups in a fine trend", async () => {
  await using app = await startTestApp({ now: "2026-01-20T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 }, 10 * 24 * HOUR_MS + 1);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 }, 10 * 24 * HOUR_MS);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  expect(await dropOldReadings(app.ctx, keepTenDays)).toMatchObject({ readings_chunk: 1, readings_1h: 0 });
  const values = await app.db.selectFrom("readings").select("value").execute();
  expect(values).toEqual([{ value: 21 }]);
  const user = await app.as("viewer");
  const range = "from=2026-01-09T00:00:00Z&to=2026-01-11T00:00:00Z&buckets=2000";
  const trend = (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)).json();
  expect(trend.buckets.map((bucket: { avg: number; count: number }) => [bucket.avg, bucket.count])).toEqual([
    [20, 1],
    [21, 1],
  ]);
});

test("deletes each rollup past its own retention", async () => {
  await using app = await startTestApp({ now: "2026-01-20T08:00:00Z" });
  for (const days of [1, 6, 11, 16, 21])
    await app.measure("T-S1", "T-S1", { TEMPERATURE: days }, days * 24 * HOUR_MS);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  // Two rows per statement, so that four chunks and three rollups take several statements.
  const deleted = await dropOldReadings(app.ctx, { readings: 5, fiveMinutes: 10, hours: 15, days: 20 }, 2);
  expect(deleted).toEqual({
    readings_chunk: 4,
    readings_5m: 3,
    readings_1h: 2,
    readings_1d: 1,
    readings_misdated: 0,
  });
  expect(await app.db.selectFrom("readingsChunk").selectAll().execute()).toHaveLength(1);
});

test("truncates a hot partition when its hours are closed, and not while it has rows", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:30:00Z" });
  const sizes = async () => {
    const { rows } = await app.query(
      "select pg_relation_size('readings_hot_even')::int as even, pg_relation_size('readings_hot_odd')::int as odd",
    );
    return rows;
  };
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 }, HOUR_MS);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  // Hour 7 has ended and hour 8 has not. Hours since 1970 alternate between the even and odd partition.
  const [open] = await sizes();
  expect(Object.values(open ?? {}).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 8_192]);
  app.advance(HOUR_MS);
  await closeHours(app.ctx, 0);
  expect(await sizes()).toEqual([{ even: 0, odd: 0 }]);
});
