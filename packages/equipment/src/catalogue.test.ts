import { expect, test } from "vitest";

import { alarmMessage, alarmTemplates, alarmTextsWith, alarmTitles } from "./alarm-texts.ts";
import { alarmNames, alarms, builtInTypes, typeOf } from "./catalogue.ts";
import type { BuiltInType } from "./define.ts";
import { guidance } from "./guidance.ts";
import { equipmentType, type EquipmentTypeInput } from "./schema.ts";
import { ahu } from "./types/ahu.ts";
import { conversionOf, unitOfBacnet } from "./unit-conversions.ts";
import { refuseWrite } from "./write-check.ts";

const complete = (type: BuiltInType): EquipmentTypeInput => ({
  ...type,
  alarms: Object.fromEntries(
    alarmNames.flatMap((name) =>
      type.alarms[name] ? [[name, { ...type.alarms[name], guidance: guidance[name] }]] : [],
    ),
  ),
});

test.each(builtInTypes.map((type) => [type.type]))("the schema accepts the built-in type %s", (type) => {
  const known = typeOf(type);
  expect(known && equipmentType.safeParse(complete(known)).error).toBeUndefined();
});

const messagesOf = (changes: Partial<EquipmentTypeInput>) =>
  equipmentType.safeParse({ ...complete(ahu), ...changes }).error?.issues.map(({ message }) => message);

test("a screen, an alarm and a setpoint that name a point which the type does not have are refused by that name", () => {
  expect(messagesOf({ screen: { summary: ["powr"] } })).toEqual(['Unknown point "powr"']);
  expect(messagesOf({ onOff: { point: "swich", on: 1, off: 0 } })).toEqual(['Unknown point "swich"']);
  const text = { en: "x" };
  const alarm = { code: 210, title: text, guidance: text, when: { point: "heat", above: 1 } };
  expect(messagesOf({ alarms: { hot: alarm } })).toEqual(['Unknown point "heat"']);
  const point = { kind: "reading", name: text, unit: "degC", setpoint: { point: "sp", within: 1 } } as const;
  expect(messagesOf({ points: { ...ahu.points, t: point } })).toEqual(['Unknown point "sp"']);
});

test("the catalogue has every alarm of every type", () => {
  for (const type of builtInTypes as readonly BuiltInType[])
    expect(alarmNames).toEqual(expect.arrayContaining(Object.keys(type.alarms)));
});

const stepsOf = (text: string) => [...text.matchAll(/^(\d)\. /gm)].map(([, step]) => Number(step));

test.each(Object.entries(guidance))(
  "the guidance of %s is the same number of steps in each language",
  (_, texts) => {
    const steps = stepsOf(texts.en);
    expect(steps).toEqual(steps.map((_step, index) => index + 1));
    expect(steps.length).toBeGreaterThan(1);
    for (const text of [texts.hi, texts.kn]) expect(stepsOf(text)).toEqual(steps);
  },
);

test("each alarm has its own code", () => {
  expect(new Set(alarmNames.map((name) => alarms[name].code)).size).toBe(alarmNames.length);
});

test("an id that several types have is called the same in all of them", () => {
  const names = Map.groupBy(
    builtInTypes.flatMap((type: BuiltInType) => Object.entries(type.points)),
    ([id]) => id,
  );
  const different = [...names].filter(
    ([, same]) => new Set(same.map(([, { name }]) => JSON.stringify(name))).size > 1,
  );
  expect(different).toEqual([]);
});

test("an emergency light belongs to a DALI group, and each lighting channel counts its burn hours", () => {
  expect(Object.keys(typeOf("DALI")?.points ?? {})).toEqual(
    expect.arrayContaining(["burn_hours", "auto_basis", "emergency_test", "emergency_result"]),
  );
  const wac = Object.keys(typeOf("WAC")?.points ?? {});
  expect(wac).toEqual(expect.arrayContaining(["burn_hours_1", "burn_hours_2", "auto_basis_2"]));
  expect(wac.filter((id) => id.startsWith("emergency"))).toEqual([]);
});

test("an alarm has one limit or one state", () => {
  const text = { en: "x" };
  const whenOf = (when: object) =>
    messagesOf({
      alarms: { hot: { code: 210, title: text, guidance: text, when: { point: "Filter Status", ...when } } },
    });
  expect(whenOf({ equals: 2 })).toBeUndefined();
  expect(whenOf({ equals: 2, above: 1 })).toEqual(["Give one of `above`, `below` and `equals`"]);
});

test("an air handling unit is switched with 0 or 10 only, and its setpoint goes from 15 to 35", () => {
  for (const value of [0, 10, null]) expect(refuseWrite(ahu, "ahu_on_off_sp", value)).toBeUndefined();
  expect(refuseWrite(ahu, "ahu_on_off_sp", 1)).toBe("not-in-list");
  for (const value of [15, 35]) expect(refuseWrite(ahu, "ahu_in_air_temperature_sp", value)).toBeUndefined();
  for (const value of [14.9, 35.1, Number.NaN])
    expect(refuseWrite(ahu, "ahu_in_air_temperature_sp", value)).toBe("out-of-range");
  expect(refuseWrite(ahu, "Filter Status", 0)).toBe("read-only");
  expect(refuseWrite(ahu, "toString", 0)).toBe("unknown-point");
});

test.each([
  ["degF", "degC", 212, 100],
  ["degF", "degC", -40, -40],
  ["degC", "degF", 37, 98.6],
  ["kelvin", "degC", 273.15, 0],
  ["cubicMetrePerHour", "litrePerSecond", 36, 10],
  ["cubicFootPerMinute", "litrePerSecond", 1_000, 471.947],
  ["second", "minute", 90, 1.5],
  ["kilopascal", "pascal", 0.25, 250],
  ["wattHour", "kilowattHour", 1_500, 1.5],
  ["therm", "kilowattHour", 1, 29.307],
  ["milligramPerLitre", "gramPerCubicMetre", 5, 5],
  ["usGallonPerHour", "litrePerMinute", 60, 3.785],
  ["kelvinPerMinute", "degFPerHour", 1, 108],
  ["decibelMillivolt", "decibelVolt", 0, -60],
  ["radian", "degree", Math.PI, 180],
  ["milePerHour", "kilometrePerHour", 1, 1.609],
  ["millionStandardCubicFootPerMinute", "standardCubicFootPerDay", 1, 1.44e9],
  ["deltaDegF", "deltaKelvin", 9, 5],
  ["perMille", "percent", 5, 0.5],
  ["ppb", "ppm", 500, 0.5],
  ["milligramPerCubicMetre", "microgramPerCubicMetre", 0.05, 50],
  ["footCandle", "lux", 1, 10.764],
  ["hectopascal", "kilopascal", 1_013.25, 101.325],
  ["millibar", "pascal", 1, 100],
  ["bar", "kilopascal", 1, 100],
  ["psi", "kilopascal", 1, 6.895],
  ["inchOfWater", "pascal", 1, 249.089],
  ["centimetreOfWater", "pascal", 1, 98.067],
  ["millimetreOfMercury", "pascal", 1, 133.322],
  ["millivolt", "volt", 500, 0.5],
  ["kilovolt", "volt", 11, 11_000],
  ["milliampere", "ampere", 20, 0.02],
  ["kiloohm", "ohm", 10, 10_000],
  ["kilowatt", "watt", 1.5, 1_500],
  ["megawatt", "kilowatt", 1, 1_000],
  ["horsepower", "watt", 1, 745.7],
  ["btuPerHour", "watt", 1_000, 293.071],
  ["tonOfRefrigeration", "kilowatt", 1, 3.517],
  ["kilovoltAmpere", "voltAmpere", 2, 2_000],
  ["kilovoltAmpereReactive", "voltAmpereReactive", 2, 2_000],
  ["megawattHour", "kilowattHour", 1, 1_000],
  ["joule", "wattHour", 3_600, 1],
  ["kilojoule", "kilowattHour", 3_600, 1],
  ["megajoule", "kilowattHour", 3.6, 1],
  ["btu", "wattHour", 1_000, 293.071],
  ["tonHour", "kilowattHour", 1, 3.517],
  ["revolutionPerMinute", "hertz", 3_000, 50],
  ["litrePerHour", "litrePerMinute", 60, 1],
  ["cubicMetrePerSecond", "litrePerSecond", 1, 1_000],
  ["usGallonPerMinute", "litrePerMinute", 1, 3.785],
  ["imperialGallonPerMinute", "litrePerMinute", 1, 4.546],
  ["cubicMetre", "litre", 1, 1_000],
  ["cubicFoot", "litre", 1, 28.317],
  ["usGallon", "litre", 1, 3.785],
  ["pound", "kilogram", 1, 0.454],
  ["footPerMinute", "metrePerSecond", 100, 0.508],
  ["inch", "millimetre", 1, 25.4],
  ["foot", "metre", 10, 3.048],
  ["squareFoot", "squareMetre", 100, 9.29],
  ["wattPerSquareFoot", "wattPerSquareMetre", 1, 10.764],
  ["millisecond", "second", 250, 0.25],
  ["hour", "minute", 1.5, 90],
  ["day", "hour", 1, 24],
] as const)("converts %s to %s", (from, to, value, expected) => {
  const { scale = 0, offset = 0 } = conversionOf(from, to) ?? {};
  expect(value * scale + offset).toBeCloseTo(expected, 3);
});

test("two units of different quantities are not converted", () => {
  expect(conversionOf("degF", "percent")).toBeUndefined();
  expect(conversionOf("litre", "litrePerSecond")).toBeUndefined();
  expect(conversionOf("watt", "voltAmpere")).toBeUndefined();
});

test("every BACnet number but those of currencies has a unit", () => {
  const numbers = Array.from({ length: 255 }, (_, number) => number);
  const currencies = numbers.slice(105, 115);
  expect(numbers.filter((number) => unitOfBacnet(number) === undefined)).toEqual(currencies);
  expect([62, 64, 135, 15, 204, 47_808, 9_999, undefined].map(unitOfBacnet)).toEqual([
    "degC",
    "degF",
    "cubicMetrePerHour",
    "none",
    "kilovoltAmpereHourReactive",
    "standardCubicFootPerDay",
    undefined,
    "none",
  ]);
});

test("the text of a sensor drift names both sensors, in reports and searches as well", () => {
  const drift = { text: { name: "sensor-drift/supply-air-drift", numbers: [27.6, 25] }, message: "" };
  expect(alarmMessage("en", drift)).toBe("Sensor drift: supply air 27.6 °C, mixed air 25 °C");
  expect(alarmMessage("hi", drift)).toContain("आपूर्ति हवा 27.6 °C");
  expect(alarmTemplates("kn")[drift.text.name]).toContain("ಮಿಶ್ರ ಗಾಳಿ {1} °C");
  expect(alarmTitles("en")[drift.text.name]).toBe("Sensor drift");
  expect(alarmTextsWith("en", "mixed air")).toEqual([drift.text.name]);
  const before = { text: { name: "sensor-drift", numbers: [27.6, 25] }, message: "" };
  expect(alarmMessage("en", before)).toBe("Sensor drift: 27.6 °C and 25 °C should agree");
});
