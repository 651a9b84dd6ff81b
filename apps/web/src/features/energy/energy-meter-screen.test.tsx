import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { type DeviceEntry, getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import { type Consumption, getConsumption } from "@verandah/contract/energy/energy.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { getTrend, listLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aReading, deviceDetails } from "../../testing/ahu-builders.ts";
import { aFloor, aSession } from "../../testing/builders.ts";
import { aDevice } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";

afterEach(() => void vi.useRealTimers());

const aMeter = (ssid: string, floorId: number) =>
  aDevice({ ssid, name: `Meter ${ssid}`, type: "ENERGYMETER", floorId });

const hour = (
  at: number,
  kilowattHour: number | null,
  isComplete = true,
  estimatedKilowattHour = 0,
): Consumption => ({
  from: new Date(Date.UTC(2026, 0, 5, at)).toISOString(),
  to: new Date(Date.UTC(2026, 0, 5, at + 1)).toISOString(),
  kilowattHour,
  estimatedKilowattHour,
  isComplete,
});

interface Shown {
  address?: string;
  hours?: Consumption[];
  meters?: DeviceEntry[];
  lastRestart?: ReplyOf<typeof getConsumption>["lastRestart"];
}

function show({
  address = "/admin/glEnergyMeter",
  hours = [hour(0, 2.5), hour(1, null, false), hour(2, 1.25, false)],
  meters = [aMeter("EM-2", 12), aMeter("EM-1", 11)],
  lastRestart = null,
}: Shown = {}) {
  return renderScreen(address, aSession(), () => {
    serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" })]);
    serve(listDevices, meters);
    serve(getDevice, ({ pathname }) => {
      const [ssid = ""] = pathname.split("/").slice(3);
      const points = [{ param_id: "presentDemand", kind: "reading" as const }];
      return deviceDetails({ ssid, name: `Meter ${ssid}`, type: "ENERGYMETER", points });
    });
    serveLatest([
      aReading({ param_id: "presentDemand", param_value: 12.3456, unit: "kilowatt" }),
      aReading({ param_id: "Frequency", param_value: 50.01, unit: "hertz", quality: "stale" }),
    ]);
    serve(getTrend, { param_id: "x", unit: "volt", bucketMs: 300_000, buckets: [], suspects: [], gaps: [] });
    serve(listDeviceAlarms, []);
    serve(getConsumption, { hours, days: hours, coveragePercent: 66.6, lastRestart });
  });
}

test("shows the first floor's meter with the specification's tiles, in three decimals", async () => {
  show();
  expect(await screen.findByRole("heading", { level: 1, name: "Meter EM-1" })).toBeVisible();
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  expect(summary.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Kilo Watt",
    "Apparent Power",
    "Active Power",
    "Average PF",
    "L-L Voltage[Avg]",
    "L-N Voltage[Avg]",
    "Current",
    "Frequency",
  ]);
  expect(summary.getByText("12.346 kW")).toBeVisible();
  expect(summary.getAllByText("No data")).toHaveLength(6);
});

test("has the six charts in their order, and shows missing data", async () => {
  show({ hours: [hour(0, null, false)] });
  await screen.findByRole("heading", { name: "24 Hour Consumption" });
  const names = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 6)).toEqual([
    "24 Hour Consumption",
    "L-L Voltage",
    "L-N Voltage",
    "Current",
    "Power Factor",
    "7 Days Consumption",
  ]);
  await waitFor(() => expect(screen.getAllByText("No data available")).toHaveLength(6));
});

test("a point that the user selects has a chart, and its value its quality", async () => {
  show();
  const points = within(await screen.findByRole("region", { name: "Points" }));
  await userEvent.click(points.getByRole("checkbox", { name: /.+/ }));
  expect(await screen.findByRole("region", { name: "Trends" })).toBeVisible();
});

test("a missing hour is shown as missing, and an incomplete one as at least its energy", async () => {
  show();
  const chart = await screen.findByRole("img", { name: /^24 Hour Consumption\. Peak 2\.500.kWh \(/ });
  const titles = [...chart.querySelectorAll("title")].map(({ textContent }) => textContent.split(": ")[1]);
  expect(titles).toEqual(["2.500\u00a0kWh", "No data", "at least 1.250\u00a0kWh, readings are missing"]);
  expect(screen.getByText("Readings cover 67 % of the 7 days.")).toBeVisible();
});

test("an hour with an estimated part is marked, and a counter that began again is named", async () => {
  show({
    hours: [hour(0, 2.5), hour(1, 1.5, false, 0.3)],
    lastRestart: { at: "2026-01-05T01:15:00Z", cause: "new-count" },
  });
  const chart = await screen.findByRole("img", { name: /^24 Hour Consumption\. Peak 2\.500.kWh \(/ });
  const titles = [...chart.querySelectorAll("title")].map(({ textContent }) => textContent.split(": ")[1]);
  expect(titles).toEqual(["2.500\u00a0kWh", "1.500\u00a0kWh, partly estimated"]);
  expect(screen.getByText(/^The counter began again, by a restart or a new meter: .*6:45/)).toBeVisible();
});

const volts = (value: number) =>
  aReading({ param_id: "em_volatge_LL_phase_1-2", param_value: value, unit: "volt" });

const legends = async (text: string) =>
  waitFor(() =>
    expect(
      screen.getAllByRole("list", { name: "Legend" }).map(({ textContent }) => textContent),
    ).toContainEqual(expect.stringContaining(text)),
  );

test("refreshes tiles, legends and bars within 5 seconds, and clears the charts silently when they fail", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { queryClient } = show();
  const current = aReading({ param_id: "powerFactorTotal", param_value: 0.9123 });
  const at = new Date().toISOString();
  serve(getTrend, ({ searchParams }) => ({
    param_id: searchParams.get("param_id") ?? "",
    unit: "volt",
    bucketMs: 300_000,
    buckets: [{ at, avg: 1, min: 1, max: 1, count: 1 }],
    suspects: [],
    gaps: [],
  }));
  serveLatest([current, volts(415.2)]);
  await legends("415.200");
  await legends("0.912");
  serveLatest([current, volts(416.5)]);
  serve(getConsumption, { hours: [hour(0, 7.5)], days: [], coveragePercent: 100, lastRestart: null });
  await vi.advanceTimersByTimeAsync(5_100);
  await legends("416.500");
  expect(await screen.findByRole("img", { name: /^24 Hour Consumption\. Peak 7\.500/ })).toBeVisible();
  refuse(getConsumption, "not-found");
  refuse(getTrend, "not-found");
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.getAllByText("No data available")).toHaveLength(6));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
}, 20_000);

test("shows the server's message when the floors cannot be loaded", async () => {
  show();
  refuse(listLocationMetrics, "not-allowed");
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
});

test("readings that could not be loaded leave no placeholder that looks like loading", async () => {
  const { container } = show();
  refuse(listLatest, "not-allowed");
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  await waitFor(() => expect(container.querySelector(".mantine-Skeleton-root")).not.toBeInTheDocument());
});

test("another floor shows its first meter, and a day is part of the address", async () => {
  const app = show();
  await userEvent.click(await screen.findByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Meter EM-2" })).toBeVisible();
  fireEvent.change(screen.getByLabelText("Consumption of the day"), { target: { value: "2026-01-04" } });
  await waitFor(() =>
    expect(app.router.state.location.search).toEqual({ device: "EM-2", date: "2026-01-04" }),
  );
});

test("a day counts when its typing ends, and adds no page to the history", async () => {
  const app = show({ address: "/admin/glEnergyMeter?device=EM-1&date=2026-01-04" });
  const day = await screen.findByLabelText("Consumption of the day");
  const pages = app.router.history.length;
  const addresses: string[] = [];
  const end = app.router.history.subscribe(({ location }: { location: Location }) =>
    addresses.push(location.search),
  );
  for (const value of ["3 Jan 202", "1/1/2026", "11/1/2026"]) fireEvent.change(day, { target: { value } });
  fireEvent.blur(day);
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ date: "2026-01-11" }));
  end();
  expect(addresses).toEqual(["?device=EM-1&date=2026-01-11"]);
  expect(app.router.history.length).toBe(pages);
});

test("shows messages for an unknown meter and a building without meters, and an error at a wrong date", async () => {
  const { unmount } = show({ address: "/admin/glEnergyMeter?device=NO-SUCH" });
  refuse(getDevice, "not-found");
  expect(await screen.findByText("There is no such energy meter.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "EMS" })).toBeVisible();
  unmount();
  show({ address: "/admin/glEnergyMeter?date=2999-01-01" });
  refuse(getConsumption, "input-invalid", { fields: { date: "Choose a day up to today" } });
  expect(await screen.findByText("Choose a day up to today")).toBeVisible();
  // Neither the bars of another day nor an endless wait.
  await waitFor(() => expect(screen.getAllByText("No data available")).toHaveLength(6));
});
