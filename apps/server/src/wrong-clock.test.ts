import { expect, test } from "vitest";

import { alerts, evaluate } from "./testing/alarm-bench.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 10_000;

/** An edge whose clock is right and has been heard, and which then says what the test wants. */
async function setUp(app: Awaited<ReturnType<typeof startTestApp>>) {
  const field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  let seq = 0;
  const bench = {
    ...sensor,
    /** A message that is written now by a clock that is off by `offsetMs`, ms. */
    write: (offsetMs = 0) =>
      aReading("T-S1", "TEMPERATURE", app.now().getTime() + offsetMs, 20 + 5 * (seq % 2), ++seq),
    send: (message: ReturnType<typeof aReading>) => sensor.publish("readings", message),
    async speak(offsetMs = 0) {
      app.advance(INTERVAL_MS);
      await bench.send(bench.write(offsetMs));
    },
    sayStatus: (offsetMs = 0) =>
      sensor.publish("status", { state: "online", at: app.now().getTime() + offsetMs }),
    suspect: () => field.ingest.writer.counts.suspect,
    [Symbol.asyncDispose]: () => field[Symbol.asyncDispose](),
  };
  await bench.sayStatus();
  await bench.speak();
  await bench.speak();
  return bench;
}

test.each([HOUR_MS, -HOUR_MS])(
  "the first reading of a clock that has gone wrong by %i ms is suspect and kept with both times",
  async (offsetMs) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    expect(sensor.suspect()).toBe(0);
    await sensor.speak(offsetMs);
    expect(sensor.suspect()).toBe(1);
    const user = await app.as("operator");
    expect((await user.get("/v1/telemetry/T-S1/misdated")).json<object[]>()).toMatchObject([
      {
        measured_time: new Date(app.now().getTime() + offsetMs).toISOString(),
        arrived_time: app.now().toISOString(),
      },
    ]);
    await sensor.speak(offsetMs);
    expect(sensor.suspect()).toBe(2);
    // Put right: nothing that it says afterwards is doubted.
    await sensor.speak();
    await sensor.speak();
    expect(sensor.suspect()).toBe(2);
  },
);

test.each(["the oldest first", "the newest first"])(
  "what is filled in after hours without a connection is not taken for a wrong clock, %s",
  async (order) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    const kept = Array.from({ length: 20 }, () => {
      app.advance(30 * 60_000);
      return sensor.write();
    });
    app.advance(30 * 60_000);
    await sensor.sayStatus();
    for (const message of order === "the oldest first" ? kept : kept.toReversed()) await sensor.send(message);
    await sensor.speak();
    expect(sensor.suspect()).toBe(0);
  },
);

test.each([
  [HOUR_MS / 2, 2],
  // What looks an hour old may as well have waited for an hour.
  [2 * HOUR_MS, 0],
])(
  "a clock that was ahead and was put right while there was no connection, for %i ms, makes %i readings suspect",
  async (awayMs, suspect) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    const kept = [HOUR_MS, HOUR_MS, 0, 0].map((offsetMs) => {
      app.advance(INTERVAL_MS);
      return sensor.write(offsetMs);
    });
    app.advance(awayMs);
    await sensor.sayStatus();
    for (const message of kept) await sensor.send(message);
    await sensor.speak();
    expect(sensor.suspect()).toBe(suspect);
  },
);

test("a message that comes after newer ones is not of a clock that was put back", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  const late = sensor.write();
  app.advance(HOUR_MS);
  await sensor.speak();
  await sensor.send(late);
  await sensor.speak();
  expect(sensor.suspect()).toBe(0);
});

test("a clock that is small steps off is none that is wrong", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  for (const offsetMs of [200, -200, 300_000, 0, -289_000]) await sensor.speak(offsetMs);
  expect(sensor.suspect()).toBe(0);
});

test.each([
  [61 * 60_000, 203, "Clock is 61 min ahead: what is measured is kept as suspect"],
  [-HOUR_MS, 204, "Clock is 60 min behind: what is measured is kept as suspect"],
])(
  "an edge whose clock is off by %i ms is a low alarm until it is right",
  async (offsetMs, code, message) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    await sensor.sayStatus(Math.sign(offsetMs) * 300_000);
    await evaluate(app);
    expect((await alerts(app)).total.solution).toBe(0);
    await sensor.sayStatus(offsetMs);
    await evaluate(app);
    expect((await alerts(app)).solution).toMatchObject([{ alarm_code: code, message, Device_name: "T-S1" }]);
    // Nobody knows what becomes of a clock that is not heard.
    await sensor.publish("status", { state: "offline", at: 0 });
    await evaluate(app);
    expect((await alerts(app)).total.solution).toBe(1);
    await sensor.sayStatus();
    await evaluate(app);
    app.advance(59_999 - INTERVAL_MS);
    await sensor.speak();
    await evaluate(app);
    expect((await alerts(app)).solution).toMatchObject([{ alarm_code: code }]);
    app.advance(1);
    await evaluate(app);
    expect((await alerts(app)).total.solution).toBe(0);
  },
);

test.each([HOUR_MS, -HOUR_MS])(
  "what is not known of a device because its clock is off by %i ms stands under the clock's alarm until values come again",
  async (offsetMs) => {
    await using app = await startTestApp();
    await using sensor = await setUp(app);
    for (let count = 0; count < 9; count += 1) {
      await sensor.speak(offsetMs);
      await evaluate(app);
    }
    expect((await alerts(app)).solution).toMatchObject([{ alarm_code: offsetMs > 0 ? 203 : 204 }]);
    expect((await alerts(app)).total.solution).toBe(1);
    await sensor.sayStatus();
    await evaluate(app);
    expect((await alerts(app)).total.solution).toBe(1);
    for (let count = 0; count < 7; count += 1) {
      await sensor.speak();
      await evaluate(app);
    }
    expect((await alerts(app)).total.solution).toBe(0);
  },
);

test("a clock that drifts away slowly is told too", async () => {
  await using app = await startTestApp();
  await using sensor = await setUp(app);
  for (let offsetMs = 0; offsetMs <= 400_000; offsetMs += 20_000) await sensor.sayStatus(offsetMs);
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: 203 }]);
});
