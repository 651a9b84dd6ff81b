import type { getAhu } from "@verandah/contract/hvac.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { levelOf } from "@verandah/equipment/point-texts.ts";
import { ahu, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";

export type Ahu = ReplyOf<typeof getAhu>;

/** The setpoint of each reading that has one, and how far from it the label is still green. Source: spec 2 §4 and §9. */
export const setpointFor = new Map(comparedPoints(ahu).map((point) => [point.reading, point]));

export type LabelState =
  | "on-setpoint"
  | "off-setpoint"
  | "fine"
  | "alarm"
  | "warning"
  | "neutral"
  | "still"
  | "suspect"
  | "stale";

export function readingOf(unit: Ahu, paramId: string): ParameterReading | undefined {
  return [...unit.current, ...unit.current_sp].find((reading) => reading.param_id === paramId);
}

/** A reading's number, while it is fresh enough to pass for the present. */
export function valueOf(unit: Ahu, paramId: string): number | undefined {
  const reading = readingOf(unit, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** Whether the unit's air does not move; false while unknown. */
function isAirStill(unit: Ahu): boolean {
  return (valueOf(unit, SUPPLY_FAN) ?? 1) <= 0;
}

export function isFanOn(unit: Ahu): boolean {
  return (valueOf(unit, SUPPLY_FAN) ?? 0) > 0;
}

/** The setpoint that a reading is held against, with its reading. */
export function setpointOf(unit: Ahu, paramId: string): ParameterReading | undefined {
  const setpoint = setpointFor.get(paramId)?.setpoint;
  return setpoint === undefined ? undefined : readingOf(unit, setpoint);
}

/** What a label says by its colour. A value that is not fresh, or air that stands still, says nothing. Source: spec 2 §2 AHU screen, §4. */
export function labelState(unit: Ahu, reading: ParameterReading): LabelState {
  const { param_id: paramId, param_value: value, quality } = reading;
  if (quality === "suspect") return "suspect";
  if (quality !== "good" || value === null) return "stale";
  const level = levelOf(paramId, value);
  if (level) return level;
  if (paramId === SUPPLY_FAN) return value < 0 || value > 100 ? "warning" : "neutral";
  const compared = setpointFor.get(paramId);
  if (compared?.unit === "degC" && isAirStill(unit)) return "still";
  const setpoint = setpointOf(unit, paramId)?.param_value;
  if (!compared || setpoint === undefined || setpoint === null) return "neutral";
  return Math.abs(value - setpoint) <= compared.within ? "on-setpoint" : "off-setpoint";
}
