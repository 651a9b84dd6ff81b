import { expect, test } from "vitest";

import { faultRules } from "./fault-rules.ts";

const SUPPLY = "Supply Air Temperature";
const RETURN = "Return Air Temperature";

/** A unit that runs without cooling: all its air is at 24 °C. */
const atRest = {
  "Supply Fan Status": 1,
  ahu_on_off_sp: 10,
  [SUPPLY]: 24,
  "Mixed Air Temperature": 24,
  [RETURN]: 24,
  "Chilled Water Valve Feedback": 0,
  ahu_chilled_valve_sp: 0,
  "Heating Valve Feedback": 0,
  ahu_heating_valve_sp: 0,
  "Filter Status": 0,
  "Fire Alarm": 0,
};

/** The condition that a rule finds for a unit with these values; undefined when it cannot evaluate. */
function condition(name: string, values: Record<string, number>, zoneCelsius: number[] = [], of?: string) {
  const rule = faultRules.find((one) => one.name === name && (!of || one.point === of));
  return rule?.evaluate({ values: new Map(Object.entries({ ...atRest, ...values })), zoneCelsius })
    ?.condition;
}

test.each([
  ["colder by more than sensors err", { [SUPPLY]: 21.4 }, "out"],
  ["colder within the deadband", { [SUPPLY]: 22 }, "between"],
  ["as warm as what came in", { [SUPPLY]: 23 }, "back"],
  ["colder while the valve stands open", { [SUPPLY]: 18, "Chilled Water Valve Feedback": 40 }, undefined],
  ["colder while the valve command is open", { [SUPPLY]: 18, ahu_chilled_valve_sp: 40 }, undefined],
  ["colder while the fan rests", { [SUPPLY]: 18, "Supply Fan Status": 0 }, undefined],
])("a closed chilled water valve, air %s", (_, values, expected) => {
  expect(condition("valve-leaking", values)).toBe(expected);
});

test.each([
  ["below its command", { "Chilled Water Valve Feedback": 20, ahu_chilled_valve_sp: 60 }, "out"],
  ["above its command", { "Chilled Water Valve Feedback": 60, ahu_chilled_valve_sp: 20 }, "out"],
  ["near its command", { "Chilled Water Valve Feedback": 50, ahu_chilled_valve_sp: 62 }, "between"],
  ["at its command", { "Chilled Water Valve Feedback": 60, ahu_chilled_valve_sp: 60 }, "back"],
])("a valve with a position %s", (_, values, expected) => {
  expect(condition("valve-stuck", values)).toBe(expected);
});

test.each([
  ["above its zones", 28, [24, 24], "out"],
  ["below its zones", 20, [24, 24], "out"],
  ["near the mean of its zones", 24, [20, 28], "back"],
  ["with one zone only", 28, [24], undefined],
])("return air %s", (_, celsius, zones, expected) => {
  expect(condition("sensor-drift", { [RETURN]: celsius }, zones, RETURN)).toBe(expected);
});

test.each([
  ["warmer than what came in", { [SUPPLY]: 27 }, "out"],
  ["colder than what came in", { [SUPPLY]: 15 }, "back"],
  ["warmer while the heating is open", { [SUPPLY]: 27, "Heating Valve Feedback": 30 }, undefined],
])("supply air %s", (_, values, expected) => {
  expect(condition("sensor-drift", values, [], SUPPLY)).toBe(expected);
});

test.each([
  ["both", 20, 20, "out"],
  ["the heating alone", 60, 0, "back"],
  ["the cooling alone", 0, 60, "back"],
])("with %s open", (_, heating, cooling, expected) => {
  const values = { "Heating Valve Feedback": heating, "Chilled Water Valve Feedback": cooling };
  expect(condition("heating-and-cooling", values)).toBe(expected);
});

test.each([
  ["that does not turn when commanded", { "Supply Fan Status": 0 }, "out"],
  ["that turns", {}, "back"],
  ["that is commanded off", { "Supply Fan Status": 0, ahu_on_off_sp: 0 }, undefined],
  ["that a fire stops", { "Supply Fan Status": 0, "Fire Alarm": 1 }, undefined],
])("a fan %s", (_, values, expected) => {
  expect(condition("fan-unproven", values)).toBe(expected);
});

test.each([
  ["that is loaded", { "Filter Status": 1 }, "out"],
  ["that is clean", {}, "back"],
  ["without air", { "Filter Status": 1, "Supply Fan Status": 0 }, undefined],
])("a filter %s", (_, values, expected) => {
  expect(condition("filter-loaded", values)).toBe(expected);
});
