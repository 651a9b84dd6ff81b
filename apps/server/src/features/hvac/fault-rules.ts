import { type AlarmName, isAlarmName } from "@verandah/equipment/catalogue.ts";
import type { FaultRule as CatalogueRule } from "@verandah/equipment/schema.ts";
import {
  ahu,
  ahuSwitch,
  COOLING_COMMAND,
  COOLING_VALVE,
  FILTER_STATUS,
  FIRE_ALARM,
  HEATING_VALVE,
  MIXED_AIR,
  RETURN_AIR,
  SUPPLY_AIR,
  SUPPLY_FAN as FAN,
} from "@verandah/equipment/types/ahu.ts";

/** A unit's fresh, good values; stale, suspect and missing ones are left out. */
export interface UnitView {
  values: ReadonlyMap<string, number>;
  /** Temperatures of the zones of its boxes, °C. */
  zoneCelsius: readonly number[];
}

/** The result of a rule for a unit: a fault, normal, or neither (within the deadband, or not evaluated now). */
type FaultCondition = "out" | "between" | "back";

/** `numbers` are those of the alarm's text. */
interface Found {
  condition: FaultCondition;
  numbers: number[];
}

type Evaluate = (unit: UnitView) => Found | undefined;

/** A fault rule of the catalogue with its formula. */
export interface FaultRule extends CatalogueRule {
  name: AlarmName;
  /** Undefined: the unit is in another mode, or a value is missing. */
  evaluate: Evaluate;
}

/** Half of the way from an open contact (0) to a closed one (1). */
const CONTACT = 0.5;
/** A valve within this distance of its end is closed, percent. */
const CLOSED_PERCENT = 3;
/** Allowed difference between a valve's feedback and its command, percent. */
const VALVE_PERCENT = 15;
/** A valve that is open further than this lets through a relevant flow, percent. */
const OPEN_PERCENT = 10;
/** Difference of two air sensors in the same air, K: ±1 for each sensor, and the fan's heat. */
const AIR_KELVIN = 2.5;
/** Difference of return air and its zones, K: lamps and the ceiling void heat the air. */
const RETURN_KELVIN = 3;
/** With fewer zones the return air is not evaluated. */
const ZONES_MIN = 2;

function conditionOf(value: number, limit: number, deadband: number): FaultCondition {
  if (value > limit) return "out";
  return value > limit - deadband ? "between" : "back";
}

const shown = (...values: number[]) => values.map((value) => Number(value.toFixed(1)));

/** The named values of a unit with a proven fan; undefined without one, or when a value is unknown. */
function whileRunning<N extends string>(
  { values }: UnitView,
  ...names: readonly N[]
): Record<N, number> | undefined {
  if ((values.get(FAN) ?? 0) < CONTACT) return undefined;
  return known(values, names);
}

function known<N extends string>(
  values: UnitView["values"],
  names: readonly N[],
): Record<N, number> | undefined {
  const found: Record<string, number> = {};
  for (const name of names) {
    const value = values.get(name);
    if (value !== undefined) found[name] = value;
  }
  return hasAll(found, names) ? found : undefined;
}

function hasAll<N extends string>(
  found: Record<string, number>,
  names: readonly N[],
): found is Record<N, number> {
  return names.every((name) => Object.hasOwn(found, name));
}

const FAN_COMMAND = ahuSwitch.point;

/** The formulas of the catalogue's fault rules, by rule. */
const formulas: Readonly<Record<string, Evaluate>> = {
  "valve-leaking"(unit) {
    const now = whileRunning(unit, SUPPLY_AIR, MIXED_AIR, COOLING_VALVE, COOLING_COMMAND);
    if (!now || now[COOLING_VALVE] > CLOSED_PERCENT || now[COOLING_COMMAND] > CLOSED_PERCENT)
      return undefined;
    const colder = now[MIXED_AIR] - now[SUPPLY_AIR];
    return {
      condition: conditionOf(colder, AIR_KELVIN, 1),
      numbers: shown(colder),
    };
  },
  "valve-stuck"(unit) {
    const now = whileRunning(unit, COOLING_VALVE, COOLING_COMMAND);
    if (!now) return undefined;
    const { [COOLING_VALVE]: position, [COOLING_COMMAND]: command } = now;
    return {
      condition: conditionOf(Math.abs(position - command), VALVE_PERCENT, 5),
      numbers: shown(command, position),
    };
  },
  "return-air-drift"(unit) {
    const now = whileRunning(unit, RETURN_AIR);
    const { zoneCelsius } = unit;
    if (!now || zoneCelsius.length < ZONES_MIN) return undefined;
    const zones = zoneCelsius.reduce((sum, celsius) => sum + celsius, 0) / zoneCelsius.length;
    const off = Math.abs(now[RETURN_AIR] - zones);
    return {
      condition: conditionOf(off, RETURN_KELVIN, 1),
      numbers: shown(now[RETURN_AIR], zones),
    };
  },
  "supply-air-drift"(unit) {
    const now = whileRunning(unit, SUPPLY_AIR, MIXED_AIR, HEATING_VALVE);
    // A cooling coil never heats the air, at any valve position.
    if (!now || now[HEATING_VALVE] > CLOSED_PERCENT) return undefined;
    const warmer = now[SUPPLY_AIR] - now[MIXED_AIR];
    return {
      condition: conditionOf(warmer, AIR_KELVIN, 1),
      numbers: shown(now[SUPPLY_AIR], now[MIXED_AIR]),
    };
  },
  "heating-and-cooling"(unit) {
    const now = whileRunning(unit, HEATING_VALVE, COOLING_VALVE);
    if (!now) return undefined;
    const { [HEATING_VALVE]: heating, [COOLING_VALVE]: cooling } = now;
    return {
      condition: conditionOf(Math.min(heating, cooling), OPEN_PERCENT, 5),
      numbers: shown(heating, cooling),
    };
  },
  "fan-unproven"({ values }) {
    const now = known(values, [FAN, FAN_COMMAND]);
    // A fan that is commanded off, or that the fire contact stops, is not evaluated.
    if (!now || now[FAN_COMMAND] < CONTACT || (values.get(FIRE_ALARM) ?? 0) > CONTACT) return undefined;
    return {
      condition: now[FAN] < CONTACT ? "out" : "back",
      numbers: [],
    };
  },
  "filter-loaded"(unit) {
    const now = whileRunning(unit, FILTER_STATUS);
    // Without air flow there is no pressure, so the contact means nothing.
    return (
      now && {
        condition: now[FILTER_STATUS] > CONTACT ? "out" : "back",
        numbers: [],
      }
    );
  },
};

export const faultRules: readonly FaultRule[] = Object.entries(ahu.alarms).flatMap(
  ([name, { faults = [] }]) =>
    faults.flatMap((rule) => {
      const evaluate = formulas[rule.rule];
      return evaluate && isAlarmName(name) ? [{ ...rule, name, evaluate }] : [];
    }),
);

/** Every point that a rule uses. */
export const rulePoints: readonly string[] = [
  ...new Set([FIRE_ALARM, ...faultRules.flatMap((rule) => [rule.point, ...rule.evidence])]),
];
