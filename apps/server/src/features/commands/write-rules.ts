import { randomUUID } from "node:crypto";

import type { WriteRefusal } from "@verandah/contract/commands/commands.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { refuseWrite } from "@verandah/equipment/write-check.ts";

import type { NewCommand, Refusal, WriteTarget } from "./command-batches.repository.ts";

/** One value for one point; null releases the value at the command's priority. */
export interface Write {
  ssid: string;
  paramId: string;
  value: number | null;
}

export type AcceptedWrite = NewCommand & Write;

const isWithin = ({ min, max }: WriteTarget, value: number) =>
  Number.isFinite(value) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);

/** Why a value cannot be written to a point now; undefined when it can. The value null releases and has no range. */
function refusalOf(
  target: WriteTarget | undefined,
  value: number | null,
  siteTypes: readonly EquipmentType[],
  isTest: boolean,
): WriteRefusal | undefined {
  if (!target) return "not-found";
  if (target.kind === "reading" || target.isOtherUnit) return "point-not-writable";
  const type = findType(siteTypes, target.deviceType);
  const point = type?.points[target.paramId];
  if (point?.kind === "command" && point.onlyTests && !isTest) return "point-not-writable";
  const refusal = type && refuseWrite(type, target.paramId, value);
  if (refusal === "read-only") return "point-not-writable";
  const isSwitch = type?.onOff?.point === target.paramId && type.onOff.on === ahuSwitch.on;
  if (refusal === "not-in-list" && isSwitch) return "on-off-value-unknown";
  // For a point that the type does not have, only the range of the site file applies.
  const isRefused = refusal !== undefined && refusal !== "unknown-point";
  if (value !== null && (isRefused || !isWithin(target, value))) return "setpoint-out-of-range";
  if (!target.isActive) return "device-deactivated";
  if (target.deviceState !== "online" || target.edgeState !== "online") return "device-unreachable";
  return undefined;
}

/** The key of a point in maps. */
export const pointKey = (point: { ssid: string; paramId: string }) => `${point.ssid}\n${point.paramId}`;

/** Separates possible writes, each with a new command id, from rejected ones. */
export function checkWrites(
  targets: readonly WriteTarget[],
  writes: readonly Write[],
  siteTypes: readonly EquipmentType[],
  isTest = false,
): { accepted: AcceptedWrite[]; refused: Refusal[] } {
  const known = new Map(targets.map((target) => [pointKey(target), target]));
  const seen = new Set<string>();
  const accepted: AcceptedWrite[] = [];
  const refused: Refusal[] = [];
  for (const { ssid, paramId, value } of writes) {
    const key = pointKey({ ssid, paramId });
    const target = known.get(key);
    const code = seen.has(key) ? "write-repeated" : refusalOf(target, value, siteTypes, isTest);
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
