import type { energyMeter } from "@verandah/equipment/types/energy-meter.ts";

/** How a number lies in registers of 16 bits: `float64` in four, `float32` and `uint32` in two, `uint16` in one. */
export type RegisterKind = "uint16" | "uint32" | "float32" | "float64";

/** Position and encoding of a number. Addresses count from 0, as on the wire. */
export interface MeterRegister {
  readonly paramId: keyof typeof energyMeter.points;
  readonly address: number;
  readonly kind: RegisterKind;
  /** The word with the lowest bits comes first. */
  readonly isLowWordFirst?: boolean;
  /** Value of one step of the register. */
  readonly step?: number;
}

/** The register map of the simulated energy meter, the same for functions 3 and 4. */
export const meterRegisters: readonly MeterRegister[] = [
  { paramId: "em_currentPhase1", address: 100, kind: "float32" },
  { paramId: "em_currentPhase2", address: 102, kind: "float32" },
  { paramId: "em_currentPhase3", address: 104, kind: "float32" },
  { paramId: "currentAverage", address: 106, kind: "float32" },
  { paramId: "em_volatge_LL_phase_1-2", address: 110, kind: "float32" },
  { paramId: "em_volatge_LL_phase_2-3", address: 112, kind: "float32" },
  { paramId: "em_volatge_LL_phase_3-1", address: 114, kind: "float32" },
  { paramId: "volatage_LL_average", address: 116, kind: "float32" },
  { paramId: "em_volatge_LN_phase_1-2", address: 120, kind: "float32" },
  { paramId: "em_volatge_LN_phase_2-3", address: 122, kind: "float32" },
  { paramId: "em_volatge_LN_phase_3-1", address: 124, kind: "float32" },
  { paramId: "volatage_LN_average", address: 126, kind: "float32" },
  { paramId: "Frequency", address: 130, kind: "uint16", step: 0.01 },
  { paramId: "powerFactorTotal", address: 132, kind: "float32" },
  { paramId: "activePowerTotal", address: 134, kind: "float32" },
  { paramId: "apparentPowerTotal", address: 136, kind: "float32" },
  { paramId: "presentDemand", address: 138, kind: "float32" },
  { paramId: "energyTotal", address: 200, kind: "float64", isLowWordFirst: true },
  { paramId: "energyTotal", address: 210, kind: "uint32", step: 0.1 },
];

/** A writable register: address, encoding, accepted values and initial value. */
export interface MeterSetting {
  readonly name: "demandIntervalMinute" | "currentTransformerRatio";
  readonly address: number;
  readonly kind: RegisterKind;
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}

export const meterSettings: readonly MeterSetting[] = [
  { name: "demandIntervalMinute", address: 500, kind: "uint16", min: 1, max: 60, initial: 15 },
  { name: "currentTransformerRatio", address: 502, kind: "float32", min: 1, max: 10_000, initial: 100 },
];

const widthOf = { uint16: 1, uint32: 2, float32: 2, float64: 4 } as const satisfies Record<
  RegisterKind,
  number
>;
const highest = { uint16: 0xffff, uint32: 0xffff_ffff } as const;

/** The registers that hold `value`. */
export function toRegisters(
  value: number,
  { kind, isLowWordFirst, step }: Pick<MeterRegister, "kind" | "isLowWordFirst" | "step">,
): number[] {
  const held = value / (step ?? 1);
  const bytes = Buffer.alloc(widthOf[kind] * 2);
  if (kind === "float32") bytes.writeFloatBE(held);
  else if (kind === "float64") bytes.writeDoubleBE(held);
  else {
    const whole = Math.min(highest[kind], Math.max(0, Math.round(held)));
    if (kind === "uint16") bytes.writeUInt16BE(whole);
    else bytes.writeUInt32BE(whole);
  }
  const words = Array.from({ length: widthOf[kind] }, (_word, index) => bytes.readUInt16BE(index * 2));
  return isLowWordFirst ? words.toReversed() : words;
}

/** The number in a setting's registers, high word first. */
export function settingOf(words: readonly number[], kind: RegisterKind): number {
  const bytes = Buffer.alloc(words.length * 2);
  for (const [index, word] of words.entries()) bytes.writeUInt16BE(word, index * 2);
  if (kind === "float32") return bytes.readFloatBE();
  if (kind === "float64") return bytes.readDoubleBE();
  return kind === "uint16" ? bytes.readUInt16BE() : bytes.readUInt32BE();
}

/** Number of registers of an encoding. */
export function registerWidth(kind: RegisterKind): number {
  return widthOf[kind];
}
