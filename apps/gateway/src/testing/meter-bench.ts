import { type ModbusProfile, modbusProfile } from "@verandah/field/protocols/modbus.ts";
import { type MeterServer, startMeterServer } from "@verandah/simulator/devices/modbus/meter-server.ts";

import { profileOf } from "../device-profile.ts";
import type { Driver } from "../drivers/driver.ts";
import type { ModbusCounts } from "../drivers/modbus/guarded-socket.ts";
import { createModbusDriver } from "../drivers/modbus/modbus-driver.ts";
import { ModbusLine } from "../drivers/modbus/modbus-line.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS } from "./driver-contract.ts";

const HOST = "127.0.0.1";
export const METER_UNIT = 1;
const NEIGHBOUR_UNIT = 2;

/** The meter's settings, which the campus does not use as points. */
const settingPoints = modbusProfile.parse({
  protocol: "modbus",
  points: [
    { id: "demandInterval", register: 500, type: "uint16", unit: "minute", write: [1, 60] },
    { id: "transformerRatio", register: 502, type: "float32", unit: "none", write: [1, 10_000] },
  ],
}).points;

/** The energy meter's profile and its settings. */
function meterProfile(): ModbusProfile {
  const profile = profileOf("modbus", "modbus-energy-meter");
  return { ...profile, points: [...profile.points, ...settingPoints] };
}

export interface MeterBench extends DriverBench {
  server: MeterServer;
  line: ModbusLine;
  counts: ModbusCounts;
  /** A second meter behind the same server. */
  neighbour: Driver;
  measuredValues: Record<string, number>;
}

/** Two simulated meters behind one server, and their drivers over real TCP. */
export async function openMeterBench(): Promise<MeterBench> {
  let isSilent = false;
  let ignoresWrites = false;
  const measuredValues: Record<string, number> = {
    presentDemand: 41.5,
    Frequency: 49.98,
    energyTotal: 1_234_567.875,
    em_currentPhase1: 61.25,
    "em_volatge_LN_phase_1-2": 231.5,
    powerFactorTotal: -0.93,
  };
  const server = await startMeterServer({
    host: HOST,
    preferredPort: 0,
    units: [
      {
        unitId: METER_UNIT,
        measure: () => measuredValues,
        isSilent: () => isSilent,
        ignoresWrites: () => ignoresWrites,
      },
      { unitId: NEIGHBOUR_UNIT, measure: () => ({ presentDemand: 7 }) },
    ],
  });
  const counts: ModbusCounts = { malformed: 0, unasked: 0, reconnects: 0 };
  const line = new ModbusLine({ address: server.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  const driver = createModbusDriver({ line, unitId: METER_UNIT, profile: meterProfile() });
  return {
    driver,
    server,
    line,
    counts,
    neighbour: createModbusDriver({ line, unitId: NEIGHBOUR_UNIT, profile: meterProfile() }),
    measuredValues,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure: (value) => (measuredValues.presentDemand = value),
    writable: {
      pointId: "transformerRatio",
      value: 60.5,
      otherValue: 80,
      refusedValue: 20_000,
      ignoreWrites: () => (ignoresWrites = true),
    },
    measured: "presentDemand",
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]();
      await line[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
