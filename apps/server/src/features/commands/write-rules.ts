import { randomUUID } from "node:crypto";

import type { WriteRefusal } from "@verandah/contract/commands.ts";
import { AHU_OFF, AHU_ON, SETPOINT_MAX_CELSIUS, SETPOINT_MIN_CELSIUS } from "@verandah/contract/hvac.ts";

import type { NewCommand, Refusal, WriteTarget } from "./orders.repository.ts";

/** One value for one point; null releases what was written at the order's priority. */
export interface Write {
  ssid: string;
  paramId: string;
  value: number | null;
}

export type AcceptedWrite = NewCommand & Write;

const isAirSetpoint = (value: number) => value >= SETPOINT_MIN_CELSIUS && value <= SETPOINT_MAX_CELSIUS;

/** What a point takes by the specification, whatever the device would take. Source: spec 2 §4 and §5 (its spelling). */
const specified: Record<string, (value: number) => boolean> = {
  ahu_in_air_temperature_sp: isAirSetpoint,
  ahu_suply_air_temperature_sp: isAirSetpoint,
  vav_temperature_sp: isAirSetpoint,
};

/** Points that take these values only. Source: spec 2 §4. */
const onOff: Record<string, readonly number[]> = { ahu_on_off_sp: [AHU_ON, AHU_OFF] };

function isWithin(target: WriteTarget, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (target.min !== null && value < target.min) return false;
  if (target.max !== null && value > target.max) return false;
  return specified[target.paramId]?.(value) ?? true;
}

/** Why a value cannot be written to a point now; null releases and has no range. */
function refusalOf(target: WriteTarget | undefined, value: number | null): WriteRefusal | undefined {
  if (!target) return "not-found";
  if (target.kind === "reading") return "point-not-writable";
  if (value !== null && onOff[target.paramId]?.includes(value) === false) return "on-off-value-unknown";
  if (value !== null && !isWithin(target, value)) return "setpoint-out-of-range";
  if (target.deviceState !== "online" || target.edgeState !== "online") return "device-unreachable";
  return undefined;
}

const pointKey = (point: { ssid: string; paramId: string }) => `${point.ssid}\n${point.paramId}`;

/** Tells the writes that can be done, each with the id of its command, from those that cannot. */
export function judge(
  targets: readonly WriteTarget[],
  writes: readonly Write[],
): { accepted: AcceptedWrite[]; refused: Refusal[] } {
  const known = new Map(targets.map((target) => [pointKey(target), target]));
  const seen = new Set<string>();
  const accepted: AcceptedWrite[] = [];
  const refused: Refusal[] = [];
  for (const { ssid, paramId, value } of writes) {
    const key = pointKey({ ssid, paramId });
    const target = known.get(key);
    const code = seen.has(key) ? "write-repeated" : refusalOf(target, value);
    seen.add(key);
    if (code || !target) refused.push({ ssid, paramId, code: code ?? "not-found" });
    else
      accepted.push({
        id: randomUUID(),
        pointId: target.pointId,
        ssid,
        paramId,
        value,
        before: target.before,
      });
  }
  return { accepted, refused };
}
