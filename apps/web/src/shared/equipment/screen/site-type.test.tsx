import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listEquipmentTypes } from "@verandah/contract/equipment.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { equipmentType } from "@verandah/equipment/schema.ts";
import { expect, test, vi } from "vitest";

import { aReading, deviceDetails } from "../../../testing/ahu-builders.ts";
import { aCommand, anAlarmRow, aSession, aTrend } from "../../../testing/builders.ts";
import { liveStreamOf, loseStream } from "../../../testing/fake-event-source.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { serve, serveLatest } from "../../../testing/serve.ts";
import { serveCommand } from "../../../testing/show-ahu.tsx";

const charger = equipmentType.parse({
  type: "EV_CHARGER",
  name: { en: "EV charger" },
  subsystem: "energy",
  icon: "charging-pile",
  points: {
    power: { kind: "reading", name: { en: "Charging power" }, unit: "kilowatt" },
    state: {
      kind: "reading",
      name: { en: "State" },
      unit: "none",
      states: { 0: { en: "Available" }, 1: { en: "Charging" }, 2: { en: "Fault", level: "alarm" } },
    },
    current_limit: {
      kind: "setpoint",
      name: { en: "Current limit" },
      unit: "ampere",
      write: { from: 6, to: 32, step: 1 },
    },
    mode: {
      kind: "command",
      name: { en: "Mode" },
      unit: "none",
      states: { 0: { en: "Eco" }, 1: { en: "Fast" } },
      write: { oneOf: [0, 1] },
    },
  },
  alarms: {
    "charger-fault": {
      code: 150,
      title: { en: "Charger fault" },
      message: { en: "The charger reports fault {0}" },
      guidance: { en: "Switch it off at its breaker." },
      when: { point: "state", above: 1 },
    },
  },
  screen: {
    summary: ["state", "power"],
    controls: ["current_limit", "mode"],
    trends: [{ title: { en: "Charging" }, points: ["power", "current_limit"] }, { points: ["state"] }],
  },
});

const beside = Array.from({ length: 9 }, (_, at) => ({
  ssid: `50d${at}`,
  name: `Light ${at}`,
  type: "DALI",
  state: "offline" as const,
}));

function show(roleId: 1 | 3 = 1, type = charger.type, more: Parameters<typeof deviceDetails>[0] = {}) {
  return renderApp("/admin/device?device=EV-1", aSession({ role: { id: roleId } }), () => {
    serve(listEquipmentTypes, [charger]);
    serve(
      getDevice,
      deviceDetails({
        ssid: "EV-1",
        name: "Charger 1",
        type,
        fedBy: { ssid: "EM-1", name: "Meter 1", type: "ENERGYMETER", state: "online" },
        points: [
          { param_id: "power", kind: "reading" },
          { param_id: "state", kind: "reading" },
          { param_id: "current_limit", kind: "setpoint" },
          { param_id: "mode", kind: "command" },
        ],
        ...more,
      }),
    );
    serveLatest([
      aReading({ param_id: "power", param_value: 7.4, unit: "kilowatt" }),
      aReading({ param_id: "state", param_value: 2 }),
      aReading({ param_id: "current_limit", param_value: 16, unit: "ampere" }),
      aReading({ param_id: "mode", param_value: 0 }),
    ]);
    const text = { name: "EV_CHARGER/charger-fault", numbers: [2] };
    serve(listDeviceAlarms, [
      { ...anAlarmRow({ Alarm_Id: 5, alarm_code: 150, text, message: "?" }), restoredAt: null },
    ]);
    const change = { ssid: "EV-1", deviceType: "EV_CHARGER", param_id: "mode", unit: "none", value: 1 };
    serve(listDeviceChanges, null);
    serve(listCommands, [{ ...aCommand({ ...change, state: "verified" }), tries: 1 }]);
    serve(getTrend, aTrend());
  });
}

test("a type of the site has its summary, chart, alarm, related equipment and commands with its own texts", async () => {
  show();
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  expect(summary.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Fault",
    "7.4\u00a0kW",
  ]);
  expect(screen.getByText(/EV charger · EV-1/)).toBeVisible();
  await waitFor(() => expect(document.querySelector(".tabler-icon-charging-pile")).toBeInTheDocument());
  const trends = within(screen.getByRole("region", { name: "Trends" }));
  expect(trends.getByRole("heading", { name: "Charging" })).toBeVisible();
  await waitFor(() => expect(trends.getAllByRole("list", { name: "Legend" })).toHaveLength(2));
  const legends = trends.getAllByRole("list", { name: "Legend" });
  expect(legends[0]).toHaveTextContent(/Charging power.*Current limit/);
  expect(legends[1]).toHaveTextContent("State");
  expect(await screen.findByRole("link", { name: "The charger reports fault 2" })).toBeVisible();
  const related = within(screen.getByRole("region", { name: "Related equipment" }));
  expect(related.getByRole("link", { name: "Meter 1" })).toHaveAttribute(
    "href",
    "/admin/glEnergyMeter?device=EM-1",
  );
  expect(related.getByRole("listitem")).toHaveTextContent("Supplied by");
  const commands = within(screen.getByRole("region", { name: "Newest commands" }));
  expect(await commands.findByText(/Mode: Fast/)).toBeVisible();
});

test("its points are commanded within their write rules", async () => {
  show();
  const { bodies } = serveCommand({ state: "verified" });
  const field = await screen.findByRole("textbox", { name: "Current limit" });
  const set = screen.getByRole("button", { name: "set Current limit" });
  await userEvent.type(field, "33");
  await userEvent.click(set);
  expect(await screen.findByText("Current limit: enter a value from 6 to 32 A")).toBeVisible();
  expect([field, bodies]).toMatchObject([{ value: "" }, []]);
  await userEvent.type(field, "20");
  await userEvent.click(set);
  expect((await screen.findAllByText("Confirmed")).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole("radio", { name: "Fast" }));
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toMatchObject([
    { writes: [{ ssid: "EV-1", param_id: "current_limit", value: 20 }] },
    { writes: [{ ssid: "EV-1", param_id: "mode", value: 1 }] },
  ]);
  expect(screen.getByTestId("now-current_limit")).toHaveTextContent("Current setpoint: 16.0 A");
});

test("viewers see no controls", async () => {
  show(3);
  expect(await screen.findByRole("region", { name: "Summary" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Controls" })).toBeNull();
});

test("no value of the summary looks live while the stream is down", async () => {
  show();
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  expect(summary.queryByText(/ago$/)).toBeNull();
  const stream = await liveStreamOf("EV-1");
  act(() => stream.send({ name: "hello", data: { at: new Date().toISOString() } }));
  act(() => stream.fail());
  expect(await summary.findAllByText(/ago$/)).toHaveLength(2);
});

test("neither the device nor one beside it, a value or a legend looks live while the stream is down", async () => {
  show();
  expect(await screen.findByText("Online")).toBeVisible();
  const related = within(await screen.findByRole("region", { name: "Related equipment" }));
  expect(related.getByRole("listitem")).toHaveAttribute("data-state", "fine");
  const [legend] = await screen.findAllByRole("list", { name: "Legend" });
  await waitFor(() => expect(legend).toHaveTextContent(/Charging power7\.4\s°C/));
  await loseStream();
  expect(screen.queryByText("Online")).not.toBeInTheDocument();
  expect(related.getByRole("listitem")).toHaveAttribute("data-state", "unknown");
  expect(legend).toHaveTextContent(/Charging power7\.4\s°C · Stale/);
  expect(screen.getAllByRole("cell", { name: / · Stale$/ })).toHaveLength(4);
});

test("a device of a built-in type has the name of one such device", async () => {
  show(1, "VAV");
  expect(await screen.findByText(/^VAV box · EV-1/)).toBeVisible();
});

test("the other devices of its place are listed after the one that supplies it, the first ones at once", async () => {
  show(1, charger.type, { beside });
  const related = within(await screen.findByRole("region", { name: "Related equipment" }));
  expect(related.getAllByRole("listitem")[1]).toHaveTextContent(/^Light 0Same place$/);
  expect(related.getByRole("link", { name: "Light 6" })).toBeVisible();
  await userEvent.click(related.getByText("and 2 more"));
  expect(related.getByRole("link", { name: "Light 8" })).toHaveAttribute("href", "/admin/device?device=50d8");
});
