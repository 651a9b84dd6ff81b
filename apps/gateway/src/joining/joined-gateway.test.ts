import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openEdgeLink } from "@verandah/field/edge-link.ts";
import type { ModelMessage } from "@verandah/field/gateway-model.ts";
import { answerMessage, statusMessage, type TaskMessage } from "@verandah/field/payloads.ts";
import { addressCertificate, certificate } from "@verandah/field/testing/certificate.ts";
import { startTestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { startGateway } from "../gateway.ts";
import { openAhuBench } from "../testing/ahu-bench.ts";
import { openHttpBench } from "../testing/http-bench.ts";
import { METER_UNIT, openMeterBench } from "../testing/meter-bench.ts";
import { JoinedModel, readJoined } from "./joined-gateway.ts";

const GATEWAY = "GW-7";
const TIME_LIMIT = { timeout: 15_000, interval: 20 };
const log = pino({ level: "silent" });

/** A broker, an AHU, a meter and a switch, and a gateway that has joined. */
async function startJoined() {
  const folder = temporaryFolder();
  const broker = await startTestBroker();
  const ahu = await openAhuBench();
  const meter = await openMeterBench();
  const plug = await openHttpBench();
  const open = () => {
    const model = new JoinedModel(folder.path, { url: broker.url, ssid: GATEWAY, password: "secret" });
    const wrong: string[] = [];
    const settings = model.begin((why) => wrong.push(why));
    return { settings, wrong, started: startGateway(settings, log, model) };
  };
  const gateway = await open().started;
  const { address, instance } = ahu.device;
  const polling = { intervalMs: 100, gatherMs: 10 };
  const devices = {
    ahu: { ssid: "AHU-1", driver: "bacnet", profile: "bacnet-ahu", address, instance },
    meter: {
      ssid: "EM-1",
      driver: "modbus",
      profile: "modbus-energy-meter",
      address: meter.server.address,
      unitId: METER_UNIT,
    },
    plug: { ssid: "SW-1", driver: "http", profile: "http-shelly-plus-pm", url: plug.url },
  } satisfies Record<string, ModelMessage["model"]["devices"][number]>;
  const field = {
    broker,
    folder: folder.path,
    gateway,
    devices,
    open,
    send: (version: string, model: object) =>
      broker.send(GATEWAY, "model", JSON.stringify({ version, model: { polling, ...baseline, ...model } })),
    status: () =>
      statusMessage.parse(
        JSON.parse(
          broker.published.findLast(({ kind, edge }) => kind === "status" && edge === GATEWAY)?.payload ?? "",
        ),
      ),
    task: (task: TaskMessage) => broker.send(GATEWAY, "tasks", JSON.stringify(task)),
    answers: (id: string) =>
      broker.published
        .filter(({ kind }) => kind === "answers")
        .map(({ payload }) => answerMessage.parse(JSON.parse(payload)))
        .filter((answer) => answer.id === id),
    /** Values of a device that have arrived. */
    arrived: (device: string, point?: string) =>
      broker
        .readings(GATEWAY)
        .flatMap(({ series }) => series)
        .filter((series) => series.device === device && (point === undefined || series.point === point))
        .flatMap(({ values }) => values),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      for (const device of [ahu, meter, plug]) await device[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
  return field;
}
const baseline = { bacnet: { interface: "127.0.0.1", port: 0 } };

test("a gateway without a model has no devices, reports that, and polls those of the model that comes", async () => {
  await using field = await startJoined();
  await vi.waitFor(() => expect(field.status()).toMatchObject({ model: { version: "" } }), TIME_LIMIT);
  field.send("1", { devices: [field.devices.ahu, field.devices.plug] });
  await vi.waitFor(() => {
    expect(field.arrived("AHU-1").length).toBeGreaterThan(0);
    expect(field.arrived("SW-1").length).toBeGreaterThan(0);
  }, TIME_LIMIT);
  const status = field.status();
  expect(status.model).toEqual({ version: "1" });
  expect(status.units?.flatMap(({ devices }) => devices).toSorted()).toEqual(["AHU-1", "SW-1"]);
});

test("a change leaves the devices that are the same alone, and ends those that are gone", async () => {
  await using field = await startJoined();
  const { ahu, meter, plug } = field.devices;
  field.send("1", { devices: [ahu, plug] });
  await vi.waitFor(() => expect(field.arrived("SW-1").length).toBeGreaterThan(0), TIME_LIMIT);
  const bacnetOf = () => field.gateway.drivers().find(({ protocol }) => protocol === "bacnet");
  const { pid } = bacnetOf() ?? {};
  field.send("2", { devices: [ahu, meter] });
  await vi.waitFor(() => expect(field.arrived("EM-1").length).toBeGreaterThan(0), TIME_LIMIT);
  expect(bacnetOf()?.pid).toBe(pid);
  expect(
    field.gateway
      .drivers()
      .map(({ protocol }) => protocol)
      .toSorted(),
  ).toEqual(["bacnet", "modbus"]);
  expect(field.gateway.health().map(({ device }) => device)).not.toContain("SW-1");
});

test("another device of the same protocol does not take a value or the state from its neighbour", async () => {
  await using field = await startJoined();
  const { ahu } = field.devices;
  field.send("1", { devices: [ahu] });
  await vi.waitFor(() => expect(field.arrived("AHU-1").length).toBeGreaterThan(0), TIME_LIMIT);
  const health = field.gateway.health();
  field.send("2", { devices: [ahu, { ...ahu, ssid: "AHU-2" }] });
  await vi.waitFor(() => expect(field.arrived("AHU-2").length).toBeGreaterThan(0), TIME_LIMIT);
  expect(field.gateway.health()[0]).toMatchObject({
    device: "AHU-1",
    state: "online",
    since: health[0]?.since,
  });
  const missed = field.arrived("AHU-1", "health_missed_polls").map(([, value]) => value);
  expect(Math.max(...missed)).toBeLessThan(3);
  expect(field.gateway.drivers().map(({ restarts }) => restarts)).toEqual([0]);
});

test("another address and another interval of a device count at once", async () => {
  await using field = await startJoined();
  const { plug } = field.devices;
  field.send("1", { devices: [{ ...plug, url: "http://127.0.0.1:9" }] });
  await vi.waitFor(
    () => expect(field.gateway.health()[0]).toMatchObject({ device: "SW-1", state: "offline" }),
    TIME_LIMIT,
  );
  field.send("2", { devices: [plug] });
  await vi.waitFor(
    () => expect(field.gateway.health()[0]).toMatchObject({ device: "SW-1", state: "online" }),
    TIME_LIMIT,
  );
  field.send("3", { devices: [{ ...plug, intervalMs: 3_600_000 }] });
  await vi.waitFor(() => expect(field.status().model).toEqual({ version: "3" }), TIME_LIMIT);
});

test("a wrong model changes nothing, and the server learns which one and why", async () => {
  await using field = await startJoined();
  const { plug } = field.devices;
  field.send("1", { devices: [plug] });
  await vi.waitFor(() => expect(field.status().model).toEqual({ version: "1" }), TIME_LIMIT);
  field.send("2", { devices: [{ ...plug, profile: "no-such-profile" }] });
  await vi.waitFor(() => expect(field.status().model?.refused).toMatchObject({ version: "2" }), TIME_LIMIT);
  expect(field.status().model).toMatchObject({
    version: "1",
    refused: { why: expect.stringContaining("no-such-profile") },
  });
  const before = field.arrived("SW-1").length;
  await vi.waitFor(() => expect(field.arrived("SW-1").length).toBeGreaterThan(before), TIME_LIMIT);
  field.send("3", { devices: [{ ...plug, driver: "telex" }] });
  await vi.waitFor(() => expect(field.status().model?.refused?.version).toBe("3"), TIME_LIMIT);
  field.send("4", { devices: [plug] });
  await vi.waitFor(() => expect(field.status().model).toEqual({ version: "4" }), TIME_LIMIT);
});

test("after a restart without its server the gateway polls what its copy says", async () => {
  await using field = await startJoined();
  field.send("1", { devices: [field.devices.plug] });
  await vi.waitFor(() => expect(field.status().model).toEqual({ version: "1" }), TIME_LIMIT);
  await field.gateway[Symbol.asyncDispose]();
  await field.broker.stop();
  const again = field.open();
  await using gateway = await again.started;
  await vi.waitFor(
    () => expect(gateway.health()).toMatchObject([{ device: "SW-1", state: "online" }]),
    TIME_LIMIT,
  );
  await vi.waitFor(() => expect(gateway.pending).toBeGreaterThan(0), TIME_LIMIT);
  await field.broker.start();
  await vi.waitFor(
    () => expect(field.status()).toMatchObject({ state: "online", model: { version: "1" } }),
    TIME_LIMIT,
  );
});

test("a damaged copy counts as none, and says why", async () => {
  await using field = await startJoined();
  field.send("1", { devices: [field.devices.plug] });
  await vi.waitFor(() => expect(field.status().model).toEqual({ version: "1" }), TIME_LIMIT);
  await field.gateway[Symbol.asyncDispose]();
  const file = join(field.folder, "model.json");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, 40));
  const again = field.open();
  await using gateway = await again.started;
  expect(again.wrong).toEqual([expect.stringContaining("model.json")]);
  expect(gateway.health()).toEqual([]);
  await vi.waitFor(() => expect(field.status()).toMatchObject({ model: { version: "" } }), TIME_LIMIT);
});

const aScan = (protocol: string, settings: object): Extract<TaskMessage, { kind: "scan" }> => ({
  kind: "scan",
  id: randomUUID(),
  protocol,
  settings: { ...settings },
  known: [],
  ratePerSecond: 100,
});

test("scans when the server asks for it, with the process that reads the devices, and reports each step", async () => {
  await using field = await startJoined();
  const { ahu } = field.devices;
  field.send("1", { devices: [ahu] });
  await vi.waitFor(() => expect(field.arrived("AHU-1").length).toBeGreaterThan(0), TIME_LIMIT);
  const scan = aScan("bacnet", { addresses: [ahu.address], waitMs: 300 });
  field.task(scan);
  await vi.waitFor(() => expect(field.answers(scan.id).at(-1)?.state).toBe("done"), TIME_LIMIT);
  expect(field.answers(scan.id).flatMap(({ devices }) => devices)).toMatchObject([
    { key: String(ahu.instance), profile: "bacnet-ahu" },
  ]);
  expect(field.gateway.drivers().map(({ restarts }) => restarts)).toEqual([0]);
});

test("a scan stops when the server asks for it, and one with wrong settings fails with the reason", async () => {
  await using field = await startJoined();
  const slow = { ...aScan("http", { hosts: "127.0.0.1-250", port: 9 }), ratePerSecond: 1 };
  field.task(slow);
  field.task({ kind: "stop", id: slow.id });
  await vi.waitFor(() => expect(field.answers(slow.id).at(-1)?.state).toBe("stopped"), TIME_LIMIT);
  const wrong = aScan("modbus", { hosts: "everywhere" });
  field.task(wrong);
  await vi.waitFor(
    () => expect(field.answers(wrong.id).at(-1)).toMatchObject({ state: "failed" }),
    TIME_LIMIT,
  );
  expect(field.answers(wrong.id).at(-1)?.why).toContain("Addresses such as");
  const other = aScan("telex", {});
  field.task(other);
  await vi.waitFor(
    () => expect(field.answers(other.id).at(-1)?.why).toContain("A protocol is one of"),
    TIME_LIMIT,
  );
});

test("the next certificate of the server is accepted without a visit, and another is refused", async () => {
  using folder = temporaryFolder();
  await using broker = await startTestBroker(addressCertificate);
  const { url } = broker;
  const model = new JoinedModel(folder.path, {
    url,
    ssid: GATEWAY,
    password: "secret",
    certificate: certificate.cert,
  });
  expect(model.state.trusted).toHaveLength(1);
  const downs: string[] = [];
  const link = openEdgeLink({
    url,
    ssid: GATEWAY,
    password: "secret",
    trusted: () => model.trusted,
    onDown: (reason) => downs.push(reason),
    backoffMs: { first: 20, longest: 50 },
  });
  await vi.waitFor(() => expect(downs).not.toEqual([]), TIME_LIMIT);
  expect(link.isConnected).toBe(false);
  const certificates = [certificate.cert, addressCertificate.cert];
  model.trust(Buffer.from(JSON.stringify({ certificates })));
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  expect(model.state.trusted).toHaveLength(2);
  expect(readJoined(folder.path)?.certificate).toEqual(certificates);
  expect(() => model.trust(Buffer.from('{"certificates":["x"]}'))).toThrow("PEM");
  expect(model.trusted).toEqual(certificates);
  await link.close();
});

test("a gateway that trusts authorities only stays so", () => {
  using folder = temporaryFolder();
  const model = new JoinedModel(folder.path, { url: "mqtts://a.example", ssid: GATEWAY, password: "secret" });
  model.trust(Buffer.from(JSON.stringify({ certificates: [certificate.cert] })));
  expect(model.trusted).toEqual([]);
  expect(model.state).toEqual({ version: "" });
});
