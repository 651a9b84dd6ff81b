import type { Protocol } from "@verandah/field/protocols/protocols.ts";
import { startTestBroker, type TestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { pino } from "pino";

import { type Gateway, startGateway } from "../gateway.ts";
import { gatewaySettings, type GatewaySettings } from "../settings.ts";
import { openAhuBench } from "./ahu-bench.ts";
import { REQUEST_TIMEOUT_MS } from "./driver-contract.ts";
import { openHttpBench } from "./http-bench.ts";
import { METER_UNIT, openMeterBench } from "./meter-bench.ts";
import { NUT_UPS, openNutBench } from "./nut-bench.ts";
import { community, openUpsBench } from "./ups-bench.ts";

export const GATEWAY = "GW-1";
/** One simulated device of each protocol, by its ssid. */
export const deviceOf = {
  bacnet: "AHU-1",
  modbus: "EM-1",
  snmp: "UPS-1",
  nut: "UPS-2",
  http: "SW-1",
} as const;
/** A point that each of them has. */
const pointOf = {
  bacnet: "Return Air Temperature",
  modbus: "presentDemand",
  snmp: "ups_BatteryCharge",
  nut: "ups_BatteryCharge",
  http: "activePowerTotal",
} as const;
export const protocols = ["bacnet", "modbus", "snmp", "nut", "http"] as const satisfies Protocol[];

export interface FieldBench extends AsyncDisposable {
  broker: TestBroker;
  gateway: Gateway;
  settings: GatewaySettings;
  devices: Awaited<ReturnType<typeof startDevices>>;
  /** How many values of the protocol's device have arrived. */
  arrived(protocol: Protocol): number;
}

async function startDevices() {
  return {
    bacnet: await openAhuBench(),
    modbus: await openMeterBench(),
    snmp: await openUpsBench(community),
    nut: await openNutBench(),
    http: await openHttpBench(),
  };
}

/** A broker, a device of each protocol, and a gateway that polls them every `intervalMs`. */
export async function startFieldBench(intervalMs = 100): Promise<FieldBench> {
  const folder = temporaryFolder();
  const broker = await startTestBroker();
  const devices = await startDevices();
  const settings = gatewaySettings.parse({
    ssid: GATEWAY,
    dataDir: folder.path,
    uplink: { url: broker.url, password: "secret", backoffMs: { first: 20, longest: 100 } },
    bacnet: { interface: "127.0.0.1", port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS },
    modbus: { requestTimeoutMs: REQUEST_TIMEOUT_MS },
    snmp: { requestTimeoutMs: REQUEST_TIMEOUT_MS },
    nut: { requestTimeoutMs: REQUEST_TIMEOUT_MS },
    driverProcesses: { hangMs: 1_500, restartMs: { first: 50, longest: 500 } },
    polling: { intervalMs, gatherMs: 10 },
    // Long enough for a write and its read on a busy machine.
    commands: { verifyMs: 10_000, verifyEveryMs: 50, compareSlotsMs: 200 },
    devices: [
      {
        ssid: deviceOf.bacnet,
        driver: "bacnet",
        profile: "bacnet-ahu",
        address: devices.bacnet.device.address,
        instance: devices.bacnet.device.instance,
      },
      {
        ssid: deviceOf.modbus,
        driver: "modbus",
        profile: "modbus-energy-meter",
        address: devices.modbus.server.address,
        unitId: METER_UNIT,
      },
      {
        ssid: deviceOf.snmp,
        driver: "snmp",
        profile: "snmp-ups",
        address: devices.snmp.agent.address,
        ...community,
      },
      {
        ssid: deviceOf.nut,
        driver: "nut",
        profile: "nut-ups",
        address: devices.nut.upsd.address,
        ups: NUT_UPS,
      },
      { ssid: deviceOf.http, driver: "http", profile: "http-shelly-plus-pm", url: devices.http.url },
    ],
  });
  const gateway = await startGateway(settings, pino({ level: "silent" }));
  return {
    broker,
    gateway,
    settings,
    devices,
    arrived: (protocol) =>
      broker
        .readings(GATEWAY)
        .flatMap((message) => message.series)
        .filter((series) => series.device === deviceOf[protocol] && series.point === pointOf[protocol])
        .reduce((sum, series) => sum + series.values.length, 0),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      for (const device of Object.values(devices)) await device[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
