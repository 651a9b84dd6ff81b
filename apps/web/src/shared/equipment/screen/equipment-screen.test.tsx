import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getAlarm, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listEquipmentTypes } from "@verandah/contract/equipment.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getDeviceWeek } from "@verandah/contract/schedules/unit-groups.ts";
import { listLatest, getTrend, listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";
import { equipmentType } from "@verandah/equipment/schema.ts";
import { ups } from "@verandah/equipment/types/ups.ts";
import { expect, test } from "vitest";

import { keyOf } from "#data/query/route-query.ts";

import { deviceDetails } from "../../../testing/ahu-builders.ts";
import { alarmDetails, anAlarmRow, aSession, aTrend } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { cutOff, serve, serveLatest } from "../../../testing/serve.ts";

/** A type of the site, with the points of a UPS: the built-in one has a screen of its own. */
const siteType = equipmentType.parse({ ...ups, type: "SITE_UPS", alarms: {} });

const device = deviceDetails({
  ssid: "UPS-1",
  name: "UPS1",
  type: siteType.type,
  state: "online",
  stateSince: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  offlineReason: null,
  floorId: 11,
  path: ["Tower A", "First"],
  edge: { ssid: "GW-1", name: "Gateway Tower A", kind: "gateway", state: "online" },
  points: [
    { param_id: "ups_Load", kind: "reading" },
    { param_id: "ups_Status", kind: "reading" },
    { param_id: "ups_Wish", kind: "setpoint" },
  ],
});

function serveDevice(change: Parameters<typeof deviceDetails>[0] = {}) {
  serve(listEquipmentTypes, [siteType]);
  serve(getDevice, { ...device, ...change });
}

const reading = (param_id: string, change: object) => ({
  param_id,
  param_value: 41.5,
  measured_time: new Date(Date.now() - 4 * 60_000).toISOString(),
  unit: "percent",
  quality: "good" as const,
  ...change,
});

/** Of a state its last value: a mean of states is none. */
const last = (asked: URL) => (asked.searchParams.get("param_id") === "ups_Status" ? { last: 5 } : {});

function show(address = "/admin/device?device=UPS-1", roleId: 1 | 5 = 1) {
  return renderScreen(address, aSession({ role: { id: roleId } }), () => {
    serveDevice();
    serveLatest([
      reading("ups_Load", {}),
      reading("ups_Status", { param_value: 3, unit: "none", quality: "stale" }),
      reading("ups_Wish", { param_value: null, measured_time: null, quality: "missing" }),
    ]);
    serve(listDeviceAlarms, [
      {
        ...anAlarmRow({ Alarm_Id: 5, alarm_code: 120, text: { name: "ups-on-battery", numbers: [] } }),
        restoredAt: null,
      },
    ]);
    serve(listCommands, []);
    serve(listDeviceChanges, null);
    serve(getAlarm, alarmDetails({ Alarm_Id: 5 }));
    serve(getTrend, (asked) =>
      aTrend({
        param_id: asked.searchParams.get("param_id") ?? "",
        unit: "percent",
        buckets: [
          {
            at: new Date(Date.now() - 3_600_000).toISOString(),
            avg: 41,
            min: 40,
            max: 42,
            count: 3,
            ...last(asked),
          },
        ],
      }),
    );
  });
}

test("a device shows its identity, and each point with its value, age and quality", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "UPS1", level: 1 })).toBeVisible();
  expect(screen.getByText("Online")).toBeVisible();
  expect(screen.getByText(/UPS · UPS-1 · Tower A › First · via Gateway Tower A/)).toBeVisible();
  const rows = await screen.findAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "PointValueAge and quality",
    expect.stringMatching(/^UPS load42\s%4 min ago$/),
    "UPS statusNormal4 min ago · Stale",
    "ups_Wish (Setpoint)–No data",
  ]);
});

test("a device without a gateway shows none", async () => {
  renderScreen("/admin/device?device=UPS-1", aSession(), () => {
    serveDevice({ edge: { ...device.edge, ssid: "UPS-1", name: "UPS1", kind: "device" } });
    serveLatest([]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(listDeviceChanges, null);
    serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent" }));
  });
  expect(await screen.findByText("UPS · UPS-1 · Tower A › First")).toBeVisible();
  expect(await screen.findByText("No alarms")).toBeVisible();
  expect(await screen.findByText("No data in this period")).toBeVisible();
});

test("a chart of one's own shows a power factor with the digits of its point", async () => {
  renderScreen("/admin/device?device=EM-1&points=powerFactorTotal", aSession(), () => {
    const points = [{ param_id: "powerFactorTotal", kind: "reading" as const }];
    serveDevice({ ssid: "EM-1", name: "EM1", type: "CHILLER", points });
    serveLatest([reading("powerFactorTotal", { param_value: 0.957, unit: "none" })]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(listDeviceChanges, null);
    serve(getTrend, aTrend({ param_id: "powerFactorTotal", unit: "none" }));
  });
  expect(await screen.findByRole("img", { name: /^Trends of EM1: Power Factor 0\.957/ })).toBeVisible();
});

test("points of a chart of one's own are chosen in the table, at most eight, and stay in the address", async () => {
  const app = show();
  expect(await screen.findByRole("img", { name: /^UPS load: UPS load 42/ })).toBeVisible();
  expect(screen.queryByRole("img", { name: /Trends of UPS1/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "UPS load" }));
  expect(await screen.findByRole("img", { name: /Trends of UPS1: UPS load 42/ })).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "UPS status" }));
  expect(
    await screen.findByRole("img", { name: /Trends of UPS1: UPS load 42.*, UPS status On battery/ }),
  ).toBeVisible();
  expect(app.router.state.location.search).toEqual({ device: "UPS-1", points: "ups_Load,ups_Status" });
  await userEvent.click(screen.getByRole("checkbox", { name: "UPS load" }));
  expect(await screen.findByRole("img", { name: /Trends of UPS1: UPS status On battery/ })).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "UPS status" }));
  await waitFor(() => expect(screen.queryByRole("img", { name: /Trends of UPS1/ })).toBeNull());
  expect(screen.getByRole("img", { name: /^UPS load: UPS load 42/ })).toBeVisible();
  expect(app.router.state.location.search).toEqual({ device: "UPS-1" });
});

test("a ninth point is not taken", async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ param_id: `P${index}`, kind: "reading" as const }));
  renderScreen(
    `/admin/device?device=UPS-1&points=${many.map((point) => point.param_id).join(",")}`,
    aSession(),
    () => {
      serveDevice({ points: many });
      serveLatest([]);
      serve(listDeviceAlarms, []);
      serve(listCommands, []);
      serve(getTrend, aTrend());
    },
  );
  expect(await screen.findByText("The chart shows at most 8 points.")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "P7" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "P8" })).toBeDisabled();
});

test("the range is chosen, entered or moved, and stays in the address", async () => {
  const app = show();
  await userEvent.selectOptions(await screen.findByLabelText("Time range"), "7 days");
  expect(app.router.state.location.search).toEqual({ device: "UPS-1", range: "7d" });
  await userEvent.click(screen.getByRole("button", { name: "Earlier" }));
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ range: "7d" }));
  const { from, to }: { from?: string; to?: string } = app.router.state.location.search;
  expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(7 * 86_400_000);
  expect(Date.parse(to ?? "")).toBeLessThan(Date.now() - 3 * 86_400_000);
  await userEvent.click(screen.getByRole("button", { name: "Reset zoom" }));
  await waitFor(() => expect(app.router.state.location.search).toEqual({ device: "UPS-1", range: "7d" }));
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2999-01-05T09:00" } });
  expect(await screen.findByText("Choose a day up to today")).toBeVisible();
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "5 Jan 2026, 09:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "5 Jan 2026, 10:00" } });
  await waitFor(() =>
    expect(app.router.state.location.search).toEqual({
      device: "UPS-1",
      range: "7d",
      from: "2026-01-05T03:30:00.000Z",
      to: "2026-01-05T04:30:00.000Z",
    }),
  );
});

test("its alarms open their details over the screen", async () => {
  const app = show();
  const link = await screen.findByRole("link", {
    name: "Mains failure: UPS on battery",
  });
  await userEvent.click(link);
  expect(await screen.findByRole("dialog", { name: "Alarm details" })).toBeVisible();
  expect(app.router.state.location.search).toEqual({ device: "UPS-1", alarm: 5 });
});

test("returned alarms after the first six are folded, active ones never", async () => {
  const restoredAt = new Date().toISOString();
  const returned = (id: number) =>
    anAlarmRow({ Alarm_Id: id, message: `Alarm ${id}`, state: "returned", restoredAt });
  const active = anAlarmRow({ Alarm_Id: 8, message: "Alarm 8" });
  renderScreen("/admin/device?device=UPS-1", aSession(), () => {
    serveDevice();
    serveLatest([]);
    serve(listDeviceAlarms, [...[1, 2, 3, 4, 5, 6, 7].map(returned), active]);
    serve(listCommands, []);
    serve(getTrend, aTrend());
  });
  expect(await screen.findByRole("link", { name: "Alarm 6" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Alarm 8" })).toBeVisible();
  expect(screen.getByText("Alarm 7")).not.toBeVisible();
  await userEvent.click(screen.getByText("and 1 more"));
  expect(screen.getByText("Alarm 7")).toBeVisible();
});

test("planned writes are listed with their time and schedule; without a schedule the section is hidden", async () => {
  const app = show();
  expect(await screen.findByText("Online")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Schedule, next 48 hours" })).not.toBeInTheDocument();
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const change = { at, param_id: "ups_Wish", kind: "schedule", name: "Lobby-AM" } as const;
  serve(listDeviceChanges, [
    { ...change, value: 40 },
    { ...change, value: null, kind: "default", name: "" },
  ]);
  const week = { timeData: [{ ON: "20:00", OFF: "22:00" }], weekData: [1], setbackCelsius: null };
  serve(getDeviceWeek, { ...week, group: { id: 7, name: "Night" } });
  await app.queryClient.invalidateQueries({ queryKey: keyOf(listDeviceChanges) });
  const part = within(await screen.findByRole("region", { name: "Schedule, next 48 hours" }));
  expect(part.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^ups_Wish: 40 · Lobby-AM/),
    expect.stringMatching(/^ups_Wish: released · Default schedule/),
  ]);
  expect(await part.findByText("Follows the group Night · Monday: 20:00–22:00")).toBeVisible();
  serve(getDeviceWeek, { ...week, group: null });
  await app.queryClient.invalidateQueries({ queryKey: keyOf(getDeviceWeek) });
  expect(await part.findByText("Follows the default schedule · Monday: 20:00–22:00")).toBeVisible();
  serve(listDeviceChanges, []);
  await app.queryClient.invalidateQueries({ queryKey: keyOf(listDeviceChanges) });
  expect(await screen.findByText("No scheduled changes")).toBeVisible();
});

test("parts that could not be loaded are loaded again at a click", async () => {
  renderScreen("/admin/device?device=UPS-1", aSession({ role: { id: 2 } }), () => {
    serveDevice();
    serveLatest([reading("ups_Load", {})]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent" }));
    for (const route of [listDeviceChanges, listUnknownPoints]) cutOff(route);
  });
  const planned = within(await screen.findByRole("region", { name: "Schedule, next 48 hours" }));
  expect(await planned.findByRole("alert")).toHaveTextContent("The server cannot be reached.");
  const unknown = within(await screen.findByRole("region", { name: "Unknown points of Gateway Tower A" }));
  expect(await unknown.findByRole("button", { name: "Try again" })).toBeVisible();
  serve(listUnknownPoints, []);
  serve(listDeviceChanges, []);
  await userEvent.click(planned.getByRole("button", { name: "Try again" }));
  expect(await planned.findByText("No scheduled changes")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("region", { name: /^Unknown points/ })).toBeNull());
});

test("shows a failed load and keeps the loaded data", async () => {
  const app = show();
  expect(await screen.findByRole("checkbox", { name: "UPS load" })).toBeVisible();
  cutOff(listLatest);
  await app.queryClient.invalidateQueries({ queryKey: keyOf(listLatest) });
  expect(await screen.findByRole("alert")).toHaveTextContent("The server cannot be reached.");
  expect(screen.getByRole("checkbox", { name: "UPS load" })).toBeVisible();
});

test("a coworking member may not see it", async () => {
  show("/admin/device?device=UPS-1", 5);
  expect(await screen.findByText("You don't have access to this page")).toBeVisible();
});

test("a suspect value has its word, and an offline device its reason", async () => {
  renderScreen("/admin/device?device=UPS-1", aSession(), () => {
    serveDevice({ state: "offline", offlineReason: "connection-refused" });
    serveLatest([reading("ups_Load", { param_value: 150, quality: "suspect" })]);
    serve(listDeviceAlarms, []);
    serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent" }));
  });
  expect(await screen.findByText(/Offline: Connection refused/)).toBeVisible();
  const row = await screen.findByRole("row", { name: /UPS load/ });
  expect(row).toHaveTextContent(/150\s%4 min ago · Suspect/);
  expect(within(row).getByText("Suspect").querySelector("svg")).not.toBeNull();
});

test("an administrator sees points that the site model does not contain; an operator does not", async () => {
  const points = ["ups_Typo", "TEMP ", "a\u202Eb", "\t"].map((point) => ({
    device: "UPS-9",
    point,
    count: 12,
    lastAt: new Date(Date.now() - 60_000).toISOString(),
    cause: "unknown-device" as const,
  }));
  let asked: readonly string[] = [];
  const open = (roleId: 1 | 2) =>
    renderScreen("/admin/device?device=UPS-1", aSession({ role: { id: roleId } }), () => {
      serveDevice();
      serveLatest([]);
      serve(listDeviceAlarms, []);
      serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent" }));
      asked = serve(listUnknownPoints, points).urls;
    });
  const first = open(2);
  const section = await screen.findByRole("region", { name: "Unknown points of Gateway Tower A" });
  expect(within(section).getAllByRole("row")[1]).toHaveTextContent("UPS-9ups_TypoUnknown device121 min ago");
  for (const name of ["TEMP[U+0020]", "a[U+202E]b", "[U+0009]"])
    expect(within(section).getByRole("cell", { name })).toBeVisible();
  first.unmount();
  const { queryClient } = open(1);
  expect(await screen.findByText("UPS · UPS-1 · Tower A › First · via Gateway Tower A")).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual([]);
  expect(screen.queryByRole("region", { name: /Unknown points/ })).toBeNull();
});
