import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getAlarm, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getSession, listDemoAccounts, login, type Session } from "@verandah/contract/auth/auth.ts";
import { getHealth } from "@verandah/contract/health.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createQueryClient } from "#data/query/query-client.ts";

import { alertLists, anAlarmRow, aSession } from "../../testing/builders.ts";
import { aPump } from "../../testing/pumps.ts";
import { cutOff, refuse, serve } from "../../testing/serve.ts";
import { serveFarmer } from "../../testing/show-pumps.ts";
import { FarmerApp } from "./farmer-app.tsx";

const farmer = aSession({ role: { id: 4 } });
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

function show(address: string, session: Session | null, served?: () => void) {
  window.history.replaceState(null, "", address);
  serve(listDemoAccounts, { accounts: [] });
  serve(listAlerts, alertLists());
  refuse(getAlarm, "not-found");
  serveFarmer([aPump({}, { alarms: [anAlarmRow()] }), aPump({}, { ssid: "P-2", name: "Pump 02 Malur" })]);
  if (session) {
    document.cookie = `role=${session.role.id}; Path=/`;
    serve(getSession, session);
  }
  served?.();
  render(<FarmerApp queryClient={createQueryClient()} env="test" />);
}

const address = () => window.location.pathname + window.location.search;

async function logIn(session: Session): Promise<void> {
  serve(login, { ...session, token: "JWT secret" });
  await user.type(await screen.findByLabelText("Username"), "asha");
  await user.type(screen.getByLabelText("Password"), "Verandah1");
  await user.click(screen.getByRole("button", { name: "Login" }));
  await screen.findByText("Logged in");
}

test.each(["/", "/login", "/admin", "/admin/dashboard"])("%s shows a farmer the pumps", async (path) => {
  show(path, farmer);
  expect(await screen.findByRole("article", { name: "Pump 01 Hoskote" })).toBeVisible();
  expect(address()).toBe("/admin/dashboard");
  const menu = within(await screen.findByRole("navigation", { name: "Main menu" }));
  expect(menu.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Dashboard"]);
  expect(screen.queryByText(/Active alarms:/)).not.toBeInTheDocument();
});

test("a wide screen loads the menu after the pump", async () => {
  const pumps = Promise.withResolvers<ReturnType<typeof aPump>[]>();
  let asked: { urls: string[] } = { urls: [] };
  show("/admin/dashboard", farmer, () => {
    asked = serve(listPumps, () => pumps.promise);
  });
  await waitFor(() => expect(asked.urls).toHaveLength(1));
  await vi.dynamicImportSettled();
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  pumps.resolve([aPump()]);
  expect(await screen.findByRole("navigation", { name: "Main menu" })).toBeVisible();
});

test("the address names the pump, and an alarm whose details are open", async () => {
  show("/admin/dashboard?device=P-2", farmer);
  expect(await screen.findByRole("article", { name: "Pump 02 Malur" })).toBeVisible();
  window.history.pushState(null, "", "/admin/dashboard");
  window.dispatchEvent(new PopStateEvent("popstate"));
  const pump = within(await screen.findByRole("article", { name: "Pump 01 Hoskote" }));
  await user.click(within(pump.getByRole("list", { name: "Alarms" })).getByRole("link"));
  expect(address()).toBe(`/admin/dashboard?alarm=${anAlarmRow().Alarm_Id}`);
});

test.each([
  ["/", "/login"],
  ["/nowhere", "/login?missing=%2Fnowhere"],
  ["/admin/building/2/dashboard", "/login?from=%2Fadmin%2Fbuilding%2F2%2Fdashboard"],
])("%s leads to %s without a session", async (path, expected) => {
  show(path, null);
  expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
  expect(address()).toBe(expected);
});

test("a farmer who logs in sees the success, and then the pump to return to", async () => {
  show("/admin/dashboard?device=P-2", null);
  await logIn(farmer);
  expect(screen.queryByRole("article")).not.toBeInTheDocument();
  expect(await screen.findByRole("article", { name: "Pump 02 Malur" })).toBeVisible();
  expect(address()).toBe("/admin/dashboard?device=P-2");
});

test("staff who log in leave for the app, which knows the screen to return to", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  show("/admin/eventsviewer", null);
  await logIn(aSession());
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/login?from=%2Fadmin%2Feventsviewer"));
});

test("staff with a session leave for the app", async () => {
  const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
  show("/admin/dashboard", aSession());
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/admin/building/2/dashboard"));
});

test("an ended session leads to the login", async () => {
  show("/admin/dashboard", farmer, () => refuse(getSession, "session-replaced"));
  expect(await screen.findByRole("button", { name: "Login" })).toBeVisible();
  expect(address()).toBe("/login?from=%2Fadmin%2Fdashboard");
});

test("shows that the server cannot be reached, and tries again by itself", async () => {
  show("/admin/dashboard", farmer, () => cutOff(getSession));
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  serve(getSession, farmer);
  serve(getHealth, { status: "ready", database: "up", broker: "up", edges: 1, demo: true });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await screen.findByRole("article", { name: "Pump 01 Hoskote" })).toBeVisible();
});
