import { delayKey } from "@verandah/equipment/alarm-delays.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import type { Condition, Point, Text } from "@verandah/equipment/schema.ts";

import type { LimitSettings } from "#features/campuses/limits.service.ts";

/**
 * A rule over one kind of point. The deadband is how far within the limit a value must return before the alarm can restore. The delays (ms)
 * are how long it must be outside, or back, without a break. Source: ISA-18.2 §10 (deadband, on-delay, off-delay).
 */
export interface PointRule {
  name: string;
  paramId: string;
  deviceType: string;
  channel: number | undefined;
  side: "above" | "below" | "equals";
  limitOf: (settings: LimitSettings) => number;
  deadbandOf: (settings: LimitSettings) => number;
  /** Undefined: the configuration disables the rule. */
  onDelayOf: (settings: LimitSettings) => number | undefined;
  offDelayOf: (settings: LimitSettings) => number;
  /** The numbers in the alarm's text, in the unit of the point. */
  numbersOf: (value: number, limit: number, settings: LimitSettings) => number[];
  /** The value is no alarm while all of these conditions apply to the same device. */
  unless: NonNullable<Condition["unless"]>;
  /** Codes with which devices report the same fault themselves. */
  deviceCodes: readonly number[];
}

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;

/** Rounds to tenths, away from the limit, so that 28.01 above 28 is not 28.0. The inner rounding removes the noise of binary fractions. */
function shownValue(value: number, side: PointRule["side"], decimals: number): number {
  if (decimals === 0) return Math.round(value);
  const round = side === "above" ? Math.ceil : Math.floor;
  return round(Number((value * 10).toFixed(6))) / 10;
}
const inTenths = (value: number) => Number(value.toFixed(1));

interface RuledAlarm {
  title: Text;
  message?: Text | undefined;
  when?: Condition | undefined;
  deviceCodes?: readonly number[] | undefined;
}

interface RuledType {
  type: string;
  points: Readonly<Record<string, Point>>;
  alarms: Readonly<Record<string, RuledAlarm>>;
}

function ruleOf(
  type: RuledType,
  [name, { title, message, deviceCodes = [] }]: [name: string, alarm: RuledAlarm],
  when: Condition,
  paramId: string,
): PointRule {
  const { above, below, equals, deadband = 0, onDelaySeconds = 0, offDelaySeconds = 0, unless = [] } = when;
  const belowOrEquals = equals === undefined ? "below" : "equals";
  const side = above === undefined ? belowOrEquals : "above";
  const bound = above ?? below ?? equals ?? 0;
  const template = (message ?? title).en;
  const numberCount = ["{0}", "{1}"].filter((place) => template.includes(place)).length;
  const { decimals = 1, channel } = type.points[paramId] ?? {};
  const shared = { name, paramId, deviceType: type.type, channel, side, unless, deviceCodes } as const;
  if (onDelaySeconds === "overParked")
    return {
      ...shared,
      limitOf: () => Number(bound),
      deadbandOf: () => deadband,
      // A parking time of 0 disables the rule.
      onDelayOf: ({ limits }) => limits.overParked.overParked * MS_PER_MINUTE || undefined,
      offDelayOf: ({ alarmSettings }) => alarmSettings.overParked.off_delay_seconds * MS_PER_SECOND,
      numbersOf: (_value, _limit, { limits }) => [inTenths(limits.overParked.overParked / 60)],
    };
  const numbersOf = (value: number, limit: number) =>
    [shownValue(value, side, decimals), inTenths(limit)].slice(0, numberCount);
  const key = delayKey(type.type, name);
  if (typeof bound === "number")
    return {
      ...shared,
      limitOf: () => bound,
      deadbandOf: () => deadband,
      onDelayOf: ({ delays }) => (delays.get(key)?.onDelaySeconds ?? onDelaySeconds) * MS_PER_SECOND,
      offDelayOf: ({ delays }) => (delays.get(key)?.offDelaySeconds ?? offDelaySeconds) * MS_PER_SECOND,
      numbersOf,
    };
  return {
    ...shared,
    limitOf({ limits }) {
      const { min = -Infinity, max }: { min?: number; max: number } = limits[bound];
      return side === "above" ? max : min;
    },
    deadbandOf: ({ alarmSettings }) => alarmSettings[bound].deadband,
    onDelayOf: ({ alarmSettings }) => alarmSettings[bound].on_delay_seconds * MS_PER_SECOND,
    offDelayOf: ({ alarmSettings }) => alarmSettings[bound].off_delay_seconds * MS_PER_SECOND,
    numbersOf,
  };
}

/** The rules over one point that a type has. */
export const rulesOf = (type: RuledType): PointRule[] =>
  Object.entries(type.alarms).flatMap(([name, alarm]) => {
    const { when } = alarm;
    return when ? [when.point].flat().map((paramId) => ruleOf(type, [name, alarm], when, paramId)) : [];
  });

/** Every rule over one point of the built-in types. */
export const pointRules: readonly PointRule[] = builtInTypes.flatMap((type: BuiltInType) => rulesOf(type));

/** Whether a value meets one of the conditions of `unless`. */
export const isAs = (condition: PointRule["unless"][number], value: number): boolean =>
  "equals" in condition ? value === condition.equals : value > condition.above;

/** The state of a value: outside its limit, back by more than the deadband, or in between. */
export function evaluateValue(
  rule: { side: PointRule["side"]; deadband: number },
  value: number,
  limit: number,
): "out" | "between" | "back" {
  if (rule.side === "equals") return value === limit ? "out" : "back";
  const over = rule.side === "above" ? value - limit : limit - value;
  if (over > 0) return "out";
  return over > -rule.deadband ? "between" : "back";
}
