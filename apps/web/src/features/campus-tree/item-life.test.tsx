import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type ListedRemoval,
  listRemovals,
  previewRemoval,
  type Removal,
  removeItem,
  undoRemoval,
} from "@verandah/contract/campuses/removals.ts";
import {
  changeDeviceType,
  getDeviceModel,
  hidePoint,
  replaceDevice,
} from "@verandah/contract/devices/device-changes.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { details, devices, item, model, showCampusTree as show } from "../../testing/show-campus-tree.ts";

const nothing: Removal = {
  obstacles: [],
  places: 0,
  spaces: 0,
  devices: 1,
  alarms: 0,
  commands: 0,
  held: [],
  schedules: [],
  remaining: [],
  groups: [],
  scenes: [],
  tests: 0,
  fed: [],
  hasReadings: true,
};

async function openRemoval(key: string, removal: Removal) {
  show(`/admin/device?item=${key}`, devices, 2);
  const button = await screen.findByRole("button", { name: "Remove" });
  serve(previewRemoval, removal);
  await userEvent.click(button);
  return within(await screen.findByRole("dialog", { name: /^Remove / }));
}

async function openDevice(name: string) {
  show("/admin/device?item=device-2", devices, 2);
  await userEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}

test("shows what ends with a place, removes it with its stored values, and undoes it", async () => {
  const dialog = await openRemoval("zone-111", {
    ...nothing,
    places: 2,
    spaces: 2,
    devices: 2,
    alarms: 1,
    commands: 3,
    held: ["AHU 1"],
    schedules: ["Early"],
    remaining: ["Whole"],
    groups: ["Late"],
    scenes: ["Talk"],
    tests: 1,
    fed: ["VAV 1", "VAV 2"],
  });
  for (const line of [
    "2 places are removed",
    "2 seats and rooms are removed",
    "2 devices are removed",
    "1 active alarm ends",
    "3 commands that are not finished are cancelled",
    "These do not answer, so their override stays in the device: AHU 1",
    "Verandah writes nothing to it: the equipment goes on as it is",
    "Schedules that end: Early",
    "Schedules that go on with their other zones: Whole",
    "Groups of units that lose a unit: Late",
    "Light scenes that lose lights: Talk",
    "1 planned test tests nothing",
    "Boxes that it supplies with air stay, without a unit: VAV 1, VAV 2",
  ])
    expect(await dialog.findByText(line)).toBeVisible();
  expect(dialog.getByRole("radio", { name: "Keep them for trends and reports" })).toBeChecked();
  await userEvent.click(dialog.getByRole("radio", { name: /^Delete them/ }));
  const removed = serve(removeItem, { id: 5 });
  const undone = serve(undoRemoval, { id: 5 });
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Zone 1 is removed.")).toBeVisible();
  expect(removed.bodies).toEqual([{ kind: "place", id: 111, version: 1, readings: "delete" }]);
  expect((await details()).getByRole("heading", { name: "First" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(undone.bodies).toEqual([{ id: 5 }]);
});

test("shows what prevents a removal, and does not offer it", async () => {
  const dialog = await openRemoval("device-1", {
    ...nothing,
    obstacles: [{ kind: "overrides", names: ["AHU 1-1"] }],
  });
  expect(await dialog.findByText(/^An override is in force: AHU 1-1\. Release it first/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Remove" })).toBeDisabled();
  expect(dialog.queryByRole("radio")).not.toBeInTheDocument();
});

test("names the administrator who changed the device first, and what prevents the removal since", async () => {
  const dialog = await openRemoval("device-2", nothing);
  const remove = dialog.getByRole("button", { name: "Remove" });
  await waitFor(() => expect(remove).toBeEnabled());
  refuse(removeItem, "place-changed", { fields: { by: "asha" } });
  await userEvent.click(remove);
  expect(await dialog.findByText("asha has changed this place or device.")).toBeVisible();
  refuse(removeItem, "item-in-use", { fields: { bookings: "Room 1" } });
  await userEvent.click(remove);
  expect(await dialog.findByText(/^Bookings or waitlist entries from now on: Room 1\./)).toBeVisible();
});

test("lists removed items, and brings one back", async () => {
  const row: ListedRemoval = {
    id: 5,
    kind: "device",
    name: "AHU 9",
    path: ["Tower A", "First"],
    removedAt: "2026-01-05T06:30:00Z",
    removedBy: "asha",
    devices: 1,
    readings: "kept",
    deletedAt: null,
  };
  show("/admin/device", devices, 2);
  serve(listRemovals, [row, { ...row, id: 6, name: "Room 9", devices: 0, kind: "space" }]);
  await userEvent.click(await screen.findByRole("button", { name: "Removed items" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Removed items" }));
  expect((await dialog.findAllByText("Tower A › First"))[0]).toBeVisible();
  const undone = serve(undoRemoval, { id: 5 });
  serve(listRemovals, []);
  await userEvent.click(dialog.getByRole("button", { name: "Bring back AHU 9" }));
  expect(await screen.findByText("AHU 9 is back.")).toBeVisible();
  expect(await dialog.findByText("Nothing is removed.")).toBeVisible();
  expect(undone.bodies).toEqual([{ id: 5 }]);
});

test("only an administrator removes items and sees the removed ones", async () => {
  show("/admin/device?item=device-2", devices, 1);
  expect(await item(/^Sensor 1/)).toBeVisible();
  for (const name of ["Remove", "Removed items", "Replace device", "Hide points", "Change type"])
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
});

test("notes the serial number of a new device", async () => {
  const dialog = await openDevice("Replace device");
  await userEvent.click(dialog.getByRole("button", { name: "Replace" }));
  expect(dialog.getByText("field cannot be empty")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Serial number of the new device"), "SN-2");
  await userEvent.type(dialog.getByLabelText("Note"), "Battery leaked");
  const asked = serve(replaceDevice, { version: 2 });
  serve(getDeviceModel, {
    ...model,
    version: 2,
    serialNumber: "SN-2",
    replacements: [{ at: "2026-01-05T06:30:00Z", by: "asha", serialNumber: "SN-2", note: "Battery leaked" }],
  });
  await userEvent.click(dialog.getByRole("button", { name: "Replace" }));
  expect(await screen.findByText(/by asha: serial number SN-2 · Battery leaked$/)).toBeVisible();
  expect(asked.bodies).toEqual([{ id: 2, version: 1, serial_number: "SN-2", note: "Battery leaked" }]);
});

test("hides a point, shows another again, and names who changed the device meanwhile", async () => {
  const dialog = await openDevice("Hide points");
  const asked = serve(hidePoint, { version: 2 });
  await userEvent.click(dialog.getByRole("button", { name: "Hide Temperature" }));
  await waitFor(() => expect(asked.bodies).toHaveLength(1));
  serve(getDeviceModel, { ...model, version: 2 });
  refuse(hidePoint, "place-changed", { fields: { by: "asha" } });
  await userEvent.click(dialog.getByRole("button", { name: /^Show CO/ }));
  expect(
    await dialog.findByText("asha has changed this device meanwhile. Check it, then try again."),
  ).toBeVisible();
  expect(asked.bodies).toEqual([{ id: 2, version: 1, param_id: "TEMPERATURE", hidden: true }]);
});

test("names the points that lose their meaning with another type, and undoes it", async () => {
  const dialog = await openDevice("Change type");
  await userEvent.click(dialog.getByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByRole("option", { name: /^Weather/ }));
  expect(await dialog.findByText(/^These points lose their meaning/)).toBeVisible();
  const asked = serve(changeDeviceType, { version: 2 });
  await userEvent.click(dialog.getByRole("button", { name: "Change type" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(asked.bodies).toEqual([
      { id: 2, version: 1, type: "WEATHERSTATION" },
      { id: 2, version: 2, type: "ENVIRONMENT" },
    ]),
  );
});
