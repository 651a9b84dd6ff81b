import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";

/** Something that may be wrong, as it looks now. */
export interface Suspicion {
  /** Identifies one fault of one device or place; at most one active alarm each. */
  cause: string;
  name: string;
  /** Of an alarm that only the campus's own type of equipment has. */
  code?: number;
  /** `unknown`: no fresh value; whatever stands, stands. */
  condition: "out" | "between" | "back" | "unknown";
  onDelayMs: number;
  offDelayMs: number;
  campusId: number;
  locationId: number;
  /** Where a rule compares the devices of a building. */
  buildingId?: number | null;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  sourceName: string;
  /** What its message says in every language; without it the message stands alone. */
  text?: AlarmText;
  /** In English, as it is kept. */
  message: string;
  value: number | null;
  limit: number | null;
  /** What a rule over several points saw. */
  evidence?: AlarmEvidence["points"];
  /** Since when it has been so, where a rule knows it better than from its delay. */
  since?: Date;
  /** Why the device does not answer, of one that does not. */
  offlineReason?: OfflineReason | null;
  /** Cause of the alarm that explains this one, while it is active. */
  explainedBy?: string;
  /** Causes of other alarms of the same fault, which know less; they are under this one while it is active. */
  explains?: readonly string[];
}

/** What to write so that alarms and waiting conditions fit the suspicions. */
export interface Decision {
  raise: Suspicion[];
  restore: string[];
  /** Causes with an active alarm that were on their way back, and came again. */
  repeat: string[];
  /** Causes whose delay begins now. */
  begin: string[];
  /** Causes whose delay is over or broken off. */
  forget: string[];
}

/**
 * The life of an alarm's condition, without a memory of its own.
 *
 * @param active causes with an active alarm
 * @param pending causes that wait out a delay (on-delay without an active alarm, off-delay with one), and since when
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

  /** Lets the delay run; true when it is over. */
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
  // A cause that is no longer suspected (a device found again, a deleted rule) restores at once.
  for (const cause of active) if (!seen.has(cause)) decision.restore.push(cause);
  for (const cause of pending.keys()) if (!seen.has(cause)) decision.forget.push(cause);
  return decision;
}
