import { afterAll, beforeAll, expect, test } from "vitest";

import { connectAs, sendFrame, sendInvalidData } from "./rig/invalid-clients.ts";
import { type Rig, startRig, waitFor } from "./rig/rig.ts";
import { aSite } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Allowed growth of the server's memory: variation by the garbage collector, not the size of the attack, bytes. */
const GROWTH_MAX_BYTES = 40 * 1_024 * 1_024;
/** Maximum delay from the acknowledgement of a message to its visibility, ms. */
const ARRIVED_MAX_MS = 30_000;
/** Longer than a client may be idle, and than the broker takes to detect it, ms. */
const CUT_OFF_MAX_MS = 30_000;

let rig: Rig;

beforeAll(async () => {
  rig = await startRig(() =>
    aSite({
      devices: ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"],
      behindGateway: ["G1"],
      pointCount: 2,
    }),
  );
});
afterAll(() => rig[Symbol.asyncDispose]());

/** The text of a message's series; `values` are inserted unchanged, so that they may be invalid. */
function seriesOf(
  device: string,
  point: string,
  values: readonly (readonly [number, number | string])[],
): string {
  const listed = values.map(([atMs, value]) => `[${atMs},${value}]`).join();
  return `{"device":"${device}","point":"${point}","values":[${listed}]}`;
}

const messageAt = (sentAt: number, ...series: string[]) =>
  `{"epoch":"e","seq":1,"sentAt":${sentAt},"series":[${series.join()}]}`;
const messageOf = (...series: string[]) => messageAt(Date.now(), ...series);

const message = (...reading: Parameters<typeof seriesOf>) => messageOf(seriesOf(...reading));

/** Changes of metrics during `work`. */
async function movesOf(names: readonly string[], work: () => Promise<void>): Promise<number[]> {
  const read = () => Promise.all(names.map(async (name) => (await rig.metric(name)) ?? 0));
  const before = await read();
  await work();
  const after = await read();
  return after.map((value, at) => value - (before[at] ?? 0));
}

const readings = (outcome: string) => `verandah_readings_total{outcome="${outcome}"}`;
const refused = (reason: string) => `verandah_refused_total{reason="${reason}"}`;

/** Readings of a point in the last ten minutes, oldest first, as instant and value. */
async function stored(ssid: string, point: string, sinceMs: number): Promise<[number, number, number][]> {
  const buckets = await rig.browser.trend(ssid, point, { fromMs: sinceMs, bucketMs: 1_000, buckets: 600 });
  return buckets.map(({ at, avg, count }) => [Date.parse(at), avg, count]);
}

const megabytes = (bytes: number) => Math.round(bytes / 1_024 / 1_024);
const aMinuteAgo = () => Math.floor(Date.now() / 1_000) * 1_000 - 60_000;

test("acknowledges a repeated message twice and stores it once", async () => {
  await using edge = await connectAs(rig.mqttPort, "S1");
  const atMs = aMinuteAgo();
  const text = message("S1", "P1", [[atMs, 20]]);
  await edge.publish("v1/S1/readings", text);
  await edge.publish("v1/S1/readings", text);
  expect(await stored("S1", "P1", atMs)).toEqual([[atMs, 20, 1]]);
});

test("stores readings that arrive out of order at their times, and the latest is the newest", async () => {
  await using edge = await connectAs(rig.mqttPort, "S2");
  const atMs = aMinuteAgo();
  for (const second of [5, 1, 3, 2, 4, 0])
    await edge.publish("v1/S2/readings", message("S2", "P1", [[atMs + second * 1_000, second + 10]]));
  expect(await stored("S2", "P1", atMs)).toEqual(
    [0, 1, 2, 3, 4, 5].map((second) => [atMs + second * 1_000, second + 10, 1]),
  );
  expect((await rig.browser.latest("S2")).get("P1")).toEqual({ value: 15, atMs: atMs + 5_000 });
});

test("readings that arrive newest first are all stored, although the newest repeats a known value", async () => {
  await using edge = await connectAs(rig.mqttPort, "S8");
  const atMs = aMinuteAgo();
  const values: [number, number][] = [10, 11, 12, 10].map((value, second) => [atMs + second * 1_000, value]);
  // The first arrived before the gap, which an outbox fills from its end.
  for (const at of [0, 3, 2, 1])
    await edge.publish("v1/S8/readings", message("S8", "P1", values.slice(at, at + 1)));
  expect(await stored("S8", "P1", atMs)).toEqual(values.map((reading) => [...reading, 1]));
});

test.each([
  ["ahead", "S3", DAY_MS],
  ["behind", "S7", -DAY_MS],
])(
  "stores readings of a clock a day %s with both times, as suspect, and counts them",
  async (_how, ssid, offsetMs) => {
    await using edge = await connectAs(rig.mqttPort, ssid);
    const topic = `v1/${ssid}/readings`;
    const atMs = aMinuteAgo();
    await edge.publish(topic, message(ssid, "P1", [[atMs, 20]]));
    await edge.publish(`v1/${ssid}/status`, JSON.stringify({ state: "online", at: Date.now() + offsetMs }));
    const wrong = seriesOf(ssid, "P1", [[atMs + offsetMs, 21]]);
    const moves = await movesOf(["verandah_readings_suspect_total"], () =>
      edge.publish(topic, messageAt(Date.now() + offsetMs, wrong)),
    );
    expect(moves).toEqual([1]);
    expect((await rig.browser.latest(ssid)).get("P1")).toEqual({ value: 20, atMs });
    expect(await stored(ssid, "P1", atMs)).toEqual([[atMs, 20, 1]]);
    // No mean of good values contains it.
    expect(await stored(ssid, "P1", atMs + offsetMs)).toEqual([]);
    const [kept, ...others] = await rig.browser.misdated(ssid);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ point: "P1", value: 21, atMs: atMs + offsetMs });
    expect(Math.abs((kept?.arrivedAtMs ?? 0) - Date.now())).toBeLessThan(ARRIVED_MAX_MS);
  },
);

test("counts a reading from a clock a year ahead, and does not store it", async () => {
  await using edge = await connectAs(rig.mqttPort, "S3");
  const moves = await movesOf([readings("stored"), readings("wrong_time")], () =>
    edge.publish("v1/S3/readings", message("S3", "P1", [[Date.now() + 365 * DAY_MS, 21]])),
  );
  expect(moves).toEqual([0, 1]);
});

test.each(["NaN", "1e309", "-1e309", "Infinity", "null", '"20"', "[]", "{}"])(
  "acknowledges and counts a message with the value %s, and still serves its sender",
  async (value) => {
    await using edge = await connectAs(rig.mqttPort, "S4");
    const atMs = aMinuteAgo();
    const moves = await movesOf([readings("stored"), refused("invalid_messages")], () =>
      edge.publish("v1/S4/readings", message("S4", "P1", [[atMs, value]])),
    );
    expect(moves).toEqual([0, 1]);
    expect(edge.client.connected).toBe(true);
    expect((await rig.browser.latest("S4")).get("P1")).toBeUndefined();
  },
);

test("counts an unknown point and a point of another edge's device, and stores the rest of the message", async () => {
  await using edge = await connectAs(rig.mqttPort, "S5");
  const atMs = aMinuteAgo();
  const parts = [
    seriesOf("S5", "NONE", [[atMs, 1]]),
    seriesOf("G1", "P1", [[atMs, 99]]),
    seriesOf("S5", "P1", [[atMs, 20]]),
  ];
  const moves = await movesOf([readings("stored"), readings("unknown_point")], () =>
    edge.publish("v1/S5/readings", messageOf(...parts)),
  );
  expect(moves).toEqual([1, 2]);
  expect((await rig.browser.latest("G1")).get("P1")).toBeUndefined();
  expect((await rig.browser.latest("S5")).get("P1")).toEqual({ value: 20, atMs });
});

test("disconnects and counts a publisher on another gateway's topics, and stores nothing of it", async () => {
  await using edge = await connectAs(rig.mqttPort, "S6");
  const moves = await movesOf([readings("stored"), refused("refused_topics")], async () => {
    const closed = new Promise<void>((resolve) => void edge.client.once("close", () => resolve()));
    edge.publish("v1/GW/readings", message("G1", "P1", [[aMinuteAgo(), 99]])).catch(() => undefined);
    await closed;
  });
  expect(moves).toEqual([0, 1]);
  expect((await rig.browser.latest("G1")).get("P1")).toBeUndefined();
});

test("refuses and counts a wrong password", async () => {
  const moves = await movesOf([refused("refused_logins")], () =>
    expect(connectAs(rig.mqttPort, "S1", "guess")).rejects.toThrow("Not authorized"),
  );
  expect(moves).toEqual([1]);
});

test(`closes a connection at the header of a 200 MB frame, and ${sizes.invalidConnections} invalid connections soon, without growing memory`, async () => {
  await using edge = await connectAs(rig.mqttPort, "S1");
  const memory = async () => (await rig.metric("process_resident_memory_bytes")) ?? 0;
  const { pid } = rig.server;
  // The first round grows the heap to the size that this work needs.
  await sendInvalidData(rig.mqttPort, sizes.invalidConnections);
  const before = await memory();
  for (let round = 1; round <= sizes.invalidDataRounds; round += 1) {
    const frames = await movesOf([refused("oversized_frames")], async () => {
      for (const firstByte of [0x10, 0x32]) {
        const taken = await sendFrame(rig.mqttPort, firstByte, sizes.invalidFrameBytes);
        expect(taken).toBeLessThan(sizes.invalidFrameBytes / 4);
      }
    });
    expect(frames).toEqual([2]);
    let answers = 0;
    const thrown = sendInvalidData(rig.mqttPort, sizes.invalidConnections);
    const publishing = setInterval(() => {
      const text = message("S1", "P2", [[Date.now(), Math.random()]]);
      edge.publish("v1/S1/readings", text).then(
        () => (answers += 1),
        () => undefined,
      );
    }, 100);
    const { longestMs } = await thrown;
    clearInterval(publishing);
    expect(longestMs).toBeLessThan(CUT_OFF_MAX_MS);
    expect(answers).toBeGreaterThan(5);
  }
  await waitFor(
    "only the good edge is connected",
    async () => (await rig.metric("verandah_broker_connections")) === 1,
  );
  const after = await memory();
  console.info(`Memory ${megabytes(before)} MB before, ${megabytes(after)} MB after`);
  expect(after - before).toBeLessThan(GROWTH_MAX_BYTES);
  expect(await rig.metric(refused("broken_clients"))).toBeGreaterThan(0);
  expect(rig.server.isRunning).toBe(true);
  expect(rig.server.pid).toBe(pid);
});
