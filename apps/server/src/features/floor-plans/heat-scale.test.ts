import type { Configuration } from "@verandah/contract/campuses/campuses.ts";
import { expect, test } from "vitest";

import { colorOf, scaleOf } from "./heat-scale.ts";

const limits: Configuration = {
  temperature: { min: 20, max: 28 },
  humidity: { min: 30, max: 70 },
  lux: { min: 100, max: 1_000 },
  co2: { max: 1_000 },
  overParked: { overParked: 0 },
  wastage: { wastage: 0 },
};
const temperatures = (min: number, max: number) =>
  scaleOf("temperature", { ...limits, temperature: { min, max } }).map(({ value }) => value);

test("a scale has round numbers around the limits and spans at least 2 °C", () => {
  expect(temperatures(20, 28)).toEqual([20, 22, 24, 26, 28]);
  expect(temperatures(18, 28)).toEqual([15, 20, 25, 30, 35]);
  expect(temperatures(24.7, 25.3)).toEqual([24, 24.5, 25, 25.5, 26]);
  expect(temperatures(-3, 2)).toEqual([-4, -2, 0, 2, 4]);
  // Steps of 2 °C would end at 28 °C, or begin at 22 °C.
  expect(temperatures(20.5, 28.4)).toEqual([15, 20, 25, 30, 35]);
  expect(temperatures(21.6, 29.5)).toEqual([15, 20, 25, 30, 35]);
  expect(scaleOf("aqi", limits).map(({ value }) => value)).toEqual([0, 500, 1000, 1500, 2000]);
});

test("interpolates a colour between two steps, and uses the end colours beyond the scale", () => {
  const scale = [
    { value: 20, color: "#000000" },
    { value: 24, color: "#64c800" },
    { value: 28, color: "#ffffff" },
  ];
  expect([20, 22, 24, 28].map((value) => colorOf(value, scale))).toEqual([
    "#000000",
    "#326400",
    "#64c800",
    "#ffffff",
  ]);
  expect([-5, 99].map((value) => colorOf(value, scale))).toEqual(["#000000", "#ffffff"]);
});
