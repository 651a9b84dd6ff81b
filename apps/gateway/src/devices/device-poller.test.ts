import { expect, test, vi } from "vitest";

import { type Driver, DriverError } from "../drivers/driver.ts";
import { DevicePoller } from "./device-poller.ts";

const LONG_MS = 60_000;

/** A device that counts its reads, and answers a subscription when the test allows it. */
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
    readBack: () => Promise.reject(new Error("not used")),
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

test("reads again at once when a write follows the read of a running poll", async () => {
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

test("a poll that a command interrupts does not count as missed, and is repeated", async () => {
  const reads: string[] = [];
  const device = aSlowSubscriber();
  device.letSubscribe();
  const read: Driver["read"] = (_points, signal) => {
    reads.push("begun");
    if (reads.length > 1) return Promise.resolve([]);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  await using poller = startPoller({ ...device.driver, read });
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  await poller.queue.run(() => Promise.resolve(), { isUrgent: true });
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  expect(poller.health.missedPolls).toBe(0);
});

test("polls an offline device less often, and subscribes again when it is back", async () => {
  const device = aSlowSubscriber();
  device.letSubscribe();
  let isOffline = false;
  const readsAtMs: number[] = [];
  const read: Driver["read"] = () => {
    readsAtMs.push(performance.now());
    return isOffline ? Promise.reject(new Error("no answer")) : Promise.resolve([]);
  };
  await using poller = startPoller({ ...device.driver, read }, 100);
  await vi.waitFor(() => expect(device.subscribe).toHaveBeenCalledOnce());
  isOffline = true;
  await vi.waitFor(() => expect(poller.health.missedPolls).toBe(6), { timeout: 5_000 });
  // The device is offline after three polls. From then on the delay grows up to three intervals.
  expect((readsAtMs.at(-1) ?? 0) - (readsAtMs.at(-2) ?? 0)).toBeGreaterThan(280);
  expect(device.subscribe).toHaveBeenCalledOnce();
  isOffline = false;
  await vi.waitFor(() => expect(device.subscribe).toHaveBeenCalledTimes(2), { timeout: 5_000 });
});

test("a device that sends by itself is unknown until it had the time to send", async () => {
  const device = aSlowSubscriber();
  device.letSubscribe();
  let reads = 0;
  const read: Driver["read"] = () =>
    ++reads <= 5 ? Promise.reject(new DriverError("not-yet")) : Promise.resolve([]);
  await using poller = startPoller({ ...device.driver, read }, 50);
  await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(5));
  expect(poller.health.missedPolls).toBe(0);
  await vi.waitFor(() => expect(poller.health.report()).toMatchObject({ state: "online", missedPolls: 0 }));
});
