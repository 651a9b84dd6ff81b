import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms.ts";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  type LocationMetric,
  type PlaceStatus,
} from "@verandah/contract/buildings.ts";
import { afterEach, expect, test, vi } from "vitest";

import { showLanguage } from "#shared/i18n.ts";

import {
  aFloor,
  alertLists,
  anAlert,
  aParkingDeck,
  aSession,
  aStatus,
  statuses,
  statusOfAll,
} from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, refuse, serve } from "../../testing/serve.ts";
import { storedTexts } from "../../testing/stored-texts.ts";

afterEach(() => {
  vi.useRealTimers();
});

const address = "/admin/building/2/dashboard";

function show(floors: LocationMetric[], role: 1 | 5 = 1, served?: () => void) {
  return renderApp(address, aSession({ role: { id: role } }), () => {
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

test("tiles are red with critical alarms, amber with low ones only, green otherwise", async () => {
  show([
    aFloor({ id: 1, name: "Both", noOfCritical: 1, noOfLow: 2 }),
    aFloor({ id: 2, name: "Low", noOfLow: 2 }),
    aFloor({ id: 3, name: "Calm" }),
  ]);
  const floors = await list();
  expect(floors.getByTestId("tile-Both")).toHaveAttribute("data-state", "critical");
  expect(floors.getByTestId("tile-Low")).toHaveAttribute("data-state", "low");
  expect(floors.getByTestId("tile-Calm")).toHaveAttribute("data-state", "fine");
  expect(floors.getByRole("link", { name: "Both: Critical, 1 critical and 2 low alerts" })).toBeVisible();
  expect(floors.getByRole("link", { name: "Low: Low, 0 critical and 2 low alerts" })).toBeVisible();
  expect(floors.getByRole("link", { name: "Calm: Normal, 0 critical and 0 low alerts" })).toBeVisible();
});

test("floors are sorted by name alphabetically, below the row of all", async () => {
  show([
    aFloor({ id: 1, name: "Ground" }),
    aParkingDeck(),
    aFloor({ id: 2, name: "Sixth" }),
    aFloor({ id: 3, name: "Fifth" }),
  ]);
  const rows = (await list()).getAllByRole("listitem");
  expect(rows.map((item) => /^[A-Z]\w+( \d| Floor)?/.exec(item.textContent)?.[0])).toEqual([
    expect.stringMatching(/^All Floor/),
    expect.stringMatching(/^Fifth/),
    expect.stringMatching(/^Ground/),
    expect.stringMatching(/^Parking 1/),
    expect.stringMatching(/^Sixth/),
  ]);
});

test("the row of all adds up counts and weighs the values by their zones", async () => {
  show([
    aFloor(
      {
        id: 1,
        name: "Ground",
        noOfZones: 6,
        noOfCritical: 1,
        noOfLow: 1,
        tempIssue: [{ id: 31, name: "Zone 1", value: 27, limit: 26 }],
      },
      { TEMPERATURE: 26 },
    ),
    aFloor(
      {
        id: 2,
        name: "First",
        noOfZones: 2,
        noOfLow: 3,
        tempIssue: [{ id: 41, name: "Zone 1", value: 27, limit: 26 }],
      },
      { TEMPERATURE: 22 },
    ),
  ]);
  const all = (await list()).getByText("All Floor").closest("li");
  expect(all).toHaveTextContent(/1 Critical/);
  expect(all).toHaveTextContent(/4 Low/);
  expect(all).toHaveTextContent(/(?<![-\d])25\.0\s°C\s*2 zones/);
});

test("a parameter without data says so, and counts nothing", async () => {
  show([aParkingDeck()]);
  const deck = await row("Parking 1");
  expect(within(deck).getAllByText("No data")).toHaveLength(4);
  expect(deck).not.toHaveTextContent("zones");
});

test("zones outside the limits are counted beside the mean value with its unit", async () => {
  show([aFloor({ airIssue: [{ id: 31, name: "Zone 1", value: 1_200, limit: 1_000 }] }, { CO2: 1_040 })]);
  const floor = await row("First");
  expect(floor).toHaveTextContent(/1,040\sppm\s*1 zone/);
  expect(floor).toHaveTextContent(/23\.4\s°C\s*0 zones/);
  expect(floor).toHaveTextContent(/48\s%/);
});

test("a stale value stands with its age", async () => {
  const floor = aFloor();
  const stale = floor.parameters.map((parameter) => ({
    ...parameter,
    quality: "stale" as const,
    measured_time: new Date(Date.now() - 4 * 60_000 - 2_000).toISOString(),
  }));
  show([{ ...floor, parameters: stale }]);
  expect(within(await row("First")).getAllByText("4 min ago")).toHaveLength(4);
  expect(await row("First")).not.toHaveTextContent("0 zones");
});

test("places show the state of the server: a floor without reports is grey, not green, and says why", async () => {
  const silent = { state: "unknown", noOfDevices: 24, noOfUnknown: 24 } as const;
  show([aFloor({ name: "Calm" }), aParkingDeck(silent)], 1, () =>
    serve(getPlaceStatus, aStatus({ state: "unknown", noOfDevices: 64, noOfUnknown: 24 })),
  );
  const floors = await list();
  expect(floors.getByTestId("tile-Parking 1")).toHaveAttribute("data-state", "unknown");
  expect(floors.getByTestId("tile-Calm")).toHaveAttribute("data-state", "fine");
  expect(await row("Parking 1")).toHaveTextContent("24 of 24 devices do not report");
  const picture = within(screen.getByRole("figure", { name: "Cross-section of Tower A" }));
  expect(picture.getByRole("link", { name: /^Parking 1: Unknown/ })).toBeVisible();
  const verdict = screen.getByText(/^State unknown · Parking 1/);
  expect(verdict).toHaveTextContent(/24 of 64 devices do not report$/);
  expect(screen.queryByText("All is well.")).not.toBeInTheDocument();
});

test("after a start the verdict is 'Connecting' until the first polls", async () => {
  const waiting = { state: "unknown", noOfUnknown: 40, isConnecting: true } as const;
  show([aFloor(waiting)], 1, () => serve(getPlaceStatus, aStatus(waiting)));
  const reason = await screen.findByText("40 of 40 devices do not report");
  expect(reason.closest("p")).toHaveTextContent(/^Connecting/);
});

test("shelved alarms are counted on the floor and the building, and nothing is said to be well", async () => {
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

test("the moment the stream drops nothing is well any more, and an alarm keeps its colour", async () => {
  show([aFloor(), aFloor({ id: 12, name: "Second", noOfCritical: 1 })], 1, () =>
    serve(listSubsystemStatuses, statuses()),
  );
  const floors = await list();
  const stream = await goLive();
  expect(floors.getByTestId("tile-First")).toHaveAttribute("data-state", "fine");
  expect(screen.getByRole("article", { name: "HVAC" })).toHaveAttribute("data-state", "fine");
  await act(async () => stream?.fail());
  expect(floors.getByTestId("tile-First")).toHaveAttribute("data-state", "unknown");
  expect(floors.getByTestId("tile-Second")).toHaveAttribute("data-state", "critical");
  expect(screen.getByRole("article", { name: "HVAC" })).toHaveAttribute("data-state", "unknown");
  expect(
    screen.getByText(/^Connection lost\. Last known state: 1 critical alarm · Second/).closest("p"),
  ).toHaveAttribute("data-state", "unknown");
});

test("after the stream is back, only what was loaded since then is well", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer: (status: PlaceStatus) => void = () => undefined;
  let isFrozen = false;
  show([aFloor()], 1, () =>
    serve(getPlaceStatus, () =>
      isFrozen ? new Promise<PlaceStatus>((resolve) => (answer = resolve)) : aStatus(),
    ),
  );
  expect(await screen.findByText("All is well.")).toBeVisible();
  const stream = await goLive();
  isFrozen = true;
  await act(async () => stream?.fail());
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  const next = FakeEventSource.opened.at(-1);
  await act(async () => next?.send({ name: "hello", data: { at: "2026-01-05T09:00:00.000Z" } }));
  expect(screen.getByText("Live")).toBeVisible();
  expect(screen.getByText("Connection lost. Last known state: All is well.")).toBeVisible();
  await waitFor(() => expect(answer).toBeDefined());
  await act(async () => answer(aStatus()));
  expect(await screen.findByText("All is well.")).toBeVisible();
});

test("a click stores the floor and goes to the floor's HVAC with its id", async () => {
  const app = show([aFloor({ id: 14, name: "Third" })]);
  await userEvent.click((await list()).getByRole("link", { name: /^Third/ }));

  await waitFor(() => expect(app.path()).toBe("/admin/floor/14/hvac"));
  expect(app.router.state.location.state.floorID).toBe(14);
  expect(storedTexts()).toMatchObject({
    context: "floor",
    floorID: "14",
    floorName: "Third",
    mapSubType: "temperature",
  });
});

test.each<[role: 1 | 5, floor: string, path: string]>([
  [1, "Parking 1", "/admin/floor/20/dashboard"],
  [5, "First", "/admin/floor/11/dashboard"],
])("role %i reaches a working screen from %s", async (role, name, path) => {
  show([aFloor(), aParkingDeck()], role);
  expect((await list()).getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute("href", path);
});

test("the picture's floors lead there too, in the building's own order", async () => {
  const app = show([
    aFloor({ id: 1, name: "Ground" }),
    aFloor({ id: 2, name: "First", noOfLow: 1 }),
    aParkingDeck(),
  ]);
  const picture = within(await screen.findByRole("figure", { name: "Cross-section of Tower A" }));
  expect(picture.getAllByRole("link").map((link) => link.getAttribute("aria-label")?.split(":")[0])).toEqual([
    "First",
    "Ground",
    "Parking 1",
  ]);
  await userEvent.click(picture.getByRole("link", { name: /^First: Low/ }));
  await waitFor(() => expect(app.path()).toBe("/admin/floor/2/hvac"));
  expect(localStorage.getItem("floorID")).toBe("2");
});

test("each system tells network and field devices: fine, warnings or no data", async () => {
  show([aFloor()], 1, () =>
    serve(
      listSubsystemStatuses,
      statuses({
        fieldDevices: { state: "warning", warnings: 2, total: 14, since: "2026-01-05T03:42:00.000Z" },
      }),
    ),
  );
  const hvac = within(await screen.findByRole("article", { name: "HVAC" }));
  expect(await hvac.findByText("OK")).toBeVisible();
  expect(hvac.getByText("Network Status")).toBeVisible();
  expect(hvac.getByText("Field Device Status").nextElementSibling).toHaveTextContent("2");
  expect(hvac.getByText("Warnings")).toBeInTheDocument();
  expect(hvac.getByText(/^since .*09:12$/)).toBeVisible();
  for (const name of ["Chiller", "Lighting", "UPS", "Energy"])
    expect(within(screen.getByRole("article", { name })).getAllByText("No data")).toHaveLength(2);
});

test("a coworking member sees the floors but no systems, and does not ask for them", async () => {
  let asked: readonly string[] = [];
  show([aFloor()], 5, () => {
    asked = serve(listSubsystemStatuses, statuses()).urls;
  });
  await list();
  expect(screen.queryByRole("region", { name: "Systems" })).not.toBeInTheDocument();
  expect(asked).toHaveLength(0);
});

test("one sentence says what is wrong, where and since when", async () => {
  show([aFloor({ id: 1, name: "Third", noOfCritical: 2 }), aFloor({ id: 2, name: "Ground" })], 1, () =>
    serve(
      listAlerts,
      alertLists([anAlert(), anAlert({ Alarm_Id: 2, raisedAt: "2026-01-05T03:30:00.000Z" })]),
    ),
  );
  expect(await screen.findByText(/2 critical alarms · Third/)).toHaveTextContent(
    /since .*09:00\s*Latest: AHU 1-1: The controller does not answer$/,
  );
});

test("an alarm of the whole building is not forgotten", async () => {
  show([aFloor()], 1, () => {
    serve(getPlaceStatus, aStatus({ noOfCritical: 1 }));
    serve(listAlerts, alertLists([anAlert({ floorId: null, alarm_code: 101, Device_name: "GW-BLR-A" })]));
  });
  expect(await screen.findByText(/1 critical alarm · common systems/)).toHaveTextContent(
    /GW-BLR-A: The controller does not answer$/,
  );
  expect((await list()).getByText("All Floor").closest("li")).toHaveTextContent(/1 Critical\s*0 Low/);
});

test.each([
  ["hi", /AHU 1-1: कंट्रोलर उत्तर नहीं दे रहा/],
  ["kn", /AHU 1-1: ನಿಯಂತ್ರಕ ಉತ್ತರಿಸುತ್ತಿಲ್ಲ/],
] as const)(
  "in %s the verdict and the card have the alarm's text in that language",
  async (language, text) => {
    const alarm = { ...anAlert(), text: { name: "controller-lost", numbers: [] } };
    show([aFloor({ noOfCritical: 1 })], 1, () => {
      serve(listAlerts, alertLists([alarm]));
      serve(listSubsystemStatuses, statuses({ noOfCritical: 1, alarm }));
    });
    await list();
    await act(() => showLanguage(language));
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThanOrEqual(2));
    expect(screen.queryByText(/controller does not answer/i)).not.toBeInTheDocument();
  },
);

test("a system in alarm is red though all is connected, with the count and the worst alarm in words", async () => {
  const alarm = anAlert({ Alarm_Id: 77, Device_name: "UPS 1", message: "The mains are gone" });
  const app = show([aFloor({ noOfCritical: 4 })], 1, () =>
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

test("nothing passes for well once the alarms are older than three polls", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([aFloor()]);
  expect(await screen.findByText("All is well.")).toBeVisible();
  const stream = await goLive();
  cutOff(listAlerts);
  for (let passed = 0; passed < 24; passed += 6) {
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await act(async () => stream?.send({ name: "heartbeat", data: {} }));
    if (passed === 0) expect(screen.getByText("All is well.")).toBeVisible();
  }
  expect(await screen.findByText("Connection lost. Last known state: All is well.")).toBeVisible();
  expect((await list()).getByTestId("tile-First")).toHaveAttribute("data-state", "unknown");
});

test("a calm building is said to be well", async () => {
  show([aFloor()]);
  expect(await screen.findByText("All is well.")).toBeVisible();
});

test("a building that is not there is told in the specification's words, with the way to one's own", async () => {
  renderApp("/admin/building/99/dashboard", aSession(), () => {
    refuse(listLocationMetrics, "not-found");
    refuse(getLocation, "not-found");
    refuse(listSubsystemStatuses, "not-found");
    refuse(listAlerts, "not-found");
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
  expect(screen.getByRole("link", { name: "Back to the dashboard" })).toHaveAttribute(
    "href",
    "/admin/building/2/dashboard",
  );
});

test("a floor's id in the address of a building is no building", async () => {
  show([aFloor()], 1, () =>
    serve(getLocation, {
      id: 2,
      uuid: "blr/a/f1",
      name: "First",
      zone_type: "GL_LOCATION_TYPE_FLOOR",
      floor_type: "wlms",
      path: [],
    }),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
  expect(screen.queryByTestId("tile-First")).not.toBeInTheDocument();
});

test("systems whose first answer is a failure have no data, and the floors are shown", async () => {
  show([aFloor()], 1, () => refuse(listSubsystemStatuses, "internal"));
  expect(await screen.findByTestId("tile-First")).toBeVisible();
  await waitFor(() => expect(screen.getAllByText("No data").length).toBeGreaterThanOrEqual(10), {
    timeout: 10_000,
  });
});

test("a failing server is told in the banner", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([], 1, () => refuse(listLocationMetrics, "unavailable"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByRole("alert")).toHaveTextContent("The service is not available right now.");
});
