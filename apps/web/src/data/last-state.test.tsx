import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getSession, logout, type Session } from "@verandah/contract/auth.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aFloor, aSession } from "../testing/builders.ts";
import { renderApp } from "../testing/render-app.tsx";
import { cutOff, serve, server } from "../testing/serve.ts";
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

/** Shows a page that keeps its last state, and leaves it as a reload does. */
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

/** Loads the page again while nothing answers. */
function reloadDuringOutage(session: Session = aSession()) {
  return renderApp(path, session, () => {
    server.use(http.all("http://localhost:3000/v1/*", () => HttpResponse.error()));
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

test("a logout keeps nothing", async () => {
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
