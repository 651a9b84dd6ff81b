import { type AlarmName } from "@verandah/contract/alarms.ts";
import { CO2_LIMIT_PPM } from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses.ts";
import type { DeviceType } from "@verandah/field/site.ts";

/**
 * A rule over one kind of point. `deadband` is how far within the limit a value must return before the alarm can restore; the delays
 * are how long it must be out, or back, without a break. Source: ISA-18.2 §10 (deadband, on-delay, off-delay).
 */
export interface PointRule {
  name: AlarmName;
  paramId: string;
  deviceType: DeviceType;
  side: "above" | "below";
  limitOf: (limits: Configuration) => number;
  deadband: number;
  /** Undefined: the configuration switches the rule off. */
  onDelayOf: (limits: Configuration) => number | undefined;
  offDelayMs: number;
  /** The alarm's text; `value` is measured, both in the unit of the point. */
  message: (value: number, limit: number, limits: Configuration) => string;
}

/** Long enough that a door opened or a cloud passing raises nothing. */
const COMFORT_DELAY_MS = 15_000;
const comfort = {
  deviceType: "ENVIRONMENT",
  onDelayOf: () => COMFORT_DELAY_MS,
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

/** A contact that opens for less than this and closes again has not been open, ms. Source: ISA-18.2 §16 (chattering alarms). */
const CHATTER_MS = 5_000;

/** A state that is well up to `limit` and an alarm above it. */
function state(
  rule: Pick<PointRule, "name" | "paramId" | "deviceType"> & { limit: number; delayMs: number },
  text: string,
): PointRule {
  const { name, paramId, deviceType, limit, delayMs } = rule;
  return {
    name,
    paramId,
    deviceType,
    side: "above",
    limitOf: () => limit,
    deadband: 0,
    onDelayOf: () => delayMs,
    offDelayMs: Math.max(delayMs, CHATTER_MS),
    message: () => text,
  };
}

/** Half of the way from a contact that is open (0) to one that is closed (1). */
const CONTACT = 0.5;
/** upsOutputSource battery is 5, normal 3, bypass 4. Source: RFC 1628 §2.4. */
const UPS_SOURCE_BYPASS = 4.5;
/** upsBatteryStatus batteryLow is 3, batteryNormal 2. Source: RFC 1628 §2.2. */
const UPS_BATTERY_NORMAL = 2.5;

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
  state(
    { name: "fire-alarm", paramId: "Fire Alarm", deviceType: "AHU", limit: CONTACT, delayMs: 0 },
    "Fire alarm contact is active",
  ),
  state(
    {
      name: "ups-on-battery",
      paramId: "ups_Status",
      deviceType: "UPS",
      limit: UPS_SOURCE_BYPASS,
      delayMs: 0,
    },
    "The mains are gone: the UPS runs on its battery",
  ),
  state(
    {
      name: "ups-battery-low",
      paramId: "ups_BatteryStatus",
      deviceType: "UPS",
      limit: UPS_BATTERY_NORMAL,
      delayMs: 0,
    },
    "The battery is nearly empty",
  ),
  ...["lamp_failure", "lamp_failure_1", "lamp_failure_2"].flatMap((paramId) =>
    (["DALI", "WAC"] as const).map((deviceType) =>
      state(
        { name: "lamp-failed", paramId, deviceType, limit: CONTACT, delayMs: COMFORT_DELAY_MS },
        "A lamp has failed",
      ),
    ),
  ),
  state(
    { name: "pump-fault", paramId: "FaultCondition", deviceType: "SOLARPUMP", limit: CONTACT, delayMs: 0 },
    "The pump reports a fault",
  ),
  {
    name: "over-parked",
    paramId: "OCCUPIED",
    deviceType: "PARKING",
    side: "above",
    limitOf: () => CONTACT,
    deadband: 0,
    // A limit of 0 means that nobody is counted as parked too long.
    onDelayOf: ({ overParked }) => overParked.overParked * 60_000 || undefined,
    offDelayMs: COMFORT_DELAY_MS,
    message: (_value, _limit, { overParked }) =>
      `Bay taken for more than ${Number((overParked.overParked / 60).toFixed(1))} h`,
  },
];

/** How a rule sees one value: out of its limit, back by more than the deadband, or between the two. */
export function judge(rule: PointRule, value: number, limit: number): "out" | "between" | "back" {
  const over = rule.side === "above" ? value - limit : limit - value;
  if (over > 0) return "out";
  return over > -rule.deadband ? "between" : "back";
}
