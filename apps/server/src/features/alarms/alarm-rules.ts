import { type AlarmName } from "@verandah/contract/alarms.ts";
import type { LimitManners } from "@verandah/contract/campuses.ts";
import type { DeviceType } from "@verandah/field/site.ts";

import type { AlarmSettings } from "./alarm-settings.service.ts";

/**
 * A rule over one kind of point. The deadband is how far within the limit a value must return before the alarm can restore; the delays
 * (ms) are how long it must be out, or back, without a break. Source: ISA-18.2 §10 (deadband, on-delay, off-delay).
 */
export interface PointRule {
  name: AlarmName;
  paramId: string;
  deviceType: DeviceType;
  side: "above" | "below";
  limitOf: (settings: AlarmSettings) => number;
  deadbandOf: (settings: AlarmSettings) => number;
  /** Undefined: the configuration switches the rule off. */
  onDelayOf: (settings: AlarmSettings) => number | undefined;
  offDelayOf: (settings: AlarmSettings) => number;
  /** The numbers in the alarm's text; `value` is measured, both in the unit of the point. */
  numbersOf: (value: number, limit: number, settings: AlarmSettings) => number[];
}

const MS_PER_SECOND = 1_000;
/** Long enough that a contact that bounces raises nothing, ms. */
const STATE_DELAY_MS = 15_000;

type Comfort = "temperature" | "humidity" | "lux";

/** How the alarms of a kind of limit behave, as set. */
function behaving(kind: Exclude<keyof LimitManners, "overParked">) {
  return {
    deadbandOf: ({ manners }: AlarmSettings) => manners[kind].deadband,
    onDelayOf: ({ manners }: AlarmSettings) => manners[kind].on_delay_seconds * MS_PER_SECOND,
    offDelayOf: ({ manners }: AlarmSettings) => manners[kind].off_delay_seconds * MS_PER_SECOND,
  };
}

/** Rounded away from the limit: 28.01 over 28 is no 28.0. The inner rounding takes the noise of binary fractions away. */
const tenthsAway = (value: number, round: (tenths: number) => number) =>
  round(Number((value * 10).toFixed(6))) / 10;
const inTenths = (value: number) => Number(value.toFixed(1));

function comfortPair(
  kind: Comfort,
  names: { low: AlarmName; high: AlarmName },
  paramId: string,
): PointRule[] {
  const shared = {
    ...behaving(kind),
    deviceType: "ENVIRONMENT",
    paramId,
  } as const;
  return [
    {
      ...shared,
      name: names.high,
      side: "above",
      limitOf: ({ limits }) => limits[kind].max,
      numbersOf: (value, limit) => [tenthsAway(value, Math.ceil), inTenths(limit)],
    },
    {
      ...shared,
      name: names.low,
      side: "below",
      limitOf: ({ limits }) => limits[kind].min,
      numbersOf: (value, limit) => [tenthsAway(value, Math.floor), inTenths(limit)],
    },
  ];
}

/** A contact that opens for less than this and closes again has not been open, ms. Source: ISA-18.2 §16 (chattering alarms). */
const CHATTER_MS = 5_000;

/** A state that is well up to `limit` and an alarm above it. */
function state(
  rule: Pick<PointRule, "name" | "paramId" | "deviceType"> & { limit: number; delayMs: number },
): PointRule {
  const { name, paramId, deviceType, limit, delayMs } = rule;
  return {
    name,
    paramId,
    deviceType,
    side: "above",
    limitOf: () => limit,
    deadbandOf: () => 0,
    onDelayOf: () => delayMs,
    offDelayOf: () => Math.max(delayMs, CHATTER_MS),
    numbersOf: () => [],
  };
}

/** Half of the way from a contact that is open (0) to one that is closed (1). */
const CONTACT = 0.5;
/** upsOutputSource battery is 5, normal 3, bypass 4. Source: RFC 1628 §2.4. */
const UPS_SOURCE_BYPASS = 4.5;
/** upsBatteryStatus batteryLow is 3, batteryNormal 2. Source: RFC 1628 §2.2. */
const UPS_BATTERY_NORMAL = 2.5;

/** upsOutputPercentLoad: of what the UPS can carry. Source: RFC 1628 §2.4. */
const UPS_LOAD_MAX_PERCENT = 100;
const UPS_LOAD_DEADBAND_PERCENT = 5;
/** A motor that starts is no overload. */
const UPS_LOAD_DELAY_MS = 10_000;

/** Longer than two polls of a UPS: within it shows whether it is alone, or the mains of its building have failed. */
const UPS_ALONE_DELAY_MS = 10_000;

/** Every rule over readings. */
export const pointRules: readonly PointRule[] = [
  ...comfortPair("temperature", { low: "temperature-low", high: "temperature-high" }, "TEMPERATURE"),
  ...comfortPair("humidity", { low: "humidity-low", high: "humidity-high" }, "HUMIDITY"),
  ...comfortPair("lux", { low: "lux-low", high: "lux-high" }, "LUMINOUSITY"),
  {
    ...behaving("co2"),
    name: "co2-high",
    deviceType: "ENVIRONMENT",
    paramId: "CO2",
    side: "above",
    limitOf: ({ limits }) => limits.co2.max,
    numbersOf: (value, limit) => [Math.round(value), limit],
  },
  state({ name: "fire-alarm", paramId: "Fire Alarm", deviceType: "AHU", limit: CONTACT, delayMs: 0 }),
  {
    ...state({
      name: "ups-on-battery",
      paramId: "ups_Status",
      deviceType: "UPS",
      limit: UPS_SOURCE_BYPASS,
      delayMs: 0,
    }),
    onDelayOf: () => UPS_ALONE_DELAY_MS,
  },
  state({
    name: "ups-battery-low",
    paramId: "ups_BatteryStatus",
    deviceType: "UPS",
    limit: UPS_BATTERY_NORMAL,
    delayMs: 0,
  }),
  {
    ...state({
      name: "ups-overload",
      paramId: "ups_Load",
      deviceType: "UPS",
      limit: UPS_LOAD_MAX_PERCENT,
      delayMs: UPS_LOAD_DELAY_MS,
    }),
    deadbandOf: () => UPS_LOAD_DEADBAND_PERCENT,
    numbersOf: (value) => [Math.round(value)],
  },
  ...["lamp_failure", "lamp_failure_1", "lamp_failure_2"].flatMap((paramId) =>
    (["DALI", "WAC"] as const).map((deviceType) =>
      state({ name: "lamp-failed", paramId, deviceType, limit: CONTACT, delayMs: STATE_DELAY_MS }),
    ),
  ),
  state({
    name: "pump-fault",
    paramId: "FaultCondition",
    deviceType: "SOLARPUMP",
    limit: CONTACT,
    delayMs: 0,
  }),
  {
    name: "over-parked",
    paramId: "OCCUPIED",
    deviceType: "PARKING",
    side: "above",
    limitOf: () => CONTACT,
    deadbandOf: () => 0,
    // A limit of 0 means that nobody is counted as parked too long.
    onDelayOf: ({ limits }) => limits.overParked.overParked * 60 * MS_PER_SECOND || undefined,
    offDelayOf: ({ manners }) => manners.overParked.off_delay_seconds * MS_PER_SECOND,
    numbersOf: (_value, _limit, { limits }) => [inTenths(limits.overParked.overParked / 60)],
  },
];

/** How one value looks: out of its limit, back by more than the deadband, or between the two. */
export function judge(
  rule: { side: PointRule["side"]; deadband: number },
  value: number,
  limit: number,
): "out" | "between" | "back" {
  const over = rule.side === "above" ? value - limit : limit - value;
  if (over > 0) return "out";
  return over > -rule.deadband ? "between" : "back";
}
