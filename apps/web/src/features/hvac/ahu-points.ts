import type { getAhu } from "@verandah/contract/hvac.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";

export type Ahu = ReplyOf<typeof getAhu>;

/** Source: spec 2 §3 AHU setpoint ids (its spelling). */
export const RAT_SETPOINT = "ahu_in_air_temperature_sp";
export const SAT_SETPOINT = "ahu_suply_air_temperature_sp";
const VALVE_SETPOINT = "ahu_chilled_valve_sp";
export const ON_OFF = "ahu_on_off_sp";

/** A label is green within this of its setpoint. Source: spec 2 §4 and §9. */
const ON_SETPOINT_WITHIN = 1;

/** Which setpoint a reading is held against. */
export const setpointFor: Readonly<Record<string, string>> = {
  "Return Air Temperature": RAT_SETPOINT,
  "Supply Air Temperature": SAT_SETPOINT,
  "Chilled Water Valve Feedback": VALVE_SETPOINT,
};

/** What is measured in the air that the fan moves. */
const airPoints: ReadonlySet<string> = new Set(["Return Air Temperature", "Supply Air Temperature"]);

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

export function readingOf(ahu: Ahu, paramId: string): ParameterReading | undefined {
  return [...ahu.current, ...ahu.current_sp].find((reading) => reading.param_id === paramId);
}

/** A reading's number, while it is fresh enough to pass for the present. */
export function valueOf(ahu: Ahu, paramId: string): number | undefined {
  const reading = readingOf(ahu, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** Whether the unit's air stands still; false while nobody knows. */
function isAirStill(ahu: Ahu): boolean {
  return (valueOf(ahu, "Supply Fan Status") ?? 1) <= 0;
}

export function isFanOn(ahu: Ahu): boolean {
  return (valueOf(ahu, "Supply Fan Status") ?? 0) > 0;
}

/** The setpoint that a reading is held against, with its reading. */
export function setpointOf(ahu: Ahu, paramId: string): ParameterReading | undefined {
  const id = setpointFor[paramId];
  return id === undefined ? undefined : readingOf(ahu, id);
}

/** What a label says by its colour. A value that is not fresh, or air that stands still, says nothing. Source: spec 2 §2 AHU screen, §4. */
export function labelState(ahu: Ahu, reading: ParameterReading): LabelState {
  const { param_id: paramId, param_value: value, quality } = reading;
  if (quality === "suspect") return "suspect";
  if (quality !== "good" || value === null) return "stale";
  if (paramId === "Fire Alarm") return value === 0 ? "fine" : "alarm";
  if (paramId === "Filter Status") return value === 0 ? "fine" : "warning";
  if (paramId === "Supply Fan Status") return value < 0 || value > 100 ? "warning" : "neutral";
  if (airPoints.has(paramId) && isAirStill(ahu)) return "still";
  const setpoint = setpointOf(ahu, paramId)?.param_value;
  if (setpoint === undefined || setpoint === null) return "neutral";
  return Math.abs(value - setpoint) <= ON_SETPOINT_WITHIN ? "on-setpoint" : "off-setpoint";
}
