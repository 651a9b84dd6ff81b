import { expect, test } from "vitest";

import { alerts, evaluate } from "./testing/benches/alarm-bench.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 10_000;

/** An edge that has sent messages with a correct clock. */
async function setUp(app: Awaited<ReturnType<typeof startTestApp>>) {
  const field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  let seq = 0;
  const bench = {
    ...sensor,
    /** A message written now by a clock that is wrong by `offsetMs`, ms. */
    write: (offsetMs = 0) =>
      aReading("T-S1", "TEMPERATURE", app.now().getTime() + offsetMs, 20 + 5 * (seq % 2), ++seq),
    send: (message: ReturnType<typeof aReading>) => sensor.publish("readings", message),
    async sendReading(offsetMs = 0) {
      app.advance(INTERVAL_MS);
      await bench.send(bench.write(offsetMs));
    },
    sendStatus: (offsetMs = 0) =>
      sensor.publish("status", { state: "online", at: app.now().getTime() + offsetMs }),
    suspect: () => field.ingest.writer.counts.suspect,
    [Symbol.asyncDispose]: () => field[Symbol.asyncDispose](),
  };
  await bench.sendStatus();
  await bench.sendReading();
  await bench.sendReading();
  return bench;
}

test.each([HOUR_MS, -HOUR_MS])(
  "stores the first reading of a clock that is wrong by %i ms as suspect, with both times",
  async (offsetMs) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    expect(sensor.suspect()).toBe(0);
    await sensor.sendReading(offsetMs);
    expect(sensor.suspect()).toBe(1);
    const user = await app.as("operator");
    expect((await user.get("/v1/telemetry/T-S1/misdated")).json<object[]>()).toMatchObject([
      {
        measured_time: new Date(app.now().getTime() + offsetMs).toISOString(),
        arrived_time: app.now().toISOString(),
      },
    ]);
    await sensor.sendReading(offsetMs);
    expect(sensor.suspect()).toBe(2);
    // The clock is correct again: further readings are good.
    await sensor.sendReading();
    await sensor.sendReading();
    expect(sensor.suspect()).toBe(2);
  },
);

test.each(["the oldest first", "the newest first"])(
  "readings sent after hours without a connection do not mean a wrong clock, %s",
  async (order) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    const queued = Array.from({ length: 20 }, () => {
      app.advance(30 * 60_000);
      return sensor.write();
    });
    app.advance(30 * 60_000);
    await sensor.sendStatus();
    for (const message of order === "the oldest first" ? queued : queued.toReversed())
      await sensor.send(message);
    await sensor.sendReading();
    expect(sensor.suspect()).toBe(0);
  },
);

test.each([
  [HOUR_MS / 2, 2],
  // Readings that look an hour old may have been queued for an hour.
  [2 * HOUR_MS, 0],
])(
  "a fast clock that was corrected during an outage of %i ms makes %i readings suspect",
  async (outageMs, suspect) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    const queued = [HOUR_MS, HOUR_MS, 0, 0].map((offsetMs) => {
      app.advance(INTERVAL_MS);
      return sensor.write(offsetMs);
    });
    app.advance(outageMs);
    await sensor.sendStatus();
    for (const message of queued) await sensor.send(message);
    await sensor.sendReading();
    expect(sensor.suspect()).toBe(suspect);
  },
);

test("a message that arrives after newer ones does not mean that the clock was set back", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  const late = sensor.write();
  app.advance(HOUR_MS);
  await sensor.sendReading();
  await sensor.send(late);
  await sensor.sendReading();
  expect(sensor.suspect()).toBe(0);
});

test("small clock errors do not count as a wrong clock", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  for (const offsetMs of [200, -200, 300_000, 0, -289_000]) await sensor.sendReading(offsetMs);
  expect(sensor.suspect()).toBe(0);
});

test.each([
  [61 * 60_000, 203, "Clock 61 min fast: readings marked suspect"],
  [-HOUR_MS, 204, "Clock 60 min slow: readings marked suspect"],
  [49 * HOUR_MS, 203, "Clock 2 days fast: readings marked suspect"],
  [-72 * HOUR_MS, 204, "Clock 3 days slow: readings marked suspect"],
  [
    3_000 - Date.parse("2026-01-05T08:00:00Z"),
    204,
    "Clock not set, it shows the year 1970: readings marked suspect",
  ],
])("a clock that is wrong by %i ms is a low alarm until it is correct", async (offsetMs, code, message) => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  await sensor.sendStatus(Math.sign(offsetMs) * 300_000);
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(0);
  await sensor.sendStatus(offsetMs);
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: code, message, Device_name: "T-S1" }]);
  // The state of the clock is unknown while the edge is offline.
  await sensor.publish("status", { state: "offline", at: 0 });
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(1);
  await sensor.sendStatus();
  await evaluate(app);
  app.advance(59_999 - INTERVAL_MS);
  await sensor.sendReading();
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: code }]);
  app.advance(1);
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(0);
});

test.each([HOUR_MS, -HOUR_MS])(
  "an unknown device state due to a clock error of %i ms is explained by the clock alarm until new values arrive",
  async (offsetMs) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    for (let count = 0; count < 9; count += 1) {
      await sensor.sendReading(offsetMs);
      await evaluate(app);
    }
    expect((await alerts(app)).solution).toMatchObject([{ alarm_code: offsetMs > 0 ? 203 : 204 }]);
    expect((await alerts(app)).total.solution).toBe(1);
    await sensor.sendStatus();
    await evaluate(app);
    expect((await alerts(app)).total.solution).toBe(1);
    for (let count = 0; count < 7; count += 1) {
      await sensor.sendReading();
      await evaluate(app);
    }
    expect((await alerts(app)).total.solution).toBe(0);
  },
);

test("reports a clock that drifts slowly", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  for (let offsetMs = 0; offsetMs <= 400_000; offsetMs += 20_000) await sensor.sendStatus(offsetMs);
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: 203 }]);
});
