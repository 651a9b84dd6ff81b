import { conversionOf, quantityOf } from "./unit-conversions.ts";
import { isUnit, type Unit } from "./units.ts";

/** Tolerances of quantities whose sensors have an absolute accuracy, with the accuracy of a hand instrument added. */
const tolerances: Readonly<Record<string, readonly [value: number, unit: Unit]>> = {
  temperature: [0.5, "degC"],
  "temperature difference": [0.5, "deltaKelvin"],
  "relative humidity": [3, "percentRh"],
  ratio: [2, "percent"],
  concentration: [75, "ppm"],
  frequency: [0.2, "hertz"],
};

/**
 * How far a reading may be from a reference in an acceptance test, in the unit of the point; undefined for a quantity whose tolerance is a
 * part of the reference.
 */
export function testToleranceOf(unit: string): number | undefined {
  if (!isUnit(unit)) return undefined;
  const [value, own] = tolerances[quantityOf(unit)] ?? [];
  const scale = own && conversionOf(own, unit)?.scale;
  return value === undefined || scale === undefined ? undefined : Number((value * scale).toPrecision(3));
}
