import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  type LocationMetric,
} from "@verandah/contract/buildings.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aFloor, aParkingDeck, aSession, aStatus, statuses, statusOfAll } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse, serve } from "../../../testing/serve.ts";
import { storedTexts } from "../../../testing/stored-texts.ts";

afterEach(() => {
  vi.useRealTimers();
});

const address = "/admin/building/2/dashboard";

function show(floors: LocationMetric[], role: 1 | 5 = 1, served?: () => void) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, floors);
    serve(getPlaceStatus, statusOfAll(floors));
    served?.();
  });
}

const list = async () => within(await screen.findByRole("region", { name: "Floors" }));
const row = async (name: string) => {
  const tile = (await list()).getByTestId(`tile-${name}`);
  const item = tile.closest("li");
  if (!item) throw new Error("no row");
  return item;
};

test("tiles are red with critical alarms, amber with low ones only, green otherwise", async () => {
  show([
    aFloor({ id: 1, name: "Both", noOfCritical: 1, noOfLow: 2 }),
    aFloor({ id: 2, name: "Low", noOfLow: 2 }),
    aFloor({ id: 3, name: "Calm" }),
  ]);
  const floors = await list();
  expect(floors.getByTestId("tile-Both")).toHaveAttribute("data-state", "critical");
  expect(floors.getByTestId("tile-Low")).toHaveAttribute("data-state", "low");
  expect(floors.getByTestId("tile-Calm")).toHaveAttribute("data-state", "fine");
  expect(floors.getByRole("link", { name: "Both: Critical, 1 critical and 2 low alerts" })).toBeVisible();
  expect(floors.getByRole("link", { name: "Low: Low, 0 critical and 2 low alerts" })).toBeVisible();
  expect(floors.getByRole("link", { name: "Calm: Normal, 0 critical and 0 low alerts" })).toBeVisible();
});

test("floors are sorted by name alphabetically, below the row of all", async () => {
  show([
    aFloor({ id: 1, name: "Ground" }),
    aParkingDeck(),
    aFloor({ id: 2, name: "Sixth" }),
    aFloor({ id: 3, name: "Fifth" }),
  ]);
  const rows = (await list()).getAllByRole("listitem");
  expect(rows.map((item) => /^[A-Z]\w+( \d| Floor)?/.exec(item.textContent)?.[0])).toEqual([
    expect.stringMatching(/^All Floor/),
    expect.stringMatching(/^Fifth/),
    expect.stringMatching(/^Ground/),
    expect.stringMatching(/^Parking 1/),
    expect.stringMatching(/^Sixth/),
  ]);
});

test("the row of all adds up counts and weighs the values by their zones", async () => {
  show([
    aFloor(
      {
        id: 1,
        name: "Ground",
        noOfZones: 6,
        noOfCritical: 1,
        noOfLow: 1,
        tempIssue: [{ id: 31, name: "Zone 1", value: 27, limit: 26 }],
      },
      { TEMPERATURE: 26 },
    ),
    aFloor(
      {
        id: 2,
        name: "First",
        noOfZones: 2,
        noOfLow: 3,
        tempIssue: [{ id: 41, name: "Zone 1", value: 27, limit: 26 }],
      },
      { TEMPERATURE: 22 },
    ),
  ]);
  const all = (await list()).getByText("All Floor").closest("li");
  expect(all).toHaveTextContent(/1 Critical/);
  expect(all).toHaveTextContent(/4 Low/);
  expect(all).toHaveTextContent(/(?<![-\d])25\.0\s°C\s*2 zones/);
});

test("a parameter without data shows No data and counts nothing", async () => {
  show([aParkingDeck({ noOfDevices: 24 })]);
  const deck = await row("Parking 1");
  expect(within(deck).getAllByText("No data")).toHaveLength(4);
  expect(deck).toHaveTextContent("24 devices report");
  expect(deck).not.toHaveTextContent("zones");
});

test("zones outside the limits are counted beside the mean value with its unit", async () => {
  show([aFloor({ airIssue: [{ id: 31, name: "Zone 1", value: 1_200, limit: 1_000 }] }, { CO2: 1_040 })]);
  const floor = await row("First");
  expect(floor).toHaveTextContent(/1,040\sppm\s*1 zone/);
  expect(floor).toHaveTextContent(/23\.4\s°C\s*0 zones/);
  expect(floor).toHaveTextContent(/48\s%/);
});

test("a stale value has its age", async () => {
  const floor = aFloor();
  const stale = floor.parameters.map((parameter) => ({
    ...parameter,
    quality: "stale" as const,
    measured_time: new Date(Date.now() - 4 * 60_000 - 2_000).toISOString(),
  }));
  show([{ ...floor, parameters: stale }]);
  expect(within(await row("First")).getAllByText("4 min ago")).toHaveLength(4);
  expect(await row("First")).not.toHaveTextContent("0 zones");
});

test("a click stores the floor and goes to the floor's selector with its id", async () => {
  const app = show([aFloor({ id: 14, name: "Third" })]);
  await userEvent.click((await list()).getByRole("link", { name: /^Third/ }));

  await waitFor(() => expect(app.path()).toBe("/admin/selector"));
  expect(app.router.state.location.search).toEqual({ floor: 14 });
  expect(app.router.state.location.state.floorID).toBe(14);
  expect(storedTexts()).toMatchObject({
    context: "floor",
    floorID: "14",
    floorName: "Third",
    mapSubType: "temperature",
  });
});

test("a parking deck, which has no HVAC, opens its dashboard", async () => {
  show([aFloor(), aParkingDeck()]);
  expect((await list()).getByRole("link", { name: /^Parking 1/ })).toHaveAttribute(
    "href",
    "/admin/floor/20/dashboard",
  );
});

test("the picture's floors lead there too, in the building's own order", async () => {
  const app = show([
    aFloor({ id: 1, name: "Ground" }),
    aFloor({ id: 2, name: "First", noOfLow: 1 }),
    aParkingDeck(),
  ]);
  const picture = within(await screen.findByRole("figure", { name: "Cross-section of Tower A" }));
  expect(picture.getAllByRole("link").map((link) => link.getAttribute("aria-label")?.split(":")[0])).toEqual([
    "First",
    "Ground",
    "Parking 1",
  ]);
  await userEvent.click(picture.getByRole("link", { name: /^First: Low/ }));
  await waitFor(() => expect(app.path()).toBe("/admin/selector"));
  expect(localStorage.getItem("floorID")).toBe("2");
});

test("each system shows the state of network and field devices: fine, warnings or no data", async () => {
  show([aFloor()], 1, () =>
    serve(
      listSubsystemStatuses,
      statuses({
        fieldDevices: { state: "warning", warnings: 2, total: 14, since: "2026-01-05T03:42:00.000Z" },
      }),
    ),
  );
  const hvac = within(await screen.findByRole("article", { name: "HVAC" }));
  expect(await hvac.findByText("OK")).toBeVisible();
  expect(hvac.getByText("Network Status")).toBeVisible();
  expect(hvac.getByText("Field Device Status").nextElementSibling).toHaveTextContent("2");
  expect(hvac.getByText("Warnings")).toBeInTheDocument();
  expect(hvac.getByText(/^since .*09:12$/)).toBeVisible();
  for (const name of ["Chiller", "Lighting", "UPS", "Energy"])
    expect(within(screen.getByRole("article", { name })).getAllByText("No data")).toHaveLength(2);
});

test("an unknown building has the specification's text, with a link to the user's own", async () => {
  renderScreen("/admin/building/99/dashboard", aSession(), () => {
    refuse(listLocationMetrics, "not-found");
    refuse(getLocation, "not-found");
    refuse(listSubsystemStatuses, "not-found");
    refuse(listAlerts, "not-found");
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
  expect(screen.getByRole("link", { name: "Back to the dashboard" })).toHaveAttribute(
    "href",
    "/admin/building/2/dashboard",
  );
});

test.each([
  [2, "A gateway connects its devices and sends their values."],
  [3, "An administrator adds its first gateway."],
] as const)("a building without floors and devices has a next step for the role %s", async (role, text) => {
  renderScreen(address, aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, []);
    serve(getPlaceStatus, { ...aStatus({ state: "unknown" }), noOfDevices: 0 });
  });
  const step = within(await screen.findByRole("region", { name: "Next step" }));
  expect(step.getByText("This building has no devices yet.")).toBeVisible();
  expect(step.getByText(text)).toBeVisible();
  expect(screen.queryByText("No Data Found!!!!!")).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Floors" })).not.toBeInTheDocument();
});

test("a floor's id in the address of a building is no building", async () => {
  show([aFloor()], 1, () =>
    serve(getLocation, {
      id: 2,
      uuid: "blr/a/f1",
      name: "First",
      zone_type: "GL_LOCATION_TYPE_FLOOR",
      floor_type: "wlms",
      path: [],
    }),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
  expect(screen.queryByTestId("tile-First")).not.toBeInTheDocument();
});

test("systems whose first answer is a failure have no data, and the floors are shown", async () => {
  show([aFloor()], 1, () => refuse(listSubsystemStatuses, "internal"));
  expect(await screen.findByTestId("tile-First")).toBeVisible();
  await waitFor(() => expect(screen.getAllByText("No data").length).toBeGreaterThanOrEqual(10));
});

test("shows a failing server in the banner, and loads the floors again at a click", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([], 1, () => refuse(listLocationMetrics, "unavailable"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByRole("alert")).toHaveTextContent("The service is not available right now.");
  serve(listLocationMetrics, [aFloor()]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByTestId("tile-First")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a refusal that another attempt cannot change has no button to try again", async () => {
  show([], 1, () => refuse(listLocationMetrics, "not-allowed"));
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});
