import { randomUUID } from "node:crypto";

import { commandResult, healthMessage, statusMessage } from "@verandah/field/payloads.ts";
import { startSimulator } from "@verandah/simulator/simulator.ts";
import { airOfGroundFloor, settingsOf } from "@verandah/simulator/testing/one-floor.ts";
import { startTestBroker, type TestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { startGateway } from "./gateway.ts";
import { type GatewaySettings, readGatewaySettings } from "./settings.ts";
import { REQUEST_TIMEOUT_MS } from "./testing/driver-contract.ts";

const GATEWAY = "GW-BLR-A";
const AHU = "AHU-BLR-A-F0-1";
const POLL_MS = 100;
const TIME_LIMIT = { timeout: 8_000, interval: 20 };

/** A broker, the simulated floor and its gateway, in one process and over real sockets. */
async function startField() {
  const folder = temporaryFolder();
  const broker = await startTestBroker();
  const campus = airOfGroundFloor();
  const simulator = await startSimulator({
    campuses: [campus],
    settings: settingsOf(campus),
    broker: { url: broker.url, host: "127.0.0.1", port: broker.port },
    folder: folder.path,
    takesAnyPort: true,
  });
  const configFile = simulator.gateways[0]?.configFile ?? "";
  const settings: GatewaySettings = {
    ...readGatewaySettings(configFile),
    polling: { intervalMs: POLL_MS, gatherMs: 10 },
    // Long enough for a write and its read on a busy machine.
    commands: { verifyMs: 10_000, compareSlotsMs: 60_000, verifyEveryMs: 50 },
  };
  const withShortTimes: GatewaySettings = {
    ...settings,
    uplink: { ...settings.uplink, backoffMs: { first: 20, longest: 100 } },
    bacnet: { ...settings.bacnet, requestTimeoutMs: REQUEST_TIMEOUT_MS },
  };
  const gateway = await startGateway(withShortTimes, pino({ level: "silent" }));
  const control = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${simulator.controlPort}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    broker,
    gateway,
    simulator,
    settings: withShortTimes,
    break: async (kind: string, target: string) =>
      expect((await control("POST", "/faults", { kind, target })).status).toBe(201),
    repair: () => control("DELETE", "/faults"),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await simulator[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

function messagesOf(broker: TestBroker, kind: string): unknown[] {
  return broker.published
    .filter((one) => one.edge === GATEWAY && one.kind === kind)
    .map((one): unknown => JSON.parse(one.payload));
}

/** Numbers up to the highest one that have not arrived. */
function missingSeqs(broker: TestBroker): number[] {
  const arrived = new Set(broker.readings(GATEWAY).map((message) => message.seq));
  return Array.from({ length: Math.max(...arrived) }, (_one, index) => index + 1).filter(
    (seq) => !arrived.has(seq),
  );
}

/** Instants at which a point was measured, each once. */
function instantsOf(broker: TestBroker, device: string, point: string): number[] {
  const instants = broker
    .readings(GATEWAY)
    .flatMap((message) => message.series)
    .filter((series) => series.device === device && series.point === point)
    .flatMap((series) => series.values.map(([atMs]) => atMs));
  return [...new Set(instants)].toSorted((a, b) => a - b);
}

function stateOf(broker: TestBroker, device: string): string | undefined {
  const last = messagesOf(broker, "health").at(-1);
  return last === undefined
    ? undefined
    : healthMessage.parse(last).devices.find((one) => one.device === device)?.state;
}

test("every point of every unit arrives each interval, numbered without a gap, with health and status", async () => {
  await using field = await startField();
  await vi.waitFor(
    () => expect(instantsOf(field.broker, AHU, "Return Air Temperature").length).toBeGreaterThan(4),
    TIME_LIMIT,
  );
  await vi.waitFor(() => {
    const messages = field.broker.readings(GATEWAY);
    const points = new Set(
      messages.flatMap((message) => message.series.map((one) => `${one.device} ${one.point}`)),
    );
    expect(points.size).toBe(2 * (19 + 2));
  }, TIME_LIMIT);
  await vi.waitFor(() => expect(missingSeqs(field.broker)).toEqual([]), TIME_LIMIT);
  await vi.waitFor(() => expect(stateOf(field.broker, AHU)).toBe("online"), TIME_LIMIT);
  expect(statusMessage.parse(messagesOf(field.broker, "status")[0])).toMatchObject({
    state: "online",
    outbox: { dropped: 0 },
    units: [{ devices: [AHU, expect.any(String)], points: { "Return Air Temperature": "degC", CO2: "ppm" } }],
  });
});

test("the gateway continues to measure while disconnected, and nothing is missing afterwards", async () => {
  await using field = await startField();
  await vi.waitFor(() => expect(field.broker.readings(GATEWAY).length).toBeGreaterThan(3), TIME_LIMIT);
  await field.break("gateway-cut-off", GATEWAY);
  await vi.waitFor(() => expect(field.gateway.isConnected).toBe(false), TIME_LIMIT);
  await vi.waitFor(() => expect(field.gateway.pending).toBeGreaterThan(15), TIME_LIMIT);
  const arrivedBefore = field.broker.readings(GATEWAY).length;
  await field.repair();
  await vi.waitFor(() => expect(field.gateway.pending).toBeLessThan(3), TIME_LIMIT);

  const [newest, oldest] = [field.broker.readings(GATEWAY)[arrivedBefore]?.seq ?? 0, arrivedBefore + 1];
  expect(newest).toBeGreaterThan(oldest);
  await vi.waitFor(() => expect(missingSeqs(field.broker)).toEqual([]), TIME_LIMIT);
  const instants = instantsOf(field.broker, AHU, "Fire Alarm");
  const gaps = instants.slice(1).map((atMs, index) => atMs - (instants[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(10 * POLL_MS);
  expect(field.gateway.dropped).toBe(0);
});

test("a silent unit is offline after three missed polls, its neighbour stays online, and it returns by itself", async () => {
  await using field = await startField();
  await vi.waitFor(() => expect(stateOf(field.broker, AHU)).toBe("online"), TIME_LIMIT);
  await field.break("device-silent", AHU);
  await vi.waitFor(() => expect(stateOf(field.broker, AHU)).toBe("offline"), TIME_LIMIT);
  const offline = field.gateway.health().find((one) => one.device === AHU);
  expect(offline?.missedPolls).toBeGreaterThanOrEqual(3);
  expect(offline?.lastSeenAt).toBeLessThanOrEqual(offline?.since ?? 0);
  const neighbour = instantsOf(field.broker, "AHU-BLR-A-F0-2", "CO2").length;
  await vi.waitFor(
    () => expect(instantsOf(field.broker, "AHU-BLR-A-F0-2", "CO2").length).toBeGreaterThan(neighbour),
    TIME_LIMIT,
  );
  await field.repair();
  await vi.waitFor(() => expect(stateOf(field.broker, AHU)).toBe("online"), TIME_LIMIT);
  await vi.waitFor(
    () => expect(field.gateway.health().find((one) => one.device === AHU)?.missedPolls).toBe(0),
    TIME_LIMIT,
  );
});

test("a command reaches the device, its results reach the server, and the reading follows", async () => {
  await using field = await startField();
  await vi.waitFor(() => expect(stateOf(field.broker, AHU)).toBe("online"), TIME_LIMIT);
  const id = randomUUID();
  const command = {
    id,
    device: AHU,
    point: "ahu_in_air_temperature_sp",
    value: 21.5,
    priority: 8,
    expiresAt: Date.now() + 5_000,
  };
  field.broker.send(GATEWAY, "commands", JSON.stringify(command));
  await vi.waitFor(() => {
    const results = messagesOf(field.broker, "results").map((one) => commandResult.parse(one));
    expect(new Set(results.map((result) => result.state))).toEqual(new Set(["acknowledged", "verified"]));
    expect(results.every((result) => result.id === id)).toBe(true);
  }, TIME_LIMIT);
  await vi.waitFor(() => {
    const values = field.broker
      .readings(GATEWAY)
      .flatMap((message) => message.series)
      .filter((series) => series.device === AHU && series.point === command.point)
      .flatMap((series) => series.values.map(([, value]) => value));
    expect(values).toContain(21.5);
  }, TIME_LIMIT);
});

test("a value out of the physical range is sent as suspect", async () => {
  await using field = await startField();
  await fetch(`http://127.0.0.1:${field.simulator.controlPort}/faults`, {
    method: "POST",
    body: JSON.stringify({
      kind: "value-forced",
      target: AHU,
      param_id: "Return Air Temperature",
      value: 200,
    }),
  });
  await vi.waitFor(() => {
    const values = field.broker
      .readings(GATEWAY)
      .flatMap((message) => message.series)
      .filter((series) => series.device === AHU && series.point === "Return Air Temperature")
      .flatMap((series) => series.values);
    expect(values.at(-1)).toEqual([expect.any(Number), 200, "suspect"]);
  }, TIME_LIMIT);
});

test("a gateway starts without a broker and keeps its readings until it connects", async () => {
  const field = await startField();
  await field.broker.stop();
  await field.gateway[Symbol.asyncDispose]();
  await using gateway = await startGateway(field.settings, pino({ level: "silent" }));
  await vi.waitFor(() => expect(gateway.pending).toBeGreaterThan(5), TIME_LIMIT);
  const before = new Set(field.broker.readings(GATEWAY).map((message) => message.seq));
  const startsAt = Date.now();
  await field.broker.start();
  await vi.waitFor(() => expect(gateway.pending).toBeLessThan(3), TIME_LIMIT);
  await vi.waitFor(() => {
    const kept = field.broker
      .readings(GATEWAY)
      .filter(({ seq, sentAt }) => sentAt <= startsAt && !before.has(seq));
    expect(new Set(kept.map(({ seq }) => seq)).size).toBeGreaterThan(5);
  }, TIME_LIMIT);
  expect(new Set(field.broker.readings(GATEWAY).map((message) => message.epoch)).size).toBe(1);
  await field.simulator[Symbol.asyncDispose]();
  await field.broker[Symbol.asyncDispose]();
});

test("the gateway reports that it is offline as planned when it stops", async () => {
  const field = await startField();
  await vi.waitFor(() => expect(field.gateway.isConnected).toBe(true), TIME_LIMIT);
  await field.gateway[Symbol.asyncDispose]();
  expect(statusMessage.parse(messagesOf(field.broker, "status").at(-1))).toMatchObject({
    state: "offline",
    isPlanned: true,
  });
  await field.simulator[Symbol.asyncDispose]();
  await field.broker[Symbol.asyncDispose]();
});
