import { join } from "node:path";

import { writeAhuMemory, readAhuMemory } from "./ahu-memory.ts";
import { ahuPoints, environmentPoints, POINT_INTERVAL_MS } from "./campus/points.ts";
import { ahusOf, type CampusModel, sensorsOf } from "./campus/shapes.ts";
import { type AhuDevice, startAhuDevice } from "./devices/bacnet/ahu-device.ts";
import { createLiveField } from "./devices/live-field.ts";
import { type EnvironmentSensor, startEnvironmentSensor } from "./devices/mqtt/environment-sensor.ts";
import { openControlServer } from "./faults/control-server.ts";
import { FaultBoard } from "./faults/fault-board.ts";
import { writeGatewayFile } from "./gateway-file.ts";
import { chance, seedOf } from "./physics/noise.ts";
import { PORTS_FILE, readRememberedPorts, rememberPorts } from "./remembered-ports.ts";
import type { SimulatorSettings } from "./settings.ts";
import { openUplinkProxy } from "./uplink/uplink-proxy.ts";

export interface SimulatorOptions {
  campuses: readonly CampusModel[];
  settings: SimulatorSettings;
  broker: { url: string; host: string; port: number };
  /** Folder for what is remembered and for the gateways' settings. */
  folder: string;
  now?: () => number;
  sensorIntervalMs?: number;
  /** First UDP port of the BACnet units; each moves away when its port is taken, 0 for any. */
  firstBacnetPort?: number;
}

export interface Simulator extends AsyncDisposable {
  readonly controlPort: number;
  readonly uplinkPort: number;
  readonly gateways: { ssid: string; configFile: string }[];
  readonly deviceCount: number;
  readonly pointCount: number;
}

const STEP_MS = 1_000;
const FIRST_BACNET_PORT = 47_901;
const HOST = "127.0.0.1";

/** Without a wish each unit takes any port. */
function preferredBacnetPort(options: SimulatorOptions, index: number): number {
  const first = options.firstBacnetPort ?? FIRST_BACNET_PORT;
  return first === 0 ? 0 : first + index;
}

/** Starts all devices of the campuses, the uplink and the control port. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { campuses, folder } = options;
  const now = options.now ?? Date.now;
  const passwordOf = (ssid: string) => {
    const password = options.settings.passwords[ssid];
    if (!password)
      throw new Error(`No password for ${ssid} in the simulator's settings: run provision again`);
    return password;
  };
  const sensorModels = campuses.flatMap(sensorsOf);
  const ahuModels = campuses.flatMap(ahusOf);
  const board = new FaultBoard({
    gateways: new Set(campuses.flatMap((campus) => campus.gateways.map((gateway) => gateway.ssid))),
    devices: new Map([
      ...sensorModels.map(({ ssid }) => [ssid, environmentPoints.map((point) => point.paramId)] as const),
      ...ahuModels.map(({ ssid }) => [ssid, ahuPoints.map((point) => point.paramId)] as const),
    ]),
    commandable: new Set(ahuModels.map(({ ssid }) => ssid)),
  });
  const units = new Map<string, AhuDevice>();
  const field = createLiveField({ campuses, now, ordersOf: (ssid) => units.get(ssid)?.orders() });
  const measure = (ssid: string) => field.measure(ssid) ?? {};
  const instead = (ssid: string) => board.shownInstead(ssid, () => measure(ssid));

  const memoryFile = join(folder, "simulator-ahus.json");
  const remembered = readAhuMemory(memoryFile);
  const portsFile = join(folder, PORTS_FILE);
  const lastPorts = readRememberedPorts(portsFile);
  let isMemoryDue = false;
  for (const [index, ahu] of ahuModels.entries()) {
    const unit = await startAhuDevice({
      instance: ahu.instance,
      name: ahu.name,
      host: HOST,
      preferredPort: lastPorts?.bacnet[ahu.ssid] ?? preferredBacnetPort(options, index),
      measure: () => measure(ahu.ssid),
      isSilent: () => board.has("device-silent", ahu.ssid),
      ignoresWrites: () => board.has("writes-ignored", ahu.ssid),
      forced: () => instead(ahu.ssid),
      slots: remembered[ahu.ssid] ?? {},
      onCommanded: () => (isMemoryDue = true),
      now,
    });
    units.set(ahu.ssid, unit);
  }

  const uplink = await openUplinkProxy(options.broker, lastPorts?.uplinkPort);
  const gateways = campuses.flatMap((campus) =>
    campus.gateways.map(({ ssid }) => ({
      ssid,
      configFile: writeGatewayFile({
        folder,
        ssid,
        password: passwordOf(ssid),
        uplinkUrl: `mqtt://${HOST}:${uplink.port}`,
        devices: ahuModels.flatMap((ahu) => {
          const unit = units.get(ahu.ssid);
          return unit && ahu.gateway === ssid
            ? [{ ssid: ahu.ssid, address: unit.address, instance: unit.instance }]
            : [];
        }),
      }),
    })),
  );

  const sensors = new Map<string, EnvironmentSensor>(
    sensorModels.map(({ ssid }) => [
      ssid,
      startEnvironmentSensor({
        ssid,
        password: passwordOf(ssid),
        url: options.broker.url,
        intervalMs: options.sensorIntervalMs ?? POINT_INTERVAL_MS,
        phase: chance(seedOf(ssid), 0),
        measure: () => ({ ...measure(ssid), ...instead(ssid) }),
        now,
      }),
    ]),
  );

  const control = await openControlServer({
    board,
    now: () => new Date(now()),
    devices: () => [...sensors.keys(), ...units.keys()],
    truthOf(ssid) {
      const unit = units.get(ssid);
      const sensor = sensors.get(ssid);
      if (!unit && !sensor) return undefined;
      const measured = measure(ssid);
      return {
        ssid,
        measured,
        shown: unit ? unit.presentValues() : { ...measured, ...instead(ssid) },
        isSilent: board.has("device-silent", ssid),
        ...(unit && { slots: unit.slots() }),
        ...(sensor && { pending: sensor.pending }),
      };
    },
    onChange(faults) {
      for (const [ssid, sensor] of sensors) {
        if (board.has("device-silent", ssid)) sensor.silence();
        else sensor.revive();
      }
      if (faults.some((fault) => fault.kind === "gateway-cut-off")) uplink.cut();
      else uplink.restore();
    },
  });
  rememberPorts(portsFile, {
    controlPort: control.port,
    uplinkPort: uplink.port,
    bacnet: Object.fromEntries([...units].map(([ssid, unit]) => [ssid, unit.port])),
  });

  function keepMemory(): void {
    if (!isMemoryDue) return;
    isMemoryDue = false;
    writeAhuMemory(memoryFile, Object.fromEntries([...units].map(([ssid, unit]) => [ssid, unit.slots()])));
  }

  const timer = setInterval(() => {
    field.step();
    for (const unit of units.values()) unit.notify();
    keepMemory();
  }, STEP_MS);

  return {
    controlPort: control.port,
    uplinkPort: uplink.port,
    gateways,
    deviceCount: sensors.size + units.size,
    pointCount: sensors.size * environmentPoints.length + units.size * ahuPoints.length,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      keepMemory();
      await Promise.all([
        control[Symbol.asyncDispose](),
        ...[...sensors.values()].map((sensor) => sensor.close()),
        ...[...units.values()].map((unit) => unit[Symbol.asyncDispose]()),
      ]);
      await uplink[Symbol.asyncDispose]();
    },
  };
}
