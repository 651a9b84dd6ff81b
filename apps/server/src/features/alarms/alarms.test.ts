import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { alerts, evaluate } from "../../testing/benches/alarm-bench.ts";
import { shortenDelays } from "../../testing/benches/alarms.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "./evaluation/alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Sends the same value for some seconds, every 5 s from now on, and evaluates like the job. */
async function hold(app: App, values: Record<string, number>, seconds: number): Promise<void> {
  for (let passed = 0; passed <= seconds; passed += 5) {
    await app.measure("T-S1", "T-S1", values);
    await evaluate(app);
    if (passed < seconds) app.advance(5_000);
  }
}

/** The same, beginning later than the last reading. */
async function thenHold(app: App, values: Record<string, number>, seconds: number): Promise<void> {
  app.advance(1);
  await hold(app, values, seconds);
}

test("a zone too warm for 15 s is a low alarm, in the specification's shape", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await shortenDelays(app);
  await hold(app, { TEMPERATURE: 29.3 }, 10);
  expect((await alerts(app)).solution).toEqual([]);

  await hold(app, { TEMPERATURE: 29.3 }, 5);
  const lists = await alerts(app);
  expect(lists.system).toEqual([]);
  expect(lists.total).toEqual({ system: 0, solution: 1 });
  expect(lists.solution).toEqual([
    {
      Alarm_Id: expect.any(Number),
      alarm_code: 210,
      message: "Temperature high: 29.3 °C, limit 28 °C",
      text: { name: "temperature-high", numbers: [29.3, 28] },
      zoneId: expect.any(Number),
      floorId: expect.any(Number),
      location: "Ground, Zone 1",
      ssid: "T-S1",
      Device_name: "Sensor T-S1",
      device_name: "Sensor T-S1",
      Measured_time: "2026-01-05 13:30:15",
      raisedAt: "2026-01-05T08:00:15.000Z",
      Acknowledge: 0,
    },
  ]);
});

test("a room value must be outside its limit for 5 minutes by default, and back for 5 minutes", async () => {
  await using app = await startTestApp();
  await hold(app, { TEMPERATURE: 29 }, 295);
  expect((await alerts(app)).total.solution).toBe(0);
  await thenHold(app, { TEMPERATURE: 29 }, 5);
  expect((await alerts(app)).total.solution).toBe(1);
  await thenHold(app, { TEMPERATURE: 25 }, 295);
  expect((await alerts(app)).total.solution).toBe(1);
  await thenHold(app, { TEMPERATURE: 25 }, 10);
  expect((await alerts(app)).total.solution).toBe(0);
});

test("it restores when the zone was back within the deadband for 15 s, and stays stored", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await hold(app, { TEMPERATURE: 29 }, 15);
  await thenHold(app, { TEMPERATURE: 27.8 }, 60);
  expect((await alerts(app)).total.solution).toBe(1);

  await thenHold(app, { TEMPERATURE: 27.4 }, 15);
  expect((await alerts(app)).total.solution).toBe(0);
  const [alarm] = await app.db.selectFrom("alarms").select(["code", "restoredAt"]).execute();
  expect(alarm).toEqual({ code: 210, restoredAt: app.now() });
});

test("one cause has one alarm, with any number of evaluations and servers", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await hold(app, { TEMPERATURE: 29 }, 60);
  await Promise.all(Array.from({ length: 5 }, () => evaluateAlarms(app.ctx)));
  expect((await alerts(app)).total.solution).toBe(1);
});

test("changed limits restore and raise within the delay", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await hold(app, { TEMPERATURE: 26 }, 15);
  expect((await alerts(app)).total.solution).toBe(0);
  const limits = (await (await app.as("administrator")).get("/v1/campuses/configuration")).json();
  const narrower = { ...limits, temperature: { min: 20, max: 25 } };
  await (await app.as("administrator")).post("/v1/campuses/configuration", narrower);
  await hold(app, { TEMPERATURE: 26 }, 15);
  expect((await alerts(app)).total.solution).toBe(1);
});

test.each([
  [{ HUMIDITY: 75 }, 212, "Humidity high: 75 %, limit 70 %"],
  [{ HUMIDITY: 20 }, 213, "Humidity low: 20 %, limit 30 %"],
  [{ LUMINOUSITY: 1200 }, 214, "Light high: 1200 lux, limit 1000 lux"],
  [{ CO2: 1200 }, 216, "CO2 high: 1200 ppm, limit 1000 ppm"],
  [{ TEMPERATURE: 15 }, 211, "Temperature low: 15 °C, limit 20 °C"],
])("%o raises code %i", async (values, code, message) => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await hold(app, values, 15);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: code, message }]);
});

test.each(["no-sensor", "out-of-service", "overridden"] as const)(
  "a value that its device sends as %s raises nothing",
  async (doubt) => {
    await using app = await startTestApp();
    await shortenDelays(app);
    for (let second = 0; second < 20; second += 1) {
      app.advance(1_000);
      const at = app.now().getTime();
      await app.send("T-S1", [{ device: "T-S1", point: "CO2", values: [[at, 1_200, doubt]] }]);
      await evaluateAlarms(app.ctx);
    }
    expect((await alerts(app)).total).toMatchObject({ system: 0, solution: 0 });
  },
);

test("a fire contact is critical at once", async () => {
  await using app = await startTestApp();
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 110, message: "Fire alarm" }]);
});

test.each([
  ["UPS", "ups_BatteryStatus", 2, 3, 121, "The battery is nearly empty"],
  ["UPS", "ups_BatteryStatus", 2, 4, 121, "The battery is nearly empty"],
  ["UPS", "ups_Status", 3, 2, 124, "The UPS supplies no power to its load"],
  ["UPS", "ups_Shutdown", 0, 1, 125, "Shutdown: the UPS is about to switch off its load"],
  ["UPS", "ups_Shutdown", 0, 2, 125, "Shutdown: the UPS is about to switch off its load"],
  ["UPS", "ups_TestResult", 1, 3, 253, "The UPS has failed its self-test"],
  ["SOLARPUMP", "FaultCondition", 0, 2, 240, "The pump reports a fault"],
] as const)("a %s whose %s goes from %i to %i raises %i", async (type, paramId, well, ill, code, message) => {
  const site = aSite();
  site.devices.push(aDevice(type, "T-D", [paramId], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const all = async () => {
    const { system, solution } = await alerts(app);
    return [...system, ...solution];
  };
  await app.measure("T-GW", "T-D", { [paramId]: well });
  await evaluateAlarms(app.ctx);
  expect(await all()).toEqual([]);
  app.advance(1_000);
  await app.measure("T-GW", "T-D", { [paramId]: ill });
  await evaluateAlarms(app.ctx);
  expect(await all()).toMatchObject([{ alarm_code: code, message }]);
});

test("an alarm of a UPS that is overloaded for ten seconds shows its load", async () => {
  const site = aSite();
  site.devices.push(aDevice("UPS", "T-D", ["ups_Load"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const carry = async (percent: number) => {
    await app.measure("T-GW", "T-D", { ups_Load: percent });
    await evaluateAlarms(app.ctx);
    return (await alerts(app)).system;
  };
  expect(await carry(100)).toEqual([]);
  app.advance(1_000);
  expect(await carry(125)).toEqual([]);
  app.advance(10_000);
  expect(await carry(125.4)).toMatchObject([
    { alarm_code: 122, message: "Load 125 %: more than the UPS can carry" },
  ]);
});

test("lists the alarms below the requested location, and never another campus's", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1 });
  await evaluateAlarms(app.ctx);
  const user = await app.as("operator");
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<
    { id: number; name: string }[]
  >();
  const countAt = async (id: number) =>
    (await user.get(`/v1/alerts/${id}/alerts`)).json<AlertLists>().total.system;
  expect(await countAt(user.session.campus.id)).toBe(1);
  expect(await countAt(floors.find((floor) => floor.name === "Ground")?.id ?? 0)).toBe(1);
  expect(await countAt(floors.find((floor) => floor.name === "First")?.id ?? 0)).toBe(0);
  const stranger = await app.as("other-operator");
  expect((await stranger.get(`/v1/alerts/${user.session.building.id}/alerts`)).statusCode).toBe(404);
});
