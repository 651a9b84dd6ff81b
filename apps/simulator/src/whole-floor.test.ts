import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { commandResult, healthMessage } from "@verandah/field/payloads.ts";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { bengaluru } from "./campus/bengaluru.ts";
import { startSimulator } from "./simulator.ts";
import { groundFloor, settingsOf } from "./testing/one-floor.ts";
import { startTestBroker, type TestBroker } from "./testing/start-test-broker.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const DALI = "50d0f001";
const GATEWAY = "DALI-GW-F0";
const WAC = "50ac0f001";
const UPS = "UPS-BLR-A-1";
const PUMP = "ASPump202600000000000000000001";
const TIME_LIMIT = { timeout: 8_000, interval: 50 };
const truth = z.object({
  measured: z.record(z.string(), z.number()),
  shown: z.record(z.string(), z.number()),
  isSilent: z.boolean(),
});
const gatewayFile = z.object({
  devices: z.array(z.looseObject({ ssid: z.string(), driver: z.string(), profile: z.string() })),
});

/** The ground floor of Tower A with all its equipment, a parking deck and a pump. */
function campusOf() {
  const campus = groundFloor();
  const whole = bengaluru();
  const deck = whole.buildings[0]?.floors.filter((floor) => floor.key === "blr/a/p1") ?? [];
  const fields = whole.buildings.slice(1).map((one) => ({ ...one, pumps: one.pumps.slice(0, 1) }));
  const tower = campus.buildings.map((one) => {
    const floors = [...one.floors, ...deck];
    return {
      ...one,
      floors,
      upses: one.upses.map((ups) => ({ ...ups, floorKeys: floors.map(({ key }) => key) })),
    };
  });
  return { ...campus, buildings: [...tower, ...fields] };
}

async function startField(timeFactor = 1) {
  const broker = await startTestBroker();
  const folder = temporaryFolder();
  const campus = campusOf();
  const start = () =>
    startSimulator({
      campuses: [campus],
      settings: settingsOf(campus),
      broker: { url: broker.url, host: "127.0.0.1", port: broker.port },
      folder: folder.path,
      mqttIntervalMs: 200,
      takesAnyPort: true,
      timeFactor,
    });
  let simulator = await start();
  const control = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${simulator.controlPort}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    broker,
    entries: () =>
      gatewayFile.parse(parse(readFileSync(simulator.gateways[0]?.configFile ?? "", "utf8"))).devices,
    truthOf: async (ssid: string) => truth.parse(await (await control("GET", `/state/${ssid}`)).json()),
    break: async (kind: string, target: string) =>
      expect((await control("POST", "/faults", { kind, target })).status).toBe(201),
    repair: () => control("DELETE", "/faults"),
    async restart() {
      await simulator[Symbol.asyncDispose]();
      simulator = await start();
    },
    async [Symbol.asyncDispose]() {
      await simulator[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

function last(broker: TestBroker, edge: string, device: string, point: string): number | undefined {
  return broker
    .readings(edge)
    .flatMap((message) => message.series)
    .findLast((series) => series.device === device && series.point === point)
    ?.values.at(-1)?.[1];
}

function send(broker: TestBroker, edge: string, device: string, point: string, value: number): void {
  const command = { id: randomUUID(), device, point, value, priority: 8, expiresAt: Date.now() + 10_000 };
  broker.send(edge, "commands", JSON.stringify(command));
}

function resultsOf(broker: TestBroker, edge: string): string[] {
  return broker.published
    .filter((one) => one.edge === edge && one.kind === "results")
    .map((one) => commandResult.parse(JSON.parse(one.payload)))
    .map(({ state, failure }) => failure ?? state);
}

test("the gateway's settings have every device behind it with the settings of its driver", async () => {
  await using field = await startField();
  const counts = Object.groupBy(field.entries(), (entry) => entry.profile);
  expect(Object.entries(counts).map(([profile, entries]) => [profile, entries?.length])).toEqual([
    ["bacnet-ahu", 2],
    ["bacnet-vav", 12],
    ["bacnet-chiller", 1],
    ["modbus-energy-meter", 2],
    ["snmp-ups", 1],
  ]);
  expect(field.entries().find((entry) => entry.ssid === UPS)).toMatchObject({
    driver: "snmp",
    version: "2c",
    community: "p".repeat(24),
    intervalMs: 5_000,
  });
  expect(field.entries().find((entry) => entry.ssid === "EM-BLR-A-F0-2")).toMatchObject({
    driver: "modbus",
    unitId: 2,
  });
});

test("a lamp follows a command to its gateway, reports it, and keeps it after a restart", async () => {
  await using field = await startField();
  const { broker } = field;
  await vi.waitFor(() => expect(last(broker, GATEWAY, DALI, "light_level")).toBeDefined(), TIME_LIMIT);
  send(broker, GATEWAY, DALI, "light_level_sp", 33);
  await vi.waitFor(
    () => expect(resultsOf(broker, GATEWAY)).toEqual(["acknowledged", "verified"]),
    TIME_LIMIT,
  );
  await vi.waitFor(() => expect(last(broker, GATEWAY, DALI, "light_level")).toBe(33), TIME_LIMIT);
  await field.restart();
  await vi.waitFor(async () => expect((await field.truthOf(DALI)).shown.light_level).toBe(33), TIME_LIMIT);
});

test("controllers and pumps receive commands on their own connections", async () => {
  await using field = await startField();
  const { broker } = field;
  await vi.waitFor(() => expect(last(broker, PUMP, PUMP, "motor_on_off_sp")).toBe(1), TIME_LIMIT);
  await vi.waitFor(() => expect(last(broker, WAC, WAC, "light_level_2")).toBeDefined(), TIME_LIMIT);
  send(broker, WAC, WAC, "light_level_sp_2", 55);
  send(broker, PUMP, PUMP, "motor_on_off_sp", 0);
  await vi.waitFor(() => expect(last(broker, WAC, WAC, "light_level_2")).toBe(55), TIME_LIMIT);
  await vi.waitFor(() => expect(last(broker, PUMP, PUMP, "motor_on_off_sp")).toBe(0), TIME_LIMIT);
  // The physics uses a command at its next step.
  await vi.waitFor(async () => expect((await field.truthOf(PUMP)).shown.MotorStatus).toBe(0), TIME_LIMIT);
});

test("a gateway reports a lost controller, a last will reports a lost gateway, and both return", async () => {
  await using field = await startField();
  const { broker } = field;
  const deviceState = () => {
    const health = broker.published.findLast((one) => one.edge === GATEWAY && one.kind === "health");
    const devices = health && healthMessage.parse(JSON.parse(health.payload)).devices;
    return devices?.find((one) => one.device === DALI)?.state;
  };
  const status = () =>
    broker.published.findLast((one) => one.edge === GATEWAY && one.kind === "status")?.payload;
  await vi.waitFor(() => expect(deviceState()).toBe("online"), TIME_LIMIT);
  await field.break("device-silent", DALI);
  await vi.waitFor(() => expect(deviceState()).toBe("offline"), TIME_LIMIT);
  await field.break("gateway-cut-off", GATEWAY);
  await vi.waitFor(() => expect(status()).toContain('"offline"'), TIME_LIMIT);
  await field.repair();
  await vi.waitFor(() => expect(status()).toContain('"online"'), TIME_LIMIT);
  await vi.waitFor(() => expect(deviceState()).toBe("online"), TIME_LIMIT);
});

test("a device with a failed SIM card stores its values, and one with a wrong clock sends wrong times", async () => {
  await using field = await startField();
  const { broker } = field;
  const seqs = () => broker.readings(PUMP).map((message) => message.seq);
  await vi.waitFor(() => expect(seqs().length).toBeGreaterThan(0), TIME_LIMIT);
  await field.break("sim-dead", PUMP);
  await new Promise((done) => setTimeout(done, 1_000));
  await field.repair();
  await field.break("clock-wrong", PUMP);
  await vi.waitFor(() => {
    const { sentAt } = broker.readings(PUMP).at(-1) ?? { sentAt: 0 };
    expect(Math.abs(Date.now() - 19_800_000 - sentAt)).toBeLessThan(2_000);
  }, TIME_LIMIT);
  const arrived = new Set(seqs());
  expect(arrived.size).toBe(Math.max(...arrived));
});

test("a mains failure empties the battery, the loads of the UPS go offline, and all return", async () => {
  await using field = await startField(1_200);
  const { broker } = field;
  const sensor = "ENV-BLR-A-F0-Z1-1";
  await vi.waitFor(() => expect(broker.clients()).toBeGreaterThan(17), TIME_LIMIT);
  await field.break("mains-failed", "blr/a");
  await vi.waitFor(async () => expect((await field.truthOf(UPS)).isSilent).toBe(true), {
    timeout: 20_000,
    interval: 100,
  });
  // A pump has its own power and its own modem card.
  await vi.waitFor(() => expect(broker.clients()).toBe(1), TIME_LIMIT);
  expect((await field.truthOf(sensor)).isSilent).toBe(true);
  expect((await field.truthOf("VAV-BLR-A-F0-1")).isSilent).toBe(true);
  await field.repair();
  await vi.waitFor(() => expect(broker.clients()).toBeGreaterThan(17), TIME_LIMIT);
  expect((await field.truthOf(UPS)).shown.ups_Status).toBe(3);
}, 40_000);

test("with a time factor a day passes in a minute, and messages keep the time of day", async () => {
  await using field = await startField(3_600);
  const { broker } = field;
  const meter = "EM-BLR-A-F0-1";
  const before = (await field.truthOf(meter)).measured.energyTotal ?? 0;
  await vi.waitFor(
    async () => expect(((await field.truthOf(meter)).measured.energyTotal ?? 0) - before).toBeGreaterThan(1),
    TIME_LIMIT,
  );
  await vi.waitFor(() => {
    const { sentAt } = broker.readings(PUMP).at(-1) ?? { sentAt: 0 };
    expect(Math.abs(Date.now() - sentAt)).toBeLessThan(1_000);
  }, TIME_LIMIT);
});
