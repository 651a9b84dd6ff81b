import { expect, test, vi } from "vitest";

import type { Driver } from "../drivers/driver.ts";
import { DevicePoller } from "./device-poller.ts";

const LONG_MS = 60_000;

/** A device whose reads are counted, and which answers a subscription when it is let. */
function aSlowSubscriber() {
  const answered = Promise.withResolvers<number>();
  let reads = 0;
  const subscribe = vi.fn<() => Promise<number>>(() => answered.promise);
  const driver: Driver = {
    points: [],
    read: () => {
      reads += 1;
      return Promise.resolve([]);
    },
    write: () => Promise.resolve(),
    readBack: () => Promise.reject(new Error("nobody asks")),
    subscribe,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { driver, subscribe, reads: () => reads, letSubscribe: () => answered.resolve(LONG_MS) };
}

function startPoller(driver: Driver, intervalMs = LONG_MS): DevicePoller {
  return new DevicePoller({
    ssid: "AHU-1",
    driver,
    intervalMs,
    phase: 0,
    now: Date.now,
    onReadings: () => undefined,
    onPolled: () => undefined,
    onStateChange: () => undefined,
  });
}

test("what was written after a poll had read is read again at once, not a turn later", async () => {
  const device = aSlowSubscriber();
  await using poller = startPoller(device.driver);
  await vi.waitFor(() => expect(device.subscribe).toHaveBeenCalledOnce());
  expect(device.reads()).toBe(1);
  poller.pollSoon();
  poller.pollSoon();
  device.letSubscribe();
  await vi.waitFor(() => expect(device.reads()).toBe(2));
  await new Promise((done) => setTimeout(done, 50));
  expect(device.reads()).toBe(2);
});

test("a poll that gives way to an order counts as no silence, and is made up for after it", async () => {
  const reads: string[] = [];
  const device = aSlowSubscriber();
  device.letSubscribe();
  const read: Driver["read"] = (_points, signal) => {
    reads.push("begun");
    if (reads.length > 1) return Promise.resolve([]);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("given up")));
    });
  };
  await using poller = startPoller({ ...device.driver, read });
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  await poller.queue.run(() => Promise.resolve(), { isUrgent: true });
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  expect(poller.health.missedPolls).toBe(0);
});

test("a device that was away is asked less often, and is subscribed to again when it is back", async () => {
  const device = aSlowSubscriber();
  device.letSubscribe();
  let isAway = false;
  const readsAtMs: number[] = [];
  const read: Driver["read"] = () => {
    readsAtMs.push(performance.now());
    return isAway ? Promise.reject(new Error("no answer")) : Promise.resolve([]);
  };
  await using poller = startPoller({ ...device.driver, read }, 100);
  await vi.waitFor(() => expect(device.subscribe).toHaveBeenCalledOnce());
  isAway = true;
  await vi.waitFor(() => expect(poller.health.missedPolls).toBe(6), { timeout: 5_000 });
  // The device is offline after three, and each wait from then on is longer, up to three intervals.
  expect((readsAtMs.at(-1) ?? 0) - (readsAtMs.at(-2) ?? 0)).toBeGreaterThan(280);
  expect(device.subscribe).toHaveBeenCalledOnce();
  isAway = false;
  await vi.waitFor(() => expect(device.subscribe).toHaveBeenCalledTimes(2), { timeout: 5_000 });
});
