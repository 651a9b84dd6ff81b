import type { AlarmName } from "@verandah/contract/alarms.ts";

/** A unit as its fresh, good values show it; one that is stale, suspect or missing is not among them. */
export interface UnitView {
  values: ReadonlyMap<string, number>;
  /** Temperatures of the zones that its boxes serve, °C. */
  zoneCelsius: readonly number[];
}

/** How a rule sees a unit: at fault, well, or neither (within the deadband, or not to be judged now). */
type FaultStanding = "out" | "between" | "back";

/** `numbers` are those of the alarm's text. */
interface Found {
  standing: FaultStanding;
  numbers: number[];
}

/**
 * A rule over an air handling unit. It judges only units in the mode that it is about, and only by values that it has.
 * Source of all of them: ASHRAE Guideline 36 §5.16.14 (automatic fault detection: modes, delays, thresholds beyond what sensors err).
 */
export interface FaultRule {
  name: AlarmName;
  /** The point that the alarm is about. */
  paramId: string;
  /** The others that it judges by. */
  evidence: readonly string[];
  /** Whether it judges by the zones as well. */
  usesZones?: boolean;
  onDelayMs: number;
  offDelayMs: number;
  /** Undefined: in another mode, or a value is missing. */
  judge: (unit: UnitView) => Found | undefined;
}

const MINUTE_MS = 60_000;
/** What stands out only while a unit starts, or goes from one mode to another, is no fault, ms. */
const SETTLING_MS = 5 * MINUTE_MS;
/** And this long beyond it a fault must be seen without a break, ms. */
const PERSISTENCE_MS = 10 * MINUTE_MS;
const settled = { onDelayMs: SETTLING_MS + PERSISTENCE_MS, offDelayMs: SETTLING_MS } as const;
/** Sensors drift over weeks; half an hour more is nothing. */
const SENSOR_DELAY_MS = 30 * MINUTE_MS;
/** A drive's ramp, and the switch that proves the flow, take this long at most, ms. */
const FAN_START_MS = 3 * MINUTE_MS;
const FILTER_DELAY_MS = 5 * MINUTE_MS;

/** Half of the way from a contact that is open (0) to one that is closed (1). */
const CONTACT = 0.5;
/** A valve that stands within this of its end is closed, percent. */
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

function standingOf(value: number, limit: number, deadband: number): FaultStanding {
  if (value > limit) return "out";
  return value > limit - deadband ? "between" : "back";
}

const shown = (...values: number[]) => values.map((value) => Number(value.toFixed(1)));

/** The named values of a unit whose fan is proven; undefined when it is not, or when one of them is not known. */
function whileRunning<N extends string>(
  { values }: UnitView,
  ...names: readonly N[]
): Record<N, number> | undefined {
  if ((values.get("Supply Fan Status") ?? 0) < CONTACT) return undefined;
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

const SUPPLY = "Supply Air Temperature";
const MIXED = "Mixed Air Temperature";
const RETURN = "Return Air Temperature";
const COOLING = "Chilled Water Valve Feedback";
const COOLING_COMMAND = "ahu_chilled_valve_sp";
const HEATING = "Heating Valve Feedback";
const HEATING_COMMAND = "ahu_heating_valve_sp";
const FAN = "Supply Fan Status";
const FAN_COMMAND = "ahu_on_off_sp";

export const faultRules: readonly FaultRule[] = [
  {
    name: "valve-leaking",
    paramId: SUPPLY,
    evidence: [MIXED, COOLING, COOLING_COMMAND],
    ...settled,
    judge(unit) {
      const now = whileRunning(unit, SUPPLY, MIXED, COOLING, COOLING_COMMAND);
      if (!now || now[COOLING] > CLOSED_PERCENT || now[COOLING_COMMAND] > CLOSED_PERCENT) return undefined;
      const colder = now[MIXED] - now[SUPPLY];
      return {
        standing: standingOf(colder, AIR_KELVIN, 1),
        numbers: shown(colder),
      };
    },
  },
  {
    name: "valve-stuck",
    paramId: COOLING,
    evidence: [COOLING_COMMAND, SUPPLY],
    ...settled,
    judge(unit) {
      const now = whileRunning(unit, COOLING, COOLING_COMMAND);
      if (!now) return undefined;
      const { [COOLING]: stands, [COOLING_COMMAND]: told } = now;
      return {
        standing: standingOf(Math.abs(stands - told), VALVE_PERCENT, 5),
        numbers: shown(told, stands),
      };
    },
  },
  {
    name: "sensor-drift",
    paramId: RETURN,
    evidence: [],
    usesZones: true,
    onDelayMs: SENSOR_DELAY_MS,
    offDelayMs: SETTLING_MS,
    judge(unit) {
      const now = whileRunning(unit, RETURN);
      const { zoneCelsius } = unit;
      if (!now || zoneCelsius.length < ZONES_MIN) return undefined;
      const zones = zoneCelsius.reduce((sum, celsius) => sum + celsius, 0) / zoneCelsius.length;
      const off = Math.abs(now[RETURN] - zones);
      return {
        standing: standingOf(off, RETURN_KELVIN, 1),
        numbers: shown(now[RETURN], zones),
      };
    },
  },
  {
    name: "sensor-drift",
    paramId: SUPPLY,
    evidence: [MIXED, COOLING, HEATING],
    onDelayMs: SENSOR_DELAY_MS,
    offDelayMs: SETTLING_MS,
    judge(unit) {
      const now = whileRunning(unit, SUPPLY, MIXED, HEATING);
      // A cooling coil never warms the air, whatever stands its valve.
      if (!now || now[HEATING] > CLOSED_PERCENT) return undefined;
      const warmer = now[SUPPLY] - now[MIXED];
      return {
        standing: standingOf(warmer, AIR_KELVIN, 1),
        numbers: shown(now[SUPPLY], now[MIXED]),
      };
    },
  },
  {
    name: "heating-and-cooling",
    paramId: HEATING,
    evidence: [COOLING, HEATING_COMMAND, COOLING_COMMAND],
    ...settled,
    judge(unit) {
      const now = whileRunning(unit, HEATING, COOLING);
      if (!now) return undefined;
      const { [HEATING]: heating, [COOLING]: cooling } = now;
      return {
        standing: standingOf(Math.min(heating, cooling), OPEN_PERCENT, 5),
        numbers: shown(heating, cooling),
      };
    },
  },
  {
    name: "fan-unproven",
    paramId: FAN,
    evidence: [FAN_COMMAND, "VFD Speed"],
    onDelayMs: FAN_START_MS,
    offDelayMs: 15_000,
    judge({ values }) {
      const now = known(values, [FAN, FAN_COMMAND]);
      // A fan that is told to rest is not judged, nor one that the fire contact stops.
      if (!now || now[FAN_COMMAND] < CONTACT || (values.get("Fire Alarm") ?? 0) > CONTACT) return undefined;
      return {
        standing: now[FAN] < CONTACT ? "out" : "back",
        numbers: [],
      };
    },
  },
  {
    name: "filter-loaded",
    paramId: "Filter Status",
    evidence: ["Filter Pressure", "VFD Speed"],
    onDelayMs: FILTER_DELAY_MS,
    offDelayMs: SETTLING_MS,
    judge(unit) {
      const now = whileRunning(unit, "Filter Status");
      // Without air there is no pressure, and the contact tells nothing.
      return (
        now && {
          standing: now["Filter Status"] > CONTACT ? "out" : "back",
          numbers: [],
        }
      );
    },
  },
];

/** Every point that some rule looks at. */
export const judgedPoints: readonly string[] = [
  ...new Set(["Fire Alarm", ...faultRules.flatMap((rule) => [rule.paramId, ...rule.evidence])]),
];
