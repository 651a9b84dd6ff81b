import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type AlarmSummary, getAlarmSummary, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { logout } from "@verandah/contract/auth/auth.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { afterEach, expect, test, vi } from "vitest";

import { keyOf } from "#data/query/route-query.ts";

import { alertLists, anAlert, aSession } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, refuse, serve } from "../../testing/serve.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Entry = readonly [name: string, href: string];

/**
 * The parts of an operator's menu with their entries; some have no head. Names and paths: source spec 2 §2 Shell and menu; their order: product page
 * "Deliberate differences".
 */
const operatorMenu: readonly (readonly [head: string | undefined, entries: readonly Entry[]])[] = [
  [undefined, [["Building Dashboard", "/admin/building/2/dashboard"]]],
  [undefined, [["Alarms", "/admin/eventsviewer"]]],
  [
    "Spaces",
    [
      ["Floor occupancy", "/admin/flooroccupancy"],
      ["Comfort reports", "/admin/comfort"],
      ["Places and devices", "/admin/device"],
    ],
  ],
  [
    "Equipment",
    [
      ["HVAC Controls", "/admin/glAhu"],
      ["LMS Controls", "/admin/floors"],
      ["UPS Landing", "/admin/glLandingUps"],
      ["UPS", "/admin/glUps"],
      ["VAV Page", "/admin/glVav"],
      ["Network Diagram", "/admin/networkDiagram"],
      ["Controls", "/admin/controls"],
    ],
  ],
  [
    "Schedules",
    [
      ["AHU Scheduler", "/admin/Glschedule"],
      ["Scheduler", "/admin/schedule"],
    ],
  ],
  [
    "Energy",
    [
      ["Energy Meter", "/admin/glEnergyMeter"],
      ["Energy", "/admin/energy"],
    ],
  ],
  [
    "Bookings",
    [
      ["Conference Room", "/admin/room-booking/0"],
      ["Seat Booking", "/admin/seat-booking"],
      ["Room calendars", "/admin/roomCalendars"],
      ["QR codes", "/admin/seatCodes"],
    ],
  ],
  [undefined, [["Reports", "/admin/reportsviewer"]]],
  [
    "Solar pumps",
    [
      ["Pump fleet", "/admin/pumpFleet"],
      ["Dashboard", "/admin/dashboard"],
    ],
  ],
  ["Administration", [["Configuration", "/admin/configuration"]]],
];
const allEntries = operatorMenu.flatMap(([, entries]) => entries);
/** Source: spec 1 §6 for Scheduler. */
const operatorsOnly = [
  "AHU Scheduler",
  "Scheduler",
  "Configuration",
  "Room calendars",
  "QR codes",
  "Pump fleet",
];
const management = [
  ["Users", "/admin/users"],
  ["Coworking users", "/admin/upload"],
  ["New customer with pump", "/admin/newCustomer"],
  ["Add device", "/admin/vdevice"],
  ["Add User", "/admin/addUser"],
  ["Mapping", "/admin/Vmap"],
  ["Change Password", "/admin/changepassword"],
];

/** The entries of the menu, those of closed parts too. */
async function menuOf(role: 1 | 2 | 3 | 4 | 5) {
  renderApp("/admin/home", aSession({ role: { id: role } }));
  const nav = await screen.findByRole("navigation", { name: "Main menu" });
  return within(nav)
    .queryAllByRole("link", { hidden: true })
    .map((link) => [link.textContent, link.getAttribute("href")]);
}

test.each([
  [1, allEntries],
  [3, allEntries.filter(([name]) => !operatorsOnly.includes(name))],
] as const)("role %i finds the screens of the menu by job", async (role, entries) => {
  expect(await menuOf(role)).toEqual(entries);
  expect(screen.queryByRole("button", { name: "User Management" })).not.toBeInTheDocument();
});

test("the schedules and the part of the open screen are open, others open by a click, and that is kept", async () => {
  const { unmount } = renderApp("/admin/glUps", aSession());
  const nav = within(await screen.findByRole("navigation", { name: "Main menu" }));
  const parts = operatorMenu.flatMap(([head]) => head ?? []);
  expect(nav.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(parts);
  expect(nav.getByRole("link", { name: "UPS" })).toHaveAttribute("aria-current", "page");
  expect(nav.getByRole("link", { name: "AHU Scheduler" })).toBeVisible();
  await userEvent.click(nav.getByRole("button", { name: "Schedules" }));
  expect(nav.queryByRole("link", { name: "AHU Scheduler" })).not.toBeInTheDocument();
  expect(nav.queryByRole("link", { name: "Energy Meter" })).not.toBeInTheDocument();
  await userEvent.click(nav.getByRole("button", { name: "Energy" }));
  expect(nav.getByRole("link", { name: "Energy Meter" })).toBeVisible();
  await userEvent.click(nav.getByRole("button", { name: "Equipment" }));
  expect(nav.queryByRole("link", { name: "UPS" })).not.toBeInTheDocument();
  unmount();
  renderApp("/admin/glUps", aSession());
  const again = within(await screen.findByRole("navigation", { name: "Main menu" }));
  expect(again.getByRole("button", { name: "Energy" })).toHaveAttribute("aria-expanded", "true");
  expect(again.getByRole("button", { name: "Schedules" })).toHaveAttribute("aria-expanded", "false");
  expect(again.getByRole("button", { name: "Equipment" })).toHaveAttribute("aria-expanded", "false");
});

test("no two entries or heads of the menu have the same icon", async () => {
  const entries = await menuOf(2);
  const nav = within(screen.getByRole("navigation", { name: "Main menu" }));
  const icons = [...nav.getAllByRole("link", { hidden: true }), ...nav.getAllByRole("button")].map(
    (entry) => entry.querySelector("svg")?.innerHTML,
  );
  expect(icons.length).toBeGreaterThan(entries.length);
  expect(icons).not.toContain(undefined);
  expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([]);
});

test("a pump customer finds only the pumps", async () => {
  expect(await menuOf(4)).toEqual([["Dashboard", "/admin/dashboard"]]);
});

test("a coworking member finds comfort, booking and occupancy, without parts", async () => {
  expect(await menuOf(5)).toEqual([
    ["Building Dashboard", "/admin/building/2/dashboard"],
    ["Floor occupancy", "/admin/flooroccupancy"],
    ["Conference Room", "/admin/room-booking/0"],
    ["Seat Booking", "/admin/seat-booking"],
  ]);
  const nav = screen.getByRole("navigation", { name: "Main menu" });
  expect(within(nav).getAllByRole("link")).toHaveLength(4);
});

test("the administrator finds Administration and User Management, folded, at the foot", async () => {
  const others = allEntries.slice(0, -1);
  const administration = [
    ["Floor plan editor", "/admin/floorplan"],
    ["Configuration", "/admin/configuration"],
    ["Site file", "/admin/siteFile"],
    ["Gateways", "/admin/gateways"],
    ["Demo campus", "/admin/demo"],
  ];
  expect(await menuOf(2)).toEqual([...others, ...administration, ...management]);
  const group = screen.getByRole("button", { name: "User Management" });
  expect(group).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(group);
  expect(screen.getByRole("link", { name: "Change Password" })).toBeVisible();
});

test("the open screen is marked in the menu", async () => {
  renderApp("/admin/reportsviewer", aSession());
  expect(await screen.findByRole("link", { name: "Reports" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("link", { name: "Alarms" })).not.toHaveAttribute("aria-current");
});

test("the clock shows the campus's own time and moves each second", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T18:29:10.000Z") });
  renderApp("/admin/home", aSession());
  const clock = await screen.findByText(/^23:59:\d\d$/);
  const before = Number(clock.textContent.slice(-2));
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(() => expect(Number(clock.textContent.slice(-2))).toBeGreaterThanOrEqual(before + 3));
  vi.setSystemTime("2026-01-05T18:29:59.500Z");
  await vi.advanceTimersByTimeAsync(1_500);
  await vi.waitFor(() => expect(clock).toHaveTextContent(/^00:00:0\d$/));
});

const summary = (critical: number, noncritical = 0): AlarmSummary => ({
  active: { critical, noncritical },
  returned: 0,
  unacknowledged: 0,
  shelved: 5,
});

test("the bell and the tab count active alarms, and the bell links to the alarms screen", async () => {
  renderApp("/admin/home", aSession(), () => {
    serve(getAlarmSummary, summary(1, 2));
    return serve(listAlerts, alertLists([anAlert(), anAlert({ Alarm_Id: 2 })]));
  });
  const bell = await screen.findByRole("link", { name: /Active alarms: 1 critical, 2 low$/ });
  expect(bell).toHaveAttribute("href", "/admin/eventsviewer");
  expect(bell).toHaveTextContent("3");
  await waitFor(() => expect(document.title).toMatch(/^\(3\) .* · Verandah$/));
});

test("the bell names returned alarms that are not acknowledged, and does not count them", async () => {
  renderApp("/admin/home", aSession(), () => serve(getAlarmSummary, { ...summary(0), returned: 1 }));
  const bell = await screen.findByRole("link", {
    name: "Active alarms: 0 critical, 0 low · 1 returned, not acknowledged",
  });
  expect(within(bell).queryByText("1")).not.toBeInTheDocument();
  expect(document.title).not.toMatch(/^\(/);
});

test("the bell's count is loaded again every 5 seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked: readonly string[] = [];
  renderApp("/admin/home", aSession(), () => {
    asked = serve(getAlarmSummary, summary(0)).urls;
  });
  await screen.findByRole("link", { name: /alarms: 0 critical/ });
  const first = asked.length;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toHaveLength(first);
  await vi.advanceTimersByTimeAsync(1_500);
  await waitFor(() => expect(asked).toHaveLength(first + 1));
});

test("the bell keeps the last count after a failed call, and marks it as old", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { queryClient } = renderApp("/admin/building/2/dashboard", aSession(), () =>
    serve(getAlarmSummary, summary(1)),
  );
  expect(await screen.findByRole("link", { name: /Active alarms: 1 critical, 0 low$/ })).toBeVisible();
  refuse(getAlarmSummary, "internal");
  void queryClient.invalidateQueries({ queryKey: keyOf(listAlerts) });
  await vi.advanceTimersByTimeAsync(5_000);
  const bell = await screen.findByRole("link", { name: /1 critical, 0 low. Not up to date/ });
  expect(bell).toHaveTextContent("1");
  vi.useRealTimers();
});

test("a bell without any answer shows that the count is unavailable", async () => {
  renderApp("/admin/building/2/dashboard", aSession(), () => refuse(getAlarmSummary, "internal"));
  expect(await screen.findByRole("link", { name: /Alarm count unavailable. Not up to date/ })).toBeVisible();
});

test("a wrong building in the address does not hide alarms from the bell", async () => {
  let asked: readonly string[] = [];
  renderApp("/admin/building/99/dashboard", aSession(), () => {
    refuse(getLocation, "not-found");
    refuse(listLocationMetrics, "not-found");
    serve(getAlarmSummary, summary(1));
    asked = serve(listAlerts, alertLists([anAlert()])).urls;
  });
  expect(await screen.findByRole("link", { name: /alarms: 1 critical/ })).toBeVisible();
  await screen.findByText("No Data Found!!!!!");
  expect(asked.every((url) => url.endsWith("/v1/alerts/2/alerts"))).toBe(true);
  expect(new Set(FakeEventSource.opened.map(({ url }) => url))).toEqual(new Set(["/v1/live?building=2"]));
});

test("another building of the campus is followed while its dashboard is open", async () => {
  renderApp("/admin/building/9/dashboard", aSession(), () =>
    serve(getLocation, {
      id: 9,
      uuid: "blr/b",
      name: "Tower B",
      zone_type: "GL_LOCATION_TYPE_BUILDING",
      floor_type: null,
      path: [],
    }),
  );
  await screen.findByRole("heading", { level: 1, name: "Tower B" });
  await waitFor(() => expect(FakeEventSource.opened.at(-1)?.url).toBe("/v1/live?building=9"));
});

test("a pump customer has no bell, and loads the alarms of the own pumps", async () => {
  let counted: readonly string[] = [];
  let asked: readonly string[] = [];
  renderApp("/admin/dashboard", aSession({ role: { id: 4 } }), () => {
    counted = serve(getAlarmSummary, summary(1)).urls;
    asked = serve(listAlerts, alertLists()).urls;
  });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(screen.queryByText(/Active alarms:/)).not.toBeInTheDocument();
  expect(counted).toHaveLength(0);
  await waitFor(() => expect(asked).toHaveLength(1));
});

test("logging out deletes all data and shows the login", async () => {
  let bodies: unknown[] = [];
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  renderApp("/admin/home", aSession(), () => {
    bodies = serve(logout, { message: "bye" }).bodies;
  });
  await userEvent.click(await screen.findByRole("button", { name: /User menu: asha/ }));
  expect(await screen.findByText(/Last login 5 Jan 2026, 09:00/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("menuitem", { name: "Logout" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(bodies).toHaveLength(1);
  expect(localStorage.getItem("userID")).toBeNull();
  expect(localStorage.getItem("buildingID")).toBeNull();
});

test("the live stream's event of the user's own logout does not reload the page before all data is deleted", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  renderApp("/admin/home", aSession(), () =>
    serve(logout, () => {
      FakeEventSource.opened.at(-1)?.send({ name: "session-over", data: { code: "session-replaced" } });
      return { message: "bye" };
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: /User menu: asha/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(reload).not.toHaveBeenCalled();
  expect(localStorage.getItem("userID")).toBeNull();
});

test("a logout that does not reach the server shows an error and keeps the session", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  renderApp("/admin/home", aSession(), () => cutOff(logout));
  await userEvent.click(await screen.findByRole("button", { name: /User menu: asha/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Logout" }));
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
  expect(localStorage.getItem("userID")).toBe("7");
});

test("a navigation moves the focus to the new heading", async () => {
  renderApp("/admin/home", aSession());
  await userEvent.click(await screen.findByRole("link", { name: "Reports" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Reports" })).toHaveFocus());
});

test("the language can be changed", async () => {
  renderApp("/admin/home", aSession());
  await userEvent.click(await screen.findByRole("button", { name: "Language" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "हिन्दी" }));
  expect(await screen.findByRole("link", { name: "अलार्म" })).toBeVisible();
  expect(document.documentElement).toHaveAttribute("lang", "hi");
  expect(localStorage.getItem("language")).toBe("hi");
});
