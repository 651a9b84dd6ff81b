import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { equipmentType } from "../schema.ts";
import { unitCodes } from "../units.ts";
import { abbreviations, alsoCalled, alsoNamed, sensorClasses } from "./abbreviations.ts";
import { suggestionRules } from "./catalogue-words.ts";
import { type PointFacts, LIKELY, suggestPoint } from "./suggest-point.ts";
import { tokensOf } from "./words.ts";

const rules = suggestionRules();
const nameOf = ({ type, pointId }: { type: string; pointId: string }) => `${type} ${pointId}`;

/** The first suggestion, when it is likely. */
function likely(found: PointFacts) {
  const [first] = suggestPoint(rules, found);
  return first && first.confidence >= LIKELY ? nameOf(first) : undefined;
}

function labelled(file: string) {
  const [, ...lines] = readFileSync(new URL(`testing/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [
      style = "",
      deviceName,
      name = "",
      description,
      unit,
      objectType,
      writable,
      type = "",
      pointId = "",
    ] = line.split(",");
    const found: PointFacts = {
      name,
      deviceName,
      description,
      isWritable: writable === "Y",
      unit: unitCodes.find((code) => code === unit),
      objectType: objectType || undefined,
    };
    return { style, found, unit, right: type ? nameOf({ type, pointId }) : undefined };
  });
}

function measure(file: string) {
  const rows = labelled(file).map((row) => ({ ...row, made: likely(row.found) }));
  const made = rows.filter((row) => row.made !== undefined);
  const right = made.filter((row) => row.made === row.right).length;
  const withCounterpart = rows.filter((row) => row.right !== undefined);
  return { precision: right / made.length, recall: right / withCounterpart.length, rows, withCounterpart };
}

const known = new Set(rules.flatMap(({ points }) => points.map(({ type, id }) => `${type} ${id}`)));

/** The numbers of docs/field.md, rounded down: names by which the rules were made, names that were held out, and those of other makers. */
const sets = [
  { file: "built-with.csv", names: 241, precision: 0.99, recall: 0.98 },
  { file: "held-out.csv", names: 191, precision: 0.99, recall: 0.99 },
  { file: "new-makers.csv", names: 106, precision: 0.98, recall: 0.74 },
];

test.each(sets)("the names of $file are labelled in full", ({ file, names }) => {
  const { rows, withCounterpart } = measure(file);
  expect(rows.filter(({ unit, found }) => (unit ?? "") !== (found.unit ?? ""))).toEqual([]);
  expect(rows.filter(({ right }) => right !== undefined && !known.has(right))).toEqual([]);
  expect(rows).toHaveLength(names);
  expect(new Set(rows.map(({ found }) => `${found.deviceName}:${found.name}`)).size).toBe(names);
  expect(withCounterpart.length / names).toBeLessThan(0.8);
});

test.each(sets)("suggestions for $file have a precision of $precision and a recall of $recall", (set) => {
  const { file, precision, recall } = set;
  const measured = measure(file);
  const wrong = measured.rows.filter(({ made, right }) => made !== undefined && made !== right);
  const shown = measured.precision < precision ? wrong.map(({ found, made }) => [found.name, made]) : [];
  expect(shown).toEqual([]);
  expect(measured.recall).toBeGreaterThanOrEqual(recall);
});

test("a part of a name has one meaning", () => {
  const parts = abbreviations
    .trim()
    .split("\n")
    .flatMap((line) => line.replace(/^.*?: /, "").split(" "));
  expect(parts.filter((part, at) => parts.indexOf(part) !== at)).toEqual([]);
});

test("other names are those of types and points that exist", () => {
  const points = Object.entries(alsoCalled).flatMap(([type, calls]) =>
    Object.keys(calls).map((pointId) => nameOf({ type, pointId })),
  );
  const ofClasses = Object.entries(sensorClasses).flatMap(([type, ids]) =>
    Object.values(ids).map((pointId) => nameOf({ type, pointId })),
  );
  expect([...points, ...ofClasses].filter((point) => !known.has(point))).toEqual([]);
  const types = new Set(rules.map(({ type }) => type));
  expect(Object.keys(alsoNamed).filter((type) => !types.has(type))).toEqual([]);
});

test.each([
  ["power_factor", "none", "ENERGYMETER", "powerFactorTotal"],
  ["sound_pressure", "decibelA", "ENVIRONMENT", "NOISE"],
] as const)(
  "a sensor of the class %s measures a point of the catalogue",
  (description, unit, deviceType, pointId) => {
    const [first] = suggestPoint(rules, { name: "Value 1", description, unit, deviceType });
    expect(first).toMatchObject({ type: deviceType, pointId });
    expect(first?.confidence).toBeGreaterThan(LIKELY);
  },
);

const supplyAir = { name: "AHU-1.SA-TEMP", deviceName: "AHU-1", objectType: "analog-input" };

test("a unit of the same quantity is converted, one of another quantity excludes the point", () => {
  const [first] = suggestPoint(rules, { ...supplyAir, unit: "degF" });
  expect(first).toMatchObject({ type: "AHU", pointId: "Supply Air Temperature" });
  expect(first?.reason).toEqual({
    code: "words-and-unit",
    words: ["ahu", "supply", "air", "temperature"],
    missing: [],
    unknown: [],
    isTypeKnown: true,
    isConverted: true,
  });
  expect(suggestPoint(rules, { ...supplyAir, unit: "pascal" })).toEqual([]);
});

test("a name without a unit is less sure, and the reason shows it", () => {
  const [withUnit] = suggestPoint(rules, { ...supplyAir, unit: "degC" });
  const [withoutUnit] = suggestPoint(rules, supplyAir);
  expect(withoutUnit?.reason.code).toBe("words-without-unit");
  expect(withoutUnit?.confidence).toBeLessThan(withUnit?.confidence ?? 0);
});

test.each([
  ["Chw Valve Feedback", "analog-input", false, "AHU Chilled Water Valve Feedback"],
  ["Chw Valve Feedback", "analog-output", true, undefined],
  ["Chw Valve Cmd", "analog-output", true, "AHU ahu_chilled_valve_sp"],
  ["Chw Valve Cmd", "analog-value", false, undefined],
  ["Chw Valve", "analog-output", true, "AHU ahu_chilled_valve_sp"],
  ["Chw Valve", "analog-input", false, "AHU Chilled Water Valve Feedback"],
  ["Chw Valve Setpoint", "analog-value", true, undefined],
])("reading, command and setpoint: %s as %s, writable %s, is %s", (name, objectType, isWritable, right) => {
  const found = { name, objectType, isWritable, unit: "percent", deviceName: "AHU-1" } as const;
  expect(likely(found)).toBe(right);
});

test.each([
  ["Supply Fan Status", "AHU Supply Fan Status"],
  ["Supply Fan Alarm", undefined],
  ["Fire Alarm", "AHU Fire Alarm"],
  ["Filter Alarm", "AHU Filter Status"],
])("status and alarm: %s is %s", (name, right) => {
  expect(likely({ name, objectType: "binary-input", deviceName: "AHU-1" })).toBe(right);
});

test("a range outside that of the point makes it unlikely", () => {
  const found = { ...supplyAir, unit: "degC" } as const;
  expect(likely({ ...found, range: [-20, 80] })).toBe("AHU Supply Air Temperature");
  expect(likely({ ...found, range: [200, 900] })).toBeUndefined();
  expect(likely({ ...found, unit: "degF", range: [100, 212] })).toBe("AHU Supply Air Temperature");
  expect(likely({ ...found, range: [0, 0] })).toBe("AHU Supply Air Temperature");
});

test("a point whose name nothing explains has no suggestion", () => {
  for (const name of ["AV 12", "Analog Value 3", "xyz", "", "VAV-3-07 AI4"])
    expect(suggestPoint(rules, { name, unit: "degC", deviceName: "VAV-3-07" }).map(nameOf)).toEqual([]);
});

test("the parts of a very long name are limited", () => {
  expect(tokensOf("sate ".repeat(250_000)).length).toBeLessThan(100);
});

test("a setpoint with only an unknown word is unlikely", () => {
  const found = { unit: "degC", isWritable: true, deviceName: "VAV-3-07" } as const;
  expect(likely({ ...found, name: "ZN-SP" })).toBe("VAV vav_temperature_sp");
  expect(likely({ ...found, name: "LT-SP" })).toBeUndefined();
});

test("two points that fit equally are both unlikely", () => {
  const made = suggestPoint(rules, { name: "Zone temp", unit: "degC" });
  expect(made.map(nameOf)).toEqual(
    expect.arrayContaining(["VAV Zone Temperature", "ENVIRONMENT TEMPERATURE"]),
  );
  expect(made[0]?.confidence).toBeLessThan(LIKELY);
});

test("a known type of the device is the only one", () => {
  const made = suggestPoint(rules, { name: "Zone temp", unit: "degC", deviceType: "VAV" });
  expect(made.map(nameOf)).toEqual(["VAV Zone Temperature"]);
});

const charger = equipmentType.parse({
  type: "EV_CHARGER",
  name: { en: "EV chargers" },
  singular: { en: "EV charger" },
  icon: "plug",
  subsystem: "energy",
  points: {
    session_energy: { kind: "reading", name: { en: "Session energy" }, unit: "kilowattHour" },
    current_limit: {
      kind: "setpoint",
      name: { en: "Current limit" },
      unit: "ampere",
      write: { from: 0, to: 32, step: 1 },
    },
  },
  screen: { summary: ["session_energy"] },
});

test("points of a site's own type are suggested by its data", () => {
  const ofSite = suggestionRules([charger]);
  const found = { deviceName: "EV charger 3", isWritable: true, unit: "ampere" } as const;
  expect(suggestPoint(ofSite, { ...found, name: "Max current limit" })).toEqual([]);
  const [limit] = suggestPoint(ofSite, { ...found, name: "Current limit setpoint" });
  expect(limit).toMatchObject({ type: "EV_CHARGER", pointId: "current_limit", confidence: 1 });
  const energy = { name: "Session Energy kWh", unit: "wattHour", deviceName: "EV charger 3" } as const;
  expect(suggestPoint(ofSite, energy)[0]).toMatchObject({ type: "EV_CHARGER", pointId: "session_energy" });
  expect(suggestPoint(rules, energy).filter(({ type }) => type === "EV_CHARGER")).toEqual([]);
});
