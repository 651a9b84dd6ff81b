import type { Doubt } from "@verandah/equipment/doubts.ts";
import { type Series } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { profileOf } from "../device-profile.ts";
import { ReadingsCollector } from "./readings-collector.ts";

const { points } = profileOf("snmp", "snmp-ups");
const upsPoints = new Map(points.map((point) => [point.id, point]));

/** The quality of each value of one poll; undefined for a good value. */
function qualitiesOf(values: Record<string, number>, doubt?: Doubt) {
  const sent: Series[] = [];
  const collector = new ReadingsCollector(60_000, (series) => sent.push(...series));
  const readings = Object.entries(values).map(([pointId, value]) => ({ pointId, value, takenAt: 1, doubt }));
  collector.addAll("UPS-1", upsPoints, readings);
  collector.flush();
  return Object.fromEntries(sent.map(({ point, values: [first] }) => [point, first?.[2]]));
}

test.each([518, 539, 864])("a battery of %i V is good: large UPSs have such batteries", (volt) => {
  expect(qualitiesOf({ ups_BatteryVoltage: volt })).toEqual({ ups_BatteryVoltage: undefined });
});

test.each([
  ["ups_OutputVoltagePhaseA", 2_300],
  ["ups_InputFrequency", 500],
  ["ups_Temperature", -272],
  ["ups_Load", 4.6e254],
  ["ups_Load", 300],
])("a %s of %d is suspect", (point, value) => {
  expect(qualitiesOf({ [point]: value })).toEqual({ [point]: "suspect" });
});

test("a value has the reason of a device that does not vouch for it, within and out of its range", () => {
  expect(qualitiesOf({ ups_Load: 40, ups_Temperature: -272 }, "no-sensor")).toEqual({
    ups_Load: "no-sensor",
    ups_Temperature: "no-sensor",
  });
});

test("the power of a phase with an impossible voltage is suspect, and its other values are good", () => {
  expect(
    qualitiesOf({
      ups_OutputPowerPhaseA: 34,
      ups_OutputVoltagePhaseA: 2_199,
      ups_OutputCurrentPhaseA: 18.3,
      ups_OutputPowerPhaseB: 3_400,
      ups_OutputVoltagePhaseB: 230,
    }),
  ).toEqual({
    ups_OutputPowerPhaseA: "suspect",
    ups_OutputVoltagePhaseA: "suspect",
    ups_OutputCurrentPhaseA: undefined,
    ups_OutputPowerPhaseB: undefined,
    ups_OutputVoltagePhaseB: undefined,
  });
});
