import { join } from "node:path";

import type { CampusModel } from "./campus/shapes.ts";
import { openDeviceMemory } from "./device-memory.ts";
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
import type { Broker, SimulatorSettings } from "./settings.ts";
import { openUplinkProxy } from "./uplink/uplink-proxy.ts";

export interface SimulatorOptions {
  campuses: readonly CampusModel[];
  settings: SimulatorSettings;
  /** The devices without MQTT run before it is known. */
  broker: Broker | Promise<Broker>;
  /** Folder for stored state and for the gateways' settings. */
  folder: string;
  now?: () => number;
  /** Speed of the simulated world relative to the clock; messages keep the clock's time. */
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

/** @throws when the settings lack an edge of the site */
function passwordOf({ passwords }: SimulatorSettings, ssid: string): string {
  const password = passwords[ssid];
  if (!password) throw new Error(`No password for ${ssid} in the simulator's settings: run provision again`);
  return password;
}

/** Writes the settings of each gateway with its devices. */
function writeGatewayFiles(
  { campuses, folder, settings }: SimulatorOptions,
  fields: readonly ProtocolField[],
  uplinkPort: number,
): Simulator["gateways"] {
  const entries = fields.flatMap((one) => one.gatewayEntries());
  return campuses
    .flatMap(({ gateways, pace = 1 }) => gateways.map(({ ssid }) => ({ ssid, pace })))
    .map(({ ssid, pace }) => ({
      ssid,
      configFile: writeGatewayFile({
        folder,
        ssid,
        password: passwordOf(settings, ssid),
        uplinkUrl: `mqtt://${HOST}:${uplinkPort}`,
        pace,
        devices: entries.flatMap(({ gateway, entry }) => (gateway === ssid ? [entry] : [])),
      }),
    }));
}

/** Starts all devices of the campuses, the uplink and the control port. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { campuses, folder } = options;
  const now = options.now ?? Date.now;
  const startedAtMs = now();
  const worldNow = () => startedAtMs + (now() - startedAtMs) * (options.timeFactor ?? 1);
  const devices = campuses.flatMap(devicesOf);
  const board = new FaultBoard(faultTargetsOf(campuses));
  const memory = openDeviceMemory(join(folder, "simulator-devices.json"), now);
  const fields: ProtocolField[] = [];
  const field = createLiveField({
    campuses,
    now: worldNow,
    energy: memory.energy,
    influence: {
      commandsOf: (ssid) => fields.find((one) => one.commandsOf(ssid))?.commandsOf(ssid),
      isBroken: (fault, target) => board.has(fault, target),
    },
  });
  const measure = (ssid: string) => field.measure(ssid) ?? {};
  const isSilent = (ssid: string) => board.has("device-silent", ssid) || !field.hasPower(ssid);

  const portsFile = join(folder, PORTS_FILE);
  const lastPorts = readRememberedPorts(portsFile);
  const context: FieldContext = {
    now,
    measure,
    instead: (ssid) => board.shownInstead(ssid, () => measure(ssid), new Date(now())),
    isSilent,
    restartOf: (ssid) => board.newest("device-restarted", ssid),
    ignoresWrites: (ssid) => board.has("writes-ignored", ssid),
    faultsOf: (ssid) => board.of(ssid),
    passwordOf: (ssid) => passwordOf(options.settings, ssid),
    slotsOf: (ssid) => memory.slots[ssid] ?? {},
    onWritten: () => memory.markChanged(),
    portFor: (name, first, index) => lastPorts?.devices[name] ?? (options.takesAnyPort ? 0 : first + index),
  };

  fields.push(
    await startBacnetField(devices, context),
    await startModbusField(devices, context),
    await startSnmpField(devices, context),
  );
  const broker = await options.broker;
  const uplink = await openUplinkProxy(broker, lastPorts?.uplinkPort);
  fields.push(
    startMqttField(devices, context, {
      edges: campuses.flatMap(edgesOf),
      url: broker.url,
      intervalMs: options.mqttIntervalMs,
      conditionOf(edge, own) {
        // A gateway has power while its devices have power.
        if (isSilent(edge) || own.every(({ ssid }) => !field.hasPower(ssid))) return "silent";
        return board.has("gateway-cut-off", edge) || board.has("sim-dead", edge) ? "cut-off" : "up";
      },
      clockErrorMs: (edge) => board.clockErrorMs(edge),
    }),
  );

  const gateways = writeGatewayFiles(options, fields, uplink.port);

  function refresh(): void {
    for (const one of fields) one.refresh();
    if (gateways.some(({ ssid }) => board.has("gateway-cut-off", ssid))) uplink.cut();
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

  const storeMemory = () =>
    memory.store(() => ({
      slots: Object.assign({}, ...fields.map((one) => one.slots())),
      energy: field.energy(),
    }));

  const timer = setInterval(() => {
    field.step();
    refresh();
    storeMemory();
  }, STEP_MS);

  return {
    controlPort: control.port,
    uplinkPort: uplink.port,
    gateways,
    deviceCount: devices.length,
    pointCount: devices.reduce((sum, { kind }) => sum + kind.points.length, 0),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      memory.markChanged();
      storeMemory();
      await Promise.all([control, ...fields].map((one) => one[Symbol.asyncDispose]()));
      await uplink[Symbol.asyncDispose]();
    },
  };
}
