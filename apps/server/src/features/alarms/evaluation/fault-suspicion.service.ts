import { alarmMessage, faultTextName } from "@verandah/equipment/alarm-texts.ts";
import type { AlarmName } from "@verandah/equipment/catalogue.ts";
import type { FaultRule } from "@verandah/equipment/schema.ts";

import type { PlacedValue } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";

export { causeOfEvent, causeOfLoss } from "../explanations/alarm-explanations.ts";

const MS_PER_SECOND = 1_000;

interface FoundFault {
  rule: FaultRule & { name: AlarmName };
  /** Causes of other alarms of the same fault. */
  explains?: readonly string[];
  /** The point that the alarm is about. */
  point: PlacedValue;
  /** Undefined: the rule cannot evaluate now, which neither begins nor ends an alarm. */
  found: { condition: "out" | "between" | "back"; numbers: readonly number[] } | undefined;
  /** The values that the rule used. */
  evidence: readonly PlacedValue[];
}

/** The suspicion of a rule in code about a device; undefined when no alarm is open and none begins. */
export function suspectFault(
  { rule, point, found, evidence, explains }: FoundFault,
  isOpen: (cause: string) => boolean,
): Suspicion[] {
  const cause = `point:${point.pointId}:${rule.name}`;
  if (found?.condition !== "out" && !isOpen(cause)) return [];
  const text = { name: faultTextName(rule.name, rule), numbers: [...(found?.numbers ?? [])] };
  return [
    {
      cause,
      name: rule.name,
      condition: found?.condition ?? "between",
      onDelayMs: rule.onDelaySeconds * MS_PER_SECOND,
      offDelayMs: rule.offDelaySeconds * MS_PER_SECOND,
      campusId: point.campusId,
      locationId: point.locationId,
      buildingId: point.buildingId,
      deviceId: point.deviceId,
      edgeId: null,
      pointId: point.pointId,
      sourceName: point.deviceName,
      text,
      message: alarmMessage("en", { text, message: "" }),
      value: null,
      limit: null,
      ...(explains && { explains }),
      evidence: evidence.map((one) => ({
        ssid: one.ssid,
        name: one.deviceName,
        param_id: one.paramId,
        unit: one.unit,
        param_value: one.value,
      })),
    },
  ];
}
