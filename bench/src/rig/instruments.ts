/**
 * `wandering`: like an instrument in a building. `exact`: the same with more digits, so that no value equals the one before it. `noisy`: every
 * digit of every value is new, the worst case for any storage.
 */
export type Behaviour = "wandering" | "exact" | "noisy";

/** Measurements of an instrument: its start, its change per step, its decimals, and whether it only increases. */
interface Quantity {
  readonly start: number;
  readonly step: number;
  readonly decimals: number;
  readonly isCounter?: boolean;
}

/** The points of each device of the campus, by name. */
export const quantities: Readonly<Record<string, Quantity>> = {
  TEMPERATURE: { start: 24, step: 0.05, decimals: 2 },
  HUMIDITY: { start: 48, step: 0.2, decimals: 1 },
  // About a third of the sensors are above the limit for CO2, so that there are alarms.
  CO2: { start: 980, step: 3, decimals: 0 },
  LUMINOUSITY: { start: 410, step: 4, decimals: 0 },
  "Return Air Temperature": { start: 25, step: 0.05, decimals: 2 },
  "Supply Air Temperature": { start: 14, step: 0.05, decimals: 2 },
  Power: { start: 31, step: 0.4, decimals: 2 },
  Energy: { start: 48_210, step: 0.2, decimals: 1, isCounter: true },
  Current: { start: 42, step: 0.3, decimals: 2 },
  Voltage: { start: 231, step: 0.3, decimals: 1 },
};

/** The points of a running solar pump. */
const pumpQuantities: Readonly<Record<string, Quantity>> = {
  MotorStatus: { start: 1, step: 0, decimals: 0 },
  WaterflowRate_in_lpm: { start: 95, step: 0.5, decimals: 1 },
  WF_per_Day_in_L: { start: 24_000, step: 180, decimals: 0, isCounter: true },
  voltage_in_v: { start: 305, step: 0.5, decimals: 1 },
  Current_in_A: { start: 4.9, step: 0.05, decimals: 2 },
  power_in_watt: { start: 1_490, step: 8, decimals: 0 },
  FaultCondition: { start: 0, step: 0, decimals: 0 },
  WarningCondition: { start: 0, step: 0, decimals: 0 },
  motor_on_off_sp: { start: 1, step: 0, decimals: 0 },
};

/** More decimals of an exact value. */
const EXACT_DECIMALS = 8;
/** How strongly a value returns to its start, per step. */
const PULL = 0.002;

/** Numbers from 0 to 1 that are the same for the same seed. Source: mulberry32, Tommy Ettinger, public domain. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The next values of the point `name`, one per call. The same seed gives the same values. */
export function createInstrument(name: string, seed: number, behaviour: Behaviour): () => number {
  const quantity = quantities[name] ?? pumpQuantities[name] ?? { start: 0, step: 1, decimals: 2 };
  const { start, step, decimals, isCounter = false } = quantity;
  const random = seededRandom(seed);
  if (behaviour === "noisy") return () => start * (0.5 + random());
  const scale = 10 ** (behaviour === "exact" ? decimals + EXACT_DECIMALS : decimals);
  let value = start * (0.95 + 0.1 * random());
  const home = value;
  return () => {
    value += isCounter ? random() * step : (random() - 0.5) * 2 * step + (home - value) * PULL;
    return Math.round(value * scale) / scale;
  };
}
