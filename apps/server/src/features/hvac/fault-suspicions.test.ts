import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { VAVS, healthy, startFaultBench, UNIT, type UnitValues } from "../../testing/benches/fault-bench.ts";

const MINUTE_MS = 60_000;
type Reply = { evidence: AlarmEvidence | null; guidance: string; param_id: string };

/** Each rule: normal just within its limit, a fault just beyond, its delay, and the alarm's text. */
const rules: [
  name: string,
  well: UnitValues,
  ill: UnitValues,
  delayMs: number,
  alarm: [code: number, message: string],
  back: UnitValues,
][] = [
  [
    "a valve that lets water through when it is closed",
    { ahu_chilled_valve_sp: 0, "Chilled Water Valve Feedback": 3, "Supply Air Temperature": 22.5 },
    { ahu_chilled_valve_sp: 0, "Chilled Water Valve Feedback": 3, "Supply Air Temperature": 22.4 },
    15 * MINUTE_MS,
    [221, "Chilled water valve passing: closed, but air cools by 2.6 K"],
    { ahu_chilled_valve_sp: 0, "Chilled Water Valve Feedback": 0, "Supply Air Temperature": 24 },
  ],
  [
    "a valve that does not follow its command",
    { ahu_chilled_valve_sp: 60, "Chilled Water Valve Feedback": 45 },
    { ahu_chilled_valve_sp: 60.1, "Chilled Water Valve Feedback": 45 },
    15 * MINUTE_MS,
    [222, "Chilled water valve does not follow: command 60.1 %, position 45 %"],
    {},
  ],
  [
    "a valve that stays open against its command",
    { ahu_chilled_valve_sp: 30, "Chilled Water Valve Feedback": 45 },
    { ahu_chilled_valve_sp: 29.9, "Chilled Water Valve Feedback": 45 },
    15 * MINUTE_MS,
    [222, "Chilled water valve does not follow: command 29.9 %, position 45 %"],
    {},
  ],
  [
    "a return air sensor that is off the zones",
    { "Return Air Temperature": 27 },
    { "Return Air Temperature": 27.1 },
    30 * MINUTE_MS,
    [223, "Sensor drift: return air 27.1 °C, zone average 24 °C"],
    {},
  ],
  [
    "a supply air sensor that shows what cannot be",
    { "Supply Air Temperature": 27.5 },
    { "Supply Air Temperature": 27.6 },
    30 * MINUTE_MS,
    [223, "Sensor drift: supply air 27.6 °C, mixed air 25 °C"],
    {},
  ],
  [
    "heating and cooling at once",
    { "Heating Valve Feedback": 10 },
    { "Heating Valve Feedback": 10.1 },
    15 * MINUTE_MS,
    [224, "Simultaneous heating and cooling: heating valve 10.1 %, chilled water valve 45 %"],
    {},
  ],
  [
    "a fan that is not proven",
    { "Supply Fan Status": 0, ahu_on_off_sp: 0 },
    { "Supply Fan Status": 0 },
    3 * MINUTE_MS,
    [225, "Supply fan failed to start (no run feedback)"],
    {},
  ],
  [
    "a loaded filter",
    { "Filter Status": 0, "Filter Pressure": 250 },
    { "Filter Status": 1, "Filter Pressure": 251 },
    5 * MINUTE_MS,
    [220, "Filter dirty: replace"],
    {},
  ],
];

test.each(rules)(
  "%s is raised as a low alarm after its delay and no earlier",
  async (_name, well, ill, delayMs, alarm, back) => {
    await using bench = await startFaultBench();
    await bench.show(well);
    bench.app.advance(delayMs);
    await bench.show(well);
    expect(await bench.active()).toEqual([]);

    bench.app.advance(1_000);
    await bench.show(ill);
    bench.app.advance(delayMs - 1);
    await bench.show(ill);
    expect(await bench.active()).toEqual([]);
    bench.app.advance(1);
    await bench.show(ill);
    expect(await bench.active()).toEqual([alarm]);

    bench.app.advance(1_000);
    await bench.show(back);
    bench.app.advance(5 * MINUTE_MS);
    await bench.show(back);
    expect(await bench.active()).toEqual([]);
  },
);

test.each(rules)("%s needs the fault without a break", async (_name, _well, ill, delayMs, _alarm, back) => {
  await using bench = await startFaultBench();
  await bench.show(ill);
  bench.app.advance(delayMs - 1_000);
  await bench.show(back);
  bench.app.advance(1_000);
  await bench.show(ill);
  expect(await bench.active()).toEqual([]);
});

test.each(rules)("%s is not detected in stale values", async (_name, _well, ill, delayMs) => {
  await using bench = await startFaultBench();
  await bench.show(ill);
  for (let passed = 0; passed <= delayMs; passed += MINUTE_MS) {
    bench.app.advance(MINUTE_MS);
    await bench.show(ill, { ageMs: 30_001 });
  }
  expect(await bench.active()).toEqual([]);
  // The time before the gap does not count either.
  bench.app.advance(1_000);
  await bench.show(ill);
  bench.app.advance(delayMs - 1);
  await bench.show(ill);
  expect(await bench.active()).toEqual([]);
});

test.each(rules.filter(([, , , , [code]]) => code !== 225))(
  "%s is not evaluated while the unit is off, and an active alarm stays active",
  async (_name, _well, ill, delayMs, alarm) => {
    await using bench = await startFaultBench();
    const off = { ...ill, "Supply Fan Status": 0, ahu_on_off_sp: 0 };
    await bench.show(off);
    bench.app.advance(delayMs);
    await bench.show(off);
    expect(await bench.active()).toEqual([]);

    bench.app.advance(1_000);
    await bench.show(ill);
    bench.app.advance(delayMs);
    await bench.show(ill);
    bench.app.advance(8 * 60 * MINUTE_MS);
    await bench.show(off);
    expect(await bench.active()).toEqual([alarm]);
  },
);

test("a suspect value raises no fault", async () => {
  await using bench = await startFaultBench();
  const ill = { "Heating Valve Feedback": 60 };
  const spoil = () =>
    bench.app.query(
      `update latest set quality = 1 from points where points.id = point_id and param_id = 'Heating Valve Feedback'`,
    );
  await bench.show(ill);
  for (let passed = 0; passed < 16; passed++) {
    bench.app.advance(MINUTE_MS);
    await bench.app.measure("T-GW", UNIT, { ...healthy, ...ill });
    await spoil();
    await bench.evaluate();
  }
  expect(await bench.active()).toEqual([]);
});

test("a fan that the fire contact stops raises no alarm", async () => {
  await using bench = await startFaultBench();
  const burning = { "Supply Fan Status": 0, "Fire Alarm": 1 };
  await bench.show(burning);
  bench.app.advance(4 * MINUTE_MS);
  await bench.show(burning);
  expect((await bench.active()).map(([code]) => code)).toEqual([110]);
});

test("return air is not evaluated with one zone only", async () => {
  await using bench = await startFaultBench();
  await bench.app.query(`update devices set fed_by = null where ssid = '${VAVS[1]}'`);
  const ill = { "Return Air Temperature": 30 };
  await bench.show(ill);
  bench.app.advance(31 * MINUTE_MS);
  await bench.show(ill);
  expect(await bench.active()).toEqual([]);
});

test("the details have the points of the rule, their values then, and the start of the fault", async () => {
  await using bench = await startFaultBench();
  const ill = { "Return Air Temperature": 28 };
  await bench.show(ill, { zones: 23.5 });
  bench.app.advance(30 * MINUTE_MS);
  await bench.show(ill, { zones: 23.5 });
  const { rows } = await bench.app.query("select id from alarms");
  const viewer = await bench.app.as("viewer");
  const details = (await viewer.get(`/v1/alarms/${String(rows[0]?.["id"])}`)).json<Reply>();
  const zone = { param_id: "Zone Temperature", unit: "none", param_value: 23.5 };
  expect(details.evidence).toEqual({
    since: "2026-01-05T08:00:00.000Z",
    until: "2026-01-05T08:30:00.000Z",
    points: [
      {
        ssid: UNIT,
        name: `Device ${UNIT}`,
        param_id: "Return Air Temperature",
        unit: "none",
        param_value: 28,
      },
      ...VAVS.map((ssid) => ({ ssid, name: `Device ${ssid}`, ...zone })),
    ],
  });
  expect(details.param_id).toBe("Return Air Temperature");
  expect(details.guidance).toMatch(/^These readings should agree, but they differ\./);
  // Later readings of the sensor do not change the evidence.
  bench.app.advance(1_000);
  await bench.show({}, { zones: 25 });
  const later = (await viewer.get(`/v1/alarms/${String(rows[0]?.["id"])}`)).json<Reply>();
  expect(later.evidence).toEqual(details.evidence);
});

test("an alarm of a rule over one point has no evidence but its value", async () => {
  await using bench = await startFaultBench();
  await bench.show({ "Fire Alarm": 1 });
  const { rows } = await bench.app.query("select id from alarms");
  const viewer = await bench.app.as("viewer");
  expect((await viewer.get(`/v1/alarms/${String(rows[0]?.["id"])}`)).json<Reply>().evidence).toBeNull();
});
