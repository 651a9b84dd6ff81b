import type { AlertLists, getAlarm } from "@verandah/contract/alarms/alarms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = 1_800_000;

async function alertsOf(app: App): Promise<AlertLists["solution"]> {
  const id = app.places[0]?.buildingId;
  return (await (await app.as("operator")).get(`/v1/alerts/${id}/alerts`)).json<AlertLists>().solution;
}

async function detailsOf(app: App, id: number): Promise<ReplyOf<typeof getAlarm>> {
  return (await (await app.as("viewer")).get(`/v1/alarms/${id}`)).json();
}

/** Sends a value every `stepMs` until `ms` have passed, and evaluates after each. */
async function hold(
  app: App,
  ms: number,
  stepMs: number,
  valueAt: (step: number) => Record<string, number>,
): Promise<void> {
  for (let step = 1; step * stepMs <= ms; step += 1) {
    app.advance(stepMs);
    await app.measure("T-S1", "T-S1", valueAt(step));
    await evaluateAlarms(app.ctx);
  }
}

test("a sensor out of range for a minute is a low alarm with its unit and its evidence", async () => {
  await using app = await startTestApp();
  await hold(app, 60_000, 10_000, () => ({ TEMPERATURE: 150 }));
  expect(await alertsOf(app)).toEqual([]);
  await hold(app, 10_000, 10_000, () => ({ TEMPERATURE: 150 }));
  const [alert] = await alertsOf(app);
  expect(alert).toMatchObject({
    alarm_code: 270,
    message: "Sensor value out of range: 150 °C (-20 to 60)",
    text: { name: "sensor-out-of-range", numbers: [150, -20, 60], unit: "degC" },
    Device_name: "Sensor T-S1",
  });
  expect(await detailsOf(app, alert?.Alarm_Id ?? 0)).toMatchObject({
    value: 150,
    limit: 60,
    param_id: "TEMPERATURE",
    evidence: { points: [{ ssid: "T-S1", param_id: "TEMPERATURE", unit: "degC", param_value: 150 }] },
    guidance: expect.stringContaining("broken wire"),
  });
});

test.each([
  ["out-of-service", []],
  ["open-loop", [270]],
] as const)("an impossible value that its device sends as %s raises %j", async (doubt, codes) => {
  await using app = await startTestApp();
  for (let step = 0; step < 8; step += 1) {
    app.advance(10_000);
    const at = app.now().getTime();
    await app.send("T-S1", [{ device: "T-S1", point: "TEMPERATURE", values: [[at, -200, doubt]] }]);
    await evaluateAlarms(app.ctx);
  }
  expect((await alertsOf(app)).map(({ alarm_code }) => alarm_code)).toEqual(codes);
});

test("it returns when the value has been possible for a minute, and only then", async () => {
  await using app = await startTestApp();
  await hold(app, 80_000, 10_000, () => ({ TEMPERATURE: -50_000 }));
  expect(await alertsOf(app)).toHaveLength(1);
  await hold(app, 50_000, 10_000, () => ({ TEMPERATURE: 23 }));
  await hold(app, 10_000, 10_000, () => ({ TEMPERATURE: -50_000 }));
  await hold(app, 60_000, 10_000, () => ({ TEMPERATURE: 23 }));
  expect(await alertsOf(app)).toHaveLength(1);
  await hold(app, 10_000, 10_000, () => ({ TEMPERATURE: 23 }));
  expect(await alertsOf(app)).toEqual([]);
});

test("one wrong value raises nothing, also when it is the last one", async () => {
  await using app = await startTestApp();
  await hold(app, 10_000, 10_000, () => ({ TEMPERATURE: 150 }));
  await hold(app, 120_000, 10_000, () => ({ TEMPERATURE: 23 }));
  await hold(app, 10_000, 10_000, () => ({ TEMPERATURE: 150 }));
  app.advance(300_000);
  await evaluateAlarms(app.ctx);
  expect((await alertsOf(app)).map(({ alarm_code }) => alarm_code)).toEqual([]);
});

test("a sensor with exactly the same value for 6 h is frozen, until the value changes", async () => {
  await using app = await startTestApp();
  await hold(app, 6 * HOUR_MS, HALF_HOUR_MS, () => ({ TEMPERATURE: 23.4 }));
  expect(await alertsOf(app)).toEqual([]);
  await hold(app, HALF_HOUR_MS, HALF_HOUR_MS, () => ({ TEMPERATURE: 23.4 }));
  const [alert] = await alertsOf(app);
  expect(alert).toMatchObject({
    alarm_code: 271,
    message: "Sensor frozen at 23.4 °C for 6 h",
    text: { name: "sensor-frozen", numbers: [23.4, 6], unit: "degC" },
  });
  const { evidence } = await detailsOf(app, alert?.Alarm_Id ?? 0);
  expect(evidence).toMatchObject({ since: "2026-01-05T08:30:00.000Z", until: app.now().toISOString() });
  await hold(app, HALF_HOUR_MS, HALF_HOUR_MS, () => ({ TEMPERATURE: 23.5 }));
  expect(await alertsOf(app)).toEqual([]);
});

/** Changes with every tenth reading, in the dark. */
const steady = (step: number) => ({ TEMPERATURE: step % 10 === 0 ? 23.5 : 23.4, LUMINOUSITY: 0 });

test("a varying value, a setpoint, light at night and a gap are no frozen sensor", async () => {
  await using app = await startTestApp();
  for (let step = 1; step <= 14; step += 1) {
    await hold(app, HALF_HOUR_MS, HALF_HOUR_MS, () => steady(step));
    await app.measure("T-GW", "T-AHU", { ahu_in_air_temperature_sp: 24 });
    await evaluateAlarms(app.ctx);
  }
  expect(await alertsOf(app)).toEqual([]);
  // No values for hours, and by chance the same value as before.
  await hold(app, 5 * HOUR_MS, HALF_HOUR_MS, () => ({ HUMIDITY: 44 }));
  app.advance(2 * HOUR_MS);
  await hold(app, HALF_HOUR_MS, HALF_HOUR_MS, () => ({ HUMIDITY: 44 }));
  expect((await alertsOf(app)).filter(({ alarm_code }) => alarm_code === 271)).toEqual([]);
});

test("a range with only one end has no alarm, as its value is only suspect", async () => {
  const site = aSite();
  for (const point of site.devices.flatMap(({ points }) => points))
    if (point.paramId === "HUMIDITY") point.min = 0;
  await using app = await startTestApp({ sites: [site] });
  await hold(app, 120_000, 10_000, () => ({ HUMIDITY: -5 }));
  const latest = await (await app.as("viewer")).get("/v1/telemetry/latest?devices=T-S1");
  expect(latest.json()[0].values).toContainEqual(
    expect.objectContaining({ param_value: -5, quality: "suspect" }),
  );
  expect((await alertsOf(app)).filter(({ alarm_code }) => alarm_code === 270)).toEqual([]);
});
