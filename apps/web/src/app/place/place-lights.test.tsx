import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getLocation } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { listLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { beforeEach, expect, test } from "vitest";

import { aDevice } from "../../testing/plan-builders.ts";
import { refuse, serve } from "../../testing/serve.ts";
import { aLight, confirmBatch, serveBatch, showLights } from "../../testing/show-lights.ts";

beforeEach(() => localStorage.clear());

const card = async (name: string) => within(await screen.findByRole("article", { name }));
const open = async (name: string) => userEvent.click((await card(name)).getByRole("link", { name }));

test("leads from a floor to its zones, areas and lamps, each with last seen, and back", async () => {
  const { router, path } = showLights("/admin/floor/11/humidity/zones");
  expect(await screen.findByRole("heading", { level: 1, name: "First" })).toBeVisible();
  expect(await screen.findByRole("radio", { name: "Humidity" })).toBeChecked();
  expect((await card("Zone 2")).getByText(/^Last seen /)).toBeVisible();
  await open("Zone 1");
  expect(await screen.findByRole("heading", { level: 1, name: "Zone 1" })).toBeVisible();
  expect(path()).toBe("/admin/zone/111/areas");
  await open("Area 1");
  expect(await screen.findByRole("heading", { level: 1, name: "Area 1" })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/areadetail?area=1111");
  expect((await card("DALI 1")).getByRole("link", { name: "DALI 1" })).toHaveAttribute(
    "href",
    "/admin/device?device=50d1",
  );
  expect(screen.queryByRole("article", { name: "DALI 2" })).toBeNull();
  const above = within(screen.getByRole("navigation", { name: "Places above" }));
  await userEvent.click(above.getByRole("link", { name: "First" }));
  expect(await screen.findByRole("article", { name: "Zone 2" })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/zoneMain?floor=11");
  expect(screen.getByRole("radio", { name: "LMS" })).toBeChecked();
});

test.each([
  ["floors?floor=11&metric=humidity", "Areas by measurement", "/admin/areas/humidity?floor=11"],
  ["floors?floor=11", "Lighting map", "/admin/glLms?floor=11"],
  ["areas/humidity?floor=11", "Zone 2", "/admin/arealist?zone=112"],
  ["areadetail?area=1111", "First", "/admin/zoneMain?floor=11"],
  ["zone/111/areas", "Show on the floor plan", "/admin/devicemap?floor=11"],
])("on /admin/%s a viewer finds the link '%s' to %s", async (address, name, href) => {
  showLights(`/admin/${address}`, { role: 3 });
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", href);
});

test("the places above an area open with its layer", async () => {
  showLights("/admin/areadetail?area=1111", { role: 3 });
  const above = within(await screen.findByRole("navigation", { name: "Places above" }));
  expect(above.getByRole("link", { name: "Zone 1" })).toHaveAttribute("href", "/admin/zone?zone=111");
});

test("the plan's toggle changes the measurement of the address", async () => {
  const { path } = showLights("/admin/floor/11/temperature/zones");
  await userEvent.click(await screen.findByRole("radio", { name: "Occupancy" }));
  expect(path()).toBe("/admin/floor/11/occupancy/zones");
});

test("a floor's lights are off in two clicks from any other layer, for operators", async () => {
  const { router, unmount } = showLights("/admin/floor/11/dashboard");
  const { bodies } = serveBatch({ state: "verified", value: 0 });
  await userEvent.click(await screen.findByRole("button", { name: "Lights off" }));
  expect(await screen.findByRole("dialog", { name: "Change the lights of First?" })).toBeVisible();
  expect(router.state.location.search).toEqual({ layer: "lights" });
  expect(screen.queryByRole("button", { name: "Lights off" })).not.toBeInTheDocument();
  expect(bodies).toEqual([]);
  await confirmBatch("Switch off");
  await waitFor(() => expect(bodies).toHaveLength(1));
  unmount();
  showLights("/admin/floor/11/dashboard", { role: 3 });
  expect(await screen.findByRole("heading", { level: 1, name: "First" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Lights off" })).not.toBeInTheDocument();
});

const switchOffButtons = () => screen.queryAllByRole("button", { name: "Lights off" });

test.each([
  ["some", [aLight({})], 1],
  ["none", [], 0],
])(
  "lights of a floor can be switched off only when it is known to have some: %s",
  async (_what, of, count) => {
    const answered = Promise.withResolvers<void>();
    const { queryClient } = showLights("/admin/floor/11/dashboard", {
      served: () =>
        void serve(listLights, async () => {
          await answered.promise;
          return { zones: [], lights: of, occupancy: [] };
        }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: "First" })).toBeVisible();
    expect(switchOffButtons()).toEqual([]);
    answered.resolve();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await waitFor(() => expect(switchOffButtons()).toHaveLength(count));
  },
);

test("an area without sensors shows the measurements of its zone", async () => {
  showLights("/admin/areadetail?area=1111");
  expect(await screen.findByRole("link", { name: "Zone 1", current: false })).toBeVisible();
  const measured = await screen.findByRole("heading", { level: 2, name: /Zone 1/ });
  expect(measured.closest("article")).toHaveTextContent(/23\.4\s°C/);
});

test.each([
  ["zoneMain", "First", "Zone 1"],
  ["arealist", "Zone 1", "Area 1"],
  ["zone", "Zone 1", "Area 1"],
  ["areadetail", "Area 1", "DALI 1"],
])("/admin/%s without a place shows the first one with lights, %s", async (path, heading, lights) => {
  showLights(`/admin/${path}`);
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeVisible();
  expect(await screen.findByRole("article", { name: lights })).toBeVisible();
});

test("offers another place of the same level", async () => {
  const { router } = showLights("/admin/areadetail?area=1111");
  await userEvent.click(await screen.findByRole("combobox", { name: "Area" }));
  await userEvent.click(await screen.findByRole("option", { name: "Area 2" }));
  expect(router.state.location.search).toEqual({ area: 1112 });
});

test.each(["zone/11/areas", "floor/111/temperature/zones", "areadetail?area=2"])(
  "/admin/%s names a place of another level: not found",
  async (address) => {
    showLights(`/admin/${address}`);
    expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
  },
);

test("an unknown or foreign place is not found", async () => {
  showLights("/admin/zone/999/areas");
  refuse(getLocation, "not-found");
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
});

test.each([
  ["lights", listLights],
  ["their values", listLatest],
])("a failure to load %s shows its reason, and no light without a value", async (_what, route) => {
  showLights("/admin/zone/111/areas");
  refuse(route, "internal");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByText("DALI 1")).toBeNull();
});

test("all areas of a floor have a measurement and the state of their lights", async () => {
  const { router } = showLights("/admin/areas/temperature");
  const table = within(await screen.findByRole("table", { name: "Areas of the floor" }));
  const zone = table.getByRole("row", { name: /^Zone 1/ });
  await waitFor(() => expect(zone).toHaveTextContent(/23\.4\s°C/));
  expect(await table.findByRole("row", { name: /^Area 2 Same as zone On \d+ (s|min) ago/ })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Zone" }));
  await userEvent.click(await screen.findByRole("option", { name: "Zone 1" }));
  await waitFor(() => expect(table.queryByRole("row", { name: /^Zone 2/ })).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole("radio", { name: "Occupancy" }));
  expect(await table.findByRole("row", { name: /^Zone 1 3 people/ })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Zones of a floor" }));
  expect(await screen.findByRole("article", { name: "Area 1" })).toBeVisible();
  expect(router.state.location.href).toBe("/admin/floor/11/occupancy/zones?zone=111");
});

test("the controls begin with the stored map, other addresses with the controllers", async () => {
  localStorage.setItem("buildingID", "2");
  localStorage.setItem("mapSubType", "humidity");
  const { unmount } = showLights("/admin/glAhu");
  expect(await screen.findByRole("radio", { name: "Humidity" })).toBeChecked();
  unmount();
  showLights("/admin/selector");
  expect(await screen.findByRole("radio", { name: "Controllers" })).toBeChecked();
});

test("the selector shows the device map first, and the zones of the floor under LMS", async () => {
  const { router } = showLights("/admin/selector?floor=11");
  serve(listDevices, [aDevice(), aDevice({ id: 502, ssid: "50d1", name: "DALI 1", type: "DALI" })]);
  expect(await screen.findByRole("radio", { name: "HVAC" })).toBeChecked();
  const tiles = within(await screen.findByRole("list", { name: "Alarms of the floor" }));
  expect(await tiles.findByRole("link", { name: "AHU 1-1" })).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "LMS" }));
  expect(await screen.findByRole("article", { name: "Zone 1" })).toBeVisible();
  expect(router.state.location.search).toEqual({ floor: 11, layer: "lights" });
});

test("the lighting map has the lighting controllers, and a click opens one", async () => {
  const { router } = showLights("/admin/glLms");
  serve(listDevices, [aDevice(), aDevice({ id: 502, ssid: "50d1", name: "DALI 1", type: "DALI" })]);
  const plan = within(await screen.findByRole("group", { name: /Lighting controllers/ }));
  expect(plan.queryByRole("button", { name: /^AHU/ })).toBeNull();
  fireEvent.click(plan.getByRole("button", { name: /^DALI 1/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/device?device=50d1"));
});
