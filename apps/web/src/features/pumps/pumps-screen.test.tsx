import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { exportPumpData, listPumpData, listPumps } from "@verandah/contract/pumps/pumps.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { anAlarmRow, aSession, aTrend } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { aPump, aPumpReading } from "../../testing/pumps.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { cutOffAll, refuse, serve } from "../../testing/serve.ts";
import { asked, pumpCard, showPumps } from "../../testing/show-pumps.ts";
import type { MeasuredPump } from "./pump-values.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const value = async (title: string) =>
  (await pumpCard()).getByText(title, { selector: "dt" }).nextElementSibling ?? document.body;

test("a farmer sees the state of each pump, its water, its power and when it was last seen", async () => {
  // The clock stands, because the first load of the screen takes its time.
  vi.useFakeTimers({ toFake: ["Date"] });
  showPumps([aPump(), aPump({}, { ssid: "P-2", name: "Pump 02 Hoskote" })]);
  expect((await pumpCard()).getByText("Running")).toBeVisible();
  expect(await value("Water flow")).toHaveTextContent("96 l/min");
  expect(await screen.findByText("12,400 L")).toBeVisible();
  expect(await value("Power")).toHaveTextContent("1,850 W");
  expect(await value("Fault")).toHaveTextContent("NO FAULT");
  expect(await value("Warning")).toHaveTextContent("NO WARNING");
  expect((await pumpCard()).getByText(/^Last seen: \d s ago$/)).toBeVisible();
  expect(screen.getByText("2 pumps · 2 running")).toBeVisible();
});

test.each([
  [49, "49 pumps · 49 running"],
  [50, undefined],
])("with %i listed pumps the head shows %s", async (count, text) => {
  showPumps(
    Array.from({ length: count }, (_, at) => aPump({}, { ssid: `P-${at + 1}`, name: `Pump ${at + 1}` })),
  );
  await pumpCard("Pump 1");
  expect(screen.queryByText(/\d+ pumps/)?.textContent).toBe(text);
});

test("a pump with a fault is not counted as running, and one with a warning is", async () => {
  const alarms = [anAlarmRow({ alarm_code: 130 })];
  showPumps([aPump({}, { alarms }), aPump({ WarningCondition: 3 }, { ssid: "P-2", name: "Pump 02" })]);
  expect(await screen.findByText("2 pumps · 1 running · 1 fault")).toBeVisible();
});

test.each<[state: string, pump: MeasuredPump]>([
  ["Stopped", aPump({ MotorStatus: 0 })],
  ["Fault", aPump({ MotorStatus: 0, FaultCondition: 1 })],
  ["Running, with a warning", aPump({ WarningCondition: 3 })],
  ["Fault", aPump({}, { alarms: [anAlarmRow({ alarm_code: 130 })] })],
  ["Running, with a warning", aPump({}, { alarms: [anAlarmRow({ alarm_code: 245 })] })],
  ["Running", aPump({}, { alarms: [anAlarmRow({ alarm_code: 246 })] })],
  ["Not connected", aPump({}, { state: "offline", alarms: [anAlarmRow({ alarm_code: 130 })] })],
  ["Running, fault or warning unknown", aPump({}, { values: [aPumpReading("MotorStatus", 1)] })],
  ["Stopped, fault or warning unknown", aPump({}, { values: [aPumpReading("MotorStatus", 0)] })],
  ["Not connected", aPump({}, { state: "offline" })],
  ["State unknown", aPump({}, { values: [aPumpReading("MotorStatus", 1, "stale")] })],
])("a pump is shown as '%s'", async (state, pump) => {
  showPumps([pump]);
  expect((await pumpCard()).getByText(state, { selector: "p" })).toBeVisible();
});

test.each([
  [0, 1],
  [305, 0],
])("a stopped pump at %i V of its panels names the missing sun %i times", async (volt, times) => {
  showPumps([aPump({ MotorStatus: 0, voltage_in_v: volt })]);
  expect((await pumpCard()).getByText("Stopped", { selector: "p" })).toBeVisible();
  expect((await pumpCard()).queryAllByText("No sun")).toHaveLength(times);
});

test("an old value has its age, and an old fault is not shown", async () => {
  showPumps([
    aPump(
      {},
      { values: [aPumpReading("power_in_watt", 900, "stale"), aPumpReading("FaultCondition", 0, "stale")] },
    ),
  ]);
  expect(await value("Power")).toHaveTextContent("900 W 4 min ago");
  expect(await value("Fault")).toHaveTextContent("Unknown");
  expect(await value("Water flow")).toHaveTextContent("No data");
});

test("after midnight a count of yesterday is not today's water, however new it is", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-01-04T18:30:30Z"), shouldAdvanceTime: true });
  const measured_time = "2026-01-04T18:29:30.000Z";
  showPumps([aPump({}, { values: [{ ...aPumpReading("WF_per_Day_in_L", 12_400), measured_time }] })]);
  expect(await screen.findByText(/^Water on /)).toBeVisible();
  expect(screen.getByText("12,400 L").textContent).toMatch(/min ago|s ago/);
  expect(screen.queryByText("Water today")).toBeNull();
});

test("new values arrive through the stream", async () => {
  showPumps([aPump()]);
  await pumpCard();
  await waitFor(() => expect(FakeEventSource.opened.at(-1)?.url).toBe("/v1/live?devices=P-1"));
  act(() =>
    FakeEventSource.opened.at(-1)?.send({
      name: "readings",
      data: { ssid: "P-1", values: [aPumpReading("WaterflowRate_in_lpm", 120)] },
    }),
  );
  await waitFor(async () => expect(await value("Water flow")).toHaveTextContent("120 l/min"));
});

test("without an answer for a while no value looks live", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showPumps([aPump()]);
  await pumpCard();
  cutOffAll();
  await vi.advanceTimersByTimeAsync(40_000);
  expect((await pumpCard()).getByText("State unknown")).toBeVisible();
  expect(await value("Water flow")).toHaveTextContent(/96 l\/min \d+ s ago/);
  expect(await screen.findByRole("alert")).toHaveTextContent(/The server cannot be reached/);
});

test("the head has the customer's own record", async () => {
  showPumps([aPump()]);
  for (const [label, text] of [
    ["Customer name", "Asha Rao"],
    ["Customer city", "Hoskote"],
    ["Customer state", "Karnataka"],
  ] as const)
    await waitFor(() => expect(screen.getByText(label).nextElementSibling).toHaveTextContent(text));
});

test("the picture shows the known values of sun, panels, controller, pump and water", async () => {
  showPumps([aPump({ voltage_in_v: 305 })]);
  expect(
    await screen.findByRole("img", {
      name: "Sun. Panels: 305\u00a0V. Controller: 1,850\u00a0W. Pump: Running. Water: 96\u00a0l/min. No data",
    }),
  ).toBeVisible();
});

test("the grid has the specified columns and colours", async () => {
  showPumps([aPump()]);
  const grid = within(await screen.findByRole("table", { name: "Readings of Pump 01 Hoskote" }));
  await waitFor(() => expect(grid.getAllByRole("row")).toHaveLength(3));
  expect(
    grid.getAllByRole("columnheader").map((head) => within(head).getAllByRole("button")[0]?.textContent),
  ).toEqual([
    "date",
    "time",
    "MotorStatus",
    "WaterflowRate(lpm)",
    "WF_per_Day(L)",
    "voltage(v)",
    "Current(A)",
    "Power(W)",
    "FaultCondition",
    "WarningCondition",
  ]);
  expect(grid.getByText("NO FAULT")).toHaveAttribute("data-level", "fine");
  expect(grid.getByText("DRY RUN")).toHaveAttribute("data-level", "alarm");
  expect(grid.getByText("NO WARNING")).toHaveAttribute("data-level", "fine");
  expect(grid.getByText("DIRTY PANEL")).toHaveAttribute("data-level", "warning");
  expect(grid.getByText("Suspect")).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ hours: "24", page: "1", sort: "date", order: "desc" });
});

test("'last 1hr data' and 'submit' ask for their times", async () => {
  const user = userEvent.setup();
  showPumps([aPump()]);
  await user.click(await screen.findByRole("button", { name: "last 1hr data" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ hours: "1" }));
  await user.click(screen.getByRole("button", { name: "submit" }));
  await waitFor(() => expect(asked.at(-1)).toHaveProperty("from"));
  const { from = "", to = "" } = asked.at(-1) ?? {};
  expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000);
});

test("an end before the start is refused in a toast that stays until it is dismissed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  showPumps([aPump()], "/admin/dashboard?from=2026-01-05T08:00:00.000Z&to=2026-01-05T09:00:00.000Z");
  const from = await screen.findByLabelText("From");
  fireEvent.change(screen.getByLabelText("To"), { target: { value: from.getAttribute("value") } });
  await user.click(screen.getByRole("button", { name: "submit" }));
  const toast = await screen.findByText("End date should be greater than start date");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(toast).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(toast).not.toBeInTheDocument());
});

test("'submit' without a date asks for it", async () => {
  showPumps([aPump()]);
  fireEvent.change(await screen.findByLabelText("To"), { target: { value: "" } });
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  expect(await screen.findByText("Choose a date and a time")).toBeVisible();
});

test("an address whose end is before its start shows the pump and the error, and loads no readings", async () => {
  const trends = serve(getTrend, aTrend());
  showPumps([aPump()], "/admin/dashboard?from=2026-01-05T08:00:00.000Z&to=2026-01-05T07:00:00.000Z");
  expect(await screen.findByText("End date should be greater than start date")).toBeVisible();
  expect((await pumpCard()).getByText("Running")).toBeVisible();
  expect([...trends.urls, ...asked]).toEqual([]);
});

test("a range that is too long is refused with the reason, in the grid and for the file", async () => {
  showPumps([aPump()]);
  await screen.findByRole("table", { name: /^Readings of/ });
  const fields = { from: "Choose at most 31 days" };
  refuse(listPumpData, "input-invalid", { fields });
  refuse(exportPumpData, "input-invalid", { fields });
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  expect(await screen.findByText("Choose at most 31 days")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Export to CSV" }));
  await waitFor(() => expect(screen.getAllByText("Choose at most 31 days")).toHaveLength(2));
});

test("the days name those with missing readings", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-14T18:29:00.000Z") });
  showPumps([aPump()]);
  expect(await screen.findByText("Days with readings missing: 1. They may have had more.")).toBeVisible();
  expect(screen.getByText("Running today").nextElementSibling).toHaveTextContent("6.5 h");
});

test("the values of a past day are not those of today", async () => {
  // Midnight in India.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-14T18:30:00.000Z") });
  showPumps([aPump()]);
  const label = await screen.findByText("Running on Wed, 14 Jan, 2026");
  expect(label.nextElementSibling).toHaveTextContent("6.5 h");
  expect(screen.queryByText("Readings today")).not.toBeInTheDocument();
});

test("a customer without pumps sees the contact", async () => {
  showPumps([]);
  expect(await screen.findByText("No pump is mapped to you yet. Ask an administrator.")).toBeVisible();
});

test("a customer at the address of no pump chooses one of the own", async () => {
  const { router } = showPumps([aPump()], "/admin/dashboard?device=P-9");
  expect(await screen.findByText("There is no such pump.")).toBeVisible();
  await userEvent.click(await screen.findByRole("combobox", { name: "Device" }));
  await userEvent.click(await screen.findByRole("option", { name: "Pump 01 Hoskote" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ device: "P-1" }));
  expect((await pumpCard()).getByText("Running")).toBeVisible();
});

test.each([
  [1, false],
  [2, true],
] as const)(
  "staff of role %i without pumps read that none is added, an administrator with a link",
  async (id, isLinked) => {
    renderScreen("/admin/dashboard", aSession({ role: { id } }), () => serve(listPumps, []));
    expect(await screen.findByText("No pump has been added yet.")).toBeVisible();
    const link = within(screen.getByRole("main")).queryByRole("link", { name: "Add device" });
    expect(link?.getAttribute("href")).toBe(isLinked ? "/admin/vdevice" : undefined);
  },
);

test("an alarm of a pump is on its card with its time", async () => {
  showPumps([
    aPump({ FaultCondition: 1 }, { alarms: [anAlarmRow({ message: "The pump reports a fault" })] }),
  ]);
  const alarms = within(await (await pumpCard()).findByRole("list", { name: "Alarms" }));
  expect(alarms.getByRole("link", { name: "The pump reports a fault" })).toBeVisible();
  expect(alarms.getByRole("listitem")).toHaveTextContent(/5 Jan.* 09:12$/);
});
