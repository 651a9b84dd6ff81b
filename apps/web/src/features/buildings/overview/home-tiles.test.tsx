import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getEnergyDemand } from "@verandah/contract/energy/energy-overview.ts";
import { getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getHomeCounts, getHomeFigures, type HomeFigures } from "@verandah/contract/home.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aSession, noCounts, noDemand } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse, serve } from "../../../testing/serve.ts";

const air = {
  zoneId: 111,
  zone: "Zone 1",
  floor: "First",
  value: 1_140,
  unit: "ppm",
  isAboveLimit: true,
  ssid: "ENV-1",
};
const figures: HomeFigures = {
  air,
  people: 212,
  uncountedZones: 0,
  overrides: { kilowattHour: 40, rupees: 320, unknown: 1 },
};
const at = "2026-01-05T03:45:00.000Z";

function show(change: Partial<HomeFigures> = {}, served?: () => void) {
  return renderScreen("/admin/building/2/dashboard", aSession(), () => {
    serve(getHomeCounts, {
      ...noCounts,
      overrides: 2,
      overriddenDevices: 25,
      zones: { held: 30, missed: 2, off: 3, unknown: 1 },
    });
    serve(getHomeFigures, { ...figures, ...change });
    serve(getEnergyDemand, { ...noDemand, today: [{ at, kilowatt: 52.4, expected: 40 }] });
    serve(getOccupancyTrend, [{ at, people: 212, isComplete: true }]);
    serve(getTrend, {
      param_id: "CO2",
      unit: "ppm",
      bucketMs: 1_800_000,
      buckets: [],
      suspects: [],
      gaps: [],
    });
    served?.();
  });
}

const tile = async (name: string) => {
  const list = within(await screen.findByRole("list", { name: "Building at a glance" }));
  const found = (await list.findByRole("link", { name })).closest("li");
  if (!found) throw new Error("no tile");
  return found;
};

test.each([
  ["Power", "52 kW", "expected 40 kW", "/admin/energy"],
  [
    "Zones at setpoint",
    "30 of 36",
    "2 zones off setpoint · Unit off in 3 zones · 1 zone unknown",
    "/admin/hvac",
  ],
  ["Highest CO2", "1,140 ppm", "First, Zone 1", "/admin/zone/111/dashboard"],
  ["People", "212", "212", "/admin/flooroccupancy"],
  ["Overrides", "2", "25 devices · ₹ 320 so far · cost of 1 value unknown", "/admin/controls"],
])("the tile %s has its value, its comparison and its screen", async (name, value, note, path) => {
  show();
  const one = await tile(name);
  expect(await within(one).findByText(value)).toBeVisible();
  expect(one).toHaveTextContent(note);
  expect(within(one).getByRole("link", { name })).toHaveAttribute("href", path);
});

test("power and people have their day as a small chart", async () => {
  show();
  expect(await within(await tile("Power")).findByRole("img", { name: /^Demand today/ })).toBeVisible();
  expect(await within(await tile("People")).findByRole("img", { name: /^Occupancy/ })).toBeVisible();
});

test("an unknown value is no number, and a part is a minimum", async () => {
  show({ air: null, people: 12, uncountedZones: 2 }, () => serve(getEnergyDemand, noDemand));
  expect(await within(await tile("Power")).findByText("No data")).toBeVisible();
  expect(await within(await tile("Highest CO2")).findByText("No data")).toBeVisible();
  const people = await tile("People");
  expect(await within(people).findByText("at least 12")).toBeVisible();
  expect(people).toHaveTextContent("2 zones unknown");
});

test("values that cannot be loaded leave the others on the screen, and are loaded again at a click", async () => {
  show({}, () => refuse(getHomeFigures, "internal"));
  const worst = within(await tile("Highest CO2"));
  expect(await worst.findByText("Could not be loaded")).toBeVisible();
  expect(await within(await tile("Power")).findByText("52 kW")).toBeVisible();
  serve(getHomeFigures, figures);
  await userEvent.click(worst.getByRole("button", { name: "Try again" }));
  expect(await worst.findByText("First, Zone 1")).toBeVisible();
});
