import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addTreeItem, editTreeItem, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { campus, details, devices, node, showCampusTree as show } from "../../testing/show-campus-tree.ts";

test("an administrator adds a room to a zone", async () => {
  show("/admin/device?item=zone-111", devices, 2);
  const asked = serve(addTreeItem, { id: 9 });
  await userEvent.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add to Zone 1" }));
  await userEvent.click(dialog.getByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Room" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByText("field cannot be empty")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Name"), "Room 1-2");
  await userEvent.clear(dialog.getByLabelText("Seats"));
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByText("field cannot be empty")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Seats"), "5");
  await userEvent.type(dialog.getByRole("combobox", { name: "Facilities" }), "Screen{Enter}Phone{Enter}");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([
    { parent: 111, type: "room", title: "Room 1-2", seats: 5, facilities: ["Screen", "Phone"] },
  ]);
});

test("a refused name of a new item is marked, and a refused place has a banner", async () => {
  show("/admin/device?item=zone-111", devices, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add to Zone 1" }));
  await userEvent.type(dialog.getByLabelText("Name"), "Seat 2");
  refuse(addTreeItem, "input-invalid", { once: true, fields: { title: "A text" } });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("A text")).toBeVisible();
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
  refuse(addTreeItem, "input-invalid", { fields: { parent: "Choose a place" } });
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
});

test.each([
  ["a seat", "seat-7", "Seat 1-1-1", false],
  ["a room", "room-8", "Room 1-1", true],
])("whether %s can move to a parking deck", async (_what, key, title, isOffered) => {
  const root = structuredClone(campus);
  root.children[0]?.children[1]?.children.push(node(201, "zone", "Bays"));
  show(`/admin/device?item=${key}`, devices, 2, root);
  await userEvent.click((await details()).getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: `Edit ${title}` }));
  await userEvent.click(dialog.getByRole("combobox", { name: "Place" }));
  expect(await screen.findByRole("option", { name: "Tower A › First › Zone 1" })).toBeVisible();
  expect(screen.queryAllByRole("option", { name: "Tower A › Deck 1 › Bays" })).toHaveLength(
    isOffered ? 1 : 0,
  );
});

test("an administrator changes the seats and facilities of a room", async () => {
  show("/admin/device?item=room-8", devices, 2);
  const shown = await details();
  expect(await shown.findByText("Screen")).toBeVisible();
  expect(shown.getByText("Seats").nextSibling).toHaveTextContent("6");
  await userEvent.click(shown.getByRole("button", { name: "Edit" }));
  const asked = serve(editTreeItem, { version: 2 });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Room 1-1" }));
  const seats = dialog.getByLabelText("Seats");
  await userEvent.clear(seats);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("field cannot be empty")).toBeVisible();
  await userEvent.type(seats, "8");
  refuse(editTreeItem, "input-invalid", {
    once: true,
    fields: { seats: "At most 1000", "facilities.0": "A text" },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("At most 1000")).toBeVisible();
  expect(dialog.getByText("A text")).toBeVisible();
  expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
  await userEvent.type(dialog.getByRole("combobox", { name: "Facilities" }), "Whiteboard");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([
    { kind: "space", id: 8, version: 1, seats: 8, facilities: ["Screen", "Whiteboard"] },
  ]);
});

test("shows the seats and facilities that another administrator has set meanwhile, and keeps them", async () => {
  show("/admin/device?item=room-8", devices, 2);
  await userEvent.click((await details()).getByRole("button", { name: "Edit" }));
  refuse(editTreeItem, "place-changed", { fields: { by: "asha" } });
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Name"), " B");
  const root = structuredClone(campus);
  const room = root.children[0]?.children[0]?.children[0]?.children[1];
  Object.assign(room ?? {}, { version: 2, seats: 10, facilities: ["Phone"] });
  serve(getCampusTree, root);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/It has 10 seats now\. Its facilities are now: Phone\./)).toBeVisible();
  const asked = serve(editTreeItem, { version: 3 });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(asked.bodies).toEqual([{ kind: "space", id: 8, version: 2, title: "Room 1-1 B" }]);
});
