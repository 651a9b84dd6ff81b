import type { Configuration } from "@verandah/contract/campuses/campuses.ts";
import { expect, test } from "vitest";

import { metricsOf, type MetricValue } from "./location-metrics.ts";

const limits: Configuration = {
  temperature: { min: 20, max: 28 },
  humidity: { min: 30, max: 70 },
  lux: { min: 100, max: 1_000 },
  co2: { max: 1_000 },
  overParked: { overParked: 0 },
  wastage: { wastage: 0 },
};

const value = (measured: number, changes: Partial<MetricValue> = {}): MetricValue => ({
  paramId: "TEMPERATURE",
  groupId: 1,
  groupName: "Zone 1",
  value: measured,
  at: new Date("2026-01-05T08:00:00Z"),
  unit: "degC",
  quality: "good",
  ...changes,
});
const metrics = (...values: MetricValue[]) => metricsOf(values, () => limits);
const temperature = (...values: MetricValue[]) => metrics(...values).parameters[0];

test("leaves suspect values out of means and issues, and reports their number", () => {
  const wild = value(90, { quality: "suspect" });
  expect(temperature(value(24), wild)).toMatchObject({ value: 24, quality: "good", suspects: 1 });
  expect(temperature(value(24))).not.toHaveProperty("suspects");
  expect(temperature(wild)).toMatchObject({ value: "no Data", quality: "suspect", measured_time: null });
  expect(temperature()).toMatchObject({ value: "no Data", quality: "missing" });
  expect(temperature(wild, value(23, { quality: "stale" }))).toMatchObject({ value: 23, quality: "stale" });
  expect(metrics(wild).tempIssue).toEqual([]);
});

test("a mean is as old as its newest value", () => {
  const older = value(22, { at: new Date("2026-01-05T07:59:40Z") });
  expect(temperature(value(25), older)).toMatchObject({
    value: 23.5,
    measured_time: "2026-01-05T08:00:00.000Z",
  });
});

test("reports an issue of a zone's mean with its limit, in the order of names", () => {
  const cold = { groupId: 2, groupName: "Zone 10" };
  const { tempIssue } = metrics(
    value(15, cold),
    value(17, cold),
    value(27),
    value(30),
    value(19, { groupId: 3, groupName: "Zone 3" }),
    value(22, { groupId: 3, groupName: "Zone 3" }),
  );
  expect(tempIssue).toEqual([
    { id: 1, name: "Zone 1", value: 28.5, limit: 28 },
    { id: 2, name: "Zone 10", value: 16, limit: 20 },
  ]);
});

test.each([
  [28.04, 28.1, 28],
  [19.96, 19.9, 20],
  [28.14, 28.1, 28],
])("an issue of %s °C is reported as %s °C, beyond its limit of %s °C", (measured, reported, limit) => {
  expect(metrics(value(measured)).tempIssue).toMatchObject([{ value: reported, limit }]);
});

test("a zone without limits of its own has no issues", () => {
  expect(metricsOf([value(90)], () => undefined).tempIssue).toEqual([]);
});

test("noise is the mean of the sound's energy, and only listed where a sensor measures it", () => {
  const noise = { paramId: "NOISE", unit: "decibelA" };
  const found = metrics(value(40, noise), value(50, noise)).parameters.find(({ name }) => name === "NOISE");
  expect(found).toMatchObject({ value: 47, unit: "decibelA", quality: "good" });
  expect(metrics(value(24)).parameters.map(({ name }) => name)).not.toContain("NOISE");
});
