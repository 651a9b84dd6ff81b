import { act, screen, waitFor } from "@testing-library/react";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { getLatest, getTrend, listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { deviceDetails } from "../../testing/ahu-builders.ts";
import { aSession, aTrend } from "../../testing/builders.ts";
import { FakeEventSource, liveStreamOf } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

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

/** The screen of a device beside a live building. @returns how often its values were loaded */
async function showDevice() {
  let loaded: readonly string[] = [];
  renderApp("/admin/device?device=UPS-1", aSession(), () => {
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
    loaded = serve(getLatest, [{ ...load(40), measured_time: "2026-01-05T09:00:00.000Z" }]).urls;
  });
  await waitFor(() => expect(stream()).toBeDefined());
  const ofBuilding = stream();
  await act(async () => ofBuilding?.send(hello));
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
  // Changes between the answer and the new stream were missed.
  await waitFor(() => expect(loaded()).toBe(2));
  await act(async () => both.send({ name: "readings", data: { ssid: "UPS-1", values: [load(55)] } }));
  expect(await screen.findByRole("row", { name: /55\s%/ })).toBeVisible();
});

test("the building stays live after the server refuses a device, which is not requested repeatedly", async () => {
  const { ofBuilding } = await showDevice();
  const both = await liveStreamOf("UPS-1");
  await act(async () => both.fail());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ofBuilding?.readyState).toBe(FakeEventSource.OPEN);
  expect(screen.getByText("Live")).toBeVisible();
  expect(FakeEventSource.opened.at(-1)).toBe(both);
});

test("after an outage a refused device does not block the building's stream", async () => {
  await showDevice();
  const both = await liveStreamOf("UPS-1");
  await act(async () => both.send(hello));
  await act(async () => both.fail());
  await vi.advanceTimersByTimeAsync(1_300);
  expect(stream()?.url).toBe("/v1/live?building=2&devices=UPS-1");
  await act(async () => stream()?.fail());
  await vi.advanceTimersByTimeAsync(2_600);
  expect(stream()?.url).toBe("/v1/live?building=2");
  await act(async () => stream()?.send(hello));
  expect(screen.getByText("Live")).toBeVisible();
  // After the live stream the device is tried once more.
  expect(stream()?.url).toBe("/v1/live?building=2&devices=UPS-1");
});
