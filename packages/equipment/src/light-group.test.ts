import { expect, test } from "vitest";

import { groupLights, lightStatus } from "./light-group.ts";

const on = { level: 60, isAuto: false };
const dim = { level: 20.5, isAuto: false };
const off = { level: 0, isAuto: false };
const auto = { level: 33, isAuto: true };
const unknown = { level: null, isAuto: null };

test("a channel is on, off or auto, and has no status without a good value", () => {
  expect([on, off, auto, unknown].map((one) => lightStatus(one))).toEqual(["On", "Off", "Auto", undefined]);
});

test.each([
  [[on, dim], { mode: "Manual", status: "On", intensity: 41 }],
  [[off, off], { mode: "Manual", status: "Off", intensity: 0 }],
  [[auto, auto], { mode: "Auto", status: "Auto", intensity: 33 }],
  [[on, off], { mode: "Mixed modes", status: "", intensity: 30 }],
  [[on, auto], { mode: "Mixed modes", status: "", intensity: 47 }],
  [[on, unknown], { mode: "Manual", status: "On", intensity: 60, confirmed: 1, total: 2 }],
  [[unknown], { status: "", intensity: null, confirmed: 0, total: 1 }],
])("the group %j is %j", (channels, group) => {
  expect(groupLights(channels)).toMatchObject(group);
});
