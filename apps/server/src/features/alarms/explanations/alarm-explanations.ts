import { CauseMap, isEvent, isFlood } from "../alarm-subjects.ts";
import type { ActiveAlarm } from "../alarms.repository.ts";
import type { Suspicion } from "../evaluation/alarm-decision.ts";

/**
 * More alarms of one code than this on one floor within `FLOOD_MS` are a flood, and are shown as one. Source: ISA-18.2 §16 (10 in 10 min
 * per operator).
 */
const FLOOD_MIN = 10;
/** A flood continues while no gap is longer than this, ms. */
const FLOOD_MS = 60_000;

export interface Link {
  id: number;
  explainedBy: number | null;
}

/**
 * Alarms that a lost gateway explains, in any order of detection, and alarms that are no longer explained, because the explaining alarm
 * ended first.
 */
export function linkLost(suspicions: readonly Suspicion[], active: readonly ActiveAlarm[]): Link[] {
  const byCause = new CauseMap(active.map((alarm) => [alarm, alarm]));
  const activeIds = new Set(active.map((alarm) => alarm.id));
  return suspicions.flatMap((suspicion): Link[] => {
    const alarm = suspicion.condition === "out" ? byCause.get(suspicion) : undefined;
    if (!alarm) return [];
    const head = suspicion.explainedBy === undefined ? undefined : byCause.get(suspicion.explainedBy);
    if (head) return alarm.explainedBy === head.id ? [] : [{ id: alarm.id, explainedBy: head.id }];
    const isOrphan = alarm.explainedBy !== null && !activeIds.has(alarm.explainedBy);
    return isOrphan ? [{ id: alarm.id, explainedBy: null }] : [];
  });
}

/**
 * Alarms that another alarm of the same fault with more information explains, and device events that are no longer explained, because that
 * alarm ended first.
 */
export function linkSame(suspicions: readonly Suspicion[], active: readonly ActiveAlarm[]): Link[] {
  const byCause = new CauseMap(active.map((alarm) => [alarm, alarm.id]));
  const activeIds = new Set(active.map(({ id }) => id));
  const headOf = new CauseMap(
    suspicions.flatMap((suspicion) => {
      const { explains = [] } = suspicion;
      const head = byCause.get(suspicion);
      return head === undefined ? [] : explains.map((other) => [other, head] as const);
    }),
  );
  return active.flatMap((alarm): Link[] => {
    const { id, explainedBy } = alarm;
    const head = headOf.get(alarm);
    if (head !== undefined) return explainedBy === head ? [] : [{ id, explainedBy: head }];
    const isOrphan = isEvent(alarm) && explainedBy !== null && !activeIds.has(explainedBy);
    return isOrphan ? [{ id, explainedBy: null }] : [];
  });
}

/** Alarms of one code on one floor that were raised together. */
export interface Flood {
  campusId: number;
  placeId: number;
  code: number;
  /** The active alarm at its head; undefined: it has just become a flood. */
  headId: number | undefined;
  memberIds: number[];
}

const keyOf = (alarm: ActiveAlarm) => `${alarm.placeId}:${alarm.code}`;

/**
 * Floods that begin now, or continue with new members. An acknowledged flood has been seen: later alarms are not part of it.
 *
 * @param orphanIds alarms that are no longer explained; they count as new
 */
export function findFloods(active: readonly ActiveAlarm[], orphanIds: readonly number[], now: Date): Flood[] {
  const orphans = new Set(orphanIds);
  const since = now.getTime() - FLOOD_MS;
  const isFresh = (alarm: ActiveAlarm) => alarm.raisedAt.getTime() > since || orphans.has(alarm.id);
  const going = new Set(active.flatMap((alarm) => (isFresh(alarm) ? (alarm.explainedBy ?? []) : [])));
  const heads = new Map<string, ActiveAlarm>();
  const candidates = new Map<string, ActiveAlarm[]>();
  for (const alarm of active) {
    if (alarm.explainedBy !== null || alarm.isIgnored || alarm.isAcknowledged) continue;
    const key = keyOf(alarm);
    if (isFlood(alarm)) {
      if (going.has(alarm.id)) heads.set(key, alarm);
    } else if (isFresh(alarm)) {
      const list = candidates.get(key) ?? [];
      candidates.set(key, list);
      list.push(alarm);
    }
  }
  return [...candidates].flatMap(([key, members]): Flood[] => {
    const head = heads.get(key);
    const [first] = members;
    if (!first || (!head && members.length <= FLOOD_MIN)) return [];
    const { campusId, placeId, code } = first;
    return [{ campusId, placeId, code, headId: head?.id, memberIds: members.map(({ id }) => id) }];
  });
}

/** Ids of the heads of floods that have ended, because every member has returned. */
export function findOverFloods(active: readonly ActiveAlarm[]): number[] {
  const heads = new Set(active.map((alarm) => alarm.explainedBy));
  return active.filter((alarm) => isFlood(alarm) && !heads.has(alarm.id)).map((alarm) => alarm.id);
}
