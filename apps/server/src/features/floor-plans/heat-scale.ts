import type { MetricName } from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses.ts";
import type { HeatLevel, HeatMap, HeatMapType } from "@verandah/contract/floor-plans.ts";

/** Colour of what has no fresh value. */
export const NO_VALUE_COLOR = "#868e96";

/** Source: spec 2 §4 for red, amber and green; blue is the other side of them. */
const colors: Record<HeatLevel, string> = {
  "far-below": "#1864ab",
  below: "#4dabf7",
  within: "#2f9e44",
  above: "#f2aa1a",
  "far-above": "#c92a2a",
};

interface Measure {
  metric: MetricName;
  unit: string;
  /** From here on it is far outside the limits. */
  farBeyond: number;
  rangeOf: (limits: Configuration) => { min: number; max: number };
}

const measures: Record<HeatMapType, Measure> = {
  temperature: { metric: "TEMPERATURE", unit: "degC", farBeyond: 2, rangeOf: (limits) => limits.temperature },
  humidity: { metric: "HUMIDITY", unit: "percentRh", farBeyond: 10, rangeOf: (limits) => limits.humidity },
  luminousity: { metric: "LUMINOUSITY", unit: "lux", farBeyond: 300, rangeOf: (limits) => limits.lux },
  aqi: { metric: "CO2", unit: "ppm", farBeyond: 400, rangeOf: ({ co2 }) => ({ min: 0, max: co2.max }) },
};

export function measureOf(type: HeatMapType): Measure {
  return measures[type];
}

/**
 * The levels of a heat map from low to high: within the floor's limits, both ends included, a little outside of them, and far outside.
 * Of what cannot be negative, levels below zero are left out.
 */
export function legendOf(type: HeatMapType, limits: Configuration): HeatMap["legend"] {
  const { farBeyond, rangeOf } = measures[type];
  const { min, max } = rangeOf(limits);
  const isSigned = type === "temperature";
  const ends: [HeatLevel, number | null, number | null][] = [
    ["far-below", null, min - farBeyond],
    ["below", min - farBeyond, min],
    ["within", min, max],
    ["above", max, max + farBeyond],
    ["far-above", max + farBeyond, null],
  ];
  return ends
    .filter(([level, , to]) => isSigned || level === "within" || to === null || to > 0)
    .map(([level, from, to]) => ({ level, color: colors[level], from, to }));
}

/** The colour of a value; a limit itself is still within. */
export function colorOf(value: number, type: HeatMapType, limits: Configuration): string {
  const { farBeyond, rangeOf } = measures[type];
  const { min, max } = rangeOf(limits);
  if (value > max + farBeyond) return colors["far-above"];
  if (value > max) return colors.above;
  if (value < min - farBeyond) return colors["far-below"];
  return value < min ? colors.below : colors.within;
}
