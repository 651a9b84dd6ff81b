import { expect, test } from "vitest";

import { campusesOf } from "../campus/demo-campuses.ts";
import { faultKinds } from "./fault-kinds.ts";
import { faultTargetsOf } from "./fault-targets.ts";

const targets = faultTargetsOf(campusesOf("campus"));
const able = (kind: (typeof faultKinds)[number]) =>
  [...targets].flatMap(([target, { kinds }]) => (kinds.has(kind) ? [target] : []));

test("each fault has a target", () => {
  expect(faultKinds.filter((kind) => able(kind).length === 0)).toEqual([]);
});

test.each([
  ["valve-stuck", "AHU-BLR-A-F0-1"],
  ["lamp-failed", "50d0f001"],
  ["lamp-failed", "50ac0f001"],
  ["emergency-battery-failed", "50d0f001"],
  ["overloaded", "UPS-BLR-A-1"],
  ["overloaded", "ASPump202600000000000000000001"],
  ["sim-dead", "ASPump202600000000000000000001"],
  ["mains-failed", "blr/a"],
  ["gateway-cut-off", "GW-BLR-A"],
  ["gateway-cut-off", "DALI-GW-F3"],
  ["gateway-cut-off", "PARK-GW-P2"],
  ["clock-wrong", "PARK-GW-P2"],
  ["device-silent", "BAY-P1-01"],
  ["writes-ignored", "VAV-BLR-A-F0-1"],
  ["device-restarted", "AHU-BLR-A-F0-1"],
  ["point-faulty", "AHU-BLR-A-F0-1"],
] as const)("%s applies to %s", (kind, target) => {
  expect(able(kind)).toContain(target);
});

test.each([
  ["valve-stuck", "VAV-BLR-A-F0-1"],
  ["emergency-battery-failed", "50ac0f001"],
  ["mains-failed", "AHU-BLR-A-F0-1"],
  ["writes-ignored", "EM-BLR-A-F0-1"],
  ["clock-wrong", "GW-BLR-A"],
  ["sim-dead", "BAY-P1-01"],
  ["device-restarted", "EM-BLR-A-F0-1"],
  ["point-out-of-service", "EM-BLR-A-F0-1"],
] as const)("%s does not apply to %s", (kind, target) => {
  expect(able(kind)).not.toContain(target);
});
