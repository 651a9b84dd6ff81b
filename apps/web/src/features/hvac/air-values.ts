import type { AirUnit } from "@verandah/contract/hvac.ts";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";

/** How far a reading may be from its setpoint and still count as held, K. Source: spec 2 §9 (label green). */
const HELD_KELVIN = 1;
/** Half of the way from off to on. */
const SWITCH = 0.5;

/** What can be set for many units at once, with the reading that it is compared with. Source: spec 2 §3; names of the boxes ours. */
export const setpointKinds = {
  rat: { type: "AHU", reading: "Return Air Temperature", setpoint: "ahu_in_air_temperature_sp" },
  sat: { type: "AHU", reading: "Supply Air Temperature", setpoint: "ahu_suply_air_temperature_sp" },
  zone: { type: "VAV", reading: "Zone Temperature", setpoint: "vav_temperature_sp" },
} as const;
export type SetpointKind = keyof typeof setpointKinds;

export function readingOf(unit: AirUnit, paramId: string): ParameterReading | undefined {
  const found = unit.values.find((value) => value.param_id === paramId);
  return found && found.param_value !== null ? found : undefined;
}

/** A value that may pass for the present; undefined when it is stale, suspect or missing. */
export function freshValue(unit: AirUnit, paramId: string): number | undefined {
  const reading = readingOf(unit, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** `off`: its fan does not run, so that nothing is held. `unknown`: a value is not fresh. */
export type Comparison = "held" | "missed" | "off" | "unknown";

/** Whether a unit holds what it is set to; of a box, `feeder` is the unit that feeds it. */
export function compare(unit: AirUnit, kind: SetpointKind, feeder: AirUnit | undefined): Comparison {
  const { reading, setpoint } = setpointKinds[kind];
  const now = freshValue(unit, reading);
  const wanted = freshValue(unit, setpoint);
  if (unit.state !== "online" || now === undefined || wanted === undefined) return "unknown";
  const fan = feeder && freshValue(feeder, "Supply Fan Status");
  if (fan !== undefined && fan < SWITCH) return "off";
  return Math.abs(now - wanted) <= HELD_KELVIN ? "held" : "missed";
}

/** The unit whose fan moves a unit's air: its own, or that of the one that feeds it. */
export function feederOf(unit: AirUnit, units: readonly AirUnit[]): AirUnit | undefined {
  return unit.type === "AHU" ? unit : units.find((one) => one.ssid === unit.fedBy);
}
