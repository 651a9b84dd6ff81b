import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { FakePlot } from "../../testing/fake-plot.ts";
import type { TrendMark, TrendSeries } from "./trend-data.ts";
import { Trend } from "./trend.tsx";

const series = (values: TrendSeries["values"], more: Partial<TrendSeries> = {}): TrendSeries => ({
  label: "Air",
  unit: "degC",
  values,
  suspects: new Map(),
  ...more,
});
const alarm: TrendMark = { kind: "alarm", fromMs: 60_000, toMs: 120_000, label: "Temperature high" };
const onZoom = vi.fn<(window: { fromMs: number; toMs: number }) => void>();

function chart(lines: TrendSeries[], more: Partial<Parameters<typeof Trend>[0]> = {}) {
  const times = lines[0]?.values.map((_, index) => index * 60) ?? [];
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <Trend
          label="Air of the unit"
          times={times}
          series={lines}
          window={{ fromMs: 0, toMs: 240_000 }}
          timeZone="UTC"
          height={200}
          onZoom={onZoom}
          {...more}
        />
      </MantineProvider>
    </I18nProvider>
  );
}

test("new values and marks come into the same chart, so that the cursor and a zoom stay", () => {
  const { rerender } = render(chart([series([20, 21, 22, 23])]));
  const first = FakePlot.made.at(-1);
  rerender(chart([series([20, 21, 22, 24])], { marks: [alarm] }));
  expect(FakePlot.made.at(-1)).toBe(first);
  expect(first?.isGone).toBe(false);
  expect(first?.data[1]).toEqual([20, 21, 22, 24]);
});

test("a zoomed window is the axis also after new values", () => {
  const window = { fromMs: 60_000, toMs: 120_000 };
  const { rerender } = render(chart([series([20, 21, 22, 23])], { window }));
  rerender(chart([series([20, 21, 22, 25])], { window: { ...window } }));
  const range = FakePlot.made.at(-1)?.options.scales?.["x"]?.range;
  expect(typeof range === "function" && Reflect.apply(range, undefined, [])).toEqual([60, 120]);
});

test("arrow keys move a cursor, whose values and marks are a live text", () => {
  render(
    chart(
      [
        series([20, 21, null, 23]),
        series([50, 51, undefined, 53], { label: "Valve", unit: "percent", suspects: new Map([[2, 140]]) }),
      ],
      { marks: [alarm] },
    ),
  );
  const cursor = screen.getByRole("slider", { name: "Time in the chart: Air of the unit" });
  expect(cursor).toHaveAttribute("aria-valuetext", "No time chosen");
  fireEvent.change(cursor, { target: { value: "1" } });
  expect(screen.getByRole("status")).toHaveTextContent(
    /^1 Jan, 00:01\. Air 21\.0\s°C\. Valve 51\s%\. Temperature high$/,
  );
  fireEvent.change(cursor, { target: { value: "2" } });
  expect(screen.getByRole("status")).toHaveTextContent(
    /Air No data\. Valve 51\s%, 140\s% \(suspect value\)\. Temperature high$/,
  );
  act(() => cursor.focus());
  fireEvent.keyDown(cursor, { key: "Escape" });
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("the legend has the current value, and its age and quality when it is not fresh", () => {
  const latest = {
    param_id: "TEMPERATURE",
    param_value: 24.3,
    measured_time: new Date(Date.now() - 5 * 60_000).toISOString(),
    unit: "degC",
    quality: "stale" as const,
  };
  render(
    chart([series([20, 21]), series([22, 23], { label: "Room", latest })], {
      limits: [18, 25],
      marks: [alarm],
    }),
  );
  const entries = within(screen.getByRole("list", { name: "Legend" })).getAllByRole("listitem");
  expect(entries.map((entry) => entry.textContent.replaceAll("\u00a0", " "))).toEqual([
    "Air",
    "Room24.3 °C · Stale · 5 min ago",
    "Limits 18.0 °C – 25.0 °C",
    "Alarm",
  ]);
});

test("the legend shows a factor with the digits of its point", () => {
  const latest = {
    param_id: "powerFactorTotal",
    param_value: 0.957,
    measured_time: new Date().toISOString(),
    unit: "none",
    quality: "good" as const,
  };
  render(chart([series([1, 1], { label: "Power Factor", unit: "none", decimals: 3, latest })]));
  expect(screen.getByRole("list", { name: "Legend" })).toHaveTextContent(/^Power Factor0\.957$/);
});

test("a window without values shows No data", () => {
  render(chart([series([null, null, undefined, null])]));
  expect(screen.getByText("No data in this period")).toBeVisible();
});
