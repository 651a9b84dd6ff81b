import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { comparedPoints, isHealthPoint } from "@verandah/equipment/catalogue.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { levelOf } from "@verandah/equipment/states.ts";
import { ahu, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";

/** The latest value of each point of a unit. */
export type AhuReadings = readonly ParameterReading[];

const unitPoints: Readonly<Record<string, Point>> = ahu.points;

/** The setpoint of each reading that has one, and the difference up to which the label is green. Source: spec 2 §4 and §9. */
const setpointFor = new Map(comparedPoints(ahu).map((point) => [point.reading, point]));

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

export function readingOf(unit: AhuReadings, paramId: string): ParameterReading | undefined {
  return unit.find((reading) => reading.param_id === paramId);
}

/** The points that the unit itself measures. */
export const measuredOf = (unit: AhuReadings): AhuReadings =>
  unit.filter(({ param_id: id }) => !isHealthPoint(id) && (unitPoints[id]?.kind ?? "reading") === "reading");

/** The number of a fresh reading; undefined for any other. */
export function valueOf(unit: AhuReadings, paramId: string): number | undefined {
  const reading = readingOf(unit, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** Whether the unit has no air flow; false while unknown. */
function isAirStill(unit: AhuReadings): boolean {
  return (valueOf(unit, SUPPLY_FAN) ?? 1) <= 0;
}

export function isFanOn(unit: AhuReadings): boolean {
  return (valueOf(unit, SUPPLY_FAN) ?? 0) > 0;
}

/** The setpoint that a reading is compared with, and the reading. */
export function setpointOf(unit: AhuReadings, paramId: string): ParameterReading | undefined {
  const setpoint = setpointFor.get(paramId)?.setpoint;
  return setpoint === undefined ? undefined : readingOf(unit, setpoint);
}

/** How far from its setpoint a reading still counts as on setpoint. */
export const withinOf = (paramId: string): number => setpointFor.get(paramId)?.within ?? 0;

/** The state that colours a label. A stale value, or a unit without air flow, has none. Source: spec 2 §2 AHU screen, §4. */
export function labelState(unit: AhuReadings, reading: ParameterReading): LabelState {
  const { param_id: paramId, param_value: value, quality } = reading;
  // An impossible speed is a warning even if the fan can only be on or off, so that the value is suspect.
  if (
    paramId === SUPPLY_FAN &&
    (quality === "good" || quality === "suspect") &&
    value !== null &&
    (value < 0 || value > 100)
  )
    return "warning";
  if (quality === "suspect") return "suspect";
  if (quality !== "good" || value === null) return "stale";
  const level = levelOf(unitPoints[paramId], value);
  if (level) return level;
  if (paramId === SUPPLY_FAN) return "neutral";
  const compared = setpointFor.get(paramId);
  if (compared?.unit === "degC" && isAirStill(unit)) return "still";
  const { param_value: setpoint = null, quality: of } = setpointOf(unit, paramId) ?? {};
  if (!compared || setpoint === null || of === "suspect") return "neutral";
  return Math.abs(value - setpoint) <= compared.within ? "on-setpoint" : "off-setpoint";
}
