import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { listSelfTests, planSelfTest, type SelfTest } from "@verandah/contract/self-tests.ts";
import { getTrend, type ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { getUpsBattery, listUpsTransfers, saveUpsBattery, type UpsBattery } from "@verandah/contract/ups.ts";
import { expect, test } from "vitest";

import { aReading, deviceDetails } from "../../testing/ahu-builders.ts";
import { aFloor, aSession } from "../../testing/builders.ts";
import { loseStream } from "../../testing/fake-event-source.ts";
import { aDevice } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";
import { flowOf, outputKilowatt, outputPowerFactor } from "./ups-values.ts";

const value = (param_id: string, param_value: number, unit = "none") =>
  aReading({ param_id, param_value, unit });
const phases = (stem: string, unit: string, values: readonly number[]) =>
  values.map((one, at) => value(`ups_${stem}Phase${"ABC"[at]}`, one, unit));

const normal: ParameterReading[] = [
  value("ups_Status", 3),
  value("ups_Load", 41, "percent"),
  value("ups_BatteryCharge", 97, "percent"),
  value("ups_Runtime", 42, "minute"),
  ...phases("OutputVoltage", "volt", [230, 231, 229.456]),
  ...phases("OutputCurrent", "ampere", [10, 10, 10]),
  ...phases("OutputPower", "watt", [2_200, 2_200, 2_200]),
];

const noBattery: UpsBattery = {
  installedOn: null,
  ratedYears: 5,
  ageYears: null,
  coveragePercent: null,
  meanCelsius: null,
  ageingFactor: null,
  discharges: null,
  deepestPercent: null,
  fullDischarges: null,
  usedPercent: null,
  endsOn: null,
};
const knownBattery: UpsBattery = {
  installedOn: "2025-01-05",
  ratedYears: 5,
  ageYears: 1,
  coveragePercent: 80.4,
  meanCelsius: 27,
  ageingFactor: 1.18,
  discharges: 2,
  deepestPercent: 40,
  fullDischarges: 0.5,
  usedPercent: 23.9,
  endsOn: "2029-03-12",
};
const test1: SelfTest = {
  id: "00000000-0000-4000-8000-000000000001",
  kind: "battery",
  plannedAt: "2026-01-05T04:00:00.000Z",
  isMonthly: false,
  state: "done",
  results: [
    { ssid: "UPS-1", name: "UPS 1", result: "not-tested", why: "not-ready", at: null, commandId: null },
  ],
};
const none = { periods: [], transfers: 0, coveragePercent: 100 };
const battery = {
  before: 3,
  source: 5,
  start: "2026-01-05T04:00:00.000Z",
  end: "2026-01-05T04:12:00.000Z",
  loadPercent: 41,
  chargePercent: 62,
};

const upsDetails = (number: 1 | 2, change: Parameters<typeof deviceDetails>[0] = {}) =>
  deviceDetails({
    ssid: `UPS-${number}`,
    name: `UPS ${number}`,
    type: "UPS",
    points: normal.map(({ param_id }) => ({ param_id, kind: "reading" })),
    ...change,
  });

function show(
  address: string,
  latest = normal,
  floorId: number | null = null,
  { transfers = none, role = 1 }: { transfers?: ReplyOf<typeof listUpsTransfers>; role?: 1 | 2 } = {},
) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, [aFloor()]);
    serve(listDevices, [
      aDevice({ ssid: "UPS-1", name: "UPS 1", type: "UPS", floorId, alerts_cri: 1, alerts_solu: 1 }),
      aDevice({ ssid: "UPS-2", name: "UPS 2", type: "UPS", floorId, alerts_cri: 0, alerts_solu: 0 }),
    ]);
    serve(getDevice, ({ pathname }) => upsDetails(pathname.includes("UPS-2") ? 2 : 1));
    serveLatest(latest);
    serve(getTrend, { param_id: "x", unit: "volt", bucketMs: 30_000, buckets: [], suspects: [], gaps: [] });
    serve(listDeviceAlarms, []);
    serve(listUpsTransfers, transfers);
    serve(getUpsBattery, noBattery);
    serve(listSelfTests, [test1]);
  });
}

test.each([
  [3, "Power flows: Mains → Rectifier → Load"],
  [4, "Power flows: Mains → Bypass → Load"],
  [5, "Power flows: Battery → Load"],
  [2, "No output"],
  [1, "Power flow unknown."],
])("with status %i the diagram shows '%s'", async (status, words) => {
  show("/admin/glUps", [value("ups_Status", status)]);
  const diagram = await screen.findByRole("img", { name: `UPS 1. ${words}` });
  expect(diagram.getAttribute("data-state")).toBe(status === 5 ? "critical" : null);
});

test("shows the values of a UPS, voltages with two decimals, and 'No data' for all others", async () => {
  show("/admin/glUps?device=UPS-2");
  expect(await screen.findByRole("heading", { level: 1, name: "UPS 2" })).toBeVisible();
  const phasesTable = within(await screen.findByRole("table", { name: "Phases" }));
  const rowOf = (name: string) =>
    within(phasesTable.getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(rowOf("Output voltage")).toEqual(["230.00\u00a0V", "231.00\u00a0V", "229.46\u00a0V"]);
  expect(rowOf("Input voltage")).toEqual(["No data", "No data", "No data"]);
  const total = within(screen.getByRole("region", { name: "Total output" }));
  expect(total.getByText("6.60 kW")).toBeVisible();
  expect(total.getByText("0.96")).toBeVisible();
});

test("shows what the UPS reports: its shutdown, an overload, a fault, its battery and the load of each phase", async () => {
  show("/admin/glUps", [
    value("ups_Shutdown", 2),
    value("ups_Overload", 1),
    value("ups_Fault", 7),
    value("ups_ReplaceBattery", 1),
    ...phases("Load", "percent", [30, 105, 29]),
  ]);
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  for (const word of ["Imminent", "Yes", "Fan failed"]) expect(summary.getByText(word)).toBeVisible();
  const ofBattery = within(screen.getByRole("region", { name: "Battery" }));
  expect(ofBattery.getByText("Needed")).toBeVisible();
  const ofPhases = within(screen.getByRole("table", { name: "Phases" }));
  const load = within(ofPhases.getByRole("row", { name: /^Load/ }));
  expect(load.getByRole("cell", { name: /^105\s%$/ })).toBeVisible();
});

test("no card of a UPS is shown as fine while the stream is down", async () => {
  show("/admin/glLandingUps");
  const card = await screen.findByRole("article", { name: "UPS 2" });
  await within(card).findByText(/^41\s%$/);
  const state = () => card.querySelector("[data-state]");
  expect(state()).toHaveAttribute("data-state", "fine");
  await loseStream();
  expect(state()).toHaveAttribute("data-state", "unknown");
  expect(within(card).getAllByText(/ago$/).length).toBeGreaterThan(0);
});

test.each([
  [97, "Power flows: Mains → Rectifier → Load. The battery charges."],
  [100, "Power flows: Mains → Rectifier → Load"],
])("on mains with a charge of %i % the diagram shows '%s'", async (charge, words) => {
  show("/admin/glUps", [value("ups_Status", 3), value("ups_BatteryCharge", charge, "percent")]);
  expect(await screen.findByRole("img", { name: `UPS 1. ${words}` })).toBeVisible();
});

test("lists transfers, and times without readings as unknown", async () => {
  const gap = { ...battery, before: 5, source: null, start: battery.end, end: null, loadPercent: null };
  show("/admin/glUps", normal, null, {
    transfers: { periods: [gap, battery], transfers: 1, coveragePercent: 80 },
  });
  const section = within(await screen.findByRole("region", { name: "Transfers" }));
  expect(await section.findByText("Unknown: no readings")).toBeVisible();
  expect(section.getByRole("status")).toHaveTextContent("1 transfer Readings cover 80.0 % of this time.");
  const row = within(section.getByRole("row", { name: /Normal/ }));
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
    "5 Jan 2026, 09:30",
    "Normal",
    "On battery",
    "12 min",
    "41\u00a0%",
    "62\u00a0%",
  ]);
});

test("a time without transfers has a text, and a wrong one is refused", async () => {
  show("/admin/glUps");
  expect(await screen.findByText(/^No transfers in this time\./)).toBeVisible();
  cleanup();
  show("/admin/glUps?from=2026-01-05&to=2026-01-04");
  expect(await screen.findAllByText("End date should be greater than start date")).toHaveLength(2);
  expect(screen.queryByText(/^No transfers/)).not.toBeInTheDocument();
});

const batterySection = () => screen.findByRole("region", { name: "Battery life" });

test("without an install date the age of the battery is not known, and an administrator enters it", async () => {
  show("/admin/glUps", normal, null, { role: 2 });
  const section = within(await batterySection());
  expect(await section.findAllByText("Unknown")).toHaveLength(7);
  await userEvent.click(section.getByRole("button", { name: "Enter battery" }));
  const dialog = within(await screen.findByRole("dialog", { name: "UPS battery" }));
  fireEvent.change(dialog.getByLabelText("Installed on"), { target: { value: "2030-01-05" } });
  refuse(saveUpsBattery, "input-invalid", { fields: { installedOn: "Choose a day up to today" } });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Choose a day up to today")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Installed on"), { target: { value: "2025-01-05" } });
  serve(saveUpsBattery, knownBattery);
  serve(getUpsBattery, knownBattery);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await section.findByText("12 Mar 2029")).toBeVisible();
  expect(section.getByText("23.9 %")).toBeVisible();
  expect(section.getByText("80.4 % of its age")).toBeVisible();
  expect(section.getByText("27.0 °C, ages 1.18 times as fast")).toBeVisible();
  expect(section.getByText("2 discharges, deepest 40 %")).toBeVisible();
});

test("an operator sees the life of the battery with its method, and does not enter it", async () => {
  show("/admin/glUps");
  const section = within(await batterySection());
  expect(await section.findByText(/until an administrator enters the install date/)).toBeVisible();
  expect(section.getByText("How the life is estimated")).toBeVisible();
  expect(section.queryByRole("button", { name: "Enter battery" })).not.toBeInTheDocument();
});

test("a self-test starts now or at a planned time, and the past ones have their results", async () => {
  show("/admin/glUps");
  const section = within(await screen.findByRole("region", { name: "Self-tests" }));
  expect(await section.findByText("Not tested: it was not on mains with a charged battery")).toBeVisible();
  await userEvent.click(section.getByRole("button", { name: "New test" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New self-test" }));
  expect(dialog.queryByRole("radio", { name: "Function test" })).toBeNull();
  await userEvent.click(dialog.getByRole("radio", { name: "Now" }));
  expect(dialog.queryByLabelText("Time")).toBeNull();
  const { bodies } = serve(planSelfTest, test1);
  await userEvent.click(dialog.getByRole("button", { name: "Start the test" }));
  expect(await screen.findByText("The test starts")).toBeVisible();
  expect(bodies).toEqual([{ ssid: "UPS-1", kind: "battery", isMonthly: false }]);
});

test.each([
  ["offline", "wrong-credentials", "Offline: Wrong user or key"],
  ["unknown", "gateway-offline", "Unknown: Gateway offline"],
] as const)("a UPS that is %s has its reason beside its name", async (state, offlineReason, text) => {
  show("/admin/glUps");
  serve(getDevice, upsDetails(1, { state, offlineReason }));
  expect(await screen.findByText(text)).toBeVisible();
});

test("a UPS has its related equipment and a table of its points", async () => {
  show("/admin/glUps");
  const meter = { ssid: "EM-1", name: "Meter 1", type: "ENERGYMETER", state: "online" } as const;
  serve(getDevice, upsDetails(1, { fedBy: meter }));
  const related = within(await screen.findByRole("region", { name: "Related equipment" }));
  expect(related.getByRole("link", { name: "Meter 1" })).toHaveAttribute(
    "href",
    "/admin/glEnergyMeter?device=EM-1",
  );
  const points = within(await screen.findByRole("region", { name: "Points" }));
  expect(points.getByRole("row", { name: /^UPS load 41.%/ })).toBeVisible();
});

test("an unknown UPS has a text", async () => {
  show("/admin/glUps?device=NO-SUCH");
  refuse(getDevice, "not-found");
  expect(await screen.findByText("There is no such UPS.")).toBeVisible();
});

test("the landing has one card per UPS with alarms and values, and each opens its screen", async () => {
  show("/admin/glLandingUps");
  expect(
    await screen.findByText(/has no UPS of its own\. These UPSs supply the whole building\./),
  ).toBeVisible();
  const first = within(screen.getByRole("article", { name: "UPS 1" }));
  expect(first.getByText("2 alarms")).toBeVisible();
  expect(first.getByText("2 alarms").previousElementSibling).toHaveAttribute("data-state", "critical");
  expect(await first.findByText("6.60 kW")).toBeVisible();
  expect(first.getByText("Normal")).toBeVisible();
  expect(first.getByRole("link", { name: "UPS 1" })).toHaveAttribute("href", "/admin/glUps?device=UPS-1");
  expect(within(screen.getByRole("article", { name: "UPS 2" })).getByText("0 alarms")).toBeVisible();
});

test("a floor without UPSs and without those of the building has a text", async () => {
  show("/admin/glLandingUps", normal, 99);
  expect(await screen.findByText("No UPS here.")).toBeVisible();
});

test("floors that could not be loaded are no floor without UPSs", async () => {
  show("/admin/glLandingUps", normal, 11);
  refuse(listLocationMetrics, "not-allowed");
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  expect(screen.queryByText("No UPS here.")).not.toBeInTheDocument();
});

test("a failure leaves no placeholder that looks like loading", async () => {
  const { container } = show("/admin/glUps");
  refuse(listDevices, "not-allowed");
  expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  expect(container.querySelector(".mantine-Skeleton-root")).not.toBeInTheDocument();
});

test("an unknown phase makes the sum unknown, and old values count as unknown", () => {
  expect(outputKilowatt(normal)).toBe(6.6);
  expect(outputPowerFactor(normal)).toBeCloseTo(0.957, 2);
  const stale = normal.map((one) =>
    one.param_id === "ups_OutputPowerPhaseB" ? { ...one, quality: "stale" as const } : one,
  );
  expect(outputKilowatt(stale)).toBeNull();
  expect(outputPowerFactor(stale)).toBeNull();
  expect(outputKilowatt([])).toBeNull();
  expect(flowOf([{ ...value("ups_Status", 3), quality: "stale" }])).toBeUndefined();
});

test("a UPS on battery shows the time that is left above all else; an old value shows nothing", async () => {
  const { unmount } = show("/admin/glUps", [value("ups_Status", 5), value("ups_Runtime", 119)]);
  expect(await screen.findByText(/^On battery, 119\smin left$/)).toBeVisible();
  unmount();
  show("/admin/glUps", [{ ...value("ups_Status", 5), quality: "stale" }, value("ups_Runtime", 119)]);
  expect(await screen.findByRole("img", { name: "UPS 1. Power flow unknown." })).toBeVisible();
  expect(screen.queryByText(/^On battery, /)).not.toBeInTheDocument();
});

test("the general address of a UPS leads to this screen, with the state of the address", async () => {
  const { router, path } = show("/admin/device?device=UPS-2&range=7d");
  expect(await screen.findByRole("region", { name: "Power flow" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "UPS 2" })).toBeVisible();
  expect([path(), router.state.location.search]).toEqual(["/admin/glUps", { device: "UPS-2", range: "7d" }]);
});

test("a UPS of another building has its screen too", async () => {
  show("/admin/glUps?device=UPS-2");
  serve(listDevices, []);
  expect(await screen.findByRole("region", { name: "Power flow" })).toBeVisible();
});
