import type { DeviceReadings, TrendReply } from "@verandah/contract/telemetry/telemetry.ts";
import type { ReadingsMessage } from "@verandah/field/payloads.ts";
import { expect, test, vi } from "vitest";

import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { runWhenDue } from "../../../testing/run-when-due.ts";
import { quietLog, startTestApp } from "../../../testing/start-test-app.ts";
import { refillLatest } from "../latest.repository.ts";
import { ensureLatest, isLatestMissing } from "../telemetry.service.ts";
import { closeHours, groupJournal } from "./readings-upkeep.ts";
import { createReadingsWriter } from "./readings-writer.ts";

const HOUR_MS = 3_600_000;

type App = Awaited<ReturnType<typeof startTestApp>>;

const oneValue = (device: string, point: string, at: number, value: number, seq = 1): ReadingsMessage => ({
  epoch: "e",
  seq,
  sentAt: at,
  series: [{ device, point, values: [[at, value]] }],
});

async function senderOf(app: App, ssid: string) {
  const edge = await getEdge(app.ctx, ssid);
  if (!edge) throw new Error(`No edge ${ssid}`);
  return edge;
}

const stored = (app: App) =>
  app.db.selectFrom("readings").select(["value", "quality"]).orderBy("at").execute();

test("stores an impossible value as suspect, without an effect on sums", async () => {
  await using app = await startTestApp();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime();
  for (const [index, value] of [1e308, 1.1e308, 400].entries())
    await app.writer.store(sender, oneValue("T-S1", "CO2", at - 1_000 + index, value));
  expect(await stored(app)).toEqual([
    { value: 1e308, quality: 1 },
    { value: 1.1e308, quality: 1 },
    { value: 400, quality: 0 },
  ]);
  await groupJournal(app.ctx, true);
  app.advance(2 * HOUR_MS);
  await closeHours(app.ctx, 0);
  const rollups = await app.db.selectFrom("readings_1h").select(["sum", "count"]).execute();
  expect(rollups).toEqual([{ sum: 400, count: 1 }]);
});

test("all senders of a batch wait for one commit", async () => {
  await using app = await startTestApp();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime();
  const first = app.writer.store(sender, oneValue("T-S1", "CO2", at - 2, 400));
  const second = app.writer.store(sender, oneValue("T-S1", "CO2", at - 1, 500, 2));
  expect(second).toBe(first);
  await second;
  expect(await stored(app)).toHaveLength(2);
});

test("stores an unchanged value once a minute and changes and late values at once, and updates the latest value each time", async () => {
  await using app = await startTestApp();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime() - 100_000;
  let seq = 0;
  const store = (second: number, value: number) =>
    app.writer.store(sender, oneValue("T-S1", "TEMPERATURE", at + second * 1_000, value, (seq += 1)));
  for (const [second, value] of [
    [0, 20],
    [10, 20],
    [59.999, 20],
    [60, 20],
    [70, 20],
    [80, 20.1],
    [5, 20],
  ] as const)
    await store(second, value);
  // The last unchanged value before a change is stored with the change: 20 until second 70, and 20.1 from second 80.
  const seconds = (await app.db.selectFrom("readings").select(["at", "value"]).orderBy("at").execute()).map(
    (row) => [(row.at.getTime() - at) / 1_000, row.value],
  );
  expect(seconds).toEqual([
    [0, 20],
    [5, 20],
    [60, 20],
    [70, 20],
    [80, 20.1],
  ]);
  expect(app.writer.counts).toMatchObject({ stored: 5, unchanged: 2 });
  const latest = () => app.db.selectFrom("latest").select(["at", "value"]).execute();
  // The late value of second 5 arrived last.
  expect(await latest()).toEqual([{ at: new Date(at + 80_000), value: 20.1 }]);
  await store(90, 20.1);
  expect(await latest()).toEqual([{ at: new Date(at + 90_000), value: 20.1 }]);
});

test("stores all values that an outbox sends newest first, also when the newest equals the value before the gap", async () => {
  await using app = await startTestApp();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime() - 100_000;
  for (const [second, value] of [
    [0, 20],
    [5, 20],
    // Newest first, with a live value in between.
    [40, 20],
    [45, 20],
    [30, 23],
    [20, 22],
    [10, 21],
  ] as const)
    await app.writer.store(
      sender,
      oneValue("T-S1", "TEMPERATURE", at + second * 1_000, value, 1 + second / 5),
    );
  expect((await stored(app)).map((row) => row.value)).toEqual([20, 20, 21, 22, 23, 20, 20]);
});

test("stores a change beyond a point's deadband, and none within it", async () => {
  await using app = await startTestApp();
  await app.db.updateTable("points").set({ deadband: 0.5 }).where("paramId", "=", "TEMPERATURE").execute();
  await app.index.reload();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime() - 10_000;
  for (const [second, value] of [20, 20.5, 20.51, 20.1].entries())
    await app.writer.store(sender, oneValue("T-S1", "TEMPERATURE", at + second * 1_000, value, second));
  expect((await stored(app)).map((row) => row.value)).toEqual([20, 20.5, 20.51]);
});

test("stores readings of an edge with a wrong clock as suspect, also with the time of their arrival", async () => {
  await using app = await startTestApp();
  const sender = { ...(await senderOf(app, "T-S1")), clockOffsetMs: -86_400_000 };
  const at = app.now().getTime() - 86_400_000;
  await app.writer.store(sender, oneValue("T-S1", "TEMPERATURE", at, 20));
  await app.writer.store({ ...sender, clockOffsetMs: 0 }, oneValue("T-S1", "TEMPERATURE", at + 1, 21));
  expect(await stored(app)).toEqual([
    { value: 20, quality: 1 },
    { value: 21, quality: 0 },
  ]);
  const user = await app.as("operator");
  expect((await user.get("/v1/telemetry/T-S1/misdated")).json()).toEqual([
    {
      param_id: "TEMPERATURE",
      param_value: 20,
      unit: "degC",
      measured_time: new Date(at).toISOString(),
      arrived_time: app.now().toISOString(),
    },
  ]);
});

test("refills the latest values after a crash of the database", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20, CO2: 500 }, 3 * HOUR_MS);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 }, 2_000);
  await groupJournal(app.ctx, true);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 22 }, 1_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 99 }, -HOUR_MS);
  const before = await app.db.selectFrom("latest").selectAll().orderBy("pointId").execute();
  expect(before.map((row) => row.value)).toEqual([22, 500]);

  await app.emptyLatest();
  expect(await runWhenDue(app.ctx, isLatestMissing, ensureLatest)).toBe(true);
  expect(await app.db.selectFrom("latest").selectAll().orderBy("pointId").execute()).toEqual(before);
  expect(await runWhenDue(app.ctx, isLatestMissing, ensureLatest)).toBeUndefined();

  await app.emptyLatest();
  await app.measure("T-S2", "T-S2", { TEMPERATURE: 25 });
  await vi.waitFor(async () => {
    const values = await app.db.selectFrom("latest").select("value").orderBy("pointId").execute();
    expect(values.map((row) => row.value)).toEqual([22, 500, 25]);
  });
});

test("two servers refill the latest values together, some points at a time", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20, CO2: 500 }, 3 * HOUR_MS);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  await app.measure("T-S2", "T-S2", { TEMPERATURE: 21 }, 2_000);
  await groupJournal(app.ctx, true);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 22 }, 1_000);
  const latest = () => app.db.selectFrom("latest").selectAll().orderBy("pointId").execute();
  const before = await latest();
  expect(before.map(({ value }) => value)).toEqual([22, 500, 21]);
  await app.emptyLatest();
  await Promise.all([refillLatest(app.db, app.now(), 1), refillLatest(app.db, app.now(), 1)]);
  expect(await latest()).toEqual(before);
  expect(await refillLatest(app.db, app.now(), 1)).toBe(false);
});

test("a value that arrives while another server refills the latest values is there at once", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 }, 2_000);
  await ensureLatest(app.ctx);
  await app.emptyLatest();
  // The other server has passed this point, and did not see the value that comes now.
  await app.query("insert into latest_refilled (until_point_id) select max(id) from points");
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 });
  const rows = await app.db.selectFrom("latest").select("value").execute();
  expect(rows).toEqual([{ value: 21 }]);
});

test("drops only the message of a batch that the database can never store", async () => {
  await using app = await startTestApp();
  await app.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if 666 = any (new.values) then raise exception 'spoilt' using errcode = '22000'; end if; return new; end $$`);
  await app.query(
    "create trigger refuse before insert on readings_journal for each row execute function refuse()",
  );
  const at = app.now().getTime();
  const [bad, good] = [await senderOf(app, "T-S1"), await senderOf(app, "T-S2")];
  await Promise.all([
    app.writer.store(bad, oneValue("T-S1", "CO2", at, 666)),
    app.writer.store(good, oneValue("T-S2", "TEMPERATURE", at, 25)),
  ]);
  expect(await stored(app)).toEqual([{ value: 25, quality: 0 }]);
  expect(app.writer.counts).toMatchObject({ impossible: 1 });
});

test("of two values of one instant the first counts: live, in trends, in closed hours and after a restart", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  const atMs = Date.parse("2026-01-05T10:00:00Z");
  const published: number[] = [];
  app.bus.subscribe("readings-stored", ({ values = [] }) => {
    published.push(...values.map(({ value }) => value));
  });
  const send = (...values: number[]) =>
    app.send("T-S1", [
      { device: "T-S1", point: "TEMPERATURE", values: values.map((value) => [atMs, value]) },
    ]);
  await send(26, 29);
  await send(30);
  const user = await app.as("viewer");
  const range = "from=2026-01-05T10:00:00Z&to=2026-01-05T11:00:00Z";
  const seen = async () => {
    app.endSharedAnswers();
    const [latest] = (await user.get("/v1/telemetry/latest?devices=T-S1")).json<DeviceReadings[]>();
    const trend = await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=60`);
    const temperature = latest?.values.find((one) => one.param_id === "TEMPERATURE");
    return [temperature?.param_value, trend.json().buckets.map(({ max }: { max: number }) => max)];
  };
  expect(await seen()).toEqual([26, [26]]);
  await groupJournal(app.ctx, true);
  expect(await seen()).toEqual([26, [26]]);
  await app.emptyLatest();
  await ensureLatest(app.ctx);
  expect(await seen()).toEqual([26, [26]]);
  await closeHours(app.ctx, 0);
  expect(await seen()).toEqual([26, [26]]);
  expect(published).toEqual([26]);

  // A new process knows no values.
  const writer = createReadingsWriter(app.ctx, app.index, { keepMs: 86_400_000 }, quietLog);
  await writer.store(await senderOf(app, "T-S1"), oneValue("T-S1", "TEMPERATURE", atMs, 31));
  await writer[Symbol.asyncDispose]();
  expect(published).toEqual([26]);
  expect(await seen()).toEqual([26, [26]]);
});

test("huge values are suspect also within the range of their point, and break no trend, report or export", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  await app.query("update points set min_value = -1.7e308, max_value = 1.7e308");
  await app.index.reload();
  const atMs = Date.parse("2026-01-05T10:00:00Z");
  const huge = [4.6e254, 4.6e254, -4.6e254, Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324];
  const values = Array.from({ length: 70 }, (_, at): [number, number] => [
    atMs + at * 1_000,
    huge[at % 7] ?? 0,
  ]);
  await app.send("T-S1", [
    { device: "T-S1", point: "TEMPERATURE", values: [...values, [atMs + 100_000, 21]] },
  ]);
  const user = await app.as("viewer");
  const range = "from=2026-01-05T09:00:00Z&to=2026-01-05T12:00:00Z";
  const check = async () => {
    app.endSharedAnswers();
    for (const buckets of [3, 36, 180, 2_000]) {
      const trend = await user.get(
        `/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`,
      );
      expect(trend.statusCode).toBe(200);
      const { buckets: good, suspects } = trend.json<TrendReply>();
      expect(Math.max(...good.map(({ max }) => max))).toBe(21);
      expect(suspects.map(({ value }) => value)).toContain(Number.MAX_VALUE);
    }
    const report = `/v1/reports/trend-log-comparision`;
    const points = `${range}&points=T-S1/TEMPERATURE`;
    expect((await user.get(`${report}?${points}`)).statusCode).toBe(200);
    for (const format of ["csv", "xlsx"]) {
      const file = await user.get(`${report}/export?${points}&format=${format}`);
      expect([format, file.statusCode]).toEqual([format, 200]);
    }
    expect((await user.get(`${report}/export?${points}&format=csv`)).body).toContain("4.6e+254");
  };
  await check();
  await groupJournal(app.ctx, true);
  await check();
  await closeHours(app.ctx, 0);
  await check();
  // Values that an earlier version stored as good.
  await app.query("update readings_chunk set qualities = null");
  await app.query(
    "update readings_5m set maxs = array_fill(1.7e308::float8, array[cardinality(maxs)]), sums = maxs",
  );
  await app.query("update readings_1h set max = 1.7e308, sum = 1.7e308");
  for (const buckets of [3, 36, 2_000])
    expect(
      (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`))
        .statusCode,
    ).toBe(200);
});

test("of many doubled instants in one message the first of each counts, before and after the hour closes", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  const fromMs = Date.parse("2026-01-05T10:00:00Z");
  const instants = Array.from({ length: 50 }, (_, index) => fromMs + ((index * 7) % 50) * 60_000);
  const values = [20, 30, 40].flatMap((value) => instants.map((atMs): [number, number] => [atMs, value]));
  await app.send("T-S1", [{ device: "T-S1", point: "TEMPERATURE", values }]);
  const user = await app.as("viewer");
  const seen = async () => {
    app.endSharedAnswers();
    const range = "from=2026-01-05T10:00:00Z&to=2026-01-05T11:00:00Z";
    const trend = await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=60`);
    const maxima = trend.json<TrendReply>().buckets.map(({ max }) => max);
    return [maxima.length, ...new Set(maxima)];
  };
  expect(await seen()).toEqual([50, 20]);
  await groupJournal(app.ctx, true);
  expect(await seen()).toEqual([50, 20]);
  await closeHours(app.ctx, 0);
  expect(await seen()).toEqual([50, 20]);
});
