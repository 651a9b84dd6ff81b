import { expect, test } from "vitest";

import { trendOptions } from "./trend-options.ts";

function rangeOf(unit: string, from: number, to: number, limits: number[] = []): unknown {
  const { scales } = trendOptions({
    shape: JSON.stringify([[["A point", unit, null]], limits, []]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
  });
  const range = scales?.[unit]?.range;
  // What is drawn has no part in it.
  return typeof range === "function" ? Reflect.apply(range, undefined, [undefined, from, to, unit]) : range;
}

/** What the chart asks for; the plot has no part in it. */
const call = (value: unknown, ...given: unknown[]): unknown =>
  typeof value === "function" ? Reflect.apply(value, undefined, [undefined, ...given]) : value;

test("an axis has its unit beside it, as people write it", () => {
  const { axes = [] } = trendOptions({
    shape: JSON.stringify([
      [
        ["Air", "degC"],
        ["Valve", "percent"],
      ],
      [],
      [],
    ]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
  });
  expect(axes.map(({ label }) => label)).toEqual([undefined, "°C", "%"]);
});

test.each([
  [300, ["°C", "%"]],
  [780, ["°C", "%", "ppm"]],
  [1_100, ["°C", "%", "ppm", "lx"]],
])("a picture of %i px has an axis for each of %j", (width, labels) => {
  const units = ["degC", "percent", "ppm", "lux"];
  const { axes = [] } = trendOptions({
    shape: JSON.stringify([units.map((unit) => [unit, unit]), [], []]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width,
    height: 200,
  });
  expect(axes.slice(1).map(({ label }) => label)).toEqual(labels);
});

test.each([
  [
    [0, 0.005, 0.01, 0.015],
    ["0.000", "0.005", "0.010", "0.015"],
  ],
  [
    [24, 24.5, 25],
    ["24.0", "24.5", "25.0"],
  ],
  [
    [0, 0.25, 0.5],
    ["0.00", "0.25", "0.50"],
  ],
  [
    [0, 25, 50],
    ["0", "25", "50"],
  ],
  [
    [0.1 + 0.2, 0.4, 0.5],
    ["0.3", "0.4", "0.5"],
  ],
  [[7], ["7"]],
])("an axis tells its steps %j apart", (splits, texts) => {
  const { axes = [] } = trendOptions({
    shape: JSON.stringify([[["Answer time", "second"]], [], []]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
  });
  expect(call(axes[1]?.values, splits)).toEqual(texts);
});

test("a closed valve's noise does not fill the picture", () => {
  expect(rangeOf("percent", 0, 0.2)).toEqual([-0.8, 10.8]);
});

test("a steady temperature lies in the middle of two degrees", () => {
  expect(rangeOf("degC", 24, 24)).toEqual([22.84, 25.16]);
});

test("what moves more is shown as it moves, with its limits", () => {
  expect(rangeOf("percent", 0, 100)).toEqual([-8, 108]);
  expect(rangeOf("degC", 20, 24, [18, 28])).toEqual([17.2, 28.8]);
});

test("states are drawn as steps, with their words on the axis and both in sight", () => {
  const states = [
    [0, "Off"],
    [1, "On"],
  ] as const;
  const { series, axes, scales } = trendOptions({
    shape: JSON.stringify([[["Fan", "none", states]], [], []]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
  });
  const [, fan] = series;
  expect(fan?.paths).toBeTypeOf("function");
  expect(call(fan?.value, 1)).toBe("On");
  expect(call(fan?.value, 0)).toBe("Off");
  expect(call(scales?.[fan?.scale ?? ""]?.range, 1, 1)).toEqual([-0.5, 1.5]);
  expect(call(axes?.[1]?.splits, 1, -0.5, 1.5)).toEqual([0, 1]);
  expect(call(axes?.[1]?.values, [0, 1])).toEqual(["Off", "On"]);
});
