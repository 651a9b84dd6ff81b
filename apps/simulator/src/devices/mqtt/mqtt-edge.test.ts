import { randomUUID } from "node:crypto";

import {
  commandResult,
  eventMessage,
  FRAME_MAX_BYTES,
  healthMessage,
  statusMessage,
} from "@verandah/field/payloads.ts";
import { expect, test, vi } from "vitest";

import { startTestBroker } from "../../testing/start-test-broker.ts";
import { CommandSlots } from "../command-slots.ts";
import { type MqttEdgeOptions, startMqttEdge } from "./mqtt-edge.ts";

const SSID = "ENV-BLR-A-F1-Z1-1";

function sensorAt(url: string, options: Partial<MqttEdgeOptions> = {}) {
  const sensor = startMqttEdge({
    ssid: SSID,
    password: "secret",
    url,
    intervalMs: 60,
    phase: 0.5,
    software: "environment sensor 1.0",
    devices: [{ ssid: SSID, points: [], values: () => ({ TEMPERATURE: 24.1, CO2: 640 }) }],
    backoffMs: { first: 20, longest: 60 },
    ...options,
  });
  return { sensor, [Symbol.asyncDispose]: () => sensor.close() };
}

test("one message has all points at one instant, and messages are numbered without a gap", async () => {
  await using broker = await startTestBroker();
  await using _ = sensorAt(broker.url);
  await vi.waitFor(() => expect(broker.readings(SSID).length).toBeGreaterThanOrEqual(4));
  const messages = broker.readings(SSID);
  expect(messages[0]?.series.map((one) => [one.point, one.values[0]?.[1]])).toEqual([
    ["TEMPERATURE", 24.1],
    ["CO2", 640],
  ]);
  expect(messages.map((message) => message.seq)).toEqual(messages.map((_one, index) => index + 1));
  expect(new Set(messages.map((message) => message.epoch)).size).toBe(1);
});

test("resends unacknowledged messages with the same number after a reconnect", async () => {
  await using broker = await startTestBroker();
  await using held = sensorAt(broker.url);
  await vi.waitFor(() => expect(held.sensor.isConnected).toBe(true));
  broker.acknowledges = false;
  await vi.waitFor(() => expect(held.sensor.pending).toBeGreaterThanOrEqual(3));
  await broker.stop();
  broker.acknowledges = true;
  await broker.start();
  await vi.waitFor(() => expect(held.sensor.pending).toBeLessThanOrEqual(1), 5_000);
  const seqs = new Set(broker.readings(SSID).map((message) => message.seq));
  expect([...seqs].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: seqs.size }, (_one, index) => index + 1),
  );
});

test("drops the oldest messages when the memory is full", async () => {
  await using broker = await startTestBroker();
  await broker.stop();
  let measured = 0;
  const values = () => ({ TEMPERATURE: (measured += 1) });
  const devices = [{ ssid: SSID, points: [], values }];
  await using held = sensorAt(broker.url, { intervalMs: 20, memoryMessages: 5, devices });
  await vi.waitFor(() => expect(measured).toBeGreaterThan(6));
  expect(held.sensor.pending).toBe(5);
  await broker.start();
  await vi.waitFor(() => expect(broker.readings(SSID).length).toBeGreaterThanOrEqual(5), 5_000);
  expect(broker.readings(SSID)[0]?.seq).toBeGreaterThan(1);
});

test("reports a clock that becomes wrong while connected with the next status", async () => {
  await using broker = await startTestBroker();
  let offMs = 0;
  await using _ = sensorAt(broker.url, { now: () => Date.now() + offMs, statusIntervalMs: 100 });
  const offsOf = () =>
    broker.published
      .filter((one) => one.kind === "status")
      .map((one) => Math.round((statusMessage.parse(JSON.parse(one.payload)).at - Date.now()) / 60_000));
  await vi.waitFor(() => expect(offsOf()).toContain(0));
  offMs = -3_600_000;
  await vi.waitFor(() => expect(offsOf()).toContain(-60), 5_000);
});

test("a silent sensor is offline by its last will, and online when it returns", async () => {
  await using broker = await startTestBroker();
  await using held = sensorAt(broker.url);
  const states = () =>
    broker.published
      .filter((one) => one.kind === "status")
      .map((one) => [statusMessage.parse(JSON.parse(one.payload)).state, one.isRetained]);
  await vi.waitFor(() => expect(states()).toEqual([["online", true]]));
  held.sensor.become("silent");
  await vi.waitFor(() => expect(states().at(-1)).toEqual(["offline", true]), 5_000);
  const count = broker.readings(SSID).length;
  await new Promise((done) => setTimeout(done, 200));
  expect(broker.readings(SSID).length).toBe(count);
  held.sensor.become("up");
  await vi.waitFor(() => expect(states().at(-1)).toEqual(["online", true]), 5_000);
  await vi.waitFor(() => expect(broker.readings(SSID).length).toBeGreaterThan(count), 5_000);
});

test("sensors with different phases do not send at the same time", async () => {
  await using broker = await startTestBroker();
  await using early = sensorAt(broker.url, { ssid: "EARLY", intervalMs: 400, phase: 0.1 });
  await using late = sensorAt(broker.url, { ssid: "LATE", intervalMs: 400, phase: 0.6 });
  await vi.waitFor(
    () => expect(broker.readings("LATE").length * broker.readings("EARLY").length).toBeGreaterThan(0),
    5_000,
  );
  expect([early.sensor.isConnected, late.sensor.isConnected]).toEqual([true, true]);
  const at = (edge: string) => (broker.readings(edge).at(-1)?.sentAt ?? 0) % 400;
  // A pause of this process delays both to the same instant.
  await vi.waitFor(() => expect(Math.abs(at("LATE") - at("EARLY"))).toBeGreaterThan(100), 5_000);
});

test("an edge without network continues to measure, and sends the stored values afterwards", async () => {
  await using broker = await startTestBroker();
  await using held = sensorAt(broker.url);
  await vi.waitFor(() => expect(broker.readings(SSID).length).toBeGreaterThan(1));
  held.sensor.become("cut-off");
  await vi.waitFor(() => expect(held.sensor.pending).toBeGreaterThan(4));
  const before = broker.readings(SSID).length;
  await new Promise((done) => setTimeout(done, 100));
  expect(broker.readings(SSID).length).toBe(before);
  held.sensor.become("up");
  await vi.waitFor(() => expect(held.sensor.pending).toBeLessThan(2), 5_000);
  const seqs = new Set(broker.readings(SSID).map((message) => message.seq));
  expect(seqs.size).toBe(Math.max(...seqs));
});

test("a gateway sends its devices' values in one message, changes at once, and which devices it cannot reach", async () => {
  await using broker = await startTestBroker();
  const bays = { "BAY-1": 0, "BAY-2": 1 };
  let isLost = false;
  await using held = sensorAt(broker.url, {
    ssid: "PARK-1",
    intervalMs: 60_000,
    // The next message of all values is a minute away.
    phase: (Date.now() % 60_000) / 60_000,
    isGateway: true,
    reportsChanges: true,
    devices: [
      { ssid: "BAY-1", points: [], values: () => ({ OCCUPIED: bays["BAY-1"] }), isSilent: () => isLost },
      { ssid: "BAY-2", points: [], values: () => ({ OCCUPIED: bays["BAY-2"] }) },
    ],
  });
  const series = () => broker.readings("PARK-1").map((message) => message.series.map((one) => one.device));
  const health = () =>
    broker.published
      .filter((one) => one.kind === "health")
      .map((one) => healthMessage.parse(JSON.parse(one.payload)).devices.map((device) => device.state));
  held.sensor.refresh();
  await vi.waitFor(() => expect(series()).toEqual([["BAY-1", "BAY-2"]]));
  held.sensor.refresh();
  bays["BAY-2"] = 0;
  held.sensor.refresh();
  await vi.waitFor(() => expect(series()).toEqual([["BAY-1", "BAY-2"], ["BAY-2"]]));
  isLost = true;
  bays["BAY-1"] = 1;
  held.sensor.refresh();
  await vi.waitFor(() =>
    expect(health()).toEqual([
      ["online", "online"],
      ["offline", "online"],
    ]),
  );
  expect(series()).toHaveLength(2);
});

test("an edge reports the start and the end of each problem, and all problems after a start", async () => {
  await using broker = await startTestBroker();
  let warning = 0;
  const complaint = {
    code: 241,
    message: "A pipe may leak",
    isThere: ({ WarningCondition }: Record<string, number>) => WarningCondition === 2,
  };
  const device = {
    ssid: SSID,
    points: [],
    values: () => ({ WarningCondition: warning }),
    complaints: [complaint],
  };
  await using held = sensorAt(broker.url, { devices: [device] });
  const said = () =>
    broker.published
      .filter(({ kind }) => kind === "events")
      .map(({ payload }) => eventMessage.parse(JSON.parse(payload)))
      .map(({ device: ssid, code, message, state }) => [ssid, code, message, state]);
  const event = [SSID, 241, "A pipe may leak"];
  held.sensor.refresh();
  held.sensor.refresh();
  await vi.waitFor(() => expect(said()).toEqual([[...event, "returned"]]));
  warning = 2;
  held.sensor.refresh();
  held.sensor.refresh();
  warning = 1;
  held.sensor.refresh();
  await vi.waitFor(() =>
    expect(said()).toEqual([
      [...event, "returned"],
      [...event, "raised"],
      [...event, "returned"],
    ]),
  );
});

test("a gateway of 500 lamps confirms each command of a batch, in messages that the broker accepts", async () => {
  await using broker = await startTestBroker();
  const names = Array.from({ length: 8 }, (_one, index) => `point_with_a_long_name_${index}`);
  const lamps = Array.from({ length: 500 }, (_one, index) => {
    const slots = new CommandSlots(["light_level_sp"]);
    const readings = Object.fromEntries(names.map((name) => [name, index]));
    return {
      ssid: `50d0lamp${index}`,
      points: [{ paramId: "light_level_sp", unit: "percent", kind: "command", intervalMs: 10_000 } as const],
      slots,
      values: () => ({ ...readings, light_level_sp: 0, ...slots.inForce() }),
    };
  });
  await using _ = sensorAt(broker.url, {
    ssid: "DALI-GW",
    isGateway: true,
    intervalMs: 1_000,
    devices: lamps,
  });
  for (const { ssid } of lamps)
    broker.send(
      "DALI-GW",
      "commands",
      JSON.stringify({
        id: randomUUID(),
        device: ssid,
        point: "light_level_sp",
        value: 40,
        priority: 8,
        expiresAt: Date.now() + 40_000,
      }),
    );
  const verified = () =>
    broker.published
      .filter((one) => one.kind === "results")
      .filter((one) => commandResult.parse(JSON.parse(one.payload)).state === "verified");
  await vi.waitFor(() => expect(verified()).toHaveLength(500), 8_000);
  await vi.waitFor(
    () =>
      expect(
        new Set(broker.readings("DALI-GW").flatMap(({ series }) => series.map((one) => one.device))).size,
      ).toBe(500),
    8_000,
  );
  const readings = broker.published.filter((one) => one.kind === "readings");
  expect(Math.max(...readings.map((one) => Buffer.byteLength(one.payload)))).toBeLessThan(FRAME_MAX_BYTES);
  // The lamps of a batch share the messages that show its effect.
  expect(readings.length).toBeLessThan(500);
});
