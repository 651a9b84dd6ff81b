import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getSession, logout, type Session } from "@verandah/contract/auth/auth.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getPumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { getPump, listPumpData } from "@verandah/contract/pumps/pumps.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { storeSession } from "#shared/stored-context.ts";

import { aFloor, aSession } from "../../testing/builders.ts";
import { servePumps } from "../../testing/pumps.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, cutOffAll, refuse, serve, server } from "../../testing/serve.ts";
import { keepLastState } from "./last-state.ts";

const path = "/admin/building/2/dashboard";
const LOADED_AT = new Date("2026-01-05T09:02:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: LOADED_AT });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a page that stores its last state, and closes it like a reload. */
async function loadAndLeave(leave = async () => {}): Promise<void> {
  const { queryClient } = renderApp(path, aSession());
  keepLastState(queryClient);
  await screen.findByTestId("tile-First");
  await leave();
  window.dispatchEvent(new Event("pagehide"));
  const kept = sessionStorage.getItem("verandah.last-state");
  cleanup();
  if (kept) sessionStorage.setItem("verandah.last-state", kept);
}

/** Loads the page again without a server. */
function reloadDuringOutage(session: Session = aSession()) {
  return renderApp(path, session, () => {
    cutOffAll();
    cutOff(getSession);
  });
}

test("a reload during an outage shows the last data with its time, until the server answers", async () => {
  await loadAndLeave();
  vi.setSystemTime(new Date(LOADED_AT.getTime() + 10 * 60_000));
  reloadDuringOutage();
  expect(await screen.findByText("Not connected. Last data from 14:32")).toBeVisible();
  expect(await screen.findByTestId("tile-First")).toHaveAttribute("data-state", "unknown");

  server.resetHandlers();
  serve(getSession, aSession());
  serve(listLocationMetrics, [aFloor()]);
  await vi.advanceTimersByTimeAsync(60_000);
  await waitFor(() => expect(screen.queryByText(/Not connected/)).not.toBeInTheDocument());
});

test("data of yesterday is not shown", async () => {
  await loadAndLeave();
  vi.setSystemTime(new Date(LOADED_AT.getTime() + 13 * 3_600_000));
  reloadDuringOutage();
  expect(await screen.findByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  expect(screen.queryByTestId("tile-First")).not.toBeInTheDocument();
});

test("a logout deletes all data", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await loadAndLeave(async () => {
    serve(logout, { message: "bye" });
    await user.click(screen.getByRole("button", { name: /User menu: asha/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
    await waitFor(() => expect(assign).toHaveBeenCalled());
  });
  expect(sessionStorage.getItem("verandah.last-state")).toBeNull();
});

const farmer = aSession({ role: { id: 4 } });

// A farmer's page shows a pump, and the phone closes it.
async function loadPumpAndLeave(leave = async () => {}): Promise<void> {
  const litres = {
    param_id: "WF_per_Day_in_L",
    param_value: 12_400,
    unit: "litre",
    quality: "good",
  } as const;
  const { queryClient } = renderApp("/admin/dashboard", farmer, () => {
    const measured_time = LOADED_AT.toISOString();
    const pump = {
      ssid: "P-1",
      name: "Pump 1",
      state: "online",
      lastSeenAt: measured_time,
      alarms: [],
    } as const;
    servePumps([{ ...pump, alarms: [], values: [{ ...litres, measured_time }] }]);
    for (const route of [getPump, listPumpData, getPumpStatement, getTrend]) cutOff(route);
  });
  keepLastState(queryClient);
  await screen.findByText("12,400 L");
  await leave();
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  const kept = localStorage.getItem("verandah.last-state");
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
  if (kept) localStorage.setItem("verandah.last-state", kept);
}

function openPumpDuringOutage() {
  return renderApp("/admin/dashboard", farmer, () => {
    cutOffAll();
    cutOff(getSession);
  });
}

test("a farmer who opens the page again during an outage sees the last data with its age in words", async () => {
  await loadPumpAndLeave();
  vi.setSystemTime(new Date(LOADED_AT.getTime() + 3.2 * 3_600_000));
  openPumpDuringOutage();
  expect(await screen.findByText("No connection. Last data from 14:32, 3 hours ago")).toBeVisible();
  expect(screen.getByText("Commands are not possible until the connection is back.")).toBeVisible();
  expect(await screen.findByText("12,400 L")).toHaveTextContent("12,400 L 3 h ago");
  expect(screen.getByText("State unknown", { selector: "p" })).toBeVisible();
  expect(screen.queryByText(/The server cannot be reached/)).not.toBeInTheDocument();
});

test("data that could not be loaded again before the page was closed is shown too", async () => {
  await loadPumpAndLeave(async () => {
    cutOffAll();
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await screen.findAllByText(/The server cannot be reached/))[0]).toBeVisible();
  });
  vi.setSystemTime(new Date(LOADED_AT.getTime() + 2.1 * 3_600_000));
  openPumpDuringOutage();
  expect(await screen.findByText("No connection. Last data from 14:32, 2 hours ago")).toBeVisible();
  expect(await screen.findByText("12,400 L")).toBeVisible();
  expect(screen.queryByText(/The server cannot be reached/)).not.toBeInTheDocument();
});

test("a farmer who leaves before the server has answered keeps the last data", async () => {
  await loadPumpAndLeave();
  server.resetHandlers();
  const { queryClient } = renderApp("/admin/dashboard", farmer, () =>
    server.use(http.get("http://localhost:3000/v1/auth/session", () => new Promise<never>(() => {}))),
  );
  keepLastState(queryClient);
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem("verandah.last-state")).not.toBeNull();
});

test("a farmer's data of a week ago is not shown", async () => {
  await loadPumpAndLeave();
  vi.setSystemTime(new Date(LOADED_AT.getTime() + (7 * 24 + 1) * 3_600_000));
  openPumpDuringOutage();
  expect(await screen.findByRole("heading", { name: "This page could not be shown" })).toBeVisible();
});

test("another user never sees a farmer's data, and the next login removes it", async () => {
  await loadPumpAndLeave();
  localStorage.setItem("userID", "99");
  const { unmount } = openPumpDuringOutage();
  expect(await screen.findByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  unmount();
  expect(localStorage.getItem("verandah.last-state")).not.toBeNull();
  storeSession(aSession({ user: { id: 98, name: "ravi" } }));
  expect(localStorage.getItem("verandah.last-state")).toBeNull();
});

test("an ended session removes a farmer's data", async () => {
  await loadPumpAndLeave();
  server.resetHandlers();
  renderApp("/admin/dashboard", farmer, () => refuse(getSession, "session-ended"));
  expect(await screen.findByRole("textbox", { name: "Username" })).toBeVisible();
  expect(localStorage.getItem("verandah.last-state")).toBeNull();
});
