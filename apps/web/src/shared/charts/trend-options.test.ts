import { expect, test } from "vitest";

import { trendOptions } from "./trend-options.ts";

function rangeOf(unit: string, from: number, to: number, limits: number[] = []): unknown {
  const { scales } = trendOptions({
    shape: JSON.stringify([[["A point", unit]], limits, []]),
    isDark: false,
    timeZone: "Asia/Kolkata",
    width: 300,
    height: 200,
  });
  const range = scales?.[unit]?.range;
  // What is drawn has no part in it.
  return typeof range === "function" ? Reflect.apply(range, undefined, [undefined, from, to, unit]) : range;
}

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
