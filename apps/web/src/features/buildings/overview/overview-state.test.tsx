import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts, listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import {
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  type LocationMetric,
  type PlaceStatus,
} from "@verandah/contract/buildings.ts";
import { getHomeCounts } from "@verandah/contract/home.ts";
import { afterEach, expect, test, vi } from "vitest";

import { showLanguage } from "#shared/texts/i18n.ts";

import {
  aFloor,
  alertLists,
  anAlarmRow,
  anAlert,
  aParkingDeck,
  aSession,
  aStatus,
  noCounts,
  statuses,
  statusOfAll,
} from "../../../testing/builders.ts";
import { FakeEventSource } from "../../../testing/fake-event-source.ts";
import { renderApp, renderScreen } from "../../../testing/render-app.tsx";
import { cutOff, cutOffAll, refuse, serve } from "../../../testing/serve.ts";

afterEach(() => {
  vi.useRealTimers();
});

function show(floors: LocationMetric[], served?: () => void, render = renderScreen) {
  return render("/admin/building/2/dashboard", aSession(), () => {
    serve(listLocationMetrics, floors);
    serve(getPlaceStatus, statusOfAll(floors));
    served?.();
  });
}

const list = async () => within(await screen.findByRole("region", { name: "Floors" }));
const row = async (name: string) => {
  const tile = (await list()).getByTestId(`tile-${name}`);
  const item = tile.closest("li");
  if (!item) throw new Error("no row");
  return item;
};

test("places show the state of the server: a floor without reports is grey, not green, with the reason", async () => {
  const silent = { state: "unknown", noOfDevices: 24, noOfUnknown: 24 } as const;
  show([aFloor({ name: "Calm" }), aParkingDeck(silent)], () =>
    serve(getPlaceStatus, aStatus({ state: "unknown", noOfDevices: 64, noOfUnknown: 24 })),
  );
  const floors = await list();
  expect(floors.getByTestId("tile-Parking 1")).toHaveAttribute("data-state", "unknown");
  expect(floors.getByTestId("tile-Calm")).toHaveAttribute("data-state", "fine");
  expect(await row("Parking 1")).toHaveTextContent("24 of 24 devices do not report");
  const picture = within(screen.getByRole("figure", { name: "Cross-section of Tower A" }));
  expect(picture.getByRole("link", { name: /^Parking 1: Unknown/ })).toBeVisible();
  const summary = screen.getByText(/^State unknown · Parking 1/);
  expect(summary).toHaveTextContent(/24 of 64 devices do not report$/);
  expect(screen.queryByText("All is well.")).not.toBeInTheDocument();
});

test("after a start the summary is 'Connecting' until the first polls", async () => {
  const waiting = { state: "unknown", noOfUnknown: 40, isConnecting: true } as const;
  show([aFloor(waiting)], () => serve(getPlaceStatus, aStatus(waiting)));
  const reason = await screen.findByText("40 of 40 devices do not report");
  expect(reason.closest("p")).toHaveTextContent(/^Connecting/);
});

test("counts shelved alarms on the floor and the building, and shows neither as fine", async () => {
  show([aFloor({ noOfShelved: 2 })]);
  expect(await screen.findByText(/^No active alarms\./)).toHaveTextContent(/2 alarms shelved$/);
  expect(await row("First")).toHaveTextContent(/0 Low\s*2 Shelved/);
  expect((await list()).getByText("All Floor").closest("li")).toHaveTextContent(/2 Shelved/);
  expect((await list()).getByRole("link", { name: /^First: Normal, .* 2 alarms shelved$/ })).toBeVisible();
});

/** The stream of the building, with its first event. */
async function goLive() {
  const stream = FakeEventSource.opened.find(({ url }) => url.includes("building=2"));
  await act(async () => stream?.send({ name: "hello", data: { at: "2026-01-05T09:00:00.000Z" } }));
  return stream;
}

test("without stream and answers every card and floor is grey, also one with an alarm", async () => {
  const app = show([aFloor(), aFloor({ id: 12, name: "Second", noOfCritical: 1 })], () =>
    serve(listSubsystemStatuses, statuses()),
  );
  const floors = await list();
  const stream = await goLive();
  expect(floors.getByTestId("tile-First")).toHaveAttribute("data-state", "fine");
  expect(screen.getByRole("article", { name: "HVAC" })).toHaveAttribute("data-state", "fine");
  cutOffAll();
  await act(async () => stream?.fail());
  expect(floors.getByTestId("tile-First")).toHaveAttribute("data-state", "unknown");
  expect(floors.getByTestId("tile-Second")).toHaveAttribute("data-state", "unknown");
  expect(screen.getByRole("article", { name: "HVAC" })).toHaveAttribute("data-state", "unknown");
  expect(
    screen.getByText(/^Connection lost\. Last known state: 1 critical alarm · Second/).closest("p"),
  ).toHaveAttribute("data-state", "unknown");
  // A proxy may block the stream alone.
  serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second", noOfCritical: 1 })]);
  serve(listSubsystemStatuses, statuses());
  await act(() => app.queryClient.invalidateQueries());
  await waitFor(() =>
    expect(screen.getByRole("article", { name: "HVAC" })).toHaveAttribute("data-state", "fine"),
  );
});

test("with an open stream but no answers to calls no state is shown as fine after 20 s, and again after an answer", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([aFloor()], () => serve(listSubsystemStatuses, statuses()));
  const card = await screen.findByRole("article", { name: "HVAC" });
  await waitFor(() => expect(card).toHaveAttribute("data-state", "fine"));
  const stream = await goLive();
  const routes = [listAlerts, listLocationMetrics, getPlaceStatus, listSubsystemStatuses];
  for (const route of routes) cutOff(route);
  const passSeconds = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      await act(async () => stream?.send({ name: "heartbeat", data: {} }));
    }
  };
  await passSeconds(25);
  for (const name of ["HVAC", "Chiller", "Lighting", "UPS", "Energy"])
    expect(screen.getByRole("article", { name })).toHaveAttribute("data-state", "unknown");
  expect((await list()).getByTestId("tile-First")).toHaveAttribute("data-state", "unknown");
  serve(listAlerts, alertLists());
  serve(listSubsystemStatuses, statuses());
  await passSeconds(10);
  await waitFor(() => expect(card).toHaveAttribute("data-state", "fine"));
});

test("after the stream reconnects, only data loaded since then is fine", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = Promise.withResolvers<PlaceStatus>();
  let isFrozen = false;
  const served = () => serve(getPlaceStatus, () => (isFrozen ? answer.promise : aStatus()));
  show([aFloor()], served, renderApp);
  expect(await screen.findByText("All is well.")).toBeVisible();
  const stream = await goLive();
  isFrozen = true;
  await act(async () => stream?.fail());
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  const next = FakeEventSource.opened.at(-1);
  await act(async () => next?.send({ name: "hello", data: { at: "2026-01-05T09:00:00.000Z" } }));
  expect(screen.getByText("Live")).toBeVisible();
  expect(screen.getByText("Connection lost. Last known state: All is well.")).toBeVisible();
  await act(async () => answer.resolve(aStatus()));
  expect(await screen.findByText("All is well.")).toBeVisible();
});

test("one sentence names the problem, its place and its start", async () => {
  show([aFloor({ id: 1, name: "Third", noOfCritical: 2 }), aFloor({ id: 2, name: "Ground" })], () =>
    serve(
      listAlerts,
      alertLists([anAlert(), anAlert({ Alarm_Id: 2, raisedAt: "2026-01-05T03:30:00.000Z" })]),
    ),
  );
  const sentence = await screen.findByText(/2 critical alarms · Third$/);
  await waitFor(() =>
    expect(sentence).toHaveTextContent(/since .*09:00\s*Latest: AHU 1-1: The controller does not answer$/),
  );
});

test("shows an alarm of the whole building", async () => {
  show([aFloor()], () => {
    serve(getPlaceStatus, aStatus({ noOfCritical: 1 }));
    serve(listAlerts, alertLists([anAlert({ floorId: null, alarm_code: 101, Device_name: "GW-BLR-A" })]));
  });
  const sentence = await screen.findByText(/1 critical alarm · building-wide systems/);
  await waitFor(() => expect(sentence).toHaveTextContent(/GW-BLR-A: The controller does not answer$/));
  expect((await list()).getByText("All Floor").closest("li")).toHaveTextContent(/1 Critical\s*0 Low/);
});

test.each([
  ["hi", /AHU 1-1: कंट्रोलर ऑफ़लाइन/],
  ["kn", /AHU 1-1: ನಿಯಂತ್ರಕ ಆಫ್‌ಲೈನ್/],
] as const)(
  "in %s the summary and the card have the alarm's text in that language",
  async (language, text) => {
    const alarm = { ...anAlert(), text: { name: "controller-lost", numbers: [] } };
    show([aFloor({ noOfCritical: 1 })], () => {
      serve(listAlerts, alertLists([alarm]));
      serve(listSubsystemStatuses, statuses({ noOfCritical: 1, alarm }));
    });
    await list();
    await act(() => showLanguage(language));
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThanOrEqual(2));
    expect(screen.queryByText(/controller does not answer/i)).not.toBeInTheDocument();
  },
);

test("a system with an alarm is red although all devices are connected, with the count and the worst alarm", async () => {
  const alarm = anAlert({ Alarm_Id: 77, Device_name: "UPS 1", message: "The mains are gone" });
  const app = show([aFloor({ noOfCritical: 4 })], () =>
    serve(listSubsystemStatuses, statuses({ noOfCritical: 4, noOfLow: 1, alarm })),
  );
  const card = await screen.findByRole("article", { name: "HVAC" });
  await waitFor(() => expect(card).toHaveAttribute("data-state", "critical"));
  expect(within(card).getByRole("link", { name: "4 critical alarms · 1 low alarm" })).toHaveAttribute(
    "href",
    "/admin/eventsviewer",
  );
  await userEvent.click(within(card).getByRole("link", { name: "UPS 1: The mains are gone" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ alarm: 77 }));
});

test("a building is not well while returned alarms wait for an acknowledgement", async () => {
  const rows = [anAlarmRow({ state: "returned", restoredAt: "2026-01-05T04:00:00.000Z" })];
  show([aFloor()], () => serve(listUnacknowledged, { rows, total: 1 }));
  expect(await screen.findByRole("region", { name: "Needs you now" })).toBeVisible();
  expect(await screen.findByText("No active alarms.")).toBeVisible();
  expect(screen.queryByText("All is well.")).not.toBeInTheDocument();
});

test("no state is shown as fine after the alarms could not be loaded three times", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([aFloor()]);
  expect(await screen.findByText("All is well.")).toBeVisible();
  const stream = await goLive();
  cutOff(listAlerts);
  const passSeconds = async () => {
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await act(async () => stream?.send({ name: "heartbeat", data: {} }));
  };
  for (let times = 0; times < 2; times += 1) await passSeconds();
  expect(screen.getByText("All is well.")).toBeVisible();
  for (let times = 0; times < 2; times += 1) await passSeconds();
  expect(await screen.findByText("Connection lost. Last known state: All is well.")).toBeVisible();
  expect((await list()).getByTestId("tile-First")).toHaveAttribute("data-state", "unknown");
});

test.each([
  [{ missed: 2, unknown: 1 }, "No alarms. 2 zones off setpoint · 1 zone unknown"],
  [{ missed: 1 }, "No alarms. 1 zone off setpoint"],
])("a building with the zones %o is not well", async (zones, text) => {
  show([aFloor()], () => serve(getHomeCounts, { ...noCounts, zones: { ...noCounts.zones, ...zones } }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText("All is well.")).not.toBeInTheDocument();
});

test("a building is not well before its zones are known", async () => {
  show([aFloor()], () => refuse(getHomeCounts, "internal"));
  expect(await screen.findByText("No active alarms.")).toBeVisible();
});

test("a building without problems is shown as fine", async () => {
  show([aFloor()]);
  expect(await screen.findByText("All is well.")).toBeVisible();
});
