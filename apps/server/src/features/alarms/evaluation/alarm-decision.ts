import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";

import { type AlarmCause, CauseMap, type SubjectColumns } from "../alarm-subjects.ts";

/** A possible fault in its present state. */
export interface Suspicion extends AlarmCause, SubjectColumns {
  code: number;
  /** `unknown`: without a fresh value an active alarm stays active. */
  condition: "out" | "between" | "back" | "unknown";
  onDelayMs: number;
  offDelayMs: number;
  buildingId: number | null | undefined;
  /** The numbered text of its message for every language. */
  text: AlarmText;
  /** In English, as it is stored. */
  message: string;
  value: number | null;
  limit: number | null;
  /** The values that a rule over several points used. */
  evidence: AlarmEvidence["points"] | undefined;
  /** Start of the fault, when a rule knows it better than the delay. */
  since?: Date;
  /** Why the device is offline, for an offline device. */
  offlineReason?: OfflineReason | null;
  /** Cause of the alarm that explains this one, while that alarm is active. */
  explainedBy?: AlarmCause | undefined;
  /** Causes of other alarms of the same fault with less information; this one explains them while it is active. */
  explains?: readonly AlarmCause[] | undefined;
}

/** The changes that bring alarms and pending conditions up to date with the suspicions. */
export interface Decision {
  raise: Suspicion[];
  /** Ids of active alarms that return to normal. */
  restore: number[];
  /** Ids of active alarms whose off-delay was interrupted. */
  repeat: number[];
  /** Those whose delay begins now. */
  begin: Suspicion[];
  /** Causes whose delay has ended or was interrupted. */
  forget: AlarmCause[];
}

/**
 * The state machine of an alarm's condition, as a pure function.
 *
 * @param active ids of the active alarms
 * @param pending start of the running delay (on-delay without an active alarm, off-delay with one)
 */
export function decide(
  suspicions: readonly Suspicion[],
  active: CauseMap<number>,
  pending: CauseMap<Date>,
  now: Date,
): Decision {
  const decision: Decision = { raise: [], restore: [], repeat: [], begin: [], forget: [] };
  const seen = new CauseMap<true>();

  /** Starts or continues the delay; true when it has passed. */
  function delayIsOver(suspicion: Suspicion, delayMs: number): boolean {
    const cause = { subject: suspicion.subject, rule: suspicion.rule };
    const since = pending.get(cause);
    const isOver = now.getTime() - (since ?? now).getTime() >= delayMs;
    if (isOver && since) decision.forget.push(cause);
    if (!isOver && !since) decision.begin.push(suspicion);
    return isOver;
  }

  for (const suspicion of suspicions) {
    const { subject, rule, condition } = suspicion;
    const cause = { subject, rule };
    seen.set(cause, true);
    if (condition === "unknown") continue;
    const activeId = active.get(cause);
    const isActive = activeId !== undefined;
    const isTurning = isActive ? condition === "back" : condition === "out";
    if (!isTurning) {
      if (!pending.has(cause)) continue;
      decision.forget.push(cause);
      if (isActive && condition === "out") decision.repeat.push(activeId);
    } else if (delayIsOver(suspicion, isActive ? suspicion.offDelayMs : suspicion.onDelayMs)) {
      if (isActive) decision.restore.push(activeId);
      else decision.raise.push(suspicion);
    }
  }
  // A cause that is no longer suspected (a device that is back, a deleted rule) restores at once.
  for (const [cause, id] of active) if (!seen.has(cause)) decision.restore.push(id);
  for (const [cause] of pending) if (!seen.has(cause)) decision.forget.push(cause);
  return decision;
}
