import { type AlarmName } from "@verandah/contract/alarms.ts";
import { CO2_LIMIT_PPM } from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses.ts";

/**
 * A rule over one kind of point. `deadband` is how far within the limit a value must return before the alarm can restore; the delays
 * are how long it must be out, or back, without a break. Source: ISA-18.2 §10 (deadband, on-delay, off-delay).
 */
export interface PointRule {
  name: AlarmName;
  paramId: string;
  deviceType: "ENVIRONMENT" | "AHU";
  side: "above" | "below";
  limitOf: (limits: Configuration) => number;
  deadband: number;
  onDelayMs: number;
  offDelayMs: number;
  /** The alarm's text; `value` is measured, both in the unit of the point. */
  message: (value: number, limit: number) => string;
}

/** Long enough that a door opened or a cloud passing raises nothing. */
const COMFORT_DELAY_MS = 15_000;
const comfort = {
  deviceType: "ENVIRONMENT",
  onDelayMs: COMFORT_DELAY_MS,
  offDelayMs: COMFORT_DELAY_MS,
} as const;

function comfortPair(
  quantity: { low: AlarmName; high: AlarmName; paramId: string; label: string; unit: string },
  deadband: number,
  rangeOf: (limits: Configuration) => { min: number; max: number },
): PointRule[] {
  const { paramId, label, unit } = quantity;
  const show = (value: number) => `${Number(value.toFixed(1))} ${unit}`;
  return [
    {
      ...comfort,
      name: quantity.high,
      paramId,
      side: "above",
      limitOf: (limits) => rangeOf(limits).max,
      deadband,
      message: (value, limit) => `${label} high: ${show(value)}, limit ${show(limit)}`,
    },
    {
      ...comfort,
      name: quantity.low,
      paramId,
      side: "below",
      limitOf: (limits) => rangeOf(limits).min,
      deadband,
      message: (value, limit) => `${label} low: ${show(value)}, limit ${show(limit)}`,
    },
  ];
}

/** A contact that is 0 when all is well and 1 when not. */
function contact(name: AlarmName, paramId: string, text: string, delayMs: number): PointRule {
  return {
    name,
    paramId,
    deviceType: "AHU",
    side: "above",
    limitOf: () => 0.5,
    deadband: 0,
    onDelayMs: delayMs,
    offDelayMs: delayMs,
    message: () => text,
  };
}

/** Every rule over readings. Deadbands: about twice the accuracy of an ordinary room sensor. */
export const pointRules: readonly PointRule[] = [
  ...comfortPair(
    {
      low: "temperature-low",
      high: "temperature-high",
      paramId: "TEMPERATURE",
      label: "Temperature",
      unit: "°C",
    },
    0.5,
    (limits) => limits.temperature,
  ),
  ...comfortPair(
    { low: "humidity-low", high: "humidity-high", paramId: "HUMIDITY", label: "Humidity", unit: "%" },
    2,
    (limits) => limits.humidity,
  ),
  ...comfortPair(
    { low: "lux-low", high: "lux-high", paramId: "LUMINOUSITY", label: "Light", unit: "lux" },
    20,
    (limits) => limits.lux,
  ),
  {
    ...comfort,
    name: "co2-high",
    paramId: "CO2",
    side: "above",
    limitOf: () => CO2_LIMIT_PPM,
    deadband: 50,
    message: (value, limit) => `CO2 high: ${Math.round(value)} ppm, limit ${limit} ppm`,
  },
  contact("fire-alarm", "Fire Alarm", "Fire alarm contact is active", 0),
  contact("filter-loaded", "Filter Status", "Filter is loaded: change it", COMFORT_DELAY_MS),
];

/** How a rule sees one value: out of its limit, back by more than the deadband, or between the two. */
export function judge(rule: PointRule, value: number, limit: number): "out" | "between" | "back" {
  const over = rule.side === "above" ? value - limit : limit - value;
  if (over > 0) return "out";
  return over > -rule.deadband ? "between" : "back";
}
