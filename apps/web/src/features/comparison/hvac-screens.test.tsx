import { screen, within } from "@testing-library/react";
import { getLocation } from "@verandah/contract/buildings.ts";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { expect, test } from "vitest";

import { aVav, anAirUnit, serveUnits } from "../../testing/air-units.ts";
import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { servePlaces } from "../../testing/serve-places.ts";
import { refuse } from "../../testing/serve.ts";

function show(address: string, units: MeasuredUnit[], role: 1 | 3 = 1) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    servePlaces();
    serveUnits(...units);
  });
}

const upstairs = anAirUnit(
  { ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12 },
  { "Supply Fan Status": 0, "Return Air Temperature": 27 },
);

test("the building's floors show units with setpoints, and the number of zones at setpoint", async () => {
  show("/admin/hvac", [
    anAirUnit({}, { "Return Air Temperature": 25.6 }),
    upstairs,
    aVav(),
    aVav({ ssid: "VAV-1-2", name: "VAV 1-2", zoneId: 112 }, { "Zone Temperature": 25.1 }),
  ]);
  expect(await screen.findByText("1 of 2 zones are more than 1 °C from their setpoint")).toBeVisible();
  const first = within(screen.getByRole("article", { name: "First" }));
  expect(first.getByText("1 of 2 zones at setpoint")).toBeVisible();
  expect(first.getByRole("link", { name: "First" })).toHaveAttribute("href", "/admin/floor/11/hvac");
  const row = within(first.getByRole("row", { name: /AHU 1-1/ }));
  expect(row.getByText("25.6 °C")).toBeVisible();
  expect(row.getByText("set 24.0 °C")).toBeVisible();
  expect(row.getByText("1.6 °C above setpoint")).toBeVisible();
  expect(row.getByText("Held")).toBeVisible();
  // A unit that is off is not compared and is no problem.
  const second = within(screen.getByRole("article", { name: "Second" }));
  expect(second.getAllByText("Unit is off")).toHaveLength(2);
});

test.each([
  [26, "1 zone is more than 1 °C from its setpoint"],
  [24, "1 zone holds its setpoint"],
])("a single zone at %i °C is no zone of several", async (celsius, summary) => {
  show("/admin/hvac", [
    anAirUnit({}, { "Return Air Temperature": 24 }),
    aVav({}, { "Zone Temperature": celsius }),
  ]);
  expect(await screen.findByText(summary)).toBeVisible();
});

test.each([
  [25, "Held"],
  [25.01, "1.01 °C above setpoint"],
  [23, "Held"],
  [22.99, "1.01 °C below setpoint"],
])("return air of %d against 24 is '%s'", async (now, words) => {
  show("/admin/floor/11/hvac", [anAirUnit({}, { "Return Air Temperature": now })]);
  const row = within(await screen.findByRole("row", { name: /AHU 1-1/ }));
  const [, returnAir] =
    row.getAllByRole("cell").length > 2 ? row.getAllByRole("cell") : [null, row.getAllByRole("cell")[0]];
  expect(returnAir).toHaveTextContent(words);
});

test("units that are offline are counted apart, their zones are unknown, and nothing is green beside them", async () => {
  show("/admin/hvac", [
    anAirUnit({ state: "offline" }),
    anAirUnit({ ssid: "AHU-1-2", name: "AHU 1-2", state: "unknown" }),
    // Fed by the unit that is offline, and at its setpoint by chance.
    aVav({}, { "Zone Temperature": 24 }),
    aVav({ ssid: "VAV-1-2", name: "VAV 1-2", zoneId: 112, fedBy: null }, { "Zone Temperature": 24 }),
  ]);
  const summary = await screen.findByText(
    "1 of 2 zones hold their setpoint · 1 unit offline · 1 unit does not report",
  );
  expect(summary.closest("p")).toHaveAttribute("data-state", "unknown");
});

test("zones whose unit is off are not unknown", async () => {
  show("/admin/hvac", [anAirUnit({}, { "Supply Fan Status": 0 }), aVav()]);
  const summary = await screen.findByText("Unit off in 1 zone");
  expect(summary.closest("p")).toHaveAttribute("data-state", "off");
});

test("a floor has its zones, with the mean of their boxes; stale values do not count", async () => {
  show("/admin/floor/11/hvac", [
    anAirUnit(),
    aVav({}, { "Zone Temperature": 23 }),
    aVav({ ssid: "VAV-1-2", name: "VAV 1-2" }, { "Zone Temperature": 24 }),
    aVav({ ssid: "VAV-1-3", name: "VAV 1-3", zoneId: 112 }, { "Zone Temperature": [29, "stale", 600_000] }),
  ]);
  const zones = within(await screen.findByRole("table", { name: "Zones" }));
  const one = within(zones.getByRole("row", { name: /Zone 1/ }));
  expect(one.getByText("23.5 °C")).toBeVisible();
  expect(one.getByText("Held")).toBeVisible();
  expect(one.getByRole("link", { name: "VAV 1-2" })).toHaveAttribute("href", "/admin/glVav?device=VAV-1-2");
  expect(one.getByRole("link", { name: "Zone 1" })).toHaveAttribute("href", "/admin/zone/hvac?zone=111");
  const two = within(zones.getByRole("row", { name: /Zone 2/ }));
  expect(two.getByText("No data")).toBeVisible();
  expect(two.getByText("Unknown")).toBeVisible();
  expect(screen.getByRole("link", { name: "Change setpoints" })).toHaveAttribute(
    "href",
    "/admin/configuresetpoint?of=f11",
  );
});

test("a zone shows its VAVs and the units that supply them; the address has the zone", async () => {
  show("/admin/zone/hvac?zone=112", [
    anAirUnit(),
    aVav(),
    aVav({ ssid: "VAV-1-2", name: "VAV 1-2", zoneId: 112 }, { "Zone Temperature": 22.5 }),
  ]);
  expect(await screen.findByRole("heading", { level: 1, name: "Zone 2" })).toBeVisible();
  const table = within(await screen.findByRole("table", { name: "Units of the zone" }));
  expect(table.getAllByRole("rowheader").map((header) => header.textContent.trim())).toEqual([
    "VAV 1-2",
    "AHU 1-1",
  ]);
  expect(
    within(table.getByRole("row", { name: /VAV 1-2/ })).getByText("1.5 °C below setpoint"),
  ).toBeVisible();
});

test("shows that a zone does not exist, and no other zone", async () => {
  show("/admin/zone/hvac?zone=999", [anAirUnit(), aVav()]);
  refuse(getLocation, "not-found");
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Zone 1" })).not.toBeInTheDocument();
});

test("a viewer is offered no change", async () => {
  show("/admin/hvac", [anAirUnit(), aVav()], 3);
  expect(await screen.findByRole("article", { name: "First" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Change setpoints" })).not.toBeInTheDocument();
});

test("without air handling there is nothing to change", async () => {
  show("/admin/floor/11/hvac", []);
  expect(await screen.findByText("No air handling here.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Change setpoints" })).not.toBeInTheDocument();
});

test("another campus's floor is not found", async () => {
  renderScreen("/admin/floor/77/hvac", aSession(), () => refuse(getLocation, "not-found"));
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Change setpoints" })).not.toBeInTheDocument();
});
