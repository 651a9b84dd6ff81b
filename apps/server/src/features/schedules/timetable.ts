import type { OnOff, RecurringSchedule } from "@verandah/contract/recurring-schedules.ts";
import type { OccurrenceAction, OccurrenceKind } from "@verandah/contract/schedule-days.ts";
import { addDays, createWallClock, weekdayOf } from "@verandah/time/wall-clock.ts";

/** A schedule for one stretch of time. */
export interface OneTime {
  id: number;
  title: string;
  floorId: number;
  zoneIds: readonly number[];
  isOn: boolean;
  startsAt: Date;
  endsAt: Date;
}

/** A holiday (without times) or an exception. */
export interface SpecialDay {
  id: number;
  day: string;
  kind: "holiday" | "exception";
  name: string;
  timeData: readonly OnOff[];
}

/** Everything that says when the units of a building are on. */
export interface Rules {
  timeZone: string;
  /** Undefined where none was ever set. */
  weekly: RecurringSchedule | undefined;
  oneTime: readonly OneTime[];
  days: readonly SpecialDay[];
}

/** What schedules can switch, and the places that it serves. */
export interface Unit {
  floorId: number | null;
  zoneIds: readonly number[];
}

/** Whose word holds, by rank: 0 nobody's. */
interface Rule {
  rank: 0 | 1 | 2 | 3;
  kind: OccurrenceKind;
  id: number;
  name: string;
}
interface Verdict {
  rule: Rule;
  /** Undefined where nothing says anything: the unit is left to itself. */
  isOn: boolean | undefined;
}

/** An instant at which a rule begins, ends or changes what it wants. */
export interface PlannedEvent {
  kind: OccurrenceKind;
  sourceId: number;
  name: string;
  action: OccurrenceAction;
  at: Date;
}

interface Stretch {
  onAt: Date;
  offAt: Date;
}

const nobody: Verdict = { rule: { rank: 0, kind: "default", id: 0, name: "" }, isOn: undefined };
const weeklyRule: Rule = { rank: 1, kind: "default", id: 0, name: "" };
const dayRule = ({ kind, id, name }: SpecialDay): Rule => ({ rank: 3, kind, id, name });
/** Of two one-time schedules the later made holds; a day that follows another takes over from it. */
const outranks = (a: Rule, b: Rule) => a.rank > b.rank || (a.rank === 2 && b.rank === 2 && a.id > b.id);
const isWithin = (at: Date, { onAt, offAt }: Stretch) => onAt <= at && at < offAt;

/** Whether a one-time schedule is for a unit: one that serves any of its zones. */
const isFor = (schedule: OneTime, unit: Unit): boolean =>
  unit.floorId === schedule.floorId && unit.zoneIds.some((zone) => schedule.zoneIds.includes(zone));

/**
 * Rules on the building's own clock. A holiday or exception beats a one-time schedule, that the weekly default; of two one-time schedules
 * the later made holds.
 */
export function createTimetable({ timeZone, weekly, oneTime, days }: Rules) {
  const clock = createWallClock(timeZone);
  const dayByDate = new Map(days.map((day) => [day.day, day]));
  const newestFirst = oneTime.toSorted((a, b) => b.id - a.id);
  const known = new Map<string, Stretch[]>();

  const stretches = (day: string, times: readonly OnOff[]): Stretch[] =>
    times
      .map(({ ON, OFF }) => ({ onAt: clock.instantOf(day, ON), offAt: clock.instantOf(day, OFF) }))
      // What a clock that is put forward leaves nothing of.
      .filter(({ onAt, offAt }) => onAt < offAt);

  function weeklyStretches(day: string): Stretch[] {
    if (!weekly?.weekData.includes(weekdayOf(day))) return [];
    const found = known.get(day) ?? stretches(day, weekly.timeData);
    known.set(day, found);
    return found;
  }

  /** What holds for a unit at an instant, and who says so. */
  function decide(unit: Unit, at: Date): Verdict {
    const { day } = clock.read(at);
    const special = dayByDate.get(day);
    if (special)
      return {
        rule: dayRule(special),
        isOn: stretches(day, special.timeData).some((stretch) => isWithin(at, stretch)),
      };
    const schedule = newestFirst.find(
      (one) => isWithin(at, { onAt: one.startsAt, offAt: one.endsAt }) && isFor(one, unit),
    );
    if (schedule)
      return {
        rule: { rank: 2, kind: "schedule", id: schedule.id, name: schedule.title },
        isOn: schedule.isOn,
      };
    if (!weekly) return nobody;
    return { rule: weeklyRule, isOn: weeklyStretches(day).some((stretch) => isWithin(at, stretch)) };
  }

  function switchings(rule: Rule, found: readonly Stretch[]): PlannedEvent[] {
    const event = (action: "on" | "off", at: Date): PlannedEvent => ({
      kind: rule.kind,
      sourceId: rule.id,
      name: rule.name,
      action,
      at,
    });
    const isTaken = (side: "onAt" | "offAt", at: Date) =>
      found.some((stretch) => stretch[side].getTime() === at.getTime());
    // Where one stretch ends as the next begins, nothing is switched.
    return found.flatMap(({ onAt, offAt }) => [
      ...(isTaken("offAt", onAt) ? [] : [event("on", onAt)]),
      ...(isTaken("onAt", offAt) ? [] : [event("off", offAt)]),
    ]);
  }

  function eventsOfDay(day: string): PlannedEvent[] {
    const special = dayByDate.get(day);
    const byWeek = switchings(weeklyRule, weeklyStretches(day));
    if (!special) return byWeek;
    const rule = dayRule(special);
    const times = switchings(rule, stretches(day, special.timeData));
    const edge = (action: "off" | "end", at: Date): PlannedEvent[] =>
      // A day whose times reach its edge is switched there anyway.
      times.some((event) => event.at.getTime() === at.getTime())
        ? []
        : [{ kind: rule.kind, sourceId: rule.id, name: rule.name, action, at }];
    return [
      ...byWeek,
      ...times,
      ...edge("off", clock.instantOf(day, "00:00")),
      ...edge("end", clock.instantOf(addDays(day, 1), "00:00")),
    ];
  }

  /** Everything that happens after `from` and not after `to`, earliest first. */
  function listEvents(from: Date, to: Date): PlannedEvent[] {
    const events: PlannedEvent[] = [];
    const last = addDays(clock.read(to).day, 1);
    for (let day = addDays(clock.read(from).day, -1); day <= last; day = addDays(day, 1))
      events.push(...eventsOfDay(day));
    for (const { id, title, isOn, startsAt, endsAt } of oneTime) {
      const shared = { kind: "schedule", sourceId: id, name: title } as const;
      events.push({ ...shared, action: isOn ? "on" : "off", at: startsAt });
      events.push({ ...shared, action: "end", at: endsAt });
    }
    return events
      .filter(({ at }) => at > from && at <= to)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Units that an event may concern at all. */
  function concerns(event: PlannedEvent, unit: Unit): boolean {
    if (event.kind !== "schedule") return true;
    const schedule = oneTime.find(({ id }) => id === event.sourceId);
    return schedule !== undefined && isFor(schedule, unit);
  }

  /**
   * What an event makes of each unit. Whatever changes at an instant belongs to the higher of the rules before and after it, so that each
   * unit is told once; `overruledBy` names who holds the units that this event therefore leaves alone. `isToldByEnd`: none holds them any
   * longer, as the end of a higher rule at this very instant tells them the same.
   */
  function effectOf<U extends Unit>(
    event: PlannedEvent,
    units: readonly U[],
  ): {
    writes: { unit: U; isOn: boolean | undefined }[];
    concerned: number;
    overruledBy: string | undefined;
    isToldByEnd: boolean;
  } {
    const concerned = units.filter((unit) => concerns(event, unit));
    const writes: { unit: U; isOn: boolean | undefined }[] = [];
    let overruledBy: string | undefined;
    let isToldByEnd = true;
    const isOwn = ({ kind, id }: Rule) => kind === event.kind && id === event.sourceId;
    const isEdge = (event.kind === "holiday" || event.kind === "exception") && event.action !== "on";
    for (const unit of concerned) {
      const before = decide(unit, new Date(event.at.getTime() - 1));
      const after = decide(unit, event.at);
      const owner = outranks(before.rule, after.rule) ? before.rule : after.rule;
      if (!isOwn(owner)) {
        overruledBy ??= owner.name;
        isToldByEnd &&= isOwn(after.rule);
      }
      // The edges of a special day switch only what is to change.
      else if (!isEdge || before.isOn !== after.isOn) writes.push({ unit, isOn: after.isOn });
    }
    return { writes, concerned: concerned.length, overruledBy, isToldByEnd };
  }

  return { decide, listEvents, effectOf, clock };
}
export type Timetable = ReturnType<typeof createTimetable>;
