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

/** A unit as its fresh, good values show it; one that is stale, suspect or missing is not among them. */
export interface UnitView {
  values: ReadonlyMap<string, number>;
  /** Temperatures of the zones that its boxes serve, °C. */
  zoneCelsius: readonly number[];
}

/** How a rule sees a unit: at fault, well, or neither (within the deadband, or not to be judged now). */
type FaultCondition = "out" | "between" | "back";

/** `numbers` are those of the alarm's text. */
interface Found {
  condition: FaultCondition;
  numbers: number[];
}

type Judge = (unit: UnitView) => Found | undefined;

/** A fault rule of the catalogue with its formula. */
export interface FaultRule extends CatalogueRule {
  name: AlarmName;
  /** Undefined: the unit is in another mode, or a value is missing. */
  judge: Judge;
}

/** Half of the way from a contact that is open (0) to one that is closed (1). */
const CONTACT = 0.5;
/** A valve within this distance of its end is closed, percent. */
const CLOSED_PERCENT = 3;
/** A valve's feedback may be off from its command by this, percent. */
const VALVE_PERCENT = 15;
/** A valve beyond this lets through water that counts, percent. */
const OPEN_PERCENT = 10;
/** What two air sensors may differ by with nothing between them, K: each ±1, and the fan's own heat. */
const AIR_KELVIN = 2.5;
/** What return air may differ from the zones that it comes from by, K: lamps and the ceiling's void are on its way. */
const RETURN_KELVIN = 3;
/** Fewer zones than this say nothing of the return air. */
const ZONES_MIN = 2;

function conditionOf(value: number, limit: number, deadband: number): FaultCondition {
  if (value > limit) return "out";
  return value > limit - deadband ? "between" : "back";
}

const shown = (...values: number[]) => values.map((value) => Number(value.toFixed(1)));

/** The named values of a unit whose fan is proven; undefined when it is not, or when one of them is not known. */
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
const judges: Readonly<Record<string, Judge>> = {
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
    // A cooling coil never warms the air, whatever its valve does.
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
    // A fan that is commanded off is not judged, nor one that the fire contact stops.
    if (!now || now[FAN_COMMAND] < CONTACT || (values.get(FIRE_ALARM) ?? 0) > CONTACT) return undefined;
    return {
      condition: now[FAN] < CONTACT ? "out" : "back",
      numbers: [],
    };
  },
  "filter-loaded"(unit) {
    const now = whileRunning(unit, FILTER_STATUS);
    // Without air there is no pressure, and the contact tells nothing.
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
      const judge = judges[rule.rule];
      return judge && isAlarmName(name) ? [{ ...rule, name, judge }] : [];
    }),
);

/** Every point that some rule looks at. */
export const judgedPoints: readonly string[] = [
  ...new Set([FIRE_ALARM, ...faultRules.flatMap((rule) => [rule.point, ...rule.evidence])]),
];
