import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getLocation, getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getZoneDiagnosis } from "@verandah/contract/comfort-reports.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan, getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { beforeEach, expect, test } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { alertLists, anAlert, aSession } from "../../testing/builders.ts";
import { aDevice, aFloorPlan, aHeatMap, rectangle } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { servePlaces } from "../../testing/serve-places.ts";
import { refuse, serve } from "../../testing/serve.ts";

const vav = aDevice({
  id: 601,
  ssid: "VAV-1",
  name: "VAV F1.1",
  type: "VAV",
  zoneId: 111,
  coordinates: [80, 110],
});
const lamp = aDevice({ id: 502, ssid: "50d1", name: "DALI 1", type: "DALI", zoneId: 111 });

function show(address: string, role: 1 | 2 | 3 | 5 = 1, served?: () => void) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    servePlaces();
    serve(
      getFloorPlan,
      aFloorPlan({
        zones: [111, 112].map((id, at) => ({
          id,
          name: `Zone ${at + 1}`,
          outline: rectangle(20, 20 + 190 * at),
        })),
      }),
    );
    serve(listDevices, [aDevice(), vav, lamp]);
    served?.();
  });
}

beforeEach(() => localStorage.clear());

const layerNames = async () => {
  const toggle = await screen.findByRole("radiogroup", { name: "What the place shows" });
  return within(toggle)
    .getAllByRole("radio")
    .map((radio) => radio.getAttribute("value"));
};

test("from a floor two clicks lead to why a zone is warm", async () => {
  const alarm = anAlert({ ssid: "VAV-1", Device_name: "VAV F1.1", message: "High temperature", text: null });
  const { router } = show("/admin/selector?floor=11", 1, () => {
    serve(getZoneDiagnosis, {
      temperature: aReading({ param_id: "TEMPERATURE", param_value: 27.4, unit: "degC" }),
      trend: [],
      neighbours: { mean: 24.1, isOnlyHere: true },
      causes: [
        {
          code: "off",
          unit: { ssid: "AHU-1-1", name: "AHU 1-1", type: "AHU" },
          source: "unknown",
          by: null,
          since: null,
          boxes: [],
        },
      ],
    });
    serve(listAlerts, alertLists([alarm]));
  });
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: Controllers" }));
  fireEvent.click(plan.getByRole("button", { name: /^Zone 1/ }));
  const why = within(await screen.findByRole("region", { name: "Why this temperature?" }));
  expect(await why.findByText("27.4 °C")).toBeVisible();
  expect(why.getByText("The unit is off", { exact: false })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/zone/111/dashboard?layer=hvac");
  const marked = within(screen.getByRole("group", { name: /^Floor plan, First/ }));
  expect(marked.getByRole("button", { name: /^Zone 1/ })).toHaveAttribute("aria-current", "true");
  const alarms = within(screen.getByRole("region", { name: "Alarms" }));
  expect(alarms.getByRole("link", { name: "High temperature" })).toBeVisible();
  expect(alarms.getByRole("link", { name: "Open VAV F1.1" })).toHaveAttribute(
    "href",
    "/admin/device?device=VAV-1",
  );
  for (const name of ["HVAC", "LMS", "Occupancy in the last 24 hours", "Devices"])
    expect(screen.getByRole("region", { name })).toBeVisible();
});

test.each([
  ["selector", "hvac"],
  ["floor/11/hvac", "hvac"],
  ["glAhu", "hvac"],
  ["floors", "lights"],
  ["areas/humidity", "lights"],
  ["flooroccupancy", "people"],
  ["devicemap", "devices"],
  ["glLms", "devices"],
  ["zoneMain", "lights"],
  ["floor/11/dashboard", "comfort"],
])("/admin/%s opens the page of the floor with the layer %s", async (path, layer) => {
  show(`/admin/${path}`);
  expect(await screen.findByRole("heading", { level: 1, name: "First" })).toBeVisible();
  expect(
    await screen.findByRole("radio", { checked: true, name: /^(HVAC|LMS|Comfort|People|Devices)$/ }),
  ).toHaveAttribute("value", layer);
});

test.each([
  ["zone/111/areas", "LMS"],
  ["zone/hvac?zone=111", "Why this temperature?"],
  ["zone/111/dashboard", "Why this temperature?"],
])("/admin/%s opens the page of the zone, which begins with '%s'", async (path, first) => {
  show(`/admin/${path}`);
  await screen.findByRole("region", { name: first });
  const regions = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
  expect(regions[0]).toBe(first);
});

test("a member sees comfort and people, and nothing of the equipment", async () => {
  show("/admin/zone/111/dashboard", 5);
  expect(await layerNames()).toEqual(["comfort", "people"]);
  expect(await screen.findByRole("region", { name: "Occupancy in the last 24 hours" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Devices" })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Why this temperature?" })).not.toBeInTheDocument();
});

test("another zone of the floor is chosen beside the title, and the layer stays", async () => {
  const { router } = show("/admin/zone/111/dashboard?layer=lights");
  await userEvent.click(await screen.findByRole("combobox", { name: "Zone" }));
  await userEvent.click(await screen.findByRole("option", { name: "Zone 2" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Zone 2" })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/zone/112/dashboard?layer=lights");
});

test("the comfort of a floor has a map of the air quality too", async () => {
  show("/admin/floor/11/dashboard", 1, () => {
    serve(getHeatMap, (url) =>
      url.searchParams.get("type") === "aqi" ? aHeatMap({ type: "aqi", unit: "ppm" }) : aHeatMap(),
    );
  });
  await userEvent.click(await screen.findByRole("radio", { name: "AirQuality" }));
  expect(await screen.findByRole("group", { name: "Floor plan, First: AirQuality" })).toBeVisible();
});

test("zones whose values could not be loaded are grey, not calm", async () => {
  show("/admin/floor/11/dashboard", 1, () => refuse(getHeatMap, "internal"));
  const zone = await screen.findByRole("button", { name: "Zone 1: No data" });
  expect(zone.querySelector("polygon")).toHaveAttribute("data-colored", "true");
});

test("a building without floors, and a floor without zones, have no place to show", async () => {
  const { unmount } = show("/admin/selector", 1, () => serve(listLocationMetrics, []));
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  unmount();
  show("/admin/areadetail?floor=12");
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
});

test("alarms and a state that could not be loaded are not taken for none", async () => {
  show("/admin/zone/111/dashboard", 1, () => {
    refuse(listAlerts, "internal");
    refuse(getPlaceStatus, "internal");
  });
  expect(
    await within(await screen.findByRole("region", { name: "Alarms" })).findByRole("alert"),
  ).toBeVisible();
  expect(screen.getAllByRole("alert").length).toBeGreaterThan(1);
});

test("a zone opened from the plan keeps the measurement of the address, and its lights have people", async () => {
  const { router } = show("/admin/floor/11/humidity/zones");
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: Humidity" }));
  fireEvent.click(plan.getByRole("button", { name: /^Zone 1/ }));
  await screen.findByRole("heading", { level: 1, name: "Zone 1" });
  expect(router.state.location.search).toMatchObject({ layer: "lights", metric: "humidity" });
  expect(await screen.findByRole("radio", { name: "Occupancy" })).toBeVisible();
});

test("only a zone outside its limits has a colour on the map of comfort", async () => {
  const zone = aHeatMap().zones[0];
  if (!zone) throw new Error("no zone");
  show("/admin/floor/11/dashboard", 1, () => {
    serve(
      getHeatMap,
      aHeatMap({
        zones: [
          { ...zone, id: 111, value: 24, level: "within" },
          { ...zone, id: 112, name: "Zone 2", value: 29, level: "above" },
        ],
      }),
    );
  });
  const warm = await screen.findByRole("button", { name: /^Zone 2: 29\.0\s°C ▲$/ });
  expect(warm.querySelector("polygon")).toHaveAttribute("data-colored", "true");
  const calm = screen.getByRole("button", { name: /^Zone 1: 24\.0\s°C$/ });
  expect(calm.querySelector("polygon")).toHaveAttribute("data-colored", "false");
  expect(screen.queryByRole("list", { name: "Colour scale" })).not.toBeInTheDocument();
});

test("the devices are those of the type in the address, or the lighting controllers", async () => {
  const { router } = show("/admin/devicemap?type=vav&floor=11", 3, () =>
    serve(listDevices, (url) => (url.searchParams.get("type") === "VAV" ? [vav] : [aDevice(), vav, lamp])),
  );
  const plan = await screen.findByRole("group", { name: "Floor plan, First: VAV boxes" });
  expect(await within(plan).findByRole("button", { name: /VAV F1\.1/ })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Device type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Lighting controllers" }));
  const lamps = await screen.findByRole("group", { name: "Floor plan, First: Lighting controllers" });
  expect(await within(lamps).findByRole("button", { name: /DALI 1/ })).toBeVisible();
  expect(within(lamps).queryByRole("button", { name: /VAV/ })).not.toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ type: "LIGHTS" });
});

test("a device that is chosen from the list, or comes with the address, is marked on the map", async () => {
  const { router } = show("/admin/devicemap?type=VAV&floor=11&device=VAV-9", 3, () => {
    serve(listDevices, [vav, { ...vav, id: 99, ssid: "VAV-9", name: "VAV F1.9" }]);
  });
  const list = within(await screen.findByRole("region", { name: "VAV boxes" }));
  const plan = within(screen.getByRole("group", { name: "Floor plan, First: VAV boxes" }));
  expect(plan.getByRole("button", { name: /VAV F1\.9/ })).toHaveAttribute("aria-current", "true");
  const row = list.getByRole("button", { name: /VAV F1\.1/ });
  await userEvent.click(row);
  await waitFor(() =>
    expect(plan.getByRole("button", { name: /VAV F1\.1/ })).toHaveAttribute("aria-current", "true"),
  );
  expect(plan.getByRole("button", { name: /VAV F1\.9/ })).not.toHaveAttribute("aria-current");
  expect(row).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(row);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("device"));
});

test("a floor that the campus does not have is not found, and no other floor is shown", async () => {
  show("/admin/devicemap?floor=999", 1, () => refuse(getLocation, "not-found"));
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
  expect(screen.queryByRole("group", { name: /First/ })).not.toBeInTheDocument();
});

test("without a reply about the place the page shows the failure, and no part of the place", async () => {
  show("/admin/zone/111/dashboard", 1, () => refuse(getLocation, "internal"));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("region", { name: "LMS" })).not.toBeInTheDocument();
});
