import type { Unit } from "@verandah/field/points.ts";
import { sql } from "kysely";

/** How people write the units of points. */
const symbols: Record<Unit, string> = {
  degC: "°C",
  percentRh: "%",
  percent: "%",
  ppm: "ppm",
  lux: "lx",
  microgramPerCubicMetre: "µg/m³",
  pascal: "Pa",
  volt: "V",
  ampere: "A",
  watt: "W",
  kilowatt: "kW",
  voltAmpere: "VA",
  kilowattHour: "kWh",
  hertz: "Hz",
  litrePerSecond: "l/s",
  litrePerMinute: "l/min",
  litre: "l",
  cubicFootPerMinute: "ft³/min",
  second: "s",
  minute: "min",
  none: "",
};

/** The symbol of a unit; one that is not known as it is stored. */
export const symbolOf = (unit: string): string => (symbols as Record<string, string>)[unit] ?? unit;

const cases = sql.join(
  Object.entries(symbols).map(([unit, symbol]) => sql`when ${sql.lit(unit)} then ${sql.lit(symbol)}`),
  sql` `,
);

/** The symbol of `r.unit`; empty where there is none. */
export const unitSymbol = sql`case coalesce(r.unit, 'none') ${cases} else r.unit end`;
