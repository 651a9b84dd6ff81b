import { systemAlarms } from "@verandah/equipment/system-alarms.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import { dali } from "@verandah/equipment/types/dali.ts";
import { type EventMessage, LOW_CODE_FROM } from "@verandah/field/payloads.ts";

const MINUTE_MS = 60_000;
/** Alarms of one code within this time were handled together. */
const TOGETHER_MS = MINUTE_MS;
/** Delay between two alarms of a list, handled one after the other. */
const APART_MS = 4_000;

/** Delay until a user handled an alarm, and which user. */
const delaysMinutes = [6, 14, 3, 47, 22, 9, 95, 31];
const people = ["operator", "operator", "admin"];
/** Every n-th low alarm returned without an action. */
const LEFT_EVERY = 3;

/** Alarms that were ignored for a time, and why. */
const reasons: Readonly<Record<number, string>> = {
  [ahu.alarms["filter-loaded"].code]: "Filter on order, delivery on Thursday",
  [dali.alarms["lamp-failed"].code]: "Spare lamp on order",
};
/** Its gateway came back by itself; the alarm is not handled yet. */
const GATEWAY_LOST = systemAlarms["gateway-lost"].code;

/**
 * Adds actions of users to past alarms, at different times after they were raised.
 *
 * @param untilMs no action is later than this
 */
export function withActions(alarms: readonly EventMessage[], untilMs: number): EventMessage[] {
  let group = -1;
  let place = 0;
  let before: EventMessage | undefined;
  const inOrder = alarms.toSorted((a, b) => (a.since ?? a.at) - (b.since ?? b.at) || a.code - b.code);
  const handled = inOrder.map((alarm): EventMessage => {
    const since = alarm.since ?? alarm.at;
    const isTogether = before?.code === alarm.code && since - (before.since ?? before.at) < TOGETHER_MS;
    before = alarm;
    place = isTogether ? place + 1 : 0;
    if (!isTogether) group += 1;
    const isLeft = alarm.code >= LOW_CODE_FROM && group % LEFT_EVERY === 0;
    const by = people[group % people.length] ?? "operator";
    const at = since + (delaysMinutes[group % delaysMinutes.length] ?? 0) * MINUTE_MS + place * APART_MS;
    const note = reasons[alarm.code];
    if (alarm.code === GATEWAY_LOST || at > untilMs) return alarm;
    if (note !== undefined && at < alarm.at)
      return { ...alarm, actions: [{ kind: "ignored", by, at, note }] };
    return isLeft ? alarm : { ...alarm, actions: [{ kind: "acknowledged", by, at }] };
  });
  return handled.toSorted((a, b) => a.at - b.at);
}
