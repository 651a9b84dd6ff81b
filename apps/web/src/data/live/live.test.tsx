import { act, screen, waitFor, within } from "@testing-library/react";
import { getAlarmSummary, listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getLocation, listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  aFloor,
  alertLists,
  anAlert,
  aSession,
  aStatus,
  statuses,
  summaryOf,
} from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const hello: LiveEvent = { name: "hello", data: { at: "2026-01-05T09:00:00.000Z" } };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const stream = () => FakeEventSource.opened.at(-1);
const tellVisibility = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));
const send = (event: LiveEvent) => act(async () => stream()?.send(event));

async function showBuilding(served?: () => void) {
  const app = renderApp("/admin/building/2/dashboard", aSession(), served);
  await screen.findByTestId("tile-First");
  return app;
}

test("the stream follows the building on the screen", async () => {
  await showBuilding();
  expect(stream()?.url).toBe("/v1/live?building=2");
  expect(screen.getByText("Connecting")).toBeVisible();
  await send(hello);
  expect(screen.getByText("Live")).toBeVisible();
});

test("a pushed floor updates its values without another call", async () => {
  let asked: readonly string[] = [];
  await showBuilding(() => {
    asked = serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" })]).urls;
  });
  await send(hello);
  const before = asked.length;
  await send({
    name: "metrics",
    data: {
      buildingId: 2,
      building: aStatus({ noOfCritical: 1 }),
      floors: [aFloor({ noOfCritical: 1 }, { TEMPERATURE: 27.8 })],
    },
  });

  const tile = screen.getByTestId("tile-First");
  await waitFor(() => expect(tile).toHaveAttribute("data-state", "critical"));
  expect(tile.closest("li")).toHaveTextContent(/27\.8\s°C/);
  expect(screen.getByTestId("tile-Second")).toHaveAttribute("data-state", "fine");
  expect(screen.getByText(/^1 critical alarm · First/)).toBeVisible();
  expect(asked).toHaveLength(before);
});

test("pushed statuses update the cards", async () => {
  await showBuilding();
  await send(hello);
  await send({
    name: "statuses",
    data: {
      buildingId: 2,
      subsystems: statuses({ network: { state: "warning", warnings: 1, total: 1, since: null } }),
    },
  });
  const hvac = within(screen.getByRole("article", { name: "HVAC" }));
  await waitFor(() => expect(hvac.getByText("Network Status").nextElementSibling).toHaveTextContent("1"));
});

test("shows an event that arrives before the first answer, without an error", async () => {
  await showBuilding(() => serve(listSubsystemStatuses, () => new Promise(() => undefined)));
  await send(hello);
  await send({ name: "statuses", data: { buildingId: 2, subsystems: statuses() } });
  const hvac = screen.getByRole("article", { name: "HVAC" });
  await waitFor(() => expect(hvac).toHaveAttribute("data-state", "fine"));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("announces a newly raised critical alarm, and no earlier ones", async () => {
  const old = anAlert();
  const fresh = anAlert({ Alarm_Id: 9, Device_name: "GW-BLR-A", message: "The gateway is lost" });
  let lists = alertLists([old]);
  await showBuilding(() => {
    serve(getAlarmSummary, () => summaryOf(lists));
    return serve(listAlerts, () => lists);
  });
  await screen.findByText(/Active alarms: 1 critical/);
  expect(screen.queryByText("Critical alarm")).not.toBeInTheDocument();

  lists = alertLists([fresh, old]);
  await send(hello);
  await send({ name: "changed", data: { topic: "alarms" } });
  expect(await screen.findByText("Critical alarm: GW-BLR-A: The gateway is lost")).toHaveAttribute(
    "aria-live",
    "polite",
  );
  expect(screen.getAllByText("Critical alarm")).toHaveLength(1);
});

const anUpsAlert = (id: number) =>
  anAlert({ Alarm_Id: id, alarm_code: 120, Device_name: `UPS ${id}`, message: "The mains are gone" });
const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

test("alarms of one code within a short time share one toast with their count, in one event or in several", async () => {
  let lists = alertLists();
  await showBuilding(() => serve(listAlerts, () => lists));
  await send(hello);
  const raise = async (...ids: number[]) => {
    const raised = ids.map(anUpsAlert);
    lists = alertLists([...raised, ...lists.system]);
    await send({ name: "changed", data: { topic: "alarms" } });
  };
  await raise(1, 2);
  // The code of the toasts follows the first data.
  await screen.findByRole("region", { name: "Notifications" });
  expect(await toasts().findByText(/^UPS on battery: 2 alarms/)).toBeInTheDocument();
  await raise(3, 4);
  expect(await toasts().findByText(/^UPS on battery: 4 alarms/)).toBeInTheDocument();
  await waitFor(() => expect(toasts().getAllByText("Critical alarm")).toHaveLength(1));
});

test("an alarm pushed to the building is also loaded for the places below it", async () => {
  let asked: readonly string[] = [];
  renderApp("/admin/floor/13/dashboard", aSession(), () => {
    serve(getLocation, {
      id: 13,
      uuid: "blr/a/f3",
      name: "Third",
      zone_type: "GL_LOCATION_TYPE_FLOOR",
      floor_type: "wlms",
      path: [],
    });
    asked = serve(listAlerts, alertLists()).urls;
  });
  await screen.findByText("All is well.");
  await send(hello);
  const ofFloor = () => asked.filter((url) => url.endsWith("/13/alerts")).length;
  await waitFor(() => expect(ofFloor()).toBe(1));
  await send({ name: "changed", data: { topic: "alarms" } });
  await waitFor(() => expect(ofFloor()).toBe(2));
});

test("reopens a broken stream and loads missed changes", async () => {
  let asked: readonly string[] = [];
  await showBuilding(() => {
    asked = serve(listLocationMetrics, [aFloor()]).urls;
  });
  await send(hello);
  const streams = FakeEventSource.opened.length;
  const before = asked.length;

  await act(async () => stream()?.fail());
  expect(screen.getByText("Connecting")).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(FakeEventSource.opened).toHaveLength(streams + 1);
  await send(hello);
  expect(screen.getByText("Live")).toBeVisible();
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

test("a stream that fails again and again counts as offline, with longer pauses", async () => {
  await showBuilding();
  for (const pauseMs of [1_300, 2_600, 5_200]) {
    await act(async () => stream()?.fail());
    await vi.advanceTimersByTimeAsync(pauseMs);
  }
  expect(screen.getByText("Offline")).toBeVisible();
  const streams = FakeEventSource.opened.length;
  await act(async () => stream()?.fail());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(FakeEventSource.opened).toHaveLength(streams);
});

/** Only the test moves the clock from now on. */
const stopClock = () => vi.setTimerTickMode("manual");

test("closes a stream without data for 13 seconds and shows that it is not live", async () => {
  await showBuilding();
  stopClock();
  await send(hello);
  const silent = stream();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(silent?.readyState).toBe(FakeEventSource.OPEN);
  await act(() => vi.advanceTimersByTimeAsync(1_200));
  expect(silent?.readyState).toBe(FakeEventSource.CLOSED);
  expect(screen.getByText("Connecting")).toBeVisible();
});

test("a hidden page closes its stream after a minute, and opens another when it is visible again", async () => {
  await showBuilding();
  stopClock();
  await send(hello);
  const first = stream();
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const live = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      if (first?.readyState === FakeEventSource.OPEN) await send({ name: "heartbeat", data: {} });
    }
  };
  await tellVisibility();
  await live(55);
  expect(first?.readyState).toBe(FakeEventSource.OPEN);
  await live(5);
  expect(first?.readyState).toBe(FakeEventSource.CLOSED);
  const streams = FakeEventSource.opened.length;
  visibility.mockReturnValue("visible");
  await tellVisibility();
  expect(FakeEventSource.opened).toHaveLength(streams + 1);
});

test("a page that is visible again within a minute keeps its stream", async () => {
  await showBuilding();
  await send(hello);
  const streams = FakeEventSource.opened.length;
  const visibility = vi.spyOn(document, "visibilityState", "get");
  for (const state of ["hidden", "visible"] as const) {
    visibility.mockReturnValue(state);
    await tellVisibility();
  }
  expect(FakeEventSource.opened).toHaveLength(streams);
});

test("a session that ended elsewhere reloads the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  await showBuilding();
  await send(hello);
  await send({ name: "session-over", data: { code: "session-replaced" } });
  expect(reload).toHaveBeenCalledOnce();
});

test("ignores an event that is not in the contract", async () => {
  await showBuilding();
  await send(hello);
  await act(async () =>
    stream()?.dispatchEvent(new MessageEvent("metrics", { data: '{"buildingId":2,"floors":[{}]}' })),
  );
  expect(screen.getByTestId("tile-First")).toHaveAttribute("data-state", "fine");
});
