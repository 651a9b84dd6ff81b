import { expect, test } from "vitest";

import { lineStyle, trendOptions, type TrendInput, type TrendShape } from "./trend-options.ts";

/** Options of a chart of series, with no values. */
const optionsOf = (
  series: TrendShape["series"],
  { limits = [], ...more }: Partial<TrendInput> & { limits?: number[] } = {},
) =>
  trendOptions({
    shape: { series, limits },
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
    current: () => ({ series: [], marks: [], window: { fromMs: 0, toMs: 3_600_000 } }),
    onCursor: () => undefined,
    onZoom: () => undefined,
    ...more,
  });

function rangeOf(unit: string, from: number | null, to: number | null, limits: number[] = []): unknown {
  const { scales } = optionsOf([{ label: "A point", unit }], { limits });
  const range = scales?.[unit]?.range;
  // The drawn values do not matter.
  return typeof range === "function" ? Reflect.apply(range, undefined, [undefined, from, to, unit]) : range;
}

/** The values that the chart requests; the plot does not matter. */
const call = (value: unknown, ...given: unknown[]): unknown =>
  typeof value === "function" ? Reflect.apply(value, undefined, [undefined, ...given]) : value;

test("an axis has its unit beside it, as people write it", () => {
  const { axes = [] } = optionsOf([
    { label: "Air", unit: "degC" },
    { label: "Valve", unit: "percent" },
  ]);
  expect(axes.map(({ label }) => label)).toEqual([undefined, "°C", "%"]);
});

test.each([
  [300, ["°C", "%"]],
  [780, ["°C", "%", "ppm"]],
  [1_100, ["°C", "%", "ppm", "lx"]],
])("a chart of %i px has an axis for each of %j", (width, labels) => {
  const units = ["degC", "percent", "ppm", "lux"];
  const { axes = [] } = optionsOf(
    units.map((unit) => ({ label: unit, unit })),
    { width },
  );
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
])("an axis distinguishes its steps %j", (splits, texts) => {
  const { axes = [] } = optionsOf([{ label: "Response time", unit: "second" }]);
  expect(call(axes[1]?.values, splits)).toEqual(texts);
});

test("a closed valve's noise does not fill the picture", () => {
  expect(rangeOf("percent", 0, 0.2)).toEqual([-0.8, 10.8]);
});

test("a line at zero has no negative range", () => {
  expect(rangeOf("kilowatt", 0, 0)).toEqual([-0.08, 1]);
});

test("a constant temperature is drawn in the middle of a range of two degrees", () => {
  expect(rangeOf("degC", 24, 24)).toEqual([22.84, 25.16]);
});

test("shows larger changes fully, with the limits", () => {
  expect(rangeOf("percent", 0, 100)).toEqual([-8, 108]);
  expect(rangeOf("degC", 20, 24, [18, 28])).toEqual([17.2, 28.8]);
});

test("states are drawn as steps, with their words on the axis and both in sight", () => {
  const states = [
    [0, "Off"],
    [1, "On"],
  ] as const;
  const { series, axes, scales } = optionsOf([{ label: "Fan", unit: "none", states }]);
  const [, fan] = series;
  expect(fan?.paths).toBeTypeOf("function");
  expect(call(scales?.[fan?.scale ?? ""]?.range, 1, 1)).toEqual([-0.5, 1.5]);
  expect(call(axes?.[1]?.splits, 1, -0.5, 1.5)).toEqual([0, 1]);
  expect(call(axes?.[1]?.values, [0, 1])).toEqual(["Off", "On"]);
});

test("a chart without values shows its limits", () => {
  expect(rangeOf("degC", null, null, [18, 25])).toEqual([17.44, 25.56]);
});

test("the time axis is the whole window, whatever has values", () => {
  const { scales } = optionsOf([{ label: "Air", unit: "degC" }]);
  expect(call(scales?.["x"]?.range, 100, 200)).toEqual([0, 3_600]);
});

test("eight lines differ without their colours, and none joins values over a gap", () => {
  const dashes = Array.from({ length: 8 }, (_, place) => lineStyle(place, false, false).dash.join());
  expect(new Set(dashes).size).toBe(8);
  const { series } = optionsOf([
    { label: "Air", unit: "degC" },
    { label: "Setpoint", unit: "degC", isSetpoint: true },
  ]);
  expect(series.map(({ spanGaps }) => spanGaps)).toEqual([undefined, false, false]);
  expect(series[2]?.paths).toBeTypeOf("function");
});

test("a drag zooms to its times, a click does not", () => {
  const zooms: unknown[] = [];
  const { hooks } = optionsOf([{ label: "Air", unit: "degC" }], { onZoom: (window) => zooms.push(window) });
  const select = (width: number) =>
    Reflect.apply(hooks?.setSelect?.[0] ?? (() => undefined), undefined, [
      { select: { left: 10, width }, posToVal: (px: number) => px * 6, setSelect: () => undefined },
    ]);
  select(3);
  select(20);
  expect(zooms).toEqual([{ fromMs: 60_000, toMs: 180_000 }]);
});

test("an axis of days has the day once", () => {
  const { axes = [] } = optionsOf([{ label: "Air", unit: "degC" }]);
  const midnight = Date.parse("2026-01-05T18:30:00Z") / 1_000;
  const values = axes[0]?.values;
  const plot = { scales: { x: { min: midnight, max: midnight + 7 * 86_400 } } };
  const splits = [midnight, midnight + 43_200, midnight + 86_400];
  expect(typeof values === "function" && Reflect.apply(values, undefined, [plot, splits])).toEqual([
    "6 Jan",
    "12:00",
    "7 Jan",
  ]);
});
