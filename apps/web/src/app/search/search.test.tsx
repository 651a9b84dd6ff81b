import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { acknowledgeAlarm } from "@verandah/contract/alarms/alarm-actions.ts";
import { listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import { logout } from "@verandah/contract/auth/auth.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { type Found, search } from "@verandah/contract/search.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { acknowledgedAnswer, aFloor, anAlarmRow, aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";
import { aLight } from "../../testing/show-lights.ts";

const sensor: Found = {
  kind: "device",
  id: "S-1",
  name: "Sensor 1",
  type: "ENVIRONMENT",
  within: ["Tower A", "Fifth"],
};

function open(found: readonly Found[] = [], role: 1 | 3 | 5 = 1) {
  const app = renderApp("/admin/home", aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, [aFloor({ id: 15, name: "Fifth" }), aFloor({ id: 17, name: "Fields" })]);
    serve(listLights, { zones: [], lights: [aLight({ type: "WAC", floorId: 15 })], occupancy: [] });
  });
  const asked = serve(search, [...found]);
  return { ...app, asked };
}

async function type(text: string) {
  await screen.findByRole("button", { name: "Search" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" });
  await userEvent.type(field, text);
  return field;
}

test("Ctrl K finds a device with its place, and Enter opens it", async () => {
  const app = open([sensor]);
  await type("sensor");
  expect(await screen.findByRole("option", { name: "Sensor 1 Tower A › Fifth" })).toHaveAttribute(
    "data-combobox-selected",
  );
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(app.path()).toBe("/admin/device"));
  expect(app.router.state.location.search).toEqual({ device: "S-1" });
  expect(screen.queryByRole("combobox", { name: "Search" })).not.toBeInTheDocument();
});

test("a UPS opens on the screen of its type", async () => {
  const app = open([{ ...sensor, type: "UPS" }]);
  await type("sensor");
  await userEvent.click(await screen.findByRole("option", { name: "Sensor 1 Tower A › Fifth" }));
  await waitFor(() => expect(app.path()).toBe("/admin/glUps"));
  expect(app.router.state.location.search).toEqual({ device: "S-1" });
});

test.each([
  ["room", "/admin/room/34/dashboard"],
  ["seat", "/admin/seat/34"],
])("a %s opens at %s", async (kind, path) => {
  const app = open([{ kind: "space", id: "34", name: "Lotus", type: kind, within: ["Tower A", "First"] }]);
  await type("lotus");
  await userEvent.click(await screen.findByRole("option", { name: "Lotus Tower A › First" }));
  await waitFor(() => expect(app.path()).toBe(path));
});

test("an operator's action opens the lights of the floor with the change", async () => {
  const app = open();
  await type("lights off fif");
  await userEvent.click(await screen.findByRole("option", { name: "Lights off: Fifth" }));
  await waitFor(() => expect(app.path()).toBe("/admin/floors"));
  expect(app.router.state.location.search).toEqual({ floor: 15, lights: "off" });
});

test("a floor without lights has no action for lights", async () => {
  open();
  await type("lights off f");
  expect(await screen.findByRole("option", { name: "Lights off: Fifth" })).toBeVisible();
  expect(screen.queryByRole("option", { name: "Lights off: Fields" })).not.toBeInTheDocument();
});

test("a person who books opens on the booked seats of that person", async () => {
  const app = open([{ ...sensor, kind: "person", id: "7", name: "Asha Rao", type: "", within: ["Kaveri"] }]);
  await type("asha");
  await userEvent.click(await screen.findByRole("option", { name: "Asha Rao Kaveri" }));
  await waitFor(() => expect(app.path()).toBe("/admin/seat-booking"));
  expect(app.router.state.location.search).toEqual({ tab: "booked", search: "Asha Rao" });
});

test("log out ends the session", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  onTestFinished(() => assign.mockRestore());
  open();
  const { bodies } = serve(logout, { message: "bye" });
  await type("log out");
  expect(await screen.findByRole("option", { name: "Logout" })).toHaveAttribute("data-combobox-selected");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(bodies).toHaveLength(1);
});

test("Enter before the answer opens what the text means, and nothing of an earlier text", async () => {
  const app = open([sensor]);
  const field = await type("sensor");
  await screen.findByRole("option", { name: "Sensor 1 Tower A › Fifth" });
  serve(search, [{ ...sensor, id: "S-12", name: "Sensor 12" }]);
  await userEvent.type(field, " 12{Enter}");
  await waitFor(() => expect(app.router.state.location.search).toEqual({ device: "S-12" }));
});

test.each([
  ["holiday", "Add holiday", "/admin/Glschedule", { new: "special-day-dialog" }],
  ["create schedule", "New schedule", "/admin/schedule", { new: "schedule" }],
  ["book a desk", "New seat booking", "/admin/seat-booking", {}],
  ["book meeting", "New room booking", "/admin/room-booking", {}],
  ["override", "Release an override", "/admin/controls", {}],
  ["turn off the lights in fifth", "Lights off: Fifth", "/admin/floors", { floor: 15, lights: "off" }],
] as const)('Enter after "%s" opens the action %s', async (text, name, path, fields) => {
  const app = open([{ ...sensor, name: "Lights off Fifth" }]);
  await type(text);
  expect(await screen.findByRole("option", { name })).toHaveAttribute("data-combobox-selected");
  const opened: unknown[] = [];
  app.router.subscribe("onBeforeNavigate", ({ toLocation }) => opened.push(toLocation.search));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(app.path()).toBe(path));
  expect(opened[0]).toEqual(fields);
});

test.each([
  ["fifth", "Sensor 1 Tower A › Fifth"],
  ["turn off lights", "LMS Controls"],
  ["meeting", "New room booking"],
  ["schedule", "Scheduler"],
  ["too hot", "Comfort reports"],
])('the first line for "%s" is %s', async (text, first) => {
  open(text === "fifth" ? [sensor] : []);
  await type(text);
  await waitFor(() => expect(screen.getAllByRole("option")[0]).toHaveTextContent(first));
});

test("a viewer has no actions, and a member no search", async () => {
  const { unmount } = open([], 3);
  await type("lights off fifth");
  expect(await screen.findByText("Nothing found.")).toBeVisible();
  unmount();
  open([], 5);
  expect(await screen.findByRole("navigation", { name: "Main menu" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Search" })).not.toBeInTheDocument();
});

test("screens are found by the words of their names; the text is sent once for fast typing", async () => {
  const { asked } = open();
  await type("ups land");
  expect(await screen.findByRole("option", { name: "UPS Landing" })).toBeVisible();
  await waitFor(() => expect(asked.urls.at(-1)).toMatch(/text=ups(\+|%20)land$/));
  expect(asked.urls.length).toBeLessThan("ups land".length);
});

test("a screen without a menu entry is found, one of two addresses once", async () => {
  const app = open();
  const field = await type("alerts");
  await userEvent.click(await screen.findByRole("option", { name: "Alerts" }));
  await waitFor(() => expect(app.path()).toBe("/admin/alerts"));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Alerts" })).toHaveFocus());
  expect(field).not.toBeInTheDocument();
  await type("conference");
  expect(await screen.findAllByRole("option", { name: "Conference Room" })).toHaveLength(1);
});

test("a search that is opened before the next screen arrives keeps the focus", async () => {
  const app = open();
  await screen.findByRole("button", { name: "Search" });
  const arrived = app.router.navigate({ to: "/admin/alerts" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search" });
  await arrived;
  await screen.findByRole("heading", { name: "Alerts", hidden: true });
  expect(field).toHaveFocus();
});

test("Escape closes the search", async () => {
  open([sensor]);
  await type("sensor");
  await screen.findByRole("option", { name: "Sensor 1 Tower A › Fifth" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("A goes to the first alarm, and acknowledges the one whose row has the focus", async () => {
  const alarms = [1, 2].map((id) => anAlarmRow({ Alarm_Id: id, message: `Fault ${id}` }));
  renderApp("/admin/building/2/dashboard", aSession(), () => {
    serve(listUnacknowledged, { rows: alarms, total: 2 });
  });
  const { bodies } = serve(acknowledgeAlarm, acknowledgedAnswer);
  await screen.findByRole("link", { name: "Fault 1" });
  await userEvent.keyboard("a");
  expect(screen.getAllByRole("button", { name: "Ack" })[0]).toHaveFocus();
  expect(bodies).toEqual([]);
  // A key that is held down.
  fireEvent.keyDown(document.body, { key: "a", code: "KeyA", repeat: true });
  expect(bodies).toEqual([]);
  screen.getByRole("link", { name: "Fault 2" }).focus();
  await userEvent.keyboard("a");
  await waitFor(() => expect(bodies).toEqual([{ id: 2 }]));
});

test("a question mark lists the keys, and single keys can be switched off", async () => {
  open();
  await screen.findByRole("button", { name: "Search" });
  await userEvent.keyboard("{Shift>}?{/Shift}");
  const dialog = within(await screen.findByRole("dialog", { name: "Keys" }));
  await userEvent.click(dialog.getByRole("switch", { name: "Use single keys: / A ?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await userEvent.keyboard("/");
  await userEvent.keyboard("{Shift>}?{/Shift}{Control>}k{/Control}");
  expect(await screen.findByRole("combobox", { name: "Search" })).toHaveValue("");
  expect(screen.queryByRole("dialog", { name: "Keys" })).not.toBeInTheDocument();
});
