import { act, screen, waitFor } from "@testing-library/react";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { getTrend, listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { deviceDetails } from "../../testing/ahu-builders.ts";
import { aSession, aTrend } from "../../testing/builders.ts";
import { FakeEventSource, liveStreamOf } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { cutOffAll, serve, serveLatest } from "../../testing/serve.ts";

const hello: LiveEvent = { name: "hello", data: { at: "2026-01-05T09:00:00.000Z" } };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const stream = () => FakeEventSource.opened.at(-1);

const load = (value: number) =>
  aReading({
    param_id: "ups_Load",
    param_value: value,
    unit: "percent",
    measured_time: "2026-01-05T09:00:01.000Z",
  });

/** @returns the calls for values */
function serveDevice(): readonly string[] {
  serve(
    getDevice,
    deviceDetails({
      ssid: "UPS-1",
      name: "UPS 1",
      type: "UPS",
      points: [{ param_id: "ups_Load", kind: "reading" }],
    }),
  );
  serve(getTrend, aTrend({ param_id: "ups_Load" }));
  serve(listDeviceAlarms, []);
  serve(listCommands, []);
  serve(listUnknownPoints, []);
  return serveLatest([{ ...load(40), measured_time: "2026-01-05T09:00:00.000Z" }]).urls;
}

/** The screen of a device beside a live building. @returns how often its values were loaded */
async function showDevice() {
  let loaded: readonly string[] = [];
  const { router } = renderApp("/admin/building/2/dashboard", aSession(), () => {
    loaded = serveDevice();
  });
  await waitFor(() => expect(stream()).toBeDefined());
  const ofBuilding = stream();
  await act(async () => ofBuilding?.send(hello));
  await act(() => router.navigate({ to: "/admin/device", search: { device: "UPS-1" } }));
  await screen.findByRole("heading", { name: "UPS 1" });
  return { loaded: () => loaded.length, ofBuilding };
}

test("a device on the screen joins the building's stream, which closes only when the new one is live", async () => {
  const { loaded, ofBuilding } = await showDevice();
  const both = await liveStreamOf("UPS-1");
  await waitFor(() => expect(loaded()).toBe(1));
  expect(ofBuilding?.readyState).toBe(FakeEventSource.OPEN);
  await act(async () => both.send(hello));
  expect(ofBuilding?.readyState).toBe(FakeEventSource.CLOSED);
  expect(screen.getByText("Live")).toBeVisible();
  // The stream begins with all values, so that no change between the answer and the stream is missing.
  await act(async () => both.send({ name: "readings", data: { ssid: "UPS-1", values: [load(55)] } }));
  expect(await screen.findByRole("row", { name: /55\s%/ })).toBeVisible();
  expect(loaded()).toBe(1);
});

test("a stream that cannot be replaced stays, and the other one is tried again", async () => {
  const { ofBuilding } = await showDevice();
  const both = await liveStreamOf("UPS-1");
  await act(async () => both.fail());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ofBuilding?.readyState).toBe(FakeEventSource.OPEN);
  expect(screen.getByText("Live")).toBeVisible();
  expect(stream()).toBe(both);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream()).not.toBe(both);
  expect(stream()?.url).toBe(both.url);
});

const quality = () => screen.getByRole("row", { name: /40\s%/ }).querySelector("[data-quality]");

test("values of an outage of calls alone are good again with the first answer", async () => {
  await showDevice();
  const both = await liveStreamOf("UPS-1");
  await act(async () => both.send(hello));
  expect(await screen.findByRole("row", { name: /40\s%.*ago$/ })).toBeVisible();
  expect(quality()).toHaveAttribute("data-quality", "good");
  cutOffAll();
  await act(async () => both.send({ name: "changed", data: { topic: "alarms" } }));
  for (let passed = 0; passed < 20; passed += 5) {
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await act(async () => both.send({ name: "heartbeat", data: {} }));
  }
  await waitFor(() => expect(quality()).toHaveAttribute("data-quality", "stale"));
  serveDevice();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  await waitFor(() => expect(quality()).toHaveAttribute("data-quality", "good"));
});
