import { readFileSync } from "node:fs";

import bacnet, { ApplicationTag, ObjectType, PropertyIdentifier } from "@bacnet-js/client";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { bindUdp, UdpTransport } from "./devices/bacnet/udp-transport.ts";
import { startSimulator } from "./simulator.ts";
import { airOfGroundFloor, settingsOf } from "./testing/one-floor.ts";
import { startTestBroker, type TestBroker } from "./testing/start-test-broker.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const AHU = "AHU-BLR-A-F0-1";
const SENSOR = "ENV-BLR-A-F0-Z1-1";
const TIME_LIMIT = { timeout: 5_000, interval: 20 };
const gatewayFile = z.object({
  uplink: z.object({ url: z.string() }),
  devices: z.array(z.object({ ssid: z.string(), address: z.string() })),
});

/** The ground floor of Tower A with sensors that send ten times a second. */
async function startGroundFloor(broker: TestBroker, folder: string) {
  const campus = airOfGroundFloor();
  const simulator = await startSimulator({
    campuses: [campus],
    settings: settingsOf(campus),
    broker: { url: broker.url, host: "127.0.0.1", port: broker.port },
    folder,
    mqttIntervalMs: 100,
    takesAnyPort: true,
  });
  const file = gatewayFile.parse(parse(readFileSync(simulator.gateways[0]?.configFile ?? "", "utf8")));
  return { simulator, file, control: `http://127.0.0.1:${simulator.controlPort}` };
}

function temperatures(broker: TestBroker): number[] {
  return broker
    .readings(SENSOR)
    .flatMap((message) => message.series.filter((series) => series.point === "TEMPERATURE"))
    .flatMap((series) => series.values.map(([, value]) => value));
}

async function writeSetpoint(address: string, value: number) {
  const client = new bacnet.default({
    transport: new UdpTransport(await bindUdp("127.0.0.1", 0), () => false),
  });
  await client.writeProperty(
    { address },
    { type: ObjectType.ANALOG_VALUE, instance: 1 },
    PropertyIdentifier.PRESENT_VALUE,
    [{ type: ApplicationTag.REAL, value }],
    { priority: 8 },
  );
  client.close();
}

test("sensors publish on their own connections, and the faults of one do not affect the others", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  const floor = await startGroundFloor(broker, folder.path);
  await using simulator = floor.simulator;
  expect([simulator.deviceCount, simulator.pointCount]).toEqual([14, 12 * 7 + 2 * 19]);
  await vi.waitFor(() => expect(broker.clients()).toBe(12), TIME_LIMIT);
  await vi.waitFor(() => expect(temperatures(broker).length).toBeGreaterThan(3), TIME_LIMIT);

  const fault = { kind: "value-forced", target: SENSOR, param_id: "TEMPERATURE", value: 55 };
  await fetch(`${floor.control}/faults`, { method: "POST", body: JSON.stringify(fault) });
  await vi.waitFor(() => expect(temperatures(broker).at(-1)).toBe(55), TIME_LIMIT);
  await fetch(`${floor.control}/faults`, {
    method: "POST",
    body: JSON.stringify({ kind: "device-silent", target: SENSOR }),
  });
  await vi.waitFor(() => expect(broker.clients()).toBe(11), TIME_LIMIT);
  await fetch(`${floor.control}/faults`, { method: "DELETE" });
  await vi.waitFor(() => expect(broker.clients()).toBe(12), TIME_LIMIT);
  await vi.waitFor(() => expect(temperatures(broker).at(-1)).toBeLessThan(40), TIME_LIMIT);
});

test("commands and ports of a unit survive a restart", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  const first = await startGroundFloor(broker, folder.path);
  await writeSetpoint(first.file.devices.find((device) => device.ssid === AHU)?.address ?? "", 21.5);
  await first.simulator[Symbol.asyncDispose]();

  const second = await startGroundFloor(broker, folder.path);
  await using simulator = second.simulator;
  expect(second.file).toEqual(first.file);
  expect(simulator.uplinkPort).toBe(first.simulator.uplinkPort);
  const truth = z
    .object({ shown: z.record(z.string(), z.number()) })
    .parse(await (await fetch(`${second.control}/state/${AHU}`)).json());
  expect(truth.shown.ahu_in_air_temperature_sp).toBe(21.5);
});
