import type { Command } from "@verandah/contract/commands/commands.ts";
import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { type EquipmentType, equipmentType, type EquipmentTypeInput } from "@verandah/equipment/schema.ts";
import { type SiteDescription, siteDescription } from "@verandah/field/site.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { recordDeviceHealth, recordEdgeStatus } from "#features/devices/devices.service.ts";

import { alerts, edge, evaluate } from "../../testing/benches/alarm-bench.ts";
import { bringUp } from "../../testing/benches/command-bench.ts";
import { rowsOf } from "../../testing/reports/report-calls.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const charger: EquipmentTypeInput = {
  type: "EV_CHARGER",
  name: { en: "EV charger" },
  brick: "Electric_Vehicle_Charging_Station",
  subsystem: "energy",
  icon: "charging-pile",
  points: {
    power: { kind: "reading", name: { en: "Charging power" }, unit: "kilowatt", range: [0, 350] },
    state: {
      kind: "reading",
      name: { en: "State" },
      unit: "none",
      summary: "state",
      states: { "0": { en: "Available" }, "1": { en: "Charging" }, "2": { en: "Fault" } },
    },
    current_limit: {
      kind: "setpoint",
      name: { en: "Current limit" },
      unit: "ampere",
      write: { from: 6, to: 32, step: 1 },
    },
  },
  alarms: {
    "charger-fault": {
      code: 150,
      title: { en: "Charger fault" },
      message: { en: "The charger reports a fault" },
      guidance: { en: "Switch it off at its breaker for one minute.", hi: "ब्रेकर बंद करें।" },
      when: { point: "state", above: 1, onDelaySeconds: 10 },
    },
  },
  screen: { summary: ["state", "power"], controls: ["current_limit"], trends: [{ points: ["power"] }] },
};

/** A site with a charger behind its gateway, which one JSON type describes. */
function siteWithCharger(changes: Partial<EquipmentTypeInput> = {}, point = "power"): unknown {
  const site = aSite();
  const common = { intervalMs: 10_000 };
  site.devices.push({
    ssid: "T-EV1",
    name: "Charger 1",
    type: "EV_CHARGER",
    subsystem: "energy",
    location: "T/g",
    edge: "T-GW",
    points: [
      { paramId: point, unit: "kilowatt", kind: "reading", ...common },
      { paramId: "state", unit: "none", kind: "reading", ...common },
      { paramId: "current_limit", unit: "ampere", kind: "setpoint", ...common },
    ],
  });
  return { ...site, types: [{ ...charger, ...changes }] };
}

async function start() {
  const site: SiteDescription = siteDescription.parse(siteWithCharger());
  const app = await startTestApp({ sites: [site] });
  return { app, user: await app.as("operator"), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("lists the built-in types with guidance, and the campus's own; another campus does not get those", async () => {
  const site = siteDescription.parse(siteWithCharger());
  await using app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const user = await app.as("operator");
  const types = (await user.get("/v1/equipment_types")).json<EquipmentType[]>();
  expect(types.at(-1)).toEqual(equipmentType.parse(charger));
  expect(types.find(({ type }) => type === "AHU")?.alarms["fire-alarm"]?.guidance.kn).toContain("ಕಟ್ಟಡದ");
  const stranger = await app.as("other-administrator");
  const others = (await stranger.get("/v1/equipment_types")).json<EquipmentType[]>();
  expect(others.map(({ type }) => type)).toEqual(types.map(({ type }) => type).slice(0, -1));
});

test("a device of the campus's own type has readings and a trend", async () => {
  await using field = await start();
  await field.app.measure("T-GW", "T-EV1", { power: 22.5, state: 1 });
  expect((await field.user.get("/v1/telemetry/latest?devices=T-EV1")).json()[0].values).toEqual(
    expect.arrayContaining([expect.objectContaining({ param_id: "power", param_value: 22.5 })]),
  );
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z";
  const trend = await field.user.get(`/v1/telemetry/T-EV1/trend?param_id=power&${range}`);
  expect([trend.statusCode, trend.json()]).toMatchObject([200, { unit: "kilowatt" }]);
});

test("the trend of its state has last values, and reports show its points and states by name", async () => {
  await using field = await start();
  await field.app.measure("T-GW", "T-EV1", { state: 1 });
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z";
  const trend = await field.user.get(`/v1/telemetry/T-EV1/trend?param_id=state&${range}`);
  expect(trend.json()).toMatchObject({ buckets: [{ last: 1 }] });
  const { rows } = await rowsOf(
    field.user,
    "trend-log-comparision",
    `${range}&points=T-EV1/state&filter.Value=char`,
  );
  expect(rows).toMatchObject([{ DeviceName: "Charger 1", Key: "State", Value: "Charging" }]);
});

test("a site file that changes the unit of a type without its devices is refused", async () => {
  await using field = await start();
  await field.app.measure("T-GW", "T-EV1", { power: 22.5 });
  const power = { kind: "reading", name: { en: "Charging power" }, unit: "watt" } as const;
  const types = [{ ...charger, points: { ...charger.points, power } }];
  const { campus, buildings } = aSite();
  const site = { campus, buildings, edges: [], devices: [], types };
  const administrator = await field.app.as("administrator");
  const answer = await administrator.post("/v1/campuses/site", { site });
  expect(answer.json()).toMatchObject({
    fields: {
      site: expect.stringContaining("types.0.points.power.unit: The point stores values in kilowatt."),
    },
  });
  const known = (await field.user.get("/v1/equipment_types")).json<EquipmentType[]>().at(-1);
  expect(known?.points["power"]?.unit).toBe("kilowatt");
});

test("a counter is not averaged, in trends and in reports", async () => {
  const power = { kind: "reading", name: { en: "Energy" }, unit: "kilowatt", summary: "counter" } as const;
  const site = siteDescription.parse(siteWithCharger({ points: { ...charger.points, power } }));
  await using app = await startTestApp({ sites: [site] });
  const user = await app.as("operator");
  const from = app.ctx.now().getTime() - 60_000;
  const values = [100, 104, 108].map((value, index): [number, number] => [from + index, value]);
  await app.send("T-IMPORT", [{ device: "T-EV1", point: "power", values }]);
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z";
  const trend = await user.get(`/v1/telemetry/T-EV1/trend?param_id=power&${range}`);
  expect(trend.json()).toMatchObject({ buckets: [{ avg: 104, last: 108 }] });
  const { rows } = await rowsOf(user, "trend-log-comparision", `${range}&points=T-EV1/power`);
  expect(rows).toMatchObject([{ Key: "Energy", Value: 108, Interval: "Last value" }]);
});

test("a point with the id of a built-in one has its own name in reports", async () => {
  const CO2 = { kind: "reading", name: { en: "Cabinet CO2" }, unit: "kilowatt" } as const;
  const site = siteDescription.parse(siteWithCharger({ points: { ...charger.points, CO2 } }, "CO2"));
  await using app = await startTestApp({ sites: [site] });
  const user = await app.as("operator");
  await app.measure("T-GW", "T-EV1", { CO2: 4, current_limit: 16 });
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z";
  const compared = await rowsOf(user, "trend-log-comparision", `${range}&points=T-EV1/CO2`);
  expect(compared.rows).toMatchObject([{ Key: "Cabinet CO2", Value: 4 }]);
  const gateway = await bringUp(app);
  await user.post("/v1/commands", { writes: [{ ssid: "T-EV1", param_id: "current_limit", value: 10 }] });
  await gateway.verifyAll();
  const done = await rowsOf(user, "user-contol-details", range);
  expect(done.rows).toMatchObject([{ Key: "Current limit", Value: 10 }]);
  const acts = await rowsOf(user, "activites-per-user", `${range}&filter.Key=current limit`);
  expect(acts.rows).toMatchObject([{ Key: "Command: Current limit", Value: "10" }]);
});

test("a device is on when the point of its type has the value for on", async () => {
  const onOff = { point: "state", on: 1, off: 0 };
  await using app = await startTestApp({ sites: [siteDescription.parse(siteWithCharger({ onOff }))] });
  const user = await app.as("operator");
  await app.measure("T-GW", "T-EV1", { state: 1 });
  await bringUp(app);
  expect((await user.get("/v1/devices/T-EV1/why")).json()).toMatchObject({ isOn: true });
});

test("an alarm of the type is raised after its delay, with message and guidance, and returns to normal", async () => {
  await using field = await start();
  const show = async (state: number) => {
    await field.app.measure("T-GW", "T-EV1", { state });
    await evaluateAlarms(field.app.ctx);
  };
  const active = async () =>
    (await field.app.query("select id, code, message from alarms where restored_at is null")).rows;
  await show(2);
  expect(await active()).toEqual([]);
  field.app.advance(10_000);
  await show(2);
  const [alarm] = await active();
  expect(alarm).toMatchObject({ code: 150, message: "The charger reports a fault" });
  for (const [language, guidance] of [
    ["en", "Switch it off at its breaker for one minute."],
    ["hi", "ब्रेकर बंद करें।"],
    ["kn", "Switch it off at its breaker for one minute."],
  ])
    expect(
      (await field.user.get(`/v1/alarms/${String(alarm?.["id"])}?language=${language}`)).json(),
    ).toMatchObject({ guidance, text: { name: "EV_CHARGER/charger-fault", numbers: [] } });
  field.app.advance(1_000);
  await show(1);
  expect(await active()).toEqual([]);
});

test("alarms are in the reader's language, and a lost device raises the alarm of its type", async () => {
  const site = siteDescription.parse(siteWithCharger({ lossAlarm: "controller-lost" }));
  await using app = await startTestApp({ sites: [site] });
  const own = equipmentType.parse({
    ...charger,
    alarms: {
      "charger-fault": { code: 150, title: { en: "Fault {0}", hi: "दोष {0}" }, guidance: { en: "Wait." } },
    },
  });
  const alarm = { text: { name: "EV_CHARGER/charger-fault", numbers: [2] }, message: "Fault 2" };
  expect((["en", "hi", "kn"] as const).map((language) => alarmMessage(language, alarm, [own]))).toEqual([
    "Fault 2",
    "दोष 2",
    "Fault 2",
  ]);
  expect(alarmMessage("hi", alarm, [])).toBe("Fault 2");
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await app.measure("T-GW", "T-EV1", { state: 1 });
  const lost = { device: "T-EV1", state: "offline", since: 0, missedPolls: 3 } as const;
  await recordDeviceHealth(app.ctx, gateway, { at: 0, devices: [lost] });
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 102, Device_name: "Charger 1" }]);
});

test("the current limit can be commanded only within its write rule, and is verified", async () => {
  await using field = await start();
  await field.app.measure("T-GW", "T-EV1", { current_limit: 16 });
  const gateway = await bringUp(field.app);
  const write = async (value: number) =>
    (
      await field.user.post("/v1/commands", { writes: [{ ssid: "T-EV1", param_id: "current_limit", value }] })
    ).json<{ commands: { commandId: string }[]; refused: { code: string }[] }>();
  for (const value of [5, 33])
    expect((await write(value)).refused).toMatchObject([{ code: "setpoint-out-of-range" }]);
  const { commands } = await write(32);
  await gateway.verifyAll();
  const command = await field.user.get(`/v1/commands/${commands[0]?.commandId}`);
  expect(command.json<Command>()).toMatchObject({ value: 32, unit: "ampere", state: "verified", before: 16 });
});

test("only the on/off point of a type is refused with the message for on/off values", async () => {
  const limit: EquipmentTypeInput["points"][string] = {
    kind: "setpoint",
    name: { en: "Limit" },
    unit: "ampere",
    write: { oneOf: [10, 20] },
  };
  const onOff = { point: "state", on: 10, off: 0 };
  const changes = { onOff, points: { ...charger.points, current_limit: limit } };
  await using app = await startTestApp({ sites: [siteDescription.parse(siteWithCharger(changes))] });
  const user = await app.as("operator");
  const writes = [{ ssid: "T-EV1", param_id: "current_limit", value: 5 }];
  expect((await user.post("/v1/commands", { writes })).json()).toMatchObject({
    refused: [{ code: "setpoint-out-of-range" }],
  });
});

test.each([
  [
    "a screen with an unknown point",
    siteWithCharger({ screen: { summary: ["powr"] } }),
    'Unknown point "powr"',
  ],
  [
    "a device with a point that its type does not have",
    siteWithCharger({}, "powr"),
    'EV_CHARGER has no point "powr"',
  ],
  [
    "a point in another unit than its type has",
    {
      ...aSite(),
      devices: [aDevice("AHU", "T-A2", ["Return Air Temperature"], { location: "T/g", edge: "T-GW" })],
    },
    'The point "Return Air Temperature" of T-A2 must be in degC, not in none',
  ],
  ["a type that is built in", siteWithCharger({ type: "AHU" }), 'The type "AHU" is built in'],
  ["a device of an unknown type", siteWithCharger({ type: "LIFT" }), 'Unknown type "EV_CHARGER"'],
])("refuses a site file with %s", (_what, site, message) => {
  const messages = siteDescription.safeParse(site).error?.issues.map((issue) => issue.message);
  expect(messages).toContain(message);
});

test("a campus has the systems of its devices, and those of its own types, until the last device is removed", async () => {
  await using bench = await start();
  const { app, user } = bench;
  const systems = async () => (await user.get("/v1/systems")).json<string[]>();
  expect(await systems()).toEqual(["energy", "environment", "hvac"]);
  await app.query("update devices set removed_at = now() where ssid = 'T-EV1'");
  app.bus.publish({ name: "changed", data: { topic: "devices" } });
  expect(await systems()).toEqual(["environment", "hvac"]);
  await app.query(
    "insert into spaces (campus_id, zone_id, kind, name, key, seats) select campus_id, id, 'seat', 'Seat 1', 'T/s1', 1 from locations where zone_type = 'GL_LOCATION_TYPE_ZONE' limit 1",
  );
  app.bus.publish({ name: "changed", data: { topic: "places" } });
  expect(await systems()).toEqual(["environment", "hvac", "seats"]);
  expect((await (await app.as("pumpCustomer")).get("/v1/systems")).statusCode).toBe(403);
});
