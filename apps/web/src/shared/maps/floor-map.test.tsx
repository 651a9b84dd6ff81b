import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";

import { rectangle } from "../../testing/plan-builders.ts";
import { FloorMap } from "./floor-map.tsx";

const zones = [
  { id: 1, name: "Zone 1", outline: rectangle(20, 20), color: "#2f9e44", text: "24.0 °C" },
  { id: 2, name: "Zone 2", outline: rectangle(240, 20), color: "#868e96", text: "No data" },
  { id: 3, name: "Zone 3", outline: null },
];
const markers = [
  {
    id: "A",
    name: "AHU 1",
    position: [100, 100] as [number, number],
    state: "critical" as const,
    glyph: "2",
    lines: ["2 critical and 0 low alarms"],
  },
  { id: "B", name: "AHU 2", position: null, state: "fine" as const, glyph: "A", lines: [] },
];

function show(more: Partial<ComponentProps<typeof FloorMap>> = {}) {
  return render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FloorMap label="Plan" drawing={undefined} zones={zones} markers={markers} {...more} />
      </MantineProvider>
    </I18nProvider>,
  );
}

const plan = () => screen.getByRole("group", { name: "Plan" });
/** How far the plan is enlarged. */
const enlargement = () =>
  Number(/scale\(([\d.]+)\)/.exec(plan().querySelector("g")?.getAttribute("transform") ?? "")?.[1]);

test("zones have their values and colours; zones without a shape are not drawn", () => {
  show();
  expect(screen.getByRole("img", { name: "Zone 1: 24.0 °C" }).querySelector("polygon")).toHaveStyle({
    fill: "#2f9e44",
  });
  expect(screen.getByRole("img", { name: "Zone 2: No data" })).toBeVisible();
  expect(screen.queryByRole("img", { name: /Zone 3/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("img", { name: /AHU 2/ })).not.toBeInTheDocument();
  expect(plan()).toHaveAttribute("viewBox", "0 0 420 590");
});

test("a stale zone is hatched, not coloured", () => {
  show({ zones: [{ ...zones[0]!, isStale: true }] });
  const { fill } = screen.getByRole("img", { name: /Zone 1/ }).querySelector("polygon")?.style ?? {};
  expect(fill).toMatch(/^url\(/);
});

test("an uploaded drawing is a picture beneath; without one there are walls", () => {
  const { container, rerender } = show({ drawing: "/v1/floor_plans/11/drawing?version=3" });
  expect(container.querySelector("image")).toHaveAttribute("href", "/v1/floor_plans/11/drawing?version=3");
  rerender(<div />);
  expect(show().container.querySelector("image")).toBeNull();
});

test("a marker has its name and alarms, and is selected by click, Enter and space", async () => {
  const onMarker = vi.fn<(id: string) => void>();
  show({ onMarker });
  const marker = screen.getByRole("button", { name: "AHU 1, 2 critical and 0 low alarms" });
  await userEvent.hover(marker);
  expect(await screen.findByRole("tooltip")).toHaveTextContent("AHU 12 critical and 0 low alarms");
  fireEvent.click(marker);
  marker.focus();
  await userEvent.keyboard("{Enter} ");
  expect(onMarker.mock.calls).toEqual([["A"], ["A"], ["A"]]);
});

test("buttons and keys enlarge the plan; markers keep their size", async () => {
  show();
  expect(enlargement()).toBe(1);
  expect(screen.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(enlargement()).toBe(1.5);
  const marker = screen.getByRole("img", { name: /AHU 1/ });
  expect(marker.getAttribute("transform")).toContain(`scale(${1 / 1.5})`);
  marker.focus();
  await userEvent.keyboard("+");
  expect(enlargement()).toBe(1.875);
  await userEvent.keyboard("0");
  expect(enlargement()).toBe(1);
});

const turn = () =>
  plan().dispatchEvent(new WheelEvent("wheel", { deltaY: -300, bubbles: true, cancelable: true }));

test("the wheel alone leaves the plan as it is, so that the page scrolls", () => {
  show();
  expect(turn()).toBe(true);
  expect(enlargement()).toBe(1);
});
