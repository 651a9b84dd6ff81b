import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { type CampusTreeNode, getCampusTree } from "@verandah/contract/campus-tree.ts";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices.ts";
import { expect, test } from "vitest";

import { aSession, aStatus } from "../../testing/builders.ts";
import { aDevice } from "../../testing/plan-builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const node = (
  id: number,
  type: CampusTreeNode["type"],
  title: string,
  children: CampusTreeNode[] = [],
): CampusTreeNode => ({
  id,
  type,
  title,
  expanded: type === "campus" || type === "building",
  activated: true,
  children,
});

const campus = node(1, "campus", "Verandah Bengaluru", [
  node(2, "building", "Tower A", [
    node(11, "floor", "First", [
      node(111, "zone", "Zone 1", [node(7, "seat", "Seat 1-1-1"), node(8, "room", "Room 1-1")]),
    ]),
    { ...node(20, "floor", "Deck 1"), floor_type: "parking" },
  ]),
]);

const devices: DeviceEntry[] = [
  aDevice({ id: 1, ssid: "AHU-1-1", name: "AHU 1-1", locationId: 11, alerts_cri: 2 }),
  aDevice({ id: 2, ssid: "ENV-1", name: "Sensor 1", type: "ENVIRONMENT", locationId: 111 }),
  aDevice({
    id: 3,
    ssid: "ENV-2",
    name: "Sensor 2",
    type: "ENVIRONMENT",
    locationId: 111,
    state: "offline",
    offlineReason: "no-answer",
  }),
];

const statuses = [
  { id: 1, ...aStatus({ noOfCritical: 2, noOfOffline: 1, noOfDevices: 3 }) },
  { id: 11, ...aStatus({ noOfCritical: 2, noOfOffline: 1, noOfDevices: 3 }) },
  { id: 111, ...aStatus({ state: "unknown", noOfOffline: 1, noOfDevices: 2 }) },
  { id: 20, ...aStatus({ state: "unknown", noOfDevices: 0 }) },
];

const show = (path = "/admin/device", served = devices) =>
  renderApp(path, aSession(), () => {
    serve(getCampusTree, campus);
    serve(listDevices, served);
    serve(listPlaceStatuses, statuses);
  });
const item = (name: RegExp | string) => screen.findByRole("treeitem", { name });
const details = async () => within(await screen.findByRole("region", { name: "Details" }));

test("shows the campus down to seats, rooms and devices, with state and counts", async () => {
  show();
  expect(await item("Verandah Bengaluru 2 critical · 1 offline Critical")).toHaveAttribute("aria-level", "1");
  expect(await item("Deck 1")).toBeVisible();
  await userEvent.click(await item(/^First/));
  await userEvent.click(await item(/^Zone 1/));
  for (const name of ["Seat 1-1-1", "Room 1-1", "Sensor 1 Normal"]) expect(await item(name)).toBeVisible();
  await userEvent.click(await item("Sensor 2 Offline Offline"));
  const shown = await details();
  expect(shown.getByText("Verandah Bengaluru › Tower A › First › Zone 1")).toBeVisible();
  expect(shown.getByText("No answer")).toBeVisible();
  expect(shown.getByRole("link", { name: "Open the device" })).toHaveAttribute(
    "href",
    "/admin/device?device=ENV-2",
  );
  await userEvent.click(await item(/^Zone 1/));
  expect((await details()).getByRole("link", { name: "Open the dashboard" })).toHaveAttribute(
    "href",
    "/admin/zone/111/dashboard",
  );
});

test("goes by keyboard alone", async () => {
  show();
  (await item(/^Verandah/)).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowRight}");
  expect(await item(/^First/)).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{End}");
  expect(await item("Deck 1")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  expect(await item(/^AHU 1-1/)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{Home}");
  expect(await item(/^Verandah/)).toHaveFocus();
  expect(screen.queryByText("Zone 1")).not.toBeInTheDocument();
});

test("finds places and devices by name or address, and devices with problems", async () => {
  show();
  const field = await screen.findByLabelText("Find a place or device");
  await userEvent.type(field, "env-2");
  expect(await item(/^Sensor 2/)).toBeVisible();
  expect(await screen.findByText("1 match")).toBeVisible();
  expect(screen.queryByText("Sensor 1")).not.toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.click(screen.getByLabelText("Only devices with alarms or without connection"));
  expect(await screen.findByText("2 matches")).toBeVisible();
  await userEvent.type(field, "nothing");
  expect(await screen.findByText("Nothing matches.")).toBeVisible();
});

test("keeps few rows in the page with 10,000 devices", async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    aDevice({ id: at + 1, ssid: `D-${at}`, name: `Device ${at}`, locationId: 20 }),
  );
  show("/admin/device?find=device", many);
  expect(await screen.findByText("10,000 matches")).toBeVisible();
  expect(await item(/^Device 0 /)).toHaveAttribute("aria-setsize", "10000");
  expect(screen.getAllByRole("treeitem").length).toBeLessThan(100);
  (await item(/^Device 0 /)).focus();
  await userEvent.keyboard("{End}");
  expect(await item(/^Device 9999 /)).toHaveFocus();
});

test("says when it cannot be loaded", async () => {
  renderApp("/admin/device", aSession(), () => {
    refuse(getCampusTree, "unavailable");
    serve(listDevices, devices);
    serve(listPlaceStatuses, statuses);
  });
  await waitFor(() => expect(screen.getByRole("alert")).toBeVisible());
  expect(screen.queryByRole("tree")).not.toBeInTheDocument();
});
