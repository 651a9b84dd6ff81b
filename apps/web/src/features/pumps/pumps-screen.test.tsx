import { act, screen, waitFor, within } from "@testing-library/react";
import { listPumps, type Pump } from "@verandah/contract/pumps.ts";
import { afterEach, expect, test, vi } from "vitest";

import { anAlarmRow, aSession } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOff, serve } from "../../testing/serve.ts";

afterEach(() => {
  vi.useRealTimers();
});

const units = { WaterflowRate_in_lpm: "litrePerMinute", WF_per_Day_in_L: "litre", power_in_watt: "watt" };
const reading = (param_id: string, param_value: number, quality: "good" | "stale" = "good") => ({
  param_id,
  param_value,
  unit: { ...units }[param_id] ?? "none",
  quality,
  measured_time: new Date(Date.now() - (quality === "stale" ? 242_000 : 1_000)).toISOString(),
});

function aPump(values: Record<string, number> = {}, change: Partial<Pump> = {}): Pump {
  const all = {
    MotorStatus: 1,
    WaterflowRate_in_lpm: 96,
    WF_per_Day_in_L: 12_400,
    power_in_watt: 1_850,
    FaultCondition: 0,
    WarningCondition: 0,
    ...values,
  };
  return {
    ssid: "P-1",
    name: "Pump 01 Hoskote",
    state: "online",
    lastSeenAt: new Date(Date.now() - 3_000).toISOString(),
    alarms: [],
    readings: Object.entries(all).map(([id, value]) => reading(id, value)),
    ...change,
  };
}

function show(pumps: Pump[]) {
  return renderApp("/admin/dashboard", aSession({ role: { id: 4 } }), () => serve(listPumps, pumps));
}
const card = async (name = "Pump 01 Hoskote") => within(await screen.findByRole("article", { name }));
const value = async (title: string) =>
  (await card()).getByText(title, { selector: "dt" }).nextElementSibling ?? document.body;

test("a farmer sees what each pump does, its water, its power and when it was last seen", async () => {
  show([aPump(), aPump({}, { ssid: "P-2", name: "Pump 02 Hoskote" })]);
  expect((await card()).getByText("Running")).toBeVisible();
  expect(await value("Water flow")).toHaveTextContent("96 lpm");
  expect(await value("Water today")).toHaveTextContent("12,400 l");
  expect(await value("Power")).toHaveTextContent("1,850 W");
  expect(await value("Fault")).toHaveTextContent("NO FAULT");
  expect(await value("Warning")).toHaveTextContent("NO WARNING");
  expect((await card()).getByText(/^Last seen: \d s ago$/)).toBeVisible();
  expect(screen.getByText("2 pumps · 2 running")).toBeVisible();
});

test.each<[state: string, pump: Pump]>([
  ["Stopped", aPump({ MotorStatus: 0 })],
  ["Fault", aPump({ MotorStatus: 0, FaultCondition: 1 })],
  ["Running, with a warning", aPump({ WarningCondition: 3 })],
  ["Not connected", aPump({}, { state: "offline" })],
  ["State unknown", aPump({}, { readings: [reading("MotorStatus", 1, "stale")] })],
])("a pump is shown as '%s'", async (state, pump) => {
  show([pump]);
  expect((await card()).getByText(state, { selector: "p" })).toBeVisible();
});

test("an old value has its age, and an old fault is not shown", async () => {
  show([
    aPump({}, { readings: [reading("power_in_watt", 900, "stale"), reading("FaultCondition", 0, "stale")] }),
  ]);
  expect(await value("Power")).toHaveTextContent("900 W 4 min ago");
  expect(await value("Fault")).toHaveTextContent("Unknown");
  expect(await value("Water flow")).toHaveTextContent("No data");
});

test("new values arrive through the stream", async () => {
  show([aPump()]);
  await card();
  await waitFor(() => expect(FakeEventSource.opened.at(-1)?.url).toBe("/v1/live?devices=P-1"));
  act(() =>
    FakeEventSource.opened.at(-1)?.send({
      name: "readings",
      data: { ssid: "P-1", values: [reading("WaterflowRate_in_lpm", 120)] },
    }),
  );
  await waitFor(async () => expect(await value("Water flow")).toHaveTextContent("120 lpm"));
});

test("without an answer for a while no value looks live", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show([aPump()]);
  await card();
  cutOff(listPumps);
  await vi.advanceTimersByTimeAsync(40_000);
  expect((await card()).getByText("State unknown")).toBeVisible();
  expect(await value("Water flow")).toHaveTextContent(/96 lpm \d+ s ago/);
  expect(await screen.findByRole("alert")).toHaveTextContent(/The server cannot be reached/);
});

test("a customer without pumps reads which contact to ask", async () => {
  show([]);
  expect(await screen.findByText("No pump is mapped to you yet. Ask an administrator.")).toBeVisible();
});

test("an alarm of a pump is on its card with its time", async () => {
  show([aPump({ FaultCondition: 1 }, { alarms: [anAlarmRow({ message: "The pump reports a fault" })] })]);
  const alarms = within(await (await card()).findByRole("list", { name: "Alarms" }));
  expect(alarms.getByRole("link", { name: "The pump reports a fault" })).toBeVisible();
  expect(alarms.getByRole("listitem")).toHaveTextContent(/5 Jan.* 09:12$/);
});
