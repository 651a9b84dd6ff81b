import { ACTIVE_POWER, ENERGY_COUNTER, energyMeter } from "@verandah/equipment/types/energy-meter.ts";

import { equipmentOf, POWER_INTERVAL_MS } from "../campus/points.ts";
import { floorsOf, type MeterModel, upsOfFloor } from "../campus/shapes.ts";
import type { Values } from "../physics/measured.ts";
import { startOfMeter } from "../physics/models/meter.ts";
import { chance, roundTo, scatter, seedOf } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

const MAINS_VOLT = 231;
const MAINS_HERTZ = 50;
/** Motors draw more current for their power than lamps and machines. */
const POWER_FACTOR = { lighting: 0.95, air: 0.87 } as const;
const PAIRS = ["1-2", "2-3", "3-1"] as const;

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function measureMeter({ world }: Moment, { ssid, measures }: MeterModel): Values {
  const state = world.meters.get(ssid) ?? startOfMeter(ssid, world.atMs);
  const seed = seedOf(ssid);
  const noise = (n: number) => scatter(seed + n, world.atMs);
  const isLive = state.isMainsThere;
  const watt = state.watt * (1 + 0.008 * noise(1));
  const powerFactor = isLive ? POWER_FACTOR[measures] + 0.006 * noise(2) : 0;
  const voltAmpere = isLive ? watt / powerFactor : 0;
  const volts = PAIRS.map((_, phase) =>
    isLive ? MAINS_VOLT + 1.5 * (2 * chance(seed, phase) - 1) + 0.6 * noise(3 + phase) : 0,
  );
  // Loads are never equal on all phases.
  const shares = PAIRS.map((_, phase) => 1 + 0.12 * (2 * chance(seed, 10 + phase) - 1));
  const amperes = shares.map((share, phase) => {
    const volt = volts[phase] ?? 0;
    return volt > 0 ? ((voltAmpere / 3) * share) / volt : 0;
  });
  const lineVolts = volts.map((volt, phase) => (Math.sqrt(3) * (volt + (volts[(phase + 1) % 3] ?? 0))) / 2);
  const values: Values = {
    presentDemand: roundTo(state.demandWatt / 1_000, 3),
    apparentPowerTotal: Math.round(voltAmpere),
    [ACTIVE_POWER]: Math.round(watt),
    powerFactorTotal: roundTo(powerFactor, 3),
    volatage_LL_average: roundTo(mean(lineVolts), 2),
    volatage_LN_average: roundTo(mean(volts), 2),
    currentAverage: roundTo(mean(amperes), 2),
    Frequency: isLive ? roundTo(MAINS_HERTZ + 0.04 * noise(9), 2) : 0,
    [ENERGY_COUNTER]: roundTo(state.energyKilowattHour, 3),
  };
  for (const [phase, pair] of PAIRS.entries()) {
    values[`em_volatge_LN_phase_${pair}`] = roundTo(volts[phase] ?? 0, 2);
    values[`em_volatge_LL_phase_${pair}`] = roundTo(lineVolts[phase] ?? 0, 2);
    values[`em_currentPhase${phase + 1}`] = roundTo(amperes[phase] ?? 0, 2);
  }
  return values;
}

export const meterKind: DeviceKind = {
  ...equipmentOf(energyMeter, POWER_INTERVAL_MS),
  longHistory: [ENERGY_COUNTER],
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      floor.meters.map((meter) => ({
        ssid: meter.ssid,
        name: meter.name,
        location: meter.floorKey,
        edge: meter.gateway,
        poweredBy: upsOfFloor(campus, floor.key),
        wire: {
          protocol: "modbus" as const,
          server: meter.floorKey,
          unitId: meter.unitId,
          profile: "modbus-energy-meter",
        },
        measure: (moment: Moment) => measureMeter(moment, meter),
      })),
    ),
};
