import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";

/** A possible fault in its present state. */
export interface Suspicion {
  /** Identifies one fault of one device or place, which has at most one active alarm. */
  cause: string;
  name: string;
  /** For an alarm that only the campus's own type of equipment has. */
  code?: number;
  /** `unknown`: without a fresh value an active alarm stays active. */
  condition: "out" | "between" | "back" | "unknown";
  onDelayMs: number;
  offDelayMs: number;
  campusId: number;
  locationId: number;
  /** For a rule that compares the devices of a building. */
  buildingId?: number | null;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  sourceName: string;
  /** The numbered text of its message for every language; without it the message is a device's own text. */
  text?: AlarmText;
  /** In English, as it is stored. */
  message: string;
  value: number | null;
  limit: number | null;
  /** The values that a rule over several points used. */
  evidence?: AlarmEvidence["points"];
  /** Start of the fault, when a rule knows it better than the delay. */
  since?: Date;
  /** Why the device is offline, for an offline device. */
  offlineReason?: OfflineReason | null;
  /** Cause of the alarm that explains this one, while that alarm is active. */
  explainedBy?: string;
  /** Causes of other alarms of the same fault with less information; this one explains them while it is active. */
  explains?: readonly string[];
}

/** The changes that bring alarms and pending conditions up to date with the suspicions. */
export interface Decision {
  raise: Suspicion[];
  restore: string[];
  /** Causes with an active alarm whose off-delay was interrupted. */
  repeat: string[];
  /** Causes whose delay begins now. */
  begin: string[];
  /** Causes whose delay has ended or was interrupted. */
  forget: string[];
}

/**
 * The state machine of an alarm's condition, as a pure function.
 *
 * @param active causes with an active alarm
 * @param pending start of the running delay by cause (on-delay without an active alarm, off-delay with one)
 */
export function decide(
  suspicions: readonly Suspicion[],
  active: ReadonlySet<string>,
  pending: ReadonlyMap<string, Date>,
  now: Date,
): Decision {
  const decision: Decision = { raise: [], restore: [], repeat: [], begin: [], forget: [] };
  const seen = new Set<string>();
  const waitedMs = (cause: string) => {
    const since = pending.get(cause);
    return since && now.getTime() - since.getTime();
  };

  /** Starts or continues the delay; true when it has passed. */
  function delayIsOver(cause: string, delayMs: number): boolean {
    const ms = waitedMs(cause) ?? 0;
    if (ms >= delayMs) {
      if (pending.has(cause)) decision.forget.push(cause);
      return true;
    }
    if (!pending.has(cause)) decision.begin.push(cause);
    return false;
  }

  for (const suspicion of suspicions) {
    const { cause, condition } = suspicion;
    seen.add(cause);
    if (condition === "unknown") continue;
    const isActive = active.has(cause);
    const isTurning = isActive ? condition === "back" : condition === "out";
    if (!isTurning) {
      if (!pending.has(cause)) continue;
      decision.forget.push(cause);
      if (isActive && condition === "out") decision.repeat.push(cause);
    } else if (delayIsOver(cause, isActive ? suspicion.offDelayMs : suspicion.onDelayMs)) {
      if (isActive) decision.restore.push(cause);
      else decision.raise.push(suspicion);
    }
  }
  // A cause that is no longer suspected (a device that is back, a deleted rule) restores at once.
  for (const cause of active) if (!seen.has(cause)) decision.restore.push(cause);
  for (const cause of pending.keys()) if (!seen.has(cause)) decision.forget.push(cause);
  return decision;
}
