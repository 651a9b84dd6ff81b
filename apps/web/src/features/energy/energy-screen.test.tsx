import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type EnergyNode,
  type EnergySum,
  getEnergyBaseline,
  getEnergyDemand,
  getEnergyOverview,
  listEnergyFindings,
} from "@verandah/contract/energy/energy-overview.ts";
import {
  defaultEnergySettings,
  getEnergySettings,
  saveEnergySettings,
} from "@verandah/contract/energy/energy-settings.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const sum = (kilowattHour: number | null, change: Partial<EnergySum> = {}): EnergySum => ({
  kilowattHour,
  estimatedKilowattHour: 0,
  coveragePercent: kilowattHour === null ? 0 : 100,
  rupees: kilowattHour === null ? null : kilowattHour * 8,
  ...change,
});
const node = (name: string, change: Partial<EnergyNode> = {}): EnergyNode => ({
  ...sum(600),
  placeId: null,
  ssid: null,
  name,
  kind: "meter",
  children: [],
  ...change,
});
const tariff = [{ name: "Day", fromHour: 0, rupeesPerKilowattHour: 8 }];

type Overview = ReplyOf<typeof getEnergyOverview>;
type Baseline = ReplyOf<typeof getEnergyBaseline>;

const anOverview = (change: Partial<Overview> = {}): Overview => ({
  settings: { ...defaultEnergySettings, tariff },
  from: "2025-12-31T18:30:00.000Z",
  to: "2026-01-05T06:30:00.000Z",
  total: { ...sum(1_000), carbonKilogram: 712 },
  before: { ...sum(800), from: "2025-12-24T18:30:00.000Z", to: "2025-12-29T06:30:00.000Z" },
  days: [
    {
      from: "2025-12-31T18:30:00.000Z",
      to: "2026-01-01T18:30:00.000Z",
      kilowattHour: 1_000,
      estimatedKilowattHour: 0,
      isComplete: true,
    },
  ],
  tariff: [{ name: "Day", fromHour: 0, kilowattHour: 1_000, rupees: 8_000 }],
  baseLoad: { kilowatt: 5.9, nights: 5, rupees: 900 },
  tree: node("Tower A", {
    ...sum(1_000),
    placeId: 2,
    kind: "building",
    children: [
      node("Ground", {
        placeId: 11,
        kind: "floor",
        ...sum(600, { coveragePercent: 60, estimatedKilowattHour: 40 }),
        children: [node("EMS F0.1", { ssid: "EM-1" })],
      }),
    ],
  }),
  ...change,
});

const model: Baseline["model"] = {
  from: "2025-11-01",
  to: "2025-12-31",
  days: 60,
  baseCelsius: 18,
  kilowattHourPerDegreeDay: 58,
  r2: 0.98,
  cvrmsePercent: 4.2,
  heldOutPercent: -1.3,
};
const aBaseline = (change: Partial<Baseline> = {}): Baseline => ({
  model,
  reason: null,
  daysKnown: 60,
  daysNeeded: 14,
  days: [{ day: "2026-01-01", actual: 90, expected: 120 }],
  saved: { days: 1, kilowattHour: 30, uncertaintyKilowattHour: 8, percent: 25, rupees: 240 },
  ...change,
});

interface Shown {
  address?: string;
  role?: 1 | 2 | 3;
  overview?: Overview;
  baseline?: Baseline;
  findings?: ReplyOf<typeof listEnergyFindings>;
  demand?: Partial<ReplyOf<typeof getEnergyDemand>>;
}

function show({
  address = "/admin/energy",
  role = 1,
  overview,
  baseline,
  findings = [],
  demand,
}: Shown = {}) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    serve(getEnergyOverview, overview ?? anOverview());
    serve(getEnergyDemand, {
      contractKilowatt: 150,
      today: [{ at: "2026-01-04T18:30:00.000Z", kilowatt: 20, expected: null }],
      monthPeak: { at: "2026-01-02T09:30:00.000Z", kilowatt: 160 },
      monthCoveragePercent: 97,
      forecast: { days: 9, quarters: [], peak: { at: "2026-01-05T09:30:00.000Z", kilowatt: 120 } },
      ...demand,
    });
    serve(getEnergyBaseline, baseline ?? aBaseline());
    serve(listEnergyFindings, findings);
    serve(getEnergySettings, { ...defaultEnergySettings, tariff });
  });
}

test("shows energy, cost, carbon and base load, and the difference to the same weekdays before", async () => {
  show();
  expect(await screen.findByText("1,000 kWh", { selector: "dd" })).toBeVisible();
  expect(screen.getByText("₹ 8,000", { selector: "dd" })).toBeVisible();
  expect(screen.getByText("712 kg CO2")).toBeVisible();
  expect(screen.getByText("5.9 kW")).toBeVisible();
  expect(screen.getByText("25.0 % more than 25 Dec 2025 to 29 Dec 2025, the same weekdays")).toBeVisible();
});

test("a time with gaps is not compared, and places show the known and the estimated part", async () => {
  show({ overview: anOverview({ total: { ...sum(1_000, { coveragePercent: 70 }), carbonKilogram: 1 } }) });
  expect(
    await screen.findByText("Too few readings to compare with 25 Dec 2025 to 29 Dec 2025"),
  ).toBeVisible();
  expect(screen.getByText("Readings cover 70 %")).toBeVisible();
  expect(screen.getByText("Readings cover 60 %; 40 kWh estimated")).toBeVisible();
});

test("without readings and tariff no value is zero", async () => {
  const settings = defaultEnergySettings;
  const empty = { ...sum(null), carbonKilogram: null };
  show({
    overview: anOverview({
      settings,
      total: empty,
      baseLoad: null,
      tariff: [],
      tree: node("Tower A", sum(null)),
    }),
  });
  expect(await screen.findByText("No energy meter has readings in this time.")).toBeVisible();
  expect(screen.getAllByText("No data", { selector: "dd" })).toHaveLength(3);
  expect(screen.getAllByText("No tariff").length).toBeGreaterThan(0);
  expect(screen.getByText("There is no tariff yet. An administrator enters it.")).toBeVisible();
  expect(screen.queryByText("0 kWh")).not.toBeInTheDocument();
});

test("the month's peak over the contract is marked, and an unknown forecast is not known yet", async () => {
  show({ demand: { forecast: null } });
  const demand = within(await screen.findByRole("region", { name: "Demand" }));
  const peak = demand.getByText("160 kW at 2 Jan, 15:00");
  expect(peak.querySelector("[data-state=critical]")).not.toBeNull();
  expect(demand.getByText("No forecast yet")).toBeVisible();
  expect(demand.getByText("All meters reported for 97 % of the month.")).toBeVisible();
});

test("a saving is shown with its uncertainty and method; less than that is no clear difference", async () => {
  const { unmount } = show();
  expect(await screen.findByText("30 kWh less than expected (± 8 kWh)")).toBeVisible();
  expect(screen.getByText(/25\.0.%, ₹.240 · over 1 whole days, with 90 % confidence/)).toBeVisible();
  expect(screen.getByText(/Expected from 60 days .* above 18.°C\. R² 0\.98, .* 1\.3.% off\./)).toBeVisible();
  unmount();
  show({
    baseline: aBaseline({
      saved: { days: 9, kilowattHour: -5, uncertaintyKilowattHour: 8, percent: -1, rupees: null },
    }),
  });
  expect(await screen.findByText("5 kWh more than expected (± 8 kWh)")).toBeVisible();
  expect(screen.getByText(/no clear difference, it is within the uncertainty/)).toBeVisible();
});

test.each([
  ["no-weather", "There is no outdoor temperature. Add a weather station."],
  ["no-meters", "There is no energy meter here."],
  [
    "few-days",
    "The expected energy needs at least 14 whole days with readings before this time; there are 6.",
  ],
] as const)("explains why there is no expected energy: %s", async (reason, text) => {
  show({ baseline: aBaseline({ model: null, saved: null, reason, daysKnown: 6 }) });
  expect(await screen.findByText(text)).toBeVisible();
});

test("wasted energy has its floor, time and cost so far, and leads to the alarm", async () => {
  const finding = {
    alarmId: 77,
    placeId: 11,
    place: "Ground",
    from: "2026-01-02T20:30:00.000Z",
    to: null,
    limitKilowatt: 3,
    kilowattHour: 12.4,
    rupees: 99,
    meter: "EMS F0.2",
  };
  show({ findings: [finding, { ...finding, alarmId: 78, kilowattHour: null, rupees: null, meter: null }] });
  const wasted = within(await screen.findByRole("region", { name: "Energy wasted" }));
  expect(wasted.getByText("12 kWh, ₹ 99")).toBeVisible();
  expect(
    wasted.getByText("Above the limit of 3.0 kW for an empty floor. Most of it: EMS F0.2"),
  ).toBeVisible();
  expect(wasted.getByText("No data")).toBeVisible();
  expect(wasted.getAllByRole("link", { name: "Ground" })[0]).toHaveAttribute(
    "href",
    "/admin/energy?alarm=77",
  );
});

test("a floor opens its own energy, and the days are part of the address", async () => {
  const app = show();
  await userEvent.click(await screen.findByRole("link", { name: "Ground" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ place: 11 }));
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-01-02" } });
  const days = { from: "2026-01-02", to: expect.any(String) };
  await waitFor(() => expect(app.router.state.location.search).toEqual({ place: 11, ...days }));
  await userEvent.click(screen.getByRole("button", { name: "Whole building" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual(days));
});

test("a day of the future has its error at its field", async () => {
  show({ address: "/admin/energy?from=2999-01-01&to=2999-01-02" });
  expect(await screen.findByText("Choose a day up to today")).toBeVisible();
  expect(screen.getByLabelText("From")).toHaveAttribute("aria-invalid", "true");
});

test("only an administrator can set the tariff; wrong fields have their errors, and the input is kept", async () => {
  const { unmount } = show();
  await screen.findByText("712 kg CO2");
  expect(screen.queryByRole("button", { name: "Tariff" })).not.toBeInTheDocument();
  unmount();
  show({ role: 2 });
  await userEvent.click(await screen.findByRole("button", { name: "Tariff" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Tariff and contract" }));
  await userEvent.type(await dialog.findByLabelText("Contract demand (kW)"), "150");
  await userEvent.click(dialog.getByRole("button", { name: "Add a period" }));
  await userEvent.type(dialog.getAllByLabelText("Period")[1] ?? document.body, "Peak");
  await userEvent.type(dialog.getAllByLabelText("From hour")[1] ?? document.body, "18");
  refuse(saveEnergySettings, "input-invalid", {
    fields: { "tariff.1.rupeesPerKilowattHour": "A number" },
    once: true,
  });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findAllByText("A number")).not.toHaveLength(0);
  await userEvent.type(dialog.getAllByLabelText("₹ per kWh")[1] ?? document.body, "9.5");
  const saved = serve(saveEnergySettings, defaultEnergySettings);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(saved.bodies).toEqual([
    {
      contractKilowatt: 150,
      carbonKilogramPerKilowattHour: 0.712,
      tariff: [...tariff, { name: "Peak", fromHour: 18, rupeesPerKilowattHour: 9.5 }],
    },
  ]);
});
