import { expect, test } from "vitest";

import { type HourPoint, isStuck, judgeDevice } from "./first-hour-rules.ts";

const MINUTE_MS = 60_000;
const ranges: Partial<Record<string, [number, number]>> = {
  degC: [-20, 60],
  percentRh: [0, 100],
  percent: [0, 100],
  pascal: [0, 1_000],
  hertz: [0, 70],
  volt: [0, 1_000],
  ampere: [0, 10_000],
  watt: [-2e7, 2e7],
  kilowattHour: [0, 1e8],
};

/** A point with a value each minute. */
function aPoint(paramId: string, unit: string, values: number[], more: Partial<HourPoint> = {}): HourPoint {
  const [min, max] = ranges[unit] ?? [null, null];
  const timed = values.map((value, at) => ({ atMs: at * MINUTE_MS, value }));
  return { paramId, unit, min, max, varies: false, mapping: { hasType: true }, values: timed, ...more };
}

const minutes = (count: number, valueAt: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => valueAt(at));
const flat = (value: number, count = 10) => minutes(count, () => value);
const found = (type: string, ...points: HourPoint[]) =>
  judgeDevice(type, points).map(({ paramId, rule, evidence }) => [paramId, rule, ...evidence.fixes]);

test.each([
  ["a temperature of the air", aPoint("TEMPERATURE", "degC", flat(23.4), { varies: true })],
  ["a cold day", aPoint("OUTDOOR_TEMPERATURE", "degC", flat(-5))],
  ["a hot day", aPoint("OUTDOOR_TEMPERATURE", "degC", flat(45))],
  ["a setpoint that stays", aPoint("vav_temperature_sp", "degC", flat(24, 61))],
  ["a lamp that is off", aPoint("light_level", "percent", flat(0, 61))],
  [
    "a closed valve",
    aPoint(
      "Chilled Water Valve Feedback",
      "percent",
      minutes(61, (at) => 0.2 + (at % 3) / 10),
    ),
  ],
  ["a meter at rest", aPoint("energyTotal", "kilowattHour", flat(48_211.5, 61))],
  [
    "a current of 0",
    aPoint("currentAverage", "ampere", flat(0), { mapping: { type: "float32", hasType: true } }),
  ],
  [
    "a large register that stays",
    aPoint("energyTotal", "kilowattHour", flat(65_536), { mapping: { type: "uint32", hasType: true } }),
  ],
  [
    "a counter that counts",
    aPoint(
      "energyTotal",
      "kilowattHour",
      minutes(10, (at) => 70_000 + at),
      { mapping: { type: "uint32", hasType: true } },
    ),
  ],
  ["one wrong value", aPoint("TEMPERATURE", "degC", [150, 23, 23, 23])],
  ["values that are too few", aPoint("TEMPERATURE", "degC", [150, 150])],
  ["humid air", aPoint("HUMIDITY", "percentRh", flat(99))],
])("%s is no suspicion", (_name, point) => {
  expect(found("ENVIRONMENT", point)).toEqual([]);
});

test("an impossible value that no other unit explains is out of range, with the limit and the count", () => {
  const [one] = judgeDevice("ENVIRONMENT", [aPoint("TEMPERATURE", "degC", [-200, 23, -200, -200])]);
  expect(one).toMatchObject({
    rule: "out-of-range",
    evidence: { value: -200, count: 3, of: 4, low: -20, high: 60, fixes: [] },
  });
});

test.each([
  ["°F", "degC", 72.5, {}, { kind: "unit", unit: "degF", value: 22.5 }],
  ["kelvin", "degC", 293.15, {}, { kind: "unit", unit: "kelvin", value: 20 }],
  ["millivolt", "volt", 230_400, {}, { kind: "unit", unit: "millivolt", value: 230.4 }],
  ["tenths", "hertz", 499, {}, { kind: "scale", factor: 0.1, value: 49.9 }],
  ["0 to 1", "percentRh", 0.45, {}, { kind: "scale", factor: 100, value: 45 }],
  ["°C read as °F", "degC", -3.3 * 10, { mapping: { unit: "degF", hasType: true } }, undefined],
] as const)("finds %s", (_name, unit, value, more, fix) => {
  const hits = found("ENVIRONMENT", aPoint("P", unit, flat(value), more));
  expect(hits[0]?.slice(2)).toEqual(fix ? [fix] : []);
});

test("a profile without a type cannot have another unit", () => {
  const point = aPoint("P", "degC", flat(72.5), { mapping: { hasType: false } });
  expect(found("X", point)).toEqual([["P", "out-of-range"]]);
});

test("a possible value is suspected only beside one that is impossible", () => {
  const supply = aPoint("Supply Air Temperature", "degC", flat(55));
  const back = aPoint("Return Air Temperature", "degC", flat(75.2));
  expect(found("AHU", supply)).toEqual([]);
  expect(found("AHU", supply, back).map((one) => one[0])).toEqual([
    "Return Air Temperature",
    "Supply Air Temperature",
  ]);
});

const meterWith = (power: number) => [
  aPoint("volatage_LL_average", "volt", flat(400)),
  aPoint("currentAverage", "ampere", flat(80)),
  aPoint("activePowerTotal", "watt", flat(power)),
];
test("voltage and current prove the unit of a power", () => {
  expect(found("ENERGYMETER", ...meterWith(50_000))).toEqual([]);
  expect(found("ENERGYMETER", ...meterWith(50))).toEqual([
    ["activePowerTotal", "unit", { kind: "unit", unit: "kilowatt", value: 50_000 }],
  ]);
});

const valveWith = (feedback: number) => [
  aPoint("ahu_chilled_valve_sp", "percent", flat(45)),
  aPoint("Chilled Water Valve Feedback", "percent", flat(feedback)),
];
test("the command proves that a valve reports 0 to 1", () => {
  expect(found("AHU", ...valveWith(44))).toEqual([]);
  expect(found("AHU", ...valveWith(0.44))).toEqual([
    ["Chilled Water Valve Feedback", "unit", { kind: "scale", factor: 100, value: 44 }],
  ]);
});

const filterWith = (speed: number, pressure: number) => [
  aPoint("VFD Speed", "percent", flat(speed)),
  aPoint("Filter Pressure", "pascal", flat(pressure)),
];
test("a filter pressure of less than 1 Pa at a running fan has two units to choose from", () => {
  expect(found("AHU", ...filterWith(0, 0.3))).toEqual([]);
  expect(found("AHU", ...filterWith(80, 120))).toEqual([]);
  expect(found("AHU", ...filterWith(80, 0.3))).toEqual([
    [
      "Filter Pressure",
      "unit",
      { kind: "unit", unit: "kilopascal", value: 300 },
      { kind: "unit", unit: "inchOfWater", value: 74.7267 },
    ],
  ]);
});

const ahu = (valve: number, supply: number, back: number) => [
  aPoint("Supply Fan Status", "none", flat(1)),
  aPoint("Chilled Water Valve Feedback", "percent", flat(valve)),
  aPoint(
    "Supply Air Temperature",
    "degC",
    minutes(10, (at) => supply + (at % 2) / 10),
  ),
  aPoint(
    "Return Air Temperature",
    "degC",
    minutes(10, (at) => back + (at % 2) / 10),
  ),
];
test("a supply that is warmer than the return while the unit cools is swapped with it", () => {
  expect(found("AHU", ...ahu(60, 14, 25))).toEqual([]);
  expect(found("AHU", ...ahu(0, 25, 14))).toEqual([]);
  const fix = { kind: "swap", with: "Return Air Temperature", value: 14.1 };
  expect(found("AHU", ...ahu(60, 25, 14))).toEqual([["Supply Air Temperature", "swapped", fix]]);
});

const voltages = (between: number, neutral: number) => [
  aPoint("volatage_LL_average", "volt", flat(between)),
  aPoint("volatage_LN_average", "volt", flat(neutral)),
];
const upsWith = (first: number, second: number) => [
  ...["A", "B"].map((phase) => aPoint(`ups_OutputVoltagePhase${phase}`, "volt", flat(230))),
  aPoint("ups_OutputCurrentPhaseA", "ampere", flat(first)),
  aPoint("ups_OutputCurrentPhaseB", "ampere", flat(second)),
  aPoint("ups_OutputPowerPhaseA", "watt", flat(4_100)),
  aPoint("ups_OutputPowerPhaseB", "watt", flat(1_000)),
];
test("voltages between phases and to neutral, and currents of phases, prove their exchange", () => {
  expect(found("ENERGYMETER", ...voltages(400, 231))).toEqual([]);
  expect(found("ENERGYMETER", ...voltages(231, 400))[0]?.slice(0, 2)).toEqual([
    "volatage_LL_average",
    "swapped",
  ]);
  expect(found("UPS", ...upsWith(20, 5))).toEqual([]);
  expect(found("UPS", ...upsWith(5, 20))[0]?.slice(0, 2)).toEqual(["ups_OutputCurrentPhaseA", "swapped"]);
});

/** What a number looks like when its words are read in the wrong order, with the digits that a gateway keeps. */
function wrongly(value: number, type: "float32" | "uint32") {
  const bytes = Buffer.alloc(4);
  if (type === "float32") bytes.writeFloatBE(value);
  else bytes.writeUInt32BE(value);
  const other = Buffer.from([bytes[2] ?? 0, bytes[3] ?? 0, bytes[0] ?? 0, bytes[1] ?? 0]);
  return type === "float32" ? Number(other.readFloatBE().toPrecision(7)) : other.readUInt32BE();
}

test.each([
  ["a real number", "volt", "float32", (at: number) => 231.37 + at / 7, 233],
  ["a round number, which looks like 0", "volt", "float32", () => 230.5, 230],
  ["a counter below 65536", "kilowattHour", "uint32", (at: number) => 1_200 + at, 1_210],
  ["a counter above 65536", "kilowattHour", "uint32", (at: number) => 812_345 + at, 812_000],
] as const)("%s with its words in the wrong order is found", (_name, unit, type, valueAt, about) => {
  const values = minutes(10, (at) => wrongly(valueAt(at), type));
  const [one] = found("ENERGYMETER", aPoint("P", unit, values, { mapping: { type, hasType: true } }));
  expect(one).toEqual(["P", "word-order", { kind: "word-order", value: expect.any(Number) }]);
  const fix = one?.[2];
  const value = typeof fix === "object" && fix !== null ? fix.value : 0;
  expect(Math.abs(value / about - 1)).toBeLessThan(0.05);
});

const sensorWith = (values: number[]) => aPoint("TEMPERATURE", "degC", values, { varies: true });
test("a varying point with one value for the whole hour is stuck beside peers that change, or when it is fine", () => {
  expect(found("ENVIRONMENT", sensorWith(flat(23.4, 50)))).toEqual([]);
  expect(found("ENVIRONMENT", sensorWith([...flat(23.4, 60), 23.5]))).toEqual([]);
  expect(found("ENVIRONMENT", sensorWith(flat(23.4, 61)))).toEqual([["TEMPERATURE", "stuck"]]);
  expect(isStuck(23.4, { changed: 0, of: 1 })).toBe(false);
  expect(isStuck(23.4, { changed: 6, of: 12 })).toBe(false);
  expect(isStuck(23.4, { changed: 11, of: 12 })).toBe(true);
  expect(isStuck(23.437, { changed: 0, of: 1 })).toBe(true);
});
