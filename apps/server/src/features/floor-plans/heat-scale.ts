import type { MetricName } from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses/campuses.ts";
import type { HeatMap, HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";

/** Colour of zones and sensors without a fresh value. */
export const NO_VALUE_COLOR = "#868e96";

/**
 * Colours from low to high with evenly rising lightness, so that users who cannot distinguish red from green can read the map. Source: five
 * colours of the colour map "plasma" of matplotlib.
 */
const colors = ["#0d0887", "#7e03a8", "#cc4778", "#f89540", "#f0f921"] as const;

/** From few to many people: one hue that no state has, and darker for more. */
const peopleColors = ["#f3f0ff", "#d0bfff", "#9775fa", "#7048e8", "#5f3dc4"] as const;

type Range = { min: number; max: number };

interface Measure {
  metric: MetricName;
  /** The list of the zones outside the limits. */
  issues: "tempIssue" | "humIssue" | "luxIssue" | "airIssue";
  /** Minimum step between two numbers of the scale. Smaller differences are noise of the sensors. */
  stepMin: number;
  rangeOf: (limits: Configuration) => Range;
}

const measures: Record<HeatMapType, Measure> = {
  temperature: {
    metric: comfortPoints.temperature,
    issues: "tempIssue",
    stepMin: 0.5,
    rangeOf: (limits) => limits.temperature,
  },
  humidity: {
    metric: comfortPoints.humidity,
    issues: "humIssue",
    stepMin: 2,
    rangeOf: (limits) => limits.humidity,
  },
  luminousity: {
    metric: comfortPoints.lux,
    issues: "luxIssue",
    stepMin: 20,
    rangeOf: (limits) => limits.lux,
  },
  aqi: {
    metric: comfortPoints.co2,
    issues: "airIssue",
    stepMin: 20,
    rangeOf: ({ co2 }) => ({ min: 0, max: co2.max }),
  },
};

/** The measurement of a heat map, its unit, and its list of zones outside the limits. */
export function measureOf(type: HeatMapType): Pick<Measure, "metric" | "issues"> & { unit: string } {
  const { metric, issues } = measures[type];
  return { metric, issues, unit: environment.points[metric].unit };
}

/** The smallest number of the series 1, 2, 5, 10, 20, … that is at least `atLeast`, and not less than `stepMin`. */
function nextStep(atLeast: number, stepMin: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= atLeast) ?? 10 * power;
  return Math.max(step, stepMin);
}

/**
 * A scale with round numbers at equal steps and the limits in its middle. No value changes it, so a colour always means the same value.
 */
export function scaleOf(type: HeatMapType, limits: Configuration): HeatMap["scale"] {
  const { stepMin, rangeOf } = measures[type];
  const { min, max } = rangeOf(limits);
  const steps = colors.length - 1;
  const startOf = (step: number) => {
    const centred = Math.round((min + max) / 2 / step - steps / 2) * step;
    return min >= 0 ? Math.max(0, centred) : centred;
  };
  let step = nextStep(Math.max(max - min, stepMin) / steps, stepMin);
  // The start is a multiple of the step, so the scale may not contain both limits.
  while (startOf(step) > min || startOf(step) + steps * step < max) step = nextStep(step * 1.01, stepMin);
  const start = startOf(step);
  return colors.map((color, at) => ({ value: Number((start + at * step).toFixed(2)), color }));
}

/** A scale of people, from 0 to at least the highest number. Its steps are round, so that it rarely changes. */
export function peopleScaleOf(people: readonly number[]): HeatMap["scale"] {
  const step = nextStep(Math.max(1, ...people) / (peopleColors.length - 1), 1);
  return peopleColors.map((color, at) => ({ value: at * step, color }));
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

export function colorOf(value: number, scale: HeatMap["scale"]): string {
  const above = scale.findIndex((stop) => stop.value >= value);
  const to = scale[above] ?? scale.at(-1);
  const from = scale[above - 1] ?? to;
  if (!from || !to) return NO_VALUE_COLOR;
  const share = from === to ? 0 : (value - from.value) / (to.value - from.value);
  const ends = channelsOf(to.color);
  const mixed = channelsOf(from.color).map((channel, at) =>
    Math.round(channel + ((ends[at] ?? channel) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** The position of a value relative to the limits; a limit itself is still within. */
export function levelOf(
  value: number,
  type: HeatMapType,
  limits: Configuration,
): "below" | "within" | "above" {
  const { min, max } = measures[type].rangeOf(limits);
  if (value > max) return "above";
  return value < min ? "below" : "within";
}

/** The side of a limit that a value has passed. */
export const sideOf = (limit: number, type: HeatMapType, limits: Configuration): "below" | "above" =>
  limit === measures[type].rangeOf(limits).min ? "below" : "above";
