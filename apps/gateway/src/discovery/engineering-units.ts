import type { Unit } from "@verandah/equipment/units.ts";

/** The product's units by BACnet's numbers. Source: ASHRAE 135 §21, BACnetEngineeringUnits. */
const units: Readonly<Record<number, Unit>> = {
  3: "ampere",
  5: "volt",
  8: "voltAmpere",
  19: "kilowattHour",
  27: "hertz",
  29: "percentRh",
  37: "lux",
  47: "watt",
  48: "kilowatt",
  53: "pascal",
  62: "degC",
  72: "minute",
  73: "second",
  82: "litre",
  84: "cubicFootPerMinute",
  87: "litrePerSecond",
  88: "litrePerMinute",
  95: "none",
  96: "ppm",
  98: "percent",
};

/** Undefined for a unit that the product does not have. */
export function unitOf(engineeringUnits: number | undefined): Unit | undefined {
  return engineeringUnits === undefined ? "none" : units[engineeringUnits];
}
