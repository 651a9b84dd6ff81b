import { LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import type { Pump } from "@verandah/contract/pumps/pumps.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import {
  DAYLIGHT_VOLT,
  evidenceCodes,
  FAULT,
  MOTOR,
  VOLTAGE,
  WARNING,
} from "@verandah/equipment/types/solar-pump.ts";

import type { Measured } from "#data/live/readings.ts";

/** A pump with its latest values. */
export type MeasuredPump = Measured<Pump>;

/** 0 is 'NO FAULT' and 'NO WARNING'. Source: spec 2 §2 Solar pump dashboard. */
export const NONE = 0;

type Values = Pick<MeasuredPump, "values">;

export const readingOf = (pump: Values, paramId: string): ParameterReading | undefined =>
  pump.values.find(({ param_id }) => param_id === paramId);

/** A current value; undefined for an old one. */
export function freshValue(pump: Values, paramId: string): number | undefined {
  const reading = readingOf(pump, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** Pumps of an old list: none is known to be connected. */
export const agedPumps = (pumps: Pump[]): Pump[] =>
  pumps.map((pump) => (pump.state === "online" ? { ...pump, state: "unknown" } : pump));

/** Whether the panels are in daylight; undefined without a current voltage. */
export function hasSun(pump: Values): boolean | undefined {
  const volt = freshValue(pump, VOLTAGE);
  return volt === undefined ? undefined : volt > DAYLIGHT_VOLT;
}

export type PumpState = "fault" | "warning" | "running" | "stopped" | "unknown";

/** Whether a pump is known to run now. */
export const isRunning = (pump: Values): boolean => (freshValue(pump, MOTOR) ?? 0) > 0;

/** The known activity of a pump. Its active alarms count as in the fleet. */
export function stateOfPump(pump: MeasuredPump): PumpState {
  const motor = freshValue(pump, MOTOR);
  if (pump.state !== "online" || motor === undefined) return "unknown";
  const [fault, warning] = [freshValue(pump, FAULT), freshValue(pump, WARNING)];
  const codes = pump.alarms.map((alarm) => alarm.alarm_code);
  if ((fault ?? NONE) !== NONE || codes.some((code) => code < LOW_ALARM_FROM)) return "fault";
  if ((warning ?? NONE) !== NONE || codes.some((code) => evidenceCodes.includes(code))) return "warning";
  if (fault === undefined || warning === undefined) return "unknown";
  return motor > 0 ? "running" : "stopped";
}
