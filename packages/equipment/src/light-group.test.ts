import { expect, test } from "vitest";

import type { BuiltInType } from "./define.ts";
import { groupLights, lightStatus, lightWrite } from "./light-group.ts";
import { dali } from "./types/dali.ts";
import { wac } from "./types/wac.ts";
import { refuseWrite } from "./write-check.ts";

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

test.each([
  [{ to: "on" }, { paramId: "light_level_sp", value: 100 }],
  [{ to: "off" }, { paramId: "light_level_sp", value: 0 }],
  [
    { to: "intensity", percent: 35 },
    { paramId: "light_level_sp", value: 35 },
  ],
  [{ to: "auto" }, { paramId: "light_mode_sp", value: 1 }],
] as const)("%j writes %j, which both lighting types accept", (change, write) => {
  expect(lightWrite(change)).toEqual(write);
  const types: readonly BuiltInType[] = [dali, wac];
  const refused = types.map((type, at) =>
    refuseWrite(type, write.paramId + (at === 0 ? "" : "_2"), write.value),
  );
  expect(refused).toEqual([undefined, undefined]);
});
