import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import {
  closeComfortReport,
  countOpenComfortReports,
  type ComfortReport,
  listComfortReports,
  listOwnComfortReports,
  markComfortOutcomesSeen,
  type OwnComfortReport,
  reportComfort,
} from "@verandah/contract/comfort-reports.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking, inHours } from "../../testing/bookings.ts";
import { aSession } from "../../testing/builders.ts";
import { renderApp, renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";

// The clock stands, because midnight may be near: a time of another day has its date.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const now = () => new Date().toISOString();
const anOwn = (change: Partial<OwnComfortReport> = {}): OwnComfortReport => ({
  id: 3,
  space: { id: 1, name: "Seat 1" },
  floor: "First",
  zoneId: 20,
  zone: "Zone 1",
  kind: "too-warm",
  at: now(),
  outcome: null,
  isSeen: false,
  ...change,
});
const noBays = { free: 0, occupied: 0, unknown: 0, over: 0, total: 0, coverage: 100 };

async function showMember(reports: OwnComfortReport[]) {
  const seat = aBooking({ from: inHours(-0.5), to: inHours(0.5), status: "checkedIn" });
  renderScreen("/admin/building/2/dashboard", aSession({ role: { id: 5 } }), () => {
    serve(listOwnBookings, [seat]);
    serve(listWorkdays, []);
    serve(getParkingStatus, { ...noBays, suggested: null, fullest: null, decks: [] });
    serve(listOwnComfortReports, reports);
  });
  return within(await screen.findByRole("region", { name: "My week" }));
}

test("a member reports the booked seat, and sees that the facility team has the report", async () => {
  const mine = await showMember([]);
  const { bodies } = serve(reportComfort, anOwn());
  const button = await mine.findByRole("button", { name: "Too warm at Seat 1" });
  serve(listOwnComfortReports, [anOwn()]);
  await userEvent.click(button);
  expect(await mine.findByText(/^Reported at \d\d:\d\d; the facility team sees it$/)).toBeVisible();
  expect(bodies).toEqual([{ space: 1, kind: "too-warm" }]);
  expect(mine.queryByRole("button", { name: /^Too / })).not.toBeInTheDocument();
});

test("a member sees the outcome, and may report again", async () => {
  const outcome = { code: "unit-started", note: "Cool in 20 min", at: now() } as const;
  const { bodies } = serve(markComfortOutcomesSeen, []);
  const mine = await showMember([
    anOwn({ outcome }),
    anOwn({ id: 4, zoneId: 21, zone: "Zone 2" }),
    anOwn({ id: 5, outcome: { ...outcome, note: "" }, isSeen: true }),
  ]);
  await waitFor(() => expect(bodies).toEqual([{ ids: [3] }]));
  expect(await mine.findByText("Your report: Unit started. Cool in 20 min")).toBeVisible();
  expect(mine.getByRole("button", { name: "Too cold at Seat 1" })).toBeEnabled();
});

const vav = { ssid: "VAV-1", name: "VAV 1", type: "VAV" } as const;
const unit = { ssid: "AHU-1", name: "AHU 1", type: "AHU" } as const;
const aReport = (change: Partial<ComfortReport> = {}): ComfortReport => ({
  id: 3,
  kind: "too-warm",
  floor: { id: 11, name: "First" },
  zone: { id: 31, name: "Zone 1" },
  at: now(),
  reporters: 2,
  names: ["asha", "ravi"],
  outcome: null,
  live: {
    temperature: {
      param_id: "TEMPERATURE",
      param_value: 27.4,
      measured_time: now(),
      unit: "degC",
      quality: "good",
    },
    limits: { min: 20, max: 28 },
    trend: [
      { ssid: "ENV-1", name: "Sensor 1", param_id: "TEMPERATURE", isSetpoint: false },
      { ssid: "ENV-2", name: "Sensor 2", param_id: "TEMPERATURE", isSetpoint: false },
    ],
    neighbours: { mean: 24.1, isOnlyHere: true },
    causes: [
      { code: "alarm", unit, alarm: { id: 9, message: "Valve stuck", text: null } },
      { code: "off", unit, source: "person", by: "ravi", since: now(), boxes: [vav] },
      { code: "no-air", unit: vav },
      { code: "silent", unit: vav },
      {
        code: "held",
        unit: vav,
        point: { param_id: "vav_temperature_sp", value: 28, unit: "degC" },
        source: "person",
        by: "ravi",
        since: now(),
      },
      { code: "setpoint-far", unit: vav, setpoint: 24, kelvin: 3.4 },
    ],
  },
  ...change,
});

function showOperator(reports: ComfortReport[], role: 1 | 3 = 1, render = renderScreen) {
  return render("/admin/comfort", aSession({ role: { id: role } }), () => {
    serve(listComfortReports, reports);
    serve(countOpenComfortReports, { open: 2 });
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serveLatest([]);
    serve(getTrend, {
      param_id: "Zone Temperature",
      unit: "degC",
      bucketMs: 60_000,
      buckets: [],
      suspects: [],
      gaps: [],
    });
  });
}

test("an operator sees who reported a zone, its temperature, and the causes with links to the units", async () => {
  showOperator([aReport()]);
  const card = within(await screen.findByRole("article", { name: "Zone 1, First: Too warm" }));
  expect(card.getByText(/^2 people/)).toHaveTextContent("2 people: asha, ravi · since");
  expect(card.getByText("27.4 °C")).toBeVisible();
  // The temperature is the mean of both sensors.
  expect(await card.findByText("Sensor 1")).toBeVisible();
  expect(card.getByText("Sensor 2")).toBeVisible();
  expect(card.getByText("Limits 20.0 °C – 28.0 °C")).toBeVisible();
  const causes = card.getByRole("list", { name: "Possible causes" });
  expect(
    within(causes)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent.replace(/\d\d:\d\d/, "00:00")),
  ).toEqual([
    "AHU 1: Valve stuck",
    "AHU 1: ravi switched the unit off at 00:00 · Without air: VAV 1",
    "VAV 1: Gets no air",
    "VAV 1: Does not report",
    "VAV 1: ravi set Temperature Set Point to 28.0\u00a0°C at 00:00",
    "VAV 1: The temperature is 3.4\u00a0°C above the setpoint of 24.0\u00a0°C",
    "Only this zone: the others of the floor have 24.1\u00a0°C on average",
  ]);
  expect(within(causes).getAllByRole("link", { name: "AHU 1" })[0]).toHaveAttribute(
    "href",
    "/admin/glAhu?device=AHU-1",
  );
  expect(within(causes).getAllByRole("link", { name: "VAV 1" })[0]).toHaveAttribute(
    "href",
    "/admin/device?device=VAV-1",
  );
});

test("an operator closes a report with an outcome and a note; it moves below the open ones", async () => {
  showOperator([aReport()]);
  const card = within(await screen.findByRole("article", { name: "Zone 1, First: Too warm" }));
  const { bodies } = serve(closeComfortReport, { id: 3 });
  const outcome = { code: "setpoint-changed", note: "23 °C", at: now(), by: "operator" } as const;
  serve(listComfortReports, [aReport({ outcome, live: null })]);
  await userEvent.type(card.getByRole("textbox", { name: "Note for the person who reported it" }), "23 °C");
  await userEvent.click(card.getByRole("button", { name: /^Setpoint changed/ }));
  const closed = within(await screen.findByRole("region", { name: "Closed in the last 24 hours" }));
  expect(closed.getByRole("listitem")).toHaveTextContent(
    /Zone 1, First: Too warm · 2 people · Setpoint changed\. 23 °C.*closed by operator at/,
  );
  expect(bodies).toEqual([{ outcome: "setpoint-changed", note: "23 °C" }]);
  expect(screen.getByText("No open reports.")).toBeVisible();
});

test("the menu shows how many reports are open, and counts again when one is closed", async () => {
  showOperator([aReport()], 1, renderApp);
  expect(await screen.findByRole("link", { name: "Comfort reports 2 open" })).toBeVisible();
  serve(closeComfortReport, { id: 3 });
  serve(countOpenComfortReports, { open: 0 });
  await userEvent.click(await screen.findByRole("button", { name: /^Setpoint changed/ }));
  expect(await screen.findByRole("link", { name: "Comfort reports" })).toBeVisible();
});

test("the second operator sees who closed the report", async () => {
  showOperator([aReport()]);
  refuse(closeComfortReport, "comfort-report-closed", { fields: { closedBy: "meera" } });
  await userEvent.click(await screen.findByRole("button", { name: /^Nothing to change/ }));
  expect(await screen.findByText("meera has already closed this report.")).toBeVisible();
});

test("a viewer sees the reports and closes none", async () => {
  showOperator([aReport()], 3);
  expect(await screen.findByRole("article", { name: "Zone 1, First: Too warm" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Setpoint changed/ })).not.toBeInTheDocument();
});

test("reports of one floor are chosen, and the address holds the floor", async () => {
  const onSecond = aReport({ id: 4, floor: { id: 12, name: "Second" } });
  const { router } = showOperator([aReport(), onSecond]);
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(screen.getByRole("option", { name: "Second" }));
  expect(screen.getAllByRole("article").map((card) => card.getAttribute("aria-label"))).toEqual([
    "Zone 1, Second: Too warm",
  ]);
  expect(router.state.location.search).toEqual({ floor: 12 });
});

test("many reports load only the first trends by themselves", async () => {
  const ids = [1, 2, 3, 4, 5];
  const reports = ids.map((id) => aReport({ id, zone: { id, name: `Zone ${id}` } }));
  showOperator(reports);
  const button = await screen.findByRole("button", { name: /^Show the trend of / });
  expect(button).toHaveAccessibleName("Show the trend of Zone 5, First");
  expect(await screen.findAllByRole("img")).toHaveLength(4);
  await userEvent.click(button);
  await waitFor(() => expect(screen.getAllByRole("img")).toHaveLength(5));
});
