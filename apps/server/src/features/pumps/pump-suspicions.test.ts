import { expect, test } from "vitest";

import { type Change, healthy, PUMPS, startFourPumps } from "../../testing/benches/pumps.ts";
import { startTestIngest } from "../../testing/start-test-ingest.ts";
import { createPumpRule } from "./pump-suspicions.service.ts";

test.each<[name: string, change: Partial<typeof healthy>, code: number, message: string]>([
  [
    "a dry run that the drive reports",
    { MotorStatus: 0, WaterflowRate_in_lpm: 0, power_in_watt: 0, FaultCondition: 1 },
    130,
    "Dry run: water flow 0 l/min, power 0 W, fault code 1",
  ],
  [
    "a dry run by low power without flow",
    { WaterflowRate_in_lpm: 0, power_in_watt: 600 },
    130,
    "Dry run: water flow 0 l/min, power 600 W, fault code 0",
  ],
  [
    "dirty panels by low power with its usual flow",
    { WaterflowRate_in_lpm: 70, power_in_watt: 1_050 },
    243,
    "Dirty or shaded panels: power 1050 W, similar pumps 1500 W in the same sun",
  ],
  [
    "dirty panels by low power with more flow for each watt than usual",
    { WaterflowRate_in_lpm: 59, power_in_watt: 600 },
    243,
    "Dirty or shaded panels: power 600 W, similar pumps 1500 W in the same sun",
  ],
  [
    "a leak by low flow at the usual power",
    { WaterflowRate_in_lpm: 55 },
    244,
    "Leak before the flow sensor: water flow 55 l/min, similar pumps 100 l/min at this power",
  ],
  [
    "a dead flow sensor by the usual power without flow",
    { WaterflowRate_in_lpm: 0 },
    245,
    "Flow sensor failed: 0 l/min while the motor takes 1500 W",
  ],
  [
    "a frozen flow sensor by flow without power",
    { MotorStatus: 0, power_in_watt: 0 },
    245,
    "Flow sensor failed: 100 l/min while the motor takes 0 W",
  ],
  [
    "a dead power sensor by flow without power",
    { power_in_watt: 0 },
    247,
    "Power sensor failed: 0 W while the pump delivers 100 l/min",
  ],
  [
    "a power sensor that measures a third by more flow than that power lifts",
    { power_in_watt: 500 },
    247,
    "Power sensor failed: 500 W while the pump delivers 100 l/min",
  ],
])("raises %s and no other fault", async (_name, change, code, message) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({});
  expect(await active()).toEqual([]);
  await show(change);
  expect(await active()).toEqual([[code, message, "Device P-1"]]);
  await show({});
  expect(await active()).toEqual([]);
});

test.each([
  ["of more than the power can lift shows no dirty panels", { WaterflowRate_in_lpm: 61, power_in_watt: 600 }],
  ["of twice the usual at the usual power shows no failed sensor", { WaterflowRate_in_lpm: 210 }],
])("a flow %s", async (_name, change) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show(change);
  expect(await active()).toEqual([]);
});

const dryRun = { MotorStatus: 0, WaterflowRate_in_lpm: 0, power_in_watt: 0, FaultCondition: 1 };
const slow = { WaterflowRate_in_lpm: 0, power_in_watt: 600 };

test.each<[name: string, change: Change, message: string]>([
  [
    "that the pump reports without flow",
    { ...dryRun, WaterflowRate_in_lpm: undefined },
    "Dry run reported by the pump: fault code 1, water flow or power unknown",
  ],
  [
    "that the pump reports without power",
    { ...dryRun, power_in_watt: undefined },
    "Dry run reported by the pump: fault code 1, water flow or power unknown",
  ],
  [
    "by low power with an unknown fault code",
    { ...slow, FaultCondition: undefined },
    "Dry run: water flow 0 l/min, power 600 W, fault code unknown",
  ],
])("raises a dry run %s", async (_name, change, message) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({}, 800, 1);
  await show(change);
  expect(await active()).toEqual([[130, message, "Device P-1"]]);
  const { rows } = await app.query(
    "select e ->> 'param_id' as name from alarms, jsonb_array_elements(evidence -> 'points') as e where code = 130",
  );
  const known = Object.entries({ ...healthy, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  expect(new Set(rows.map((row) => row["name"]))).toEqual(new Set([...known, "SOLAR_IRRADIANCE"]));
  await show({});
  expect(await active()).toEqual([]);
});

test.each<[name: string, dry: Change, change: Change]>([
  ["the motor's state", slow, { ...slow, MotorStatus: undefined }],
  ["the fault code", dryRun, { ...dryRun, FaultCondition: undefined }],
])("a dry run does not end while %s is unknown", async (_name, dry, change) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show(dry);
  await show(change);
  expect((await active()).map(([code]) => code)).toEqual([130]);
  await show({});
  expect(await active()).toEqual([]);
});

test("an alarm has flow, power and irradiance as evidence", async () => {
  const { app, show } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 });
  const viewer = await app.as("viewer");
  const { rows } = await app.query("select id from alarms");
  const alarm = (await viewer.get(`/v1/alarms/${Number(rows[0]?.["id"])}`)).json();
  expect(JSON.stringify(alarm)).toContain("SOLAR_IRRADIANCE");
});

test("in little sun no pump is compared with others, and stale values raise nothing", async () => {
  const { app, evaluate, show, active } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 }, 250);
  expect(await active()).toEqual([]);
  await show({}, 800, 1);
  app.advance(3_600_000);
  await evaluate();
  expect(await active()).toEqual([]);
});

test.each(["of another model", "without a plate"])(
  "pumps %s are not compared with each other",
  async (which) => {
    const { app, show, active } = await startFourPumps();
    await using _ = app;
    if (which === "without a plate") await app.query("delete from pump_plates");
    else
      await app.query(
        "update pump_plates set model_number = 'N' where device_id in (select id from devices where ssid = 'P-1')",
      );
    await show({ WaterflowRate_in_lpm: 55 });
    expect(await active()).toEqual([]);
  },
);

test("without a fresh irradiance no pump is compared with others", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 }, null);
  expect(await active()).toEqual([]);
});

test("two running pumps have no usual value", async () => {
  const { app, evaluate, active } = await startFourPumps();
  await using _ = app;
  for (let minute = 0; minute < 15; minute++) {
    app.advance(60_000);
    await app.measure("T-GW", "P-1", { ...healthy, WaterflowRate_in_lpm: 55 });
    await app.measure("T-GW", "P-2", healthy);
    await evaluate();
  }
  expect(await active()).toEqual([]);
});

test("a running pump that stops reporting while others report has lost its connection, until it reports", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({}, 800, 1);
  await show(null);
  const text =
    "No connection, probably the SIM card: the pump ran at 100 l/min and 1500 W, and 3 other pumps report";
  expect(await active()).toEqual([[246, text, "Device P-1"]]);
  await show({}, 800, 1);
  expect(await active()).toEqual([]);
});

test.each<[string, Partial<typeof healthy>, string[]]>([
  ["that had stopped", { MotorStatus: 0, power_in_watt: 0, WaterflowRate_in_lpm: 0 }, PUMPS.slice(1)],
  ["beside only two that report", {}, PUMPS.slice(1, 3)],
])("a silent pump %s may lack power or the network of all", async (_name, change, others) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show(change, 800, 1);
  await show(null, 800, 15, others);
  expect(await active()).toEqual([]);
});

test("the alarm with the evidence explains the pump's own report of the fault, until it has ended", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  const field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const event = { device: "P-1", at: 0, code: 241, message: "A pipe may leak", state: "raised" };
  await gateway.publish("events", event);
  await show({}, 800, 1);
  expect(await active()).toEqual([[241, "A pipe may leak", "Device P-1"]]);
  await show({ WaterflowRate_in_lpm: 55 });
  expect((await active()).map(([code]) => code)).toEqual([244]);
  await show({});
  expect((await active()).map(([code]) => code)).toEqual([241]);
  await field[Symbol.asyncDispose]();
});

test.each([
  [2, 241, "Leak reported by the pump"],
  [3, 242, "Dirty panels reported by the pump"],
])(
  "raises an alarm for warning %i of a pump, also without its other values",
  async (warning, code, message) => {
    const { app, show, active } = await startFourPumps();
    await using _ = app;
    const none = { MotorStatus: undefined, WaterflowRate_in_lpm: undefined, power_in_watt: undefined };
    await show({ ...none, FaultCondition: undefined, WarningCondition: warning }, null, 2, []);
    expect(await active()).toEqual([[code, message, "Device P-1"]]);
    await show({ WarningCondition: 0 }, null, 2, []);
    expect(await active()).toEqual([]);
  },
);

test("a leak that is measured, reported as a warning and as an event is one alarm", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  const field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const event = { device: "P-1", at: 0, code: 241, message: "A pipe may leak", state: "raised" };
  await gateway.publish("events", event);
  const leak = { WaterflowRate_in_lpm: 55, WarningCondition: 2 };
  await show(leak, 800, 2);
  expect(await active()).toEqual([[241, "Leak reported by the pump", "Device P-1"]]);
  await show(leak);
  expect((await active()).map(([code]) => code)).toEqual([244]);
  await show({ WarningCondition: 2 });
  expect(await active()).toEqual([[241, "Leak reported by the pump", "Device P-1"]]);
  await show({ WarningCondition: 0 });
  expect(await active()).toEqual([[241, "A pipe may leak", "Device P-1"]]);
  await field[Symbol.asyncDispose]();
});

test("evaluates pumps every ten seconds, and uses the last findings in between", async () => {
  const { app, show } = await startFourPumps();
  await using _ = app;
  const rule = createPumpRule();
  const find = async () =>
    (await rule(app.ctx, () => false)).map(({ rule: name, condition }) => [name, condition]);
  await show({ WaterflowRate_in_lpm: 55 }, 800, 0);
  const leak = ["pump-leak", "out"];
  expect(await find()).toEqual([leak]);
  app.advance(5_000);
  await show({}, 800, 0);
  app.advance(4_999);
  expect(await find()).toEqual([leak]);
  app.advance(1);
  expect(await find()).toEqual([]);
});
