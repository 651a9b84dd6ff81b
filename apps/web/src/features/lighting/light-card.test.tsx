import { i18n } from "@lingui/core";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { listAlerts, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands, sendCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aReading, deviceDetails } from "../../testing/ahu-builders.ts";
import { alertLists, anAlert, aTrend } from "../../testing/builders.ts";
import { liveStreamOf } from "../../testing/fake-event-source.ts";
import { serve } from "../../testing/serve.ts";
import { aLight, confirmBatch, lightValues, serveBatch, showLights } from "../../testing/show-lights.ts";

afterEach(() => void vi.useRealTimers());

const card = async (name: string) => within(await screen.findByRole("article", { name }));

const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, pointerId: 1 });

/** Drags on a ring of 96 by 96 pixels from one position to others. */
async function drag(name: string, ...positions: [clientX: number, clientY: number][]) {
  const slider = (await card(name)).getByRole("slider");
  const ring = slider.parentElement;
  if (!ring) throw new Error("no ring");
  Object.assign(ring, { setPointerCapture: vi.fn<() => void>(), hasPointerCapture: () => true });
  vi.spyOn(ring, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 96, 96));
  const [first = [0, 0], ...others] = positions;
  fireEvent.pointerDown(ring, at(first));
  for (const position of others) fireEvent.pointerMove(ring, at(position));
  fireEvent.pointerUp(ring, at(others.at(-1) ?? first));
}

const right: [number, number] = [88, 48];
const left: [number, number] = [8, 48];

test("a drag past the top of the ring ends at full light, and a press on its centre sets nothing", async () => {
  showLights("/admin/floors?zone=111&area=1111");
  const { bodies } = serveBatch({});
  await drag("DALI 1", [48, 48]);
  await drag("DALI 1", right, [48, 88], left, [44, 8], [52, 8], [60, 10]);
  await waitFor(() =>
    expect(bodies).toMatchObject([{ writes: [{ param_id: "light_level_sp", value: 100 }] }]),
  );
});

test("all lights of a floor or a zone are commanded as one batch", async () => {
  const { unmount } = showLights();
  const floor = await card("First");
  expect(floor.getByRole("heading")).toHaveTextContent("All lights of First");
  expect(floor.getByText("Mixed modes")).toBeVisible();
  const { bodies } = serveBatch({});
  fireEvent.click(floor.getByRole("button", { name: "Auto: First" }));
  await confirmBatch("Set to Auto");
  const writes = ["50d1", "50d2", "50ac1", "50ac1"].map((ssid) => ({ ssid, value: 1 }));
  await waitFor(() => expect(bodies).toMatchObject([{ writes }]));
  unmount();
  showLights("/admin/floors?zone=111");
  expect(await screen.findByText("All lights of Zone 1")).toBeVisible();
});

test("the progress has the number of lights from the begin", async () => {
  showLights();
  const floor = await card("First");
  serve(sendCommands, () => new Promise(() => undefined));
  fireEvent.click(floor.getByRole("button", { name: "Auto: First" }));
  await confirmBatch("Set to Auto");
  expect(await floor.findByText("0 of 4 confirmed")).toBeVisible();
});

test("a lamp that is dark at its level is on the card, and an unknown light is not shown as off", async () => {
  const dark = [...lightValues(100, 0), aReading({ param_id: "lamp_failure", param_value: 1 })];
  showLights("/admin/floors?zone=111&area=1111", {
    of: [aLight({ values: dark }), aLight({ ssid: "50d2", name: "DALI 2", state: "offline" })],
  });
  expect((await card("DALI 1")).getByText("1 lamp failed")).toBeVisible();
  const offline = await card("DALI 2");
  expect(offline.getByText("Unknown")).toBeVisible();
  expect(offline.queryByText("Off")).toBeNull();
});

test("the question before a batch takes the focus from the card, and gives it back", async () => {
  showLights();
  const auto = (await card("Zone 1")).getByRole("button", { name: "Auto: Zone 1" });
  auto.focus();
  fireEvent.click(auto);
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus());
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(auto).toHaveFocus());
});

test("the focus is on the card while its controls are disabled by a batch", async () => {
  showLights();
  const zone = await screen.findByRole("article", { name: "Zone 1" });
  const auto = within(zone).getByRole("button", { name: "Auto: Zone 1" });
  serve(sendCommands, () => new Promise(() => undefined));
  auto.focus();
  fireEvent.click(auto);
  await confirmBatch("Set to Auto");
  await waitFor(() => expect(zone).toHaveFocus());
  expect(auto).toBeDisabled();
});

test("the screen of a controller has the controls of its card, with reason, and its other points", async () => {
  const points = (["light_level_sp", "light_mode_sp", "emergency_test"] as const).map((param_id) => ({
    param_id,
    kind: "command" as const,
  }));
  showLights("/admin/device?device=50d1", {
    served: () => {
      serve(getDevice, deviceDetails({ ssid: "50d1", name: "DALI 1", type: "DALI", points }));
      serve(listDeviceAlarms, []);
      serve(listCommands, []);
      serve(listDeviceChanges, null);
      serve(getTrend, aTrend());
    },
  });
  const controls = within(await screen.findByRole("region", { name: "Controls" }));
  expect(controls.getByRole("slider", { name: "Intensity of DALI 1" })).toHaveValue("60");
  expect(controls.getByRole("radiogroup", { name: "Emergency light test" })).toBeVisible();
  expect(controls.queryByRole("button", { name: /^set / })).not.toBeInTheDocument();
  fireEvent.click(controls.getByRole("button", { name: "Reason and expiry" }));
  fireEvent.change(controls.getByLabelText("Reason"), { target: { value: "Glare" } });
  const { bodies } = serveBatch({});
  fireEvent.click(controls.getByRole("button", { name: "Auto: DALI 1" }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      { reason: "Glare", writes: [{ ssid: "50d1", param_id: "light_mode_sp", value: 1 }] },
    ]),
  );
});

test("a reading draws the card of its lamp and that of all lamps, and neither the others nor the list", async () => {
  // Each card that is drawn names its ring, and a list for a viewer explains the role. The provider keeps the function that it finds.
  const texts = vi.spyOn(i18n, "t");
  const ssids = Array.from({ length: 9 }, (_, index) => `50d${index + 1}`);
  showLights("/admin/floors?zone=111&area=1111", {
    role: 3,
    of: ssids.map((ssid, index) => aLight({ ssid, name: `DALI ${index + 1}` })),
  });
  expect((await card("DALI 9")).getByText("60 %")).toBeVisible();
  const stream = await liveStreamOf(...ssids);
  act(() => stream.send({ name: "hello", data: { at: new Date().toISOString() } }));
  texts.mockClear();
  const measured_time = new Date().toISOString();
  const values = lightValues(80, 0).map((one) => ({ ...one, measured_time }));
  act(() => stream.send({ name: "readings", data: { ssid: "50d2", values } }));
  expect(await (await card("DALI 2")).findByText("80 %")).toBeVisible();
  const drawn = texts.mock.results
    .map(({ value }) => value)
    .filter((text) => /^Intensity of|^Your role can see the lights/.test(text));
  expect(drawn).toEqual(["Intensity of Area 1", "Intensity of DALI 2"]);
});

/** Sets Zone 1 to 55 % with the ring. */
async function setZone() {
  const zone = await card("Zone 1");
  const ring = zone.getByRole("slider", { name: "Intensity of Zone 1" });
  fireEvent.change(ring, { target: { value: "55" } });
  fireEvent.keyDown(ring, { key: "Enter" });
  await confirmBatch("Set to 55 %");
  return zone;
}

test("lights without mains are reported before their commands expire", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const mains = anAlert({ alarm_code: 123, message: "Mains failure: several UPSs on battery" });
  showLights("/admin/floors", { served: () => void serve(listAlerts, alertLists([mains])) });
  const held = { state: "acknowledged", value: 55, acknowledgedAt: "2026-01-05T03:30:00.000Z" } as const;
  await card("Zone 1");
  serveBatch(held, held);
  const zone = await setZone();
  expect(await zone.findByText("0 of 2 confirmed")).toBeVisible();
  await waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.getByText("2 of 2 lights accepted, 0 lit: no mains")).toBeVisible();
  });
  expect(screen.getByText("Failed to control the device Zone 1")).toBeVisible();
  expect(zone.getByText("0 of 2 confirmed")).toBeVisible();
});

test("a card names the mains failure, not the level, as the reason of lights that stay dark", async () => {
  const mains = anAlert({ alarm_code: 123, message: "Mains failure: several UPSs on battery" });
  showLights("/admin/floors", { served: () => void serve(listAlerts, alertLists([mains])) });
  const acknowledgedAt = "2026-01-05T03:30:00.000Z";
  const dark = {
    state: "failed",
    failure: "not-followed",
    value: 55,
    readBack: 0,
    unit: "percent",
    acknowledgedAt,
  } as const;
  await card("Zone 1");
  serveBatch(dark, dark);
  const zone = await setZone();
  expect(await zone.findByText("2 lights did not follow")).toBeVisible();
  expect(zone.getByText("Mains failure")).toBeVisible();
});

test("a light that stays dark is reported with its open alarm", async () => {
  const lamp = anAlert({ ssid: "50d2", alarm_code: 299, message: "Lamp failed" });
  showLights("/admin/floors", { served: () => void serve(listAlerts, alertLists([], [lamp])) });
  await card("Zone 1");
  const acknowledgedAt = "2026-01-05T03:30:00.000Z";
  serveBatch(
    { state: "verified", value: 55, acknowledgedAt },
    { state: "failed", failure: "not-followed", value: 55, readBack: 0, acknowledgedAt },
  );
  await setZone();
  expect(await screen.findByText("2 of 2 lights accepted, 1 lit: Lamp failed")).toBeVisible();
});
