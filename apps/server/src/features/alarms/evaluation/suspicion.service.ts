import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import { alarmMessage, type AlarmText, faultTextName } from "@verandah/equipment/alarm-texts.ts";
import { type AlarmName, alarms } from "@verandah/equipment/catalogue.ts";
import type { FaultRule } from "@verandah/equipment/schema.ts";

import type { PlacedValue } from "#features/telemetry/telemetry.service.ts";

import { type AlarmCause, columnsOf, type PlacedSubject } from "../alarm-subjects.ts";
import type { Suspicion } from "./alarm-decision.ts";

export { type AlarmCause, causeOfEvent } from "../alarm-subjects.ts";
export type { Suspicion } from "./alarm-decision.ts";

/** Whether a cause has an active alarm or a running delay. */
export type IsOpen = (cause: AlarmCause) => boolean;

const MS_PER_SECOND = 1_000;

/** The rule of a suspicion. The text is that of its name without numbers, unless it has one. Delays are 0 when left out. */
export type Rule = { onDelayMs?: number; offDelayMs?: number } & (
  | { name: AlarmName; text?: AlarmText }
  /** An alarm that only the campus's own type of equipment has; `message` is in English. */
  | { name: string; text: AlarmText; code: number; message: string }
);

/** The present state of a fault, and the values that show it. */
type Evidence = Pick<Suspicion, "condition"> &
  Partial<Pick<Suspicion, "value" | "limit" | "since" | "offlineReason" | "explainedBy" | "explains">> & {
    points?: AlarmEvidence["points"];
  };

/** The suspicion that a rule has about a subject. */
export function suspect(subject: PlacedSubject, rule: Rule, evidence: Evidence): Suspicion {
  const { value = null, limit = null, points, ...state } = evidence;
  const isOfSite = "code" in rule;
  const text = isOfSite ? rule.text : (rule.text ?? { name: rule.name, numbers: [] });
  return {
    ...columnsOf(subject),
    ...state,
    rule: rule.name,
    code: isOfSite ? rule.code : alarms[rule.name].code,
    buildingId: subject.buildingId,
    onDelayMs: rule.onDelayMs ?? 0,
    offDelayMs: rule.offDelayMs ?? 0,
    text,
    message: isOfSite ? rule.message : alarmMessage("en", { text, message: "" }),
    value,
    limit,
    evidence: points,
  };
}

/** The point of a value as a subject. */
export const pointOf = (
  value: Pick<PlacedValue, "pointId" | "deviceId" | "deviceName" | "campusId" | "locationId"> & {
    buildingId?: number | null;
  },
): PlacedSubject => ({ ...value, kind: "point", sourceName: value.deviceName });

interface FoundFault {
  rule: FaultRule & { name: AlarmName };
  /** Causes of other alarms of the same fault. */
  explains?: readonly AlarmCause[];
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
  isOpen: IsOpen,
): Suspicion[] {
  const { condition = "between", numbers = [] } = found ?? {};
  const cause: AlarmCause = { subject: { kind: "point", id: point.pointId }, rule: rule.name };
  if (condition !== "out" && !isOpen(cause)) return [];
  const { name, onDelaySeconds, offDelaySeconds } = rule;
  return [
    suspect(
      pointOf(point),
      {
        name,
        text: { name: faultTextName(name, rule), numbers: [...numbers] },
        onDelayMs: onDelaySeconds * MS_PER_SECOND,
        offDelayMs: offDelaySeconds * MS_PER_SECOND,
      },
      {
        condition,
        explains,
        points: evidence.map((one) => ({
          ssid: one.ssid,
          name: one.deviceName,
          param_id: one.paramId,
          unit: one.unit,
          param_value: one.value,
        })),
      },
    ),
  ];
}
