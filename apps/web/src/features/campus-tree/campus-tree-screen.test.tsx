import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import { editTreeItem, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getNetworkStatus, type NetworkNode } from "@verandah/contract/devices/network.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { loseStream } from "../../testing/fake-event-source.ts";
import { aDevice } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";
import {
  campus,
  details,
  devices,
  item,
  showCampusTree as show,
  statuses,
} from "../../testing/show-campus-tree.ts";

const networkPart = (
  id: string,
  kind: NetworkNode["kind"],
  ssid: string | null,
  children: NetworkNode[] = [],
): NetworkNode => ({
  id,
  kind,
  ssid,
  children,
  name: `The ${kind}`,
  state: "online",
  type: null,
  offlineReason: null,
  lastSeenAt: null,
  stateSince: null,
  firmware: null,
  latencyMs: null,
  missedPolls: null,
  outboxPending: null,
  driversDown: [],
  counts: { devices: 0, offline: 0, unknown: 0 },
});

test("no place or device is shown as fine while the stream is down, and alarms stay", async () => {
  show();
  await userEvent.click(await item(/^First/));
  await userEvent.click(await item(/^Zone 1/));
  expect(await item("Sensor 1 Normal")).toBeVisible();
  await loseStream();
  expect(await item("Sensor 1 Unknown")).toBeVisible();
  expect(await item(/^Verandah Bengaluru .* Critical$/)).toBeVisible();
});

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

test("opens the places above the item of the address", async () => {
  show("/admin/device?item=device-2");
  expect(await item("Sensor 1 Normal")).toHaveAttribute("aria-selected", "true");
  expect(await item(/^Zone 1/)).toHaveAttribute("aria-expanded", "true");
});

test("works with the keyboard only", async () => {
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
  expect(await screen.findByText("1 match")).toBeVisible();
  expect(await item(/^Sensor 2/)).toBeVisible();
  expect(screen.queryByText("Sensor 1")).not.toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.click(screen.getByLabelText("Only devices with alarms or without connection"));
  expect(await screen.findByText("2 matches")).toBeVisible();
  await userEvent.type(field, "nothing");
  expect(await screen.findByText("Nothing matches.")).toBeVisible();
});

test("a place that was found opens to all that is in it", async () => {
  show("/admin/device?find=zone");
  await userEvent.click(await item(/^Zone 1/));
  expect(await item("Sensor 1 Normal")).toBeVisible();
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

test("an administrator renames and deactivates a device; only changed fields are sent", async () => {
  show("/admin/device?find=sensor&item=device-2", devices, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const asked = serve(editTreeItem, { version: 2 });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Sensor 1" }));
  expect(dialog.getByRole("combobox", { name: "Place" })).toHaveValue("Tower A › First › Zone 1");
  await userEvent.clear(dialog.getByLabelText("Name"));
  expect(dialog.getByText("field cannot be empty")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Name"), "Window sensor");
  await userEvent.click(dialog.getByRole("switch", { name: /^Activated/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([
    { kind: "device", id: 2, version: 1, title: "Window sensor", activated: false },
  ]);
});

test("shows the reasons that prevent the move of a device", async () => {
  show("/admin/device?find=sensor&item=device-2", devices, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  refuse(editTreeItem, "place-cannot-move", { fields: { scenes: "Talk, Film" } });
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const alert = await dialog.findByRole("alert");
  expect(alert).toHaveTextContent("It cannot move now");
  expect(alert).toHaveTextContent(
    "These light scenes have lights that would leave their zone: Talk, Film. Delete them first.",
  );
});

test("shows another administrator's change, and keeps it", async () => {
  show("/admin/device?find=sensor&item=device-2", devices, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  refuse(editTreeItem, "place-changed", { fields: { by: "asha" } });
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Name"), " B");
  serve(
    listDevices,
    devices.map((device) => (device.id === 2 ? { ...device, version: 2, activated: false } : device)),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/It is deactivated now\./)).toBeVisible();
  expect(dialog.getByText("asha has changed this place or device.")).toBeVisible();
  const asked = serve(editTreeItem, { version: 3 });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([{ kind: "device", id: 2, version: 2, title: "Sensor 1 B" }]);
});

test("marks a deactivated place and all below it, and only administrators may change that", async () => {
  const root = structuredClone(campus);
  const zone = root.children[0]?.children[0]?.children[0];
  if (!zone) throw new Error("the campus has a zone");
  zone.activated = false;
  show("/admin/device?find=sensor", devices, 1, root);
  expect(await item(/^Zone 1 Deactivated/)).toBeVisible();
  await userEvent.click(await item(/^Sensor 1/));
  expect((await details()).getByText("With Zone 1")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
});

test("shows that it cannot be loaded", async () => {
  renderScreen("/admin/device", aSession(), () => {
    refuse(getCampusTree, "unavailable");
    serve(listDevices, devices);
    serve(listPlaceStatuses, statuses);
  });
  await waitFor(() => expect(screen.getByRole("alert")).toBeVisible());
  expect(screen.queryByRole("tree")).not.toBeInTheDocument();
});

test("an administrator adds a device to a zone, with its type and gateway", async () => {
  show("/admin/device?item=zone-111", devices, 2);
  serve(getNetworkStatus, networkPart("server", "server", null, [networkPart("g1", "gateway", "GW-1")]));
  await userEvent.click(await screen.findByRole("button", { name: "Add a device" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Add a device to/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getAllByText("field cannot be empty")).toHaveLength(4);
  await userEvent.type(dialog.getByLabelText("Name"), "VAV 9");
  await userEvent.click(dialog.getByRole("combobox", { name: "Type" }));
  await userEvent.click(screen.getByRole("option", { name: /^VAV/ }));
  await userEvent.type(dialog.getByLabelText("Address"), "VAV-9");
  await userEvent.click(dialog.getByRole("combobox", { name: "Gateway" }));
  await userEvent.click(await screen.findByRole("option", { name: "The gateway" }));
  const { bodies } = serve(addDevice, { ssid: "VAV-9" });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("VAV 9 is added.")).toBeVisible();
  expect(bodies).toEqual([{ parent: 111, ssid: "VAV-9", title: "VAV 9", type: "VAV", gateway: "GW-1" }]);
});
