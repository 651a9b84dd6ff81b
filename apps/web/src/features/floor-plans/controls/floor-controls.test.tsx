import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listOverrides } from "@verandah/contract/commands/overrides.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan, getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { type ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import {
  aFloor,
  alertLists,
  anAlert,
  anOverride,
  aParkingDeck,
  aSession,
} from "../../../testing/builders.ts";
import { liveStreamOf, loseStream } from "../../../testing/fake-event-source.ts";
import { aDevice, aFloorPlan, aHeatMap, chartPoints } from "../../../testing/plan-builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { servePlaces } from "../../../testing/serve-places.ts";
import { cutOffAll, refuse, serve, serveLatest } from "../../../testing/serve.ts";
import { storedTexts } from "../../../testing/stored-texts.ts";

const unit = aDevice({ alerts_cri: 1, alerts_solu: 2 });
const vav = aDevice({
  id: 601,
  ssid: "VAV-1",
  name: "VAV F1.1",
  type: "VAV",
  zoneId: 101,
  coordinates: [80, 110],
});
const silent = aDevice({
  id: 602,
  ssid: "VAV-2",
  name: "VAV F1.2",
  type: "VAV",
  state: "offline",
  coordinates: null,
});
const sensor = aDevice({
  id: 701,
  ssid: "ENV-1",
  name: "Sensor 1",
  type: "ENVIRONMENT",
  coordinates: [100, 100],
});

function reading(param_id: string, param_value: number, unitName: string): ParameterReading {
  return { param_id, param_value, unit: unitName, quality: "good", measured_time: new Date().toISOString() };
}

function show(address = "/admin/glAhu", role: 1 | 2 | 3 = 1, served?: () => void) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    servePlaces();
    serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" }), aParkingDeck()]);
    serve(listAlerts, alertLists([anAlert()], [anAlert({ Alarm_Id: 2 }), anAlert({ Alarm_Id: 3 })]));
    serve(getFloorPlan, (url) =>
      url.pathname.endsWith("/12") ? aFloorPlan({ id: 12, name: "Second" }) : aFloorPlan(),
    );
    serve(listDevices, [unit, vav, silent, sensor]);
    serve(getHeatMap, (url) => {
      const type = url.searchParams.get("type");
      return aHeatMap(type === "humidity" ? { type: "humidity", unit: "percentRh" } : {});
    });
    serve(getActualVsExpected, chartPoints());
    serveLatest([
      reading("Zone Temperature", 24.31, "degC"),
      reading("vav_damper_mode_sp", 1, "none"),
      reading("CFM", 640, "cubicFootPerMinute"),
    ]);
    served?.();
  });
}

// The list of the skeleton is another element than the one with the counts.
const tile = (name: string) =>
  within(screen.getByRole("list", { name: "Alarms of the floor" }))
    .getByText(name)
    .closest("li");

test("tiles count all, critical and low alarms, and those of each unit", async () => {
  show();
  await waitFor(() => expect(tile("Total Alarm")).toHaveTextContent("Total Alarm3"));
  expect(tile("Critical")).toHaveTextContent("Critical1");
  expect(tile("Low")).toHaveTextContent("Low2");
  await waitFor(() => expect(tile("AHU 1-1")).toHaveTextContent("AHU 1-13"));
  expect(tile("AHU 1-1")).toHaveAttribute("data-state", "critical");
});

test("controllers are on the plan with their alarms; those without a place are listed below it", async () => {
  const { router, path } = show();
  await screen.findByRole("group", { name: "Floor plan, First: Controllers" });
  expect(screen.getByRole("button", { name: "VAV F1.1, No alarms" })).toBeVisible();
  expect(screen.getByText("Not on the plan: VAV F1.2")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Sensor 1/ })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "AHU 1-1, 1 critical and 2 low alarms" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "AHU-1-1" }));
  expect(path()).toBe("/admin/glAhu");
  expect(router.state.location.state).toMatchObject({ ssid: "AHU-1-1", deviceName: "AHU 1-1" });
  expect(storedTexts()).toMatchObject({ deviceID: "AHU-1-1", deviceName: "AHU 1-1" });
});

test("the selector shows heat maps, remembers the choice, and marks zones without a value", async () => {
  const { router } = show();
  await userEvent.click(await screen.findByRole("radio", { name: "Temperature" }));
  expect(await screen.findByRole("button", { name: /^Zone 1: 28\.6\s°C ▲$/ })).toBeVisible();
  const label = screen.getByRole("img", { name: /^Sensor 1, 28\.6\s°C ▲, No alarms$/ });
  expect(label).toHaveTextContent("28.6");
  expect(label.querySelector("rect")).toHaveStyle({ fill: "#e8590c" });
  const legend = within(screen.getByRole("list", { name: "Legend" }));
  expect(legend.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "▼Below its limit",
    "Within its limits",
    "▲Above its limit",
    "Stale value",
    "No data",
  ]);
  expect(router.state.location.search).toEqual({ map: "temperature" });
  expect(storedTexts()["mapSubType"]).toBe("temperature");
  for (const name of ["Controllers", "Humidity", "AirQuality"])
    expect(screen.getByRole("radio", { name })).toBeInTheDocument();
});

test("a zone and a sensor within the limits have no colour, whatever their value", async () => {
  const [warm] = aHeatMap().zones;
  const [probe] = warm?.devices ?? [];
  if (!warm || !probe) throw new Error("no sensor");
  const level = "within" as const;
  show("/admin/glAhu?map=temperature", 1, () => {
    serve(
      getHeatMap,
      aHeatMap({ zones: [{ ...warm, level, devices: [{ ...probe, level, param_value: 25 }] }] }),
    );
  });
  const zone = await screen.findByRole("button", { name: /^Zone 1: 28\.6\s°C$/ });
  expect(zone.querySelector("polygon")).toHaveAttribute("data-colored", "false");
  const label = screen.getByRole("img", { name: /^Sensor 1, 25\.0\s°C, / });
  expect(label.querySelector("rect")?.style.fill).toBe("var(--neutral-tint)");
});

test("zones whose heat map could not be loaded are grey, not calm", async () => {
  show("/admin/glAhu?map=temperature", 1, () => refuse(getHeatMap, "internal"));
  const zone = await screen.findByRole("button", { name: "Zone 1: No data" });
  expect(zone.querySelector("polygon")).toHaveAttribute("data-colored", "true");
});

test("a zone without a value shows 'No data', one with an old value its age", async () => {
  const [warm, none] = aHeatMap().zones;
  if (!warm || !none) throw new Error("no zones");
  show("/admin/glAhu?map=temperature", 1, () => {
    serve(
      getFloorPlan,
      aFloorPlan({ zones: [warm, none].map(({ id, name }) => ({ id, name, outline: warm.coordinates })) }),
    );
    serve(
      getHeatMap,
      aHeatMap({
        zones: [
          { ...warm, quality: "stale", measured_time: new Date(Date.now() - 245_000).toISOString() },
          none,
        ],
      }),
    );
  });
  expect(await screen.findByRole("button", { name: /^Zone 1: 28\.6\s°C · 4 min ago$/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Zone 2: No data" })).toBeVisible();
});

test("the floor of the clicked tile is shown; another is chosen into the address", async () => {
  localStorage.setItem("floorID", "12");
  localStorage.setItem("buildingID", "2");
  const { router } = show();
  await screen.findByRole("group", { name: /Floor plan, Second/ });
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "First" }));
  await screen.findByRole("group", { name: /Floor plan, First/ });
  expect(router.state.location.search).toEqual({ floor: 11 });
  expect(storedTexts()).toMatchObject({ context: "floor", floorID: "11", floorName: "First" });
});

const chart = async (name: string) => within(await screen.findByRole("figure", { name }));

test("charts compare valve, return air and supply air with the expected values", async () => {
  show();
  expect((await chart("ChW Valve")).getByRole("link")).toHaveAccessibleName(
    /AHU 1-1\s?, ChW Valve: actual 40\s%\s?, expected 55\s%/,
  );
  expect((await chart("RAT")).getByRole("link")).toHaveAccessibleName(
    /actual 25\.2\s°C\s?, expected 24\.0\s°C/,
  );
  expect((await chart("SAT")).getByRole("link")).toHaveAccessibleName(
    /actual 15\.1\s°C · 4 min ago\s?, expected No data/,
  );
  expect((await chart("RAT")).getByRole("link")).toHaveAttribute("href", "/admin/glAhu?device=AHU-1-1");
});

test("no bar of the charts looks live while the stream is down", async () => {
  show();
  const figure = await screen.findByRole("figure", { name: "RAT" });
  const values = () =>
    [...figure.querySelectorAll("[data-stale]")].map((one) => one.getAttribute("data-stale"));
  expect(values()).toContain("false");
  await loseStream();
  expect(values()).not.toContain("false");
});

test("a VAV's details are live, and can be linked to", async () => {
  const { router } = show();
  await userEvent.click(await screen.findByRole("button", { name: "VAV F1.1: Normal" }));
  const details = within(await screen.findByRole("dialog", { name: "VAV F1.1" }));
  expect(router.state.location.search).toEqual({ vav: "VAV-1" });
  expect((await details.findByText("Zone temperature")).nextElementSibling).toHaveTextContent(/24\.3\s°C/);
  expect(details.getByText("Damper Control").nextElementSibling).toHaveTextContent("Manual");
  expect(details.getByText("Design air flow").nextElementSibling).toHaveTextContent("No data");

  const stream = await liveStreamOf("AHU-1-1", "ENV-1", "VAV-1");
  await act(async () => {
    stream.send({ name: "hello", data: { at: new Date().toISOString() } });
    const values = [reading("Zone Temperature", 26, "degC")];
    stream.send({ name: "readings", data: { ssid: "VAV-1", values } });
  });
  await waitFor(() =>
    expect(details.getByText("Zone temperature").nextElementSibling).toHaveTextContent(/26\.0\s°C/),
  );
  cutOffAll();
  await act(async () => stream.fail());
  expect((await details.findAllByText(/ago$/)).length).toBeGreaterThan(0);
  await userEvent.click(details.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("a failure has the server's text, can be closed, and the plan can be loaded again", async () => {
  show("/admin/glAhu", 1, () => refuse(getFloorPlan, "not-allowed"));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("You are not allowed to do this.");
  await userEvent.click(within(alert).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  serve(getFloorPlan, aFloorPlan());
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("group", { name: /Floor plan, First/ })).toBeVisible();
});

test("floors that could not be loaded show their reason", async () => {
  show("/admin/glAhu", 1, () => refuse(listLocationMetrics, "not-allowed"));
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
});

test("counts of alarms that could not be loaded are unknown, not fine", async () => {
  show("/admin/glAhu", 1, () => refuse(listAlerts, "not-allowed"));
  await waitFor(() => expect(tile("Critical")).toHaveAttribute("data-state", "unknown"));
});

test.each([
  [1, 0],
  [2, 1],
  [3, 0],
] as const)("role %i finds %i buttons to edit the plan", async (role, count) => {
  show("/admin/glAhu", role);
  await screen.findByRole("group", { name: /Floor plan, First/ });
  expect(screen.queryAllByRole("link", { name: "Edit plan" })).toHaveLength(count);
});

test.each([
  ["page of HVAC controls", "/admin/glAhu?floor=999", "No Data Found!!!!!"],
  ["upload of a drawing", "/admin/floorplan?floor=999", "Place not found."],
])("the %s of an unknown floor shows a message and no other floor", async (_, address, message) => {
  show(address, 2, () => refuse(getLocation, "not-found"));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole("group", { name: /First/ })).not.toBeInTheDocument();
});

test("the link to the building's overrides is above the map, with the number of the floor's overrides", async () => {
  show(undefined, 1, () => {
    serve(listOverrides, [anOverride(), anOverride({ floorId: 12 }), anOverride({ floorId: null })]);
  });
  const link = await screen.findByRole("link", { name: "1 override in force" });
  expect(link).toHaveAttribute("href", "/admin/controls");
});

test("marks overridden devices on their tiles and on the map, with owner and end", async () => {
  show(undefined, 1, () => {
    serve(listOverrides, [
      anOverride({ ssid: unit.ssid }),
      anOverride({ ssid: "VAV-1", param_id: "vav_damper_mode_sp", value: 1 }),
    ]);
  });
  const tiles = within(await screen.findByRole("list", { name: "Alarms of the floor" }));
  const mark = await tiles.findByRole("img", { name: /^Override\. On\/Off: On, ravi until .*17:30/ });
  expect(mark).toHaveTextContent(/^ravi until .*17:30/);
  expect(tiles.getAllByRole("img", { name: /^Override/ })).toHaveLength(1);
  const marker = await screen.findByRole("button", { name: /VAV.*, ravi until .*17:30/ });
  expect(marker.querySelector("[data-overridden]")).toBeInTheDocument();
  expect(document.querySelectorAll("[data-overridden]")).toHaveLength(2);
});

test("an online device with a stale value is unknown on the map", async () => {
  show(
    undefined,
    1,
    () => void serve(listDevices, [{ ...unit, alerts_cri: 0, alerts_solu: 0, hasStale: true }]),
  );
  const marker = await screen.findByRole("button", { name: `${unit.name}, No alarms, Stale value` });
  expect(marker.querySelector("path")).toHaveAttribute("data-state", "unknown");
});

test.each([
  [2, true],
  [1, false],
] as const)(
  "for role %i a floor without units has a text for it, and shows no ticks",
  async (role, isAdministrator) => {
    show(undefined, role, () => {
      serve(listDevices, [sensor]);
      serve(listAlerts, alertLists());
    });
    expect(await screen.findByText(/^This floor has no air handling units or VAV boxes\./)).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole("list", { name: "Alarms of the floor" })).not.toBeInTheDocument(),
    );
    expect(screen.queryByRole("link", { name: "Add devices at Gateways" }) !== null).toBe(isAdministrator);
  },
);
