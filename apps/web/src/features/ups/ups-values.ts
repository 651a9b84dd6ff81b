import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { type ups as upsType, UPS_CHARGE, UPS_STATUS, upsSource } from "@verandah/equipment/types/ups.ts";

export type UpsPoint = keyof typeof upsType.points;

const PHASES = ["A", "B", "C"] as const;
/** Ids of a measurement of each phase. */
export const phasesOf = <S extends string>(stem: S) =>
  PHASES.map((phase) => `ups_${stem}Phase${phase}` as const);

/** A good value; null for any other. */
function goodValue(latest: readonly ParameterReading[], paramId: UpsPoint): number | null {
  const reading = latest.find(({ param_id: id }) => id === paramId);
  return reading?.quality === "good" ? reading.param_value : null;
}

/** The sum over the phases of a UPS with one phase or three; null without a good value of the first or of any that it has. */
function sumOfPhases(
  latest: readonly ParameterReading[],
  valueOf: (phase: (typeof PHASES)[number]) => number | null,
) {
  const own = PHASES.filter((phase) =>
    latest.some(
      ({ param_id: id, quality }) => id === `ups_OutputPowerPhase${phase}` && quality !== "missing",
    ),
  );
  const values = own.map(valueOf);
  return values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Output of a UPS, kW; null when it is not known. */
export function outputKilowatt(latest: readonly ParameterReading[]): number | null {
  const watt = sumOfPhases(latest, (phase) => goodValue(latest, `ups_OutputPowerPhase${phase}`));
  return watt === null ? null : watt / 1_000;
}

/** Active power through apparent power of the output; null when it is not known or nothing flows. */
export function outputPowerFactor(latest: readonly ParameterReading[]): number | null {
  const kilowatt = outputKilowatt(latest);
  const voltAmpere = sumOfPhases(latest, (phase) => {
    const volt = goodValue(latest, `ups_OutputVoltagePhase${phase}`);
    const ampere = goodValue(latest, `ups_OutputCurrentPhase${phase}`);
    return volt === null || ampere === null ? null : volt * ampere;
  });
  return kilowatt === null || !voltAmpere ? null : Math.min(1, (kilowatt * 1_000) / voltAmpere);
}

/** The parts of a UPS through which power flows now; undefined without a good status. */
export interface UpsFlow {
  mains: boolean;
  rectifier: boolean;
  bypass: boolean;
  battery: boolean;
  load: boolean;
  /** Undefined without a good battery charge. */
  isCharging: boolean | undefined;
}

/** A battery with at least this charge is kept full, and not charged, %. */
const FULL_PERCENT = 99.5;

export function flowOf(latest: readonly ParameterReading[]): UpsFlow | undefined {
  const status = goodValue(latest, UPS_STATUS);
  if (status === null || status < upsSource.none) return undefined;
  const load = status !== upsSource.none;
  const bypass = status === upsSource.bypass;
  const battery = status === upsSource.battery;
  const mains = load && !battery;
  const rectifier = mains && !bypass;
  const charge = goodValue(latest, UPS_CHARGE);
  const isCharging = rectifier ? (charge === null ? undefined : charge < FULL_PERCENT) : false;
  return { mains, rectifier, bypass, battery, load, isCharging };
}
