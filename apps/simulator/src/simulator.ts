import { join } from "node:path";

import type { CampusModel } from "./campus/shapes.ts";
import { readDeviceMemory, writeDeviceMemory } from "./device-memory.ts";
import { startBacnetField } from "./devices/bacnet/bacnet-field.ts";
import { createLiveField } from "./devices/live-field.ts";
import { startModbusField } from "./devices/modbus/modbus-field.ts";
import { startMqttField } from "./devices/mqtt/mqtt-field.ts";
import { type FieldContext, HOST, type ProtocolField } from "./devices/protocol-field.ts";
import { startSnmpField } from "./devices/snmp/snmp-field.ts";
import { openControlServer } from "./faults/control-server.ts";
import { FaultBoard } from "./faults/fault-board.ts";
import { faultTargetsOf } from "./faults/fault-targets.ts";
import { writeGatewayFile } from "./gateway-file.ts";
import { devicesOf, edgesOf } from "./kinds/all-kinds.ts";
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
  /** How much quicker the simulated world goes than the clock; what is sent keeps the clock's instants. */
  timeFactor?: number;
  /** In place of each MQTT device's own interval, ms. */
  mqttIntervalMs?: number;
  /** Every device takes any free port. */
  takesAnyPort?: boolean;
}

export interface Simulator extends AsyncDisposable {
  readonly controlPort: number;
  readonly uplinkPort: number;
  readonly gateways: { ssid: string; configFile: string }[];
  readonly deviceCount: number;
  readonly pointCount: number;
}

const STEP_MS = 1_000;
/** Counters are remembered at least this often, ms. */
const KEEP_MS = 60_000;

/** Starts all devices of the campuses, the uplink and the control port. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { campuses, folder } = options;
  const now = options.now ?? Date.now;
  const startedAtMs = now();
  const worldNow = () => startedAtMs + (now() - startedAtMs) * (options.timeFactor ?? 1);
  const passwordOf = (ssid: string) => {
    const password = options.settings.passwords[ssid];
    if (!password)
      throw new Error(`No password for ${ssid} in the simulator's settings: run provision again`);
    return password;
  };
  const devices = campuses.flatMap(devicesOf);
  const board = new FaultBoard(faultTargetsOf(campuses));
  const memoryFile = join(folder, "simulator-devices.json");
  const memory = readDeviceMemory(memoryFile);
  const fields: ProtocolField[] = [];
  const field = createLiveField({
    campuses,
    now: worldNow,
    energy: memory.energy,
    influence: {
      ordersOf: (ssid) => fields.find((one) => one.ordersOf(ssid))?.ordersOf(ssid),
      isBroken: (fault, target) => board.has(fault, target),
    },
  });
  const measure = (ssid: string) => field.measure(ssid) ?? {};
  const isSilent = (ssid: string) => board.has("device-silent", ssid) || !field.hasPower(ssid);

  const portsFile = join(folder, PORTS_FILE);
  const lastPorts = readRememberedPorts(portsFile);
  let isMemoryDue = false;
  let keptAtMs = now();
  const context: FieldContext = {
    now,
    measure,
    instead: (ssid) => board.shownInstead(ssid, () => measure(ssid), new Date(now())),
    isSilent,
    restartOf: (ssid) => board.newest("device-restarted", ssid),
    ignoresWrites: (ssid) => board.has("writes-ignored", ssid),
    passwordOf,
    slotsOf: (ssid) => memory.slots[ssid] ?? {},
    onWritten: () => (isMemoryDue = true),
    portFor: (name, first, index) => lastPorts?.devices[name] ?? (options.takesAnyPort ? 0 : first + index),
  };

  const uplink = await openUplinkProxy(options.broker, lastPorts?.uplinkPort);
  fields.push(
    await startBacnetField(devices, context),
    await startModbusField(devices, context),
    await startSnmpField(devices, context),
    startMqttField(devices, context, {
      edges: campuses.flatMap(edgesOf),
      url: options.broker.url,
      intervalMs: options.mqttIntervalMs,
      conditionOf(edge, own) {
        // A gateway has the power that its devices have.
        if (isSilent(edge) || own.every(({ ssid }) => !field.hasPower(ssid))) return "silent";
        return board.has("gateway-cut-off", edge) || board.has("sim-dead", edge) ? "cut-off" : "up";
      },
      clockErrorMs: (edge) => board.clockErrorMs(edge),
    }),
  );

  const gatewayModels = campuses.flatMap((campus) => campus.gateways);
  const gateways = gatewayModels.map(({ ssid }) => ({
    ssid,
    configFile: writeGatewayFile({
      folder,
      ssid,
      password: passwordOf(ssid),
      uplinkUrl: `mqtt://${HOST}:${uplink.port}`,
      devices: fields
        .flatMap((one) => one.gatewayEntries())
        .flatMap(({ gateway, entry }) => (gateway === ssid ? [entry] : [])),
    }),
  }));

  function refresh(): void {
    for (const one of fields) one.refresh();
    if (gatewayModels.some(({ ssid }) => board.has("gateway-cut-off", ssid))) uplink.cut();
    else uplink.restore();
  }

  const control = await openControlServer({
    board,
    now: () => new Date(now()),
    devices: () => devices.map(({ ssid }) => ssid),
    truthOf(ssid) {
      for (const one of fields) {
        const insight = one.insightOf(ssid);
        if (insight) return { ssid, measured: measure(ssid), isSilent: isSilent(ssid), ...insight };
      }
      return undefined;
    },
    onChange: refresh,
  });
  rememberPorts(portsFile, {
    controlPort: control.port,
    uplinkPort: uplink.port,
    devices: Object.assign({}, ...fields.map((one) => one.ports())),
  });

  function keepMemory(): void {
    if (!isMemoryDue && now() - keptAtMs < KEEP_MS) return;
    isMemoryDue = false;
    keptAtMs = now();
    const slots = Object.assign({}, ...fields.map((one) => one.slots()));
    writeDeviceMemory(memoryFile, { slots, energy: field.energy() });
  }

  const timer = setInterval(() => {
    field.step();
    refresh();
    keepMemory();
  }, STEP_MS);

  return {
    controlPort: control.port,
    uplinkPort: uplink.port,
    gateways,
    deviceCount: devices.length,
    pointCount: devices.reduce((sum, { kind }) => sum + kind.points.length, 0),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      isMemoryDue = true;
      keepMemory();
      await Promise.all([control, ...fields].map((one) => one[Symbol.asyncDispose]()));
      await uplink[Symbol.asyncDispose]();
    },
  };
}
