import { liveEvents } from "@verandah/contract/live.ts";
import { expect, test } from "vitest";

import { connectAs } from "./rig/invalid-clients.ts";
import { LiveStream } from "./rig/live-stream.ts";
import { type Rig, startRig, waitFor } from "./rig/rig.ts";
import { aSite, pointsOf } from "./rig/site.ts";

/** Enough points that their events fill the buffers of browser and system within seconds. */
const DEVICES = 20;
const POINTS = 60;
const PUBLISH_MS = 150;
/** Allowed memory of an unread stream, beyond the limited buffer, bytes. */
const GROWTH_MAX_BYTES = 40 * 1_024 * 1_024;

const ssids = Array.from({ length: DEVICES }, (_, at) => `G${at + 1}`);
const points = pointsOf(POINTS);

/**
 * All points of all devices measure the same number, which increases with each message. Returns how to stop, and the last stored number.
 */
async function startMeasuring(rig: Rig, edge: Awaited<ReturnType<typeof connectAs>>) {
  let value = 0;
  let stored = 0;
  async function measure(): Promise<void> {
    const mine = (value += 1);
    const atMs = Date.now();
    const series = ssids.flatMap((device) =>
      points.map((point) => ({ device, point, values: [[atMs, mine]] })),
    );
    await edge.publish("v1/GW/readings", JSON.stringify({ epoch: "e", seq: mine, sentAt: atMs, series }));
    stored = mine;
  }
  await measure();
  let last = Promise.resolve();
  const timer = setInterval(() => void (last = last.then(measure)), PUBLISH_MS);
  return {
    get stored() {
      return stored;
    },
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

/** The newest number of a device in a stream. */
function newest(stream: LiveStream, ssid: string): number {
  const numbers = stream
    .events("readings")
    .map((data) => liveEvents.readings.parse(data))
    .filter((event) => event.ssid === ssid)
    .flatMap((event) => event.values.map(({ param_value: value }) => value ?? 0));
  return Math.max(0, ...numbers);
}

test("drops a browser that reads nothing at a buffer limit and serves others, and its next stream has the present state", async () => {
  await using rig = await startRig(() => aSite({ devices: [], behindGateway: ssids, pointCount: POINTS }));
  await using edge = await connectAs(rig.mqttPort, "GW");
  const measuring = await startMeasuring(rig, edge);
  const streams = () => rig.metric("verandah_live_streams");
  const memory = async () => (await rig.metric("process_resident_memory_bytes")) ?? 0;

  using quick = new LiveStream(rig, ["G1"]);
  await waitFor("the quick browser is served", () => newest(quick, "G1") > 3);
  const before = await memory();
  using slow = new LiveStream(rig, ssids);
  await waitFor("the slow browser is served", () => newest(slow, "G1") > 0);
  expect(await streams()).toBe(2);
  slow.stopReading();
  const readBefore = slow.bytesRead;
  let most = before;
  await waitFor("the slow browser is dropped", async () => {
    most = Math.max(most, await memory());
    return (await streams()) === 1;
  });
  expect(await rig.metric('verandah_live_total{what="dropped"}')).toBe(1);
  expect(most - before).toBeLessThan(GROWTH_MAX_BYTES);

  const seen = newest(quick, "G1");
  await waitFor("the quick browser is served as before", () => newest(quick, "G1") > seen + 2);
  expect(quick.isOver).toBe(false);
  // The system's buffer is read first, then the end.
  slow.readAgain();
  await waitFor("the slow browser notices", () => slow.isOver);
  console.info(
    `Dropped with ${Math.round((slow.bytesRead - readBefore) / 1_024)} kB on the way; ` +
      `the server grew by ${Math.round((most - before) / 1_024 / 1_024)} MB`,
  );

  using again = new LiveStream(rig, ssids);
  await waitFor("its next stream says hello", () => again.events("hello").length === 1);
  const storedAtHello = measuring.stored;
  const current = await rig.browser.latest("G1");
  for (const { value } of current.values()) expect(value).toBeGreaterThanOrEqual(storedAtHello);
  await waitFor("more is measured", () => measuring.stored > storedAtHello + 2);
  await measuring.stop();
  await waitFor("its next stream has the current state", () =>
    ssids.every((ssid) => newest(again, ssid) === measuring.stored),
  );
  for (const ssid of ssids) {
    const latest = await rig.browser.latest(ssid);
    expect([...latest.values()].map(({ value }) => value)).toEqual(points.map(() => measuring.stored));
  }
});
