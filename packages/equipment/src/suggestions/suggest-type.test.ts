import { expect, test } from "vitest";

import { suggestionRules } from "./catalogue-words.ts";
import { LIKELY } from "./suggest-point.ts";
import { suggestType } from "./suggest-type.ts";

const rules = suggestionRules();

const box = [
  { name: "ZN-T", unit: "degF", objectType: "analog-input" },
  { name: "ZN-SP", unit: "degF", objectType: "analog-value", isWritable: true },
  { name: "DPR-O", unit: "percent", objectType: "analog-output", isWritable: true },
  { name: "SA-F", unit: "cubicFootPerMinute", objectType: "analog-input" },
] as const;

test("the set of points shows the type of a device without a name", () => {
  const [first, second] = suggestType(rules, { points: box });
  expect(first?.type).toBe("VAV");
  expect(first?.reason).toEqual({
    code: "points",
    pointIds: ["Zone Temperature", "vav_temperature_sp", "vav_damper_position_sp", "CFM"],
  });
  expect(first?.confidence).toBeGreaterThan(LIKELY);
  expect(second?.confidence ?? 0).toBeLessThan(first?.confidence ?? 0);
});

test("the name and the points together are surer than one of them", () => {
  const [both] = suggestType(rules, { name: "VAV 3-07", points: box });
  const [name] = suggestType(rules, { name: "VAV 3-07", points: [] });
  const [points] = suggestType(rules, { points: box });
  expect([both, name, points].map((one) => [one?.type, one?.reason.code])).toEqual([
    ["VAV", "name-and-points"],
    ["VAV", "name"],
    ["VAV", "points"],
  ]);
  expect(both?.confidence).toBeGreaterThan(Math.max(name?.confidence ?? 1, points?.confidence ?? 1));
});

test("the model shows the type when the name is only a number", () => {
  const [first] = suggestType(rules, { name: "DEV1001", vendor: "Eaton", model: "9PX UPS", points: [] });
  expect(first?.type).toBe("UPS");
});

test("one point that several types have is not enough", () => {
  const made = suggestType(rules, { points: [{ name: "Zone temp", unit: "degC" }] });
  expect(made.every(({ confidence }) => confidence < LIKELY)).toBe(true);
});

test("a device without a name and with points that nothing explains has no type", () => {
  expect(suggestType(rules, { points: [{ name: "AV 1" }, { name: "AV 2" }] })).toEqual([]);
});
