import { expect, test } from "vitest";

import { shortenDelays } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "../alarms/evaluation/alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function idOf(app: App, key: string): Promise<number> {
  const { id } = await app.db
    .selectFrom("locations")
    .select("id")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return id;
}

async function setLimits(app: App, key: string, limits: object) {
  const id = await idOf(app, key);
  return (await app.as("administrator")).post(`/v1/gl_zone/${id}/configuration`, limits);
}

/** Codes and limits of the active alarms after the on-delay. */
async function alarmsAfter(app: App, seconds: number, values: Record<string, Record<string, number>>) {
  for (let second = 0; second <= seconds; second += 1) {
    for (const [ssid, own] of Object.entries(values)) await app.measure(ssid, ssid, own);
    await evaluateAlarms(app.ctx);
    app.advance(1_000);
  }
  const { rows } = await app.query(
    `select a.source_name as source, a.message from alarms a where restored_at is null and code < 220 and code > 209 order by 1`,
  );
  return rows;
}

test("an alarm uses the limit of the nearest place that has one; missing limits are inherited", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await setLimits(app, "T/tower", { temperature: { min: 18, max: 25 } });
  await setLimits(app, "T/g", { temperature: { min: 18, max: 27 }, humidity: { min: 30, max: 60 } });
  await setLimits(app, "T/g/z2", { temperature: { min: 18, max: 30 } });
  const rows = await alarmsAfter(app, 15, {
    "T-S1": { TEMPERATURE: 28 },
    "T-S2": { TEMPERATURE: 28, HUMIDITY: 65 },
    "T-S3": { TEMPERATURE: 26, HUMIDITY: 65 },
  });
  expect(rows).toEqual([
    { source: "Sensor T-S1", message: "Temperature high: 28 °C, limit 27 °C" },
    { source: "Sensor T-S2", message: "Humidity high: 65 %, limit 60 %" },
    { source: "Sensor T-S3", message: "Temperature high: 26 °C, limit 25 °C" },
  ]);
  const user = await app.as("viewer");
  const zones = (await user.get(`/v1/gl_zone/${await idOf(app, "T/g")}`)).json<
    { name: string; tempIssue: object[]; humIssue: object[] }[]
  >();
  expect(zones).toMatchObject([
    { name: "Zone 1", tempIssue: [{ value: 28, limit: 27 }], humIssue: [] },
    { name: "Zone 2", tempIssue: [], humIssue: [{ value: 65, limit: 60 }] },
  ]);
});

test("sets the CO2 limit of a campus or a place, and keeps it when an older client saves without it", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  const administrator = await app.as("administrator");
  const path = "/v1/campuses/configuration";
  const { co2, ...older } = (await administrator.get(path)).json<{ co2: object }>();
  expect(co2).toEqual({ max: 1000 });
  expect((await administrator.post(path, { ...older, co2: { max: 900 } })).json()).toMatchObject({
    co2: { max: 900 },
  });
  expect((await administrator.post(path, older)).json()).toMatchObject({ co2: { max: 900 } });
  await setLimits(app, "T/g/z2", { co2: { max: 1200 } });
  expect(
    await alarmsAfter(app, 15, { "T-S1": { CO2: 950 }, "T-S2": { CO2: 1100 }, "T-S3": { CO2: 900 } }),
  ).toEqual([{ source: "Sensor T-S1", message: "CO2 high: 950 ppm, limit 900 ppm" }]);
  const viewer = await app.as("viewer");
  const zones = (await viewer.get(`/v1/gl_zone/${await idOf(app, "T/g")}`)).json<{ airIssue: object[] }[]>();
  expect(zones).toMatchObject([{ airIssue: [{ value: 950, limit: 900 }] }, { airIssue: [] }]);
  const refused = await (await app.as("administrator")).post(path, { ...older, co2: { max: 399 } });
  expect(refused.json()).toMatchObject({ fields: { "co2.max": "At least 400" } });
});

test("shows the origin of each limit, and inherits a removed one again, with an audit", async () => {
  await using app = await startTestApp();
  const floor = await idOf(app, "T/g");
  const zone = await idOf(app, "T/g/z1");
  const root = { id: expect.any(Number), name: "Test Campus" };
  const lux = { min: 100, max: 700 };
  await setLimits(app, "T/g", { lux, wastage: { wastage: 900 } });
  const saved = await setLimits(app, "T/g/z1", { humidity: { min: 40, max: 50 } });
  const ground = { id: floor, name: "Ground" };
  const expected = {
    id: zone,
    name: "Zone 1",
    own: { humidity: { min: 40, max: 50 } },
    limits: {
      temperature: { min: 20, max: 28 },
      humidity: { min: 40, max: 50 },
      lux,
      co2: { max: 1000 },
      overParked: { overParked: 600 },
      wastage: { wastage: 900 },
    },
    from: {
      temperature: root,
      humidity: { id: zone, name: "Zone 1" },
      lux: ground,
      co2: root,
      overParked: root,
      wastage: ground,
    },
  };
  expect(saved.json()).toEqual(expected);
  const operator = await app.as("operator");
  expect((await operator.get(`/v1/gl_zone/${zone}/configuration`)).json()).toEqual(expected);
  expect((await setLimits(app, "T/g/z1", {})).json()).toMatchObject({
    own: {},
    limits: { humidity: { min: 30, max: 70 } },
    from: { humidity: root },
  });
  const { rows } = await app.query(
    `select action, target, before, after from audit where target = 'location:${zone}' order by id`,
  );
  const audit = { action: "save-configuration", target: `location:${zone}` };
  const own = { humidity: { min: 40, max: 50 } };
  expect(rows).toEqual([
    { ...audit, before: {}, after: own },
    { ...audit, before: own, after: {} },
  ]);
});

test("explains the rejection of each impossible limit", async () => {
  await using app = await startTestApp();
  const fields = async (key: string, limits: object) => {
    const answer = await setLimits(app, key, limits);
    return [answer.statusCode, answer.json<{ fields: object }>().fields];
  };
  expect(
    await fields("T/g", {
      temperature: { min: 25, max: 25 },
      humidity: { min: -1, max: 101 },
      lux: { min: 5 },
    }),
  ).toEqual([
    400,
    {
      "temperature.max": "Max should be greater than min",
      "humidity.min": "At least 0",
      "humidity.max": "At most 100",
      "lux.max": "field cannot be empty",
    },
  ]);
  expect(await fields("T/g/z1", { wastage: { wastage: 1 } })).toEqual([
    400,
    { wastage: "Set the waste limit on the floor" },
  ]);
  expect((await fields("T/g/z1/a1", {}))[0]).toBe(404);
});

test("only administrators set limits and delays, and only of their campus", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const floor = await idOf(app, "T/g");
  const path = `/v1/gl_zone/${floor}/configuration`;
  expect((await (await app.as("operator")).post(path, {})).statusCode).toBe(403);
  expect((await (await app.as("viewer")).get(path)).statusCode).toBe(403);
  const stranger = await app.as("other-administrator");
  expect((await stranger.post(path, {})).statusCode).toBe(404);
  expect((await stranger.get(path)).statusCode).toBe(404);
  await stranger.post("/v1/campuses/configuration/alarm-settings", {
    ...alarmSettings,
    temperature: { deadband: 9, on_delay_seconds: 1, off_delay_seconds: 1 },
  });
  const own = await (await app.as("operator")).get("/v1/campuses/configuration/alarm-settings");
  expect(own.json()).toEqual(alarmSettings);
});

const alarmSettings = {
  temperature: { deadband: 0.5, on_delay_seconds: 300, off_delay_seconds: 300 },
  humidity: { deadband: 2, on_delay_seconds: 300, off_delay_seconds: 300 },
  lux: { deadband: 20, on_delay_seconds: 300, off_delay_seconds: 300 },
  co2: { deadband: 50, on_delay_seconds: 300, off_delay_seconds: 300 },
  overParked: { off_delay_seconds: 15 },
  wastage: { deadband: 0, on_delay_seconds: 900, off_delay_seconds: 60 },
};

test("saves changed kinds of limits and keeps the others, and a deadband is narrower than its limits", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const save = (configuration: object, settings: object = {}) =>
    user.post("/v1/campuses/configuration/limits", { configuration, alarmSettings: settings });
  await save({ humidity: { min: 30, max: 65 } });
  const saved = await save({ temperature: { min: 20, max: 24 } });
  expect(saved.json()).toMatchObject({
    configuration: { temperature: { max: 24 }, humidity: { max: 65 } },
    alarmSettings: { temperature: { deadband: 0.5 } },
  });
  const { rows } = await app.query("select distinct action from audit where action like 'save-%'");
  expect(rows).toEqual([{ action: "save-configuration" }]);
  const delays = { on_delay_seconds: 300, off_delay_seconds: 300 };
  const wide = await save({}, { temperature: { deadband: 4, ...delays } });
  expect(wide.json()).toMatchObject({ fields: { "alarmSettings.temperature.deadband": "Less than 4" } });
  const narrow = await save({ co2: { max: 500 } }, { co2: { deadband: 600, ...delays } });
  expect(narrow.json()).toMatchObject({ fields: { "alarmSettings.co2.deadband": "Less than 500" } });
  await save({}, { temperature: { deadband: 1, ...delays } });
  const both = await save({}, { humidity: { deadband: 3, ...delays } });
  expect(both.json()).toMatchObject({
    alarmSettings: { temperature: { deadband: 1 }, humidity: { deadband: 3 } },
  });
});

test("each call refuses a deadband as wide as its limits; an already stored one is refused only when its kind is saved", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const url = "/v1/campuses/configuration";
  const setting = { on_delay_seconds: 300, off_delay_seconds: 300 };
  for (const [kind, deadband] of [
    ["temperature", 8],
    ["humidity", 40],
    ["lux", 1_000],
    ["co2", 1_000],
  ] as const) {
    const wide = { [kind]: { ...setting, deadband } };
    for (const call of ["limits", "preview"]) {
      const reply = await user.post(`${url}/${call}`, { configuration: {}, alarmSettings: wide });
      expect(reply.json()).toMatchObject({
        fields: { [`alarmSettings.${kind}.deadband`]: `Less than ${deadband}` },
      });
    }
    const reply = await user.post(`${url}/alarm-settings`, { ...alarmSettings, ...wide });
    expect(reply.statusCode).toBe(400);
  }
  await app.query(`
    insert into alarm_settings (campus_id, alarm, deadband, on_delay_seconds, off_delay_seconds)
    select id, 'lux', 1000, 300, 300 from campuses`);
  const all = (await user.get(url)).json<object>();
  expect((await user.post(url, all)).statusCode).toBe(400);
  const other = { configuration: { wastage: { wastage: 7 } }, alarmSettings: {} };
  expect((await user.post(`${url}/limits`, other)).statusCode).toBe(200);
});

test("limits and their deadband change together, to narrower and to wider ones", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const save = async (min: number, deadband: number) =>
    (
      await user.post("/v1/campuses/configuration/limits", {
        configuration: { temperature: { min, max: 24 } },
        alarmSettings: { temperature: { deadband, on_delay_seconds: 300, off_delay_seconds: 300 } },
      })
    ).json<object>();
  for (const [min, deadband] of [
    [20, 3],
    [22, 1],
    [16, 6],
  ] as const)
    expect(await save(min, deadband)).toMatchObject({
      configuration: { temperature: { min } },
      alarmSettings: { temperature: { deadband } },
    });
});

test("alarms use the deadband and delays of the settings", async () => {
  await using app = await startTestApp();
  const changed = {
    ...alarmSettings,
    temperature: { deadband: 3, on_delay_seconds: 5, off_delay_seconds: 2 },
  };
  const saved = await (
    await app.as("administrator")
  ).post("/v1/campuses/configuration/alarm-settings", changed);
  expect(saved.json()).toEqual(changed);
  const message = "Temperature high: 29 °C, limit 28 °C";
  const raised = [{ source: "Sensor T-S1", message }];
  expect(await alarmsAfter(app, 4, { "T-S1": { TEMPERATURE: 29 } })).toEqual([]);
  expect(await alarmsAfter(app, 0, { "T-S1": { TEMPERATURE: 29 } })).toEqual(raised);
  expect(await alarmsAfter(app, 20, { "T-S1": { TEMPERATURE: 25.1 } })).toEqual(raised);
  expect(await alarmsAfter(app, 1, { "T-S1": { TEMPERATURE: 25 } })).toEqual(raised);
  expect(await alarmsAfter(app, 0, { "T-S1": { TEMPERATURE: 25 } })).toEqual([]);
  const wrong = { ...alarmSettings, lux: { deadband: -1, on_delay_seconds: 3_601, off_delay_seconds: 0.5 } };
  const refused = await (
    await app.as("administrator")
  ).post("/v1/campuses/configuration/alarm-settings", wrong);
  expect(refused.json()).toMatchObject({
    status: 400,
    fields: {
      "lux.deadband": "At least 0",
      "lux.on_delay_seconds": "At most 3600",
      "lux.off_delay_seconds": "A whole number",
    },
  });
});
