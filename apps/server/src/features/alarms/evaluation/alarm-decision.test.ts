import { defaultAlarmSettings } from "@verandah/contract/campuses/campuses.ts";
import { expect, test } from "vitest";

import { type AlarmCause, CauseMap } from "../alarm-subjects.ts";
import { decide, type Suspicion } from "./alarm-decision.ts";
import { evaluateValue, pointRules } from "./alarm-rules.ts";

const at = (text: string) => new Date(`2026-01-05T08:${text}Z`);
const cause: AlarmCause = { subject: { kind: "point", id: 1 }, rule: "temperature-high" };
const aSuspicion = (changes: Partial<Suspicion> = {}): Suspicion => ({
  ...cause,
  code: 210,
  condition: "out",
  onDelayMs: 15_000,
  offDelayMs: 20_000,
  campusId: 1,
  locationId: 4,
  deviceId: 7,
  buildingId: null,
  edgeId: null,
  pointId: 1,
  sourceName: "S1",
  text: { name: "temperature-high", numbers: [30, 28] },
  message: "Temperature high",
  value: 30,
  limit: 28,
  evidence: undefined,
  ...changes,
});
const ALARM = 7;
const active = new CauseMap([[cause, ALARM]]);
const inactive = new CauseMap<number>();
const none = new CauseMap<Date>();
const nothing = { raise: [], restore: [], repeat: [], begin: [], forget: [] };

test("a value outside its limit starts the on-delay and raises nothing yet", () => {
  expect(decide([aSuspicion()], inactive, none, at("00:00"))).toEqual({ ...nothing, begin: [aSuspicion()] });
});

test("the alarm is raised when the on-delay is over, and not a millisecond before", () => {
  const pending = new CauseMap([[cause, at("00:00")]]);
  expect(decide([aSuspicion()], inactive, pending, at("00:14.999"))).toEqual(nothing);
  const over = decide([aSuspicion()], inactive, pending, at("00:15.000"));
  expect(over).toEqual({ ...nothing, raise: [aSuspicion()], forget: [cause] });
});

test("a value that returns before the end of the delay ends it", () => {
  const pending = new CauseMap([[cause, at("00:00")]]);
  const back = decide([aSuspicion({ condition: "back" })], inactive, pending, at("00:10"));
  expect(back).toEqual({ ...nothing, forget: [cause] });
});

test("without a delay an alarm is raised at once", () => {
  const sudden = aSuspicion({ onDelayMs: 0 });
  expect(decide([sudden], inactive, none, at("00:00"))).toEqual({ ...nothing, raise: [sudden] });
});

test("an alarm stays active while the value is within the deadband, or unknown", () => {
  for (const condition of ["out", "between", "unknown"] as const) {
    expect(decide([aSuspicion({ condition })], active, none, at("00:00"))).toEqual(nothing);
  }
});

test("an active alarm restores when the value was back for the whole off-delay", () => {
  const back = aSuspicion({ condition: "back" });
  expect(decide([back], active, none, at("00:00"))).toEqual({ ...nothing, begin: [back] });
  const pending = new CauseMap([[cause, at("00:00")]]);
  expect(decide([back], active, pending, at("00:19.999"))).toEqual(nothing);
  expect(decide([back], active, pending, at("00:20"))).toEqual({
    ...nothing,
    restore: [ALARM],
    forget: [cause],
  });
});

test("a value that leaves again during the off-delay keeps the alarm, which is repeated", () => {
  const pending = new CauseMap([[cause, at("00:00")]]);
  const again = decide([aSuspicion()], active, pending, at("00:10"));
  expect(again).toEqual({ ...nothing, forget: [cause], repeat: [ALARM] });
  const between = decide([aSuspicion({ condition: "between" })], active, pending, at("00:10"));
  expect(between).toEqual({ ...nothing, forget: [cause] });
});

test("a cause that is no longer suspected restores at once", () => {
  expect(decide([], active, none, at("00:00"))).toEqual({ ...nothing, restore: [ALARM] });
});

test.each([
  ["temperature-high", 28, "between"],
  ["temperature-high", 28.01, "out"],
  ["temperature-high", 27.51, "between"],
  ["temperature-high", 27.5, "back"],
  ["temperature-low", 20, "between"],
  ["temperature-low", 19.99, "out"],
  ["temperature-low", 20.5, "back"],
  ["emergency-test-failed", 1, "back"],
  ["emergency-test-failed", 2, "out"],
  ["emergency-test-failed", 3, "back"],
  ["ups-test-failed", 2, "back"],
  ["ups-test-failed", 3, "out"],
] as const)("rule %s evaluates %f as %s", (name, value, condition) => {
  const rule = pointRules.find((candidate) => candidate.name === name);
  const range = { min: 20, max: 28 };
  const limits = {
    temperature: range,
    humidity: range,
    lux: range,
    co2: { max: 1_000 },
    overParked: { overParked: 1 },
    wastage: { wastage: 1 },
  };
  const settings = { limits, alarmSettings: defaultAlarmSettings, delays: new Map() };
  const deadband = rule?.deadbandOf(settings) ?? 0;
  const limit = rule?.limitOf(settings) ?? 0;
  expect(rule && evaluateValue({ side: rule.side, deadband }, value, limit)).toBe(condition);
});
