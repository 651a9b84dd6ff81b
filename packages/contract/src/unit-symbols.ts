/** How people write the units of points. */
export const unitSymbols = {
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
} as const;

/** The symbol of a unit; a unit that is not known as it is. */
export const symbolOf = (unit: string): string => (unitSymbols as Record<string, string>)[unit] ?? unit;
