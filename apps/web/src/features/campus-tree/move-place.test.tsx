import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { type CampusTreeNode, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { movePlace, type PlaceMove, previewPlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

function node(
  id: number,
  type: CampusTreeNode["type"],
  title: string,
  children: CampusTreeNode[] = [],
  floorType?: "parking" | "wlms",
): CampusTreeNode {
  const shared = { id, type, title, expanded: true, activated: true, version: 3, children };
  return { ...shared, ...(floorType && { floor_type: floorType }) };
}

const campus = node(1, "campus", "Verandah Bengaluru", [
  node(2, "building", "Tower A", [
    node(11, "floor", "First", [node(111, "zone", "Zone 1", [node(1111, "area", "Area 1")])], "wlms"),
    node(12, "floor", "Second", [node(121, "zone", "Zone 9")], "wlms"),
    node(20, "floor", "Deck 1", [node(201, "zone", "Bays")], "parking"),
  ]),
  node(3, "building", "Annex"),
]);

const nothing: PlaceMove = {
  obstacles: [],
  devices: 0,
  alarms: 0,
  bookings: 0,
  waiting: 0,
  schedules: [],
  limits: [],
  onPlan: 0,
  fed: [],
  building: null,
  isActive: true,
};

async function openMove(key: string) {
  renderScreen(`/admin/device?item=${key}`, aSession({ role: { id: 2 } }), () => {
    serve(getCampusTree, campus);
    serve(listDevices, []);
    serve(listPlaceStatuses, []);
  });
  await screen.findByRole("button", { name: "Edit" });
  const button = screen.queryByRole("button", { name: "Move" });
  if (!button) return undefined;
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: /^Move / }));
  await userEvent.click(dialog.getByRole("combobox", { name: "New place" }));
  return dialog;
}
const places = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

test("offers each place the places that can have it", async () => {
  await openMove("area-1111");
  expect(places()).toEqual(["Tower A › Second › Zone 9"]);
});

test.each([
  ["zone-111", ["Tower A › Second"]],
  ["floor-20", ["Annex"]],
])("offers %s %j", async (key, expected) => {
  await openMove(key);
  expect(places()).toEqual(expected);
});

test("shows the dependent items before it moves the place", async () => {
  const dialog = await openMove("zone-111");
  const asked = serve(previewPlaceMove, {
    ...nothing,
    devices: 4,
    alarms: 1,
    bookings: 2,
    schedules: ["Early", "Late"],
    limits: ["lux"],
    onPlan: 5,
    fed: ["AHU 1"],
    building: "Annex",
    isActive: false,
  });
  const moved = serve(movePlace, { version: 4 });
  await userEvent.click(screen.getByRole("option", { name: "Tower A › Second" }));
  for (const line of [
    "4 devices move with it",
    "1 active alarm moves with it",
    "2 bookings and waitlist entries keep their seats and rooms",
    "The people get an e-mail with the new floor",
    "Schedules that move with it: Early, Late",
    "The default schedule and the holidays of Annex apply",
    "1 alarm limit is different there",
    "5 outlines and positions are not on the new floor plan: draw them there",
    "Air supply between the floors stays: AHU 1",
    "The new place is deactivated: commands and bookings are refused there",
    "Its past alarms and energy are shown at the new place",
  ])
    expect(await screen.findByText(line)).toBeVisible();
  expect(asked.urls.map((url) => new URL(url).search)).toEqual(["?id=111&parent=12"]);
  await userEvent.click(dialog?.getByRole("button", { name: "Move" }) ?? document.body);
  expect(await screen.findByText("Zone 1 is moved.")).toBeVisible();
  expect(moved.bodies).toEqual([{ id: 111, version: 3, parent: 12 }]);
});

test("shows the reasons that prevent a move, and does not offer it", async () => {
  const dialog = await openMove("zone-111");
  serve(previewPlaceMove, { ...nothing, obstacles: [{ kind: "schedules", names: ["Early", "Late"] }] });
  await userEvent.click(screen.getByRole("option", { name: "Tower A › Second" }));
  expect(
    await screen.findByText(
      "These schedules also name zones that stay: Early, Late. Remove the zone from them first.",
    ),
  ).toBeVisible();
  expect(dialog?.getByRole("button", { name: "Move" })).toBeDisabled();
});

test("shows why the server refused a move", async () => {
  const dialog = await openMove("zone-111");
  serve(previewPlaceMove, nothing);
  refuse(movePlace, "place-changed");
  await userEvent.click(screen.getByRole("option", { name: "Tower A › Second" }));
  await waitFor(() => expect(dialog?.getByRole("button", { name: "Move" })).toBeEnabled());
  await userEvent.click(dialog?.getByRole("button", { name: "Move" }) ?? document.body);
  expect(await dialog?.findByText("Someone else has changed this place or device.")).toBeVisible();
});

test("names the administrator who changed the place first, and the change", async () => {
  const dialog = await openMove("zone-111");
  const asked = serve(previewPlaceMove, nothing);
  refuse(movePlace, "place-changed", { fields: { by: "asha" } });
  await userEvent.click(screen.getByRole("option", { name: "Tower A › Second" }));
  await waitFor(() => expect(dialog?.getByRole("button", { name: "Move" })).toBeEnabled());
  serve(
    getCampusTree,
    node(1, "campus", "Verandah Bengaluru", [
      node(2, "building", "Tower A", [
        node(11, "floor", "First", [node(111, "zone", "North")], "wlms"),
        node(12, "floor", "Second", [], "wlms"),
      ]),
    ]),
  );
  await userEvent.click(dialog?.getByRole("button", { name: "Move" }) ?? document.body);
  expect(await dialog?.findByText("asha has changed this place or device.")).toBeVisible();
  expect(
    await dialog?.findByText("The name is now North. Check what moves along, then move it again."),
  ).toBeVisible();
  await waitFor(() => expect(asked.urls).toHaveLength(2));
});

test("a building does not move", async () => {
  expect(await openMove("building-2")).toBeUndefined();
});
