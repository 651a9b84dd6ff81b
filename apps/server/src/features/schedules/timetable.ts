import type { OccurrenceAction, OccurrenceKind } from "@verandah/contract/schedules/schedule-days.ts";
import type { OnOff, RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { addDays, createWallClock, type WallClock, weekdayOf } from "@verandah/time/wall-clock.ts";

/** A one-time schedule, or one day of a repeated one. */
export interface OneTime {
  id: number;
  title: string;
  zoneIds: readonly number[];
  /** 0 is off. For equipment without levels 100 is on. */
  percent: number;
  startsAt: Date;
  endsAt: Date;
  /** Whether the schedule prepares a room. All other schedules have precedence. */
  isForBooking: boolean;
  /** The room that it prepares; null for other schedules. */
  preparedSpaceId?: number | null;
  /** A day of a repeated schedule. */
  isRepeated?: boolean;
}

/** A holiday (without times) or an exception. */
export interface SpecialDay {
  id: number;
  day: string;
  kind: "holiday" | "exception";
  name: string;
  timeData: readonly OnOff[];
}

/** Units with weekly times of their own in place of the default. */
export interface UnitGroup extends RecurringSchedule {
  id: number;
  name: string;
}

/** All rules that decide when the units of a building are on. */
export interface Rules {
  timeZone: string;
  /** Undefined without a weekly default. */
  weekly: RecurringSchedule | undefined;
  groups: readonly UnitGroup[];
  oneTime: readonly OneTime[];
  days: readonly SpecialDay[];
}

/** A unit that schedules can switch, with the zones that it serves and the group that it is in. */
interface Unit {
  zoneIds: readonly number[];
  groupId: number | null;
}

/** A rule with its rank; the highest applies. Rank 0 is the absence of a rule. */
interface Rule {
  rank: 0 | 1 | 2 | 3 | 4;
  kind: OccurrenceKind;
  id: number;
  name: string;
}
export interface Decision {
  rule: Rule;
  /** Undefined without a rule: the unit is released. */
  percent: number | undefined;
  /** The setpoint that a unit holds in place of off, °C. */
  setbackCelsius: number | null;
}

/** An instant at which a rule begins, ends or changes its value. */
export interface PlannedEvent {
  kind: OccurrenceKind;
  sourceId: number;
  name: string;
  action: OccurrenceAction;
  at: Date;
}

interface Span {
  onAt: Date;
  offAt: Date;
}

const noRule: Decision = {
  rule: { rank: 0, kind: "default", id: 0, name: "" },
  percent: undefined,
  setbackCelsius: null,
};
export const isSameValue = (a: Decision, b: Decision): boolean =>
  a.percent === b.percent && a.setbackCelsius === b.setbackCelsius;
/** Weekly times: of a group, or the default. */
interface Weekly {
  rule: Rule;
  week: RecurringSchedule;
}
const weeklyOf = ({ weekly, groups }: Rules): Weekly[] => [
  ...(weekly ? [{ rule: { rank: 1, kind: "default", id: 0, name: "" } as const, week: weekly }] : []),
  ...groups.map((week) => ({
    rule: { rank: 1, kind: "group", id: week.id, name: week.name } as const,
    week,
  })),
];
/** Whether weekly times apply to a unit: those of its group, or else the default. */
const isWeekOf = ({ kind, id }: Pick<Rule, "kind" | "id">, { groupId }: Unit): boolean =>
  kind === "group" ? id === groupId : groupId === null;
const dayRule = ({ kind, id, name }: SpecialDay): Rule => ({ rank: 4, kind, id, name });
/** Whether rule `a` has precedence over rule `b`. Of two schedules of the same rank, the one that was created later has precedence. */
const outranks = (a: Rule, b: Rule) =>
  a.rank > b.rank || (a.rank === b.rank && (a.rank === 2 || a.rank === 3) && a.id > b.id);
const percentOf = (isOn: boolean) => (isOn ? 100 : 0);
const isWithin = (at: Date, { onAt, offAt }: Span) => onAt <= at && at < offAt;

/** Whether a one-time schedule contains any of a unit's zones. An air handling unit also serves zones of other floors. */
export const isFor = (schedule: Pick<OneTime, "zoneIds">, unit: Unit): boolean =>
  unit.zoneIds.some((zone) => schedule.zoneIds.includes(zone));

const MINUTE_MS = 60_000;

/** An end at 23:59, the latest time of a day, means midnight, so equipment that is on all day stays on. Source: spec 1 §4, spec 2 §5. */
export const endOf = (clock: WallClock, end: Date): Date =>
  clock.read(end).time === "23:59" ? new Date(end.getTime() + MINUTE_MS) : end;

/** The spans of a day in which units are on. */
function createSpans({ timeZone, days }: Rules) {
  const clock = createWallClock(timeZone);
  const specialDays = new Map(days.map((day) => [day.day, day]));
  const spansByWeek = new Map<RecurringSchedule, Map<string, Span[]>>();

  const spansOf = (day: string, times: readonly OnOff[]): Span[] =>
    times
      .map(({ ON, OFF }) => ({
        onAt: clock.instantOf(day, ON),
        offAt: endOf(clock, clock.instantOf(day, OFF)),
      }))
      // Drops times that fall into the gap when clocks go forward.
      .filter(({ onAt, offAt }) => onAt < offAt);

  return {
    clock,
    /** The holiday or exception of a day. */
    specialDay: (day: string) => specialDays.get(day),
    special: ({ day, timeData }: SpecialDay) => spansOf(day, timeData),
    weekly(week: RecurringSchedule, day: string): Span[] {
      if (!week.weekData.includes(weekdayOf(day))) return [];
      const byDay = spansByWeek.get(week) ?? new Map<string, Span[]>();
      spansByWeek.set(week, byDay);
      const found = byDay.get(day) ?? spansOf(day, week.timeData);
      byDay.set(day, found);
      return found;
    },
  };
}
type Spans = ReturnType<typeof createSpans>;

/** Finds the rule that applies to a unit at an instant, and its value. */
function createPrecedence(rules: Rules, spans: Spans) {
  const weeks = weeklyOf(rules);
  const byPrecedence = rules.oneTime.toSorted(
    (a, b) => Number(a.isForBooking) - Number(b.isForBooking) || b.id - a.id,
  );
  return (unit: Unit, at: Date): Decision => {
    const { day } = spans.clock.read(at);
    const special = spans.specialDay(day);
    const own = weeks.find(({ rule }) => isWeekOf(rule, unit));
    /** On within spans; else off, or at the setback of the unit's week. */
    const byHours = (rule: Rule, found: readonly Span[]): Decision => {
      const isOn = found.some((span) => isWithin(at, span));
      // Nothing is switched on at a holiday.
      const setbackCelsius = isOn || rule.kind === "holiday" ? null : (own?.week.setbackCelsius ?? null);
      return { rule, percent: percentOf(isOn), setbackCelsius };
    };
    if (special) return byHours(dayRule(special), spans.special(special));
    const schedule = byPrecedence.find(
      (one) => isWithin(at, { onAt: one.startsAt, offAt: one.endsAt }) && isFor(one, unit),
    );
    if (schedule)
      return {
        rule: {
          rank: schedule.isForBooking ? 2 : 3,
          kind: "schedule",
          id: schedule.id,
          name: schedule.title,
        },
        percent: schedule.percent,
        setbackCelsius: null,
      };
    return own ? byHours(own.rule, spans.weekly(own.week, day)) : noRule;
  };
}
type Decide = ReturnType<typeof createPrecedence>;

/** The switching times of a rule. `around` are its spans, with those of the days before and after. */
function eventsOfRule(
  { kind, id: sourceId, name }: Omit<Rule, "rank">,
  found: readonly Span[],
  { begin = "on", end }: { begin?: OccurrenceAction; end: OccurrenceAction },
  around: readonly Span[] = found,
): PlannedEvent[] {
  const event = (action: OccurrenceAction, at: Date) => ({ kind, sourceId, name, action, at });
  const isShared = (side: "onAt" | "offAt", at: Date) =>
    around.some((span) => span[side].getTime() === at.getTime());
  // Nothing is switched where one span ends as the next begins.
  return found.flatMap(({ onAt, offAt }) => [
    ...(isShared("offAt", onAt) ? [] : [event(begin, onAt)]),
    ...(isShared("onAt", offAt) ? [] : [event(end, offAt)]),
  ]);
}

const endAction = (isSetBack: boolean) => (isSetBack ? "setback" : "off");

/** Lists the instants at which rules begin, end or change their value. */
function createEventList(rules: Rules, spans: Spans) {
  const weeks = weeklyOf(rules);
  const spansById = Map.groupBy(
    rules.oneTime.map(({ id, startsAt: onAt, endsAt: offAt }) => ({ id, onAt, offAt })),
    ({ id }) => id,
  );

  function eventsOfDay(day: string): PlannedEvent[] {
    const special = spans.specialDay(day);
    const byWeek = weeks.flatMap(({ rule, week }) =>
      eventsOfRule(
        rule,
        spans.weekly(week, day),
        { end: endAction(week.setbackCelsius !== null) },
        [-1, 0, 1].flatMap((days) => spans.weekly(week, addDays(day, days))),
      ),
    );
    if (!special) return byWeek;
    const rule = dayRule(special);
    const { clock } = spans;
    const whole = { onAt: clock.instantOf(day, "00:00"), offAt: clock.instantOf(addDays(day, 1), "00:00") };
    const isSetBack = weeks.length > 0 && weeks.every(({ week }) => week.setbackCelsius !== null);
    // Times that end with the day end by the end of the day.
    const times = eventsOfRule(rule, spans.special(special), { end: endAction(isSetBack) }).filter(
      ({ at }) => at < whole.offAt,
    );
    // Skips the start of a special day at which its times already switch.
    const bounds = eventsOfRule(rule, [whole], { begin: "off", end: "end" }).filter(({ at }) =>
      times.every((event) => event.at.getTime() !== at.getTime()),
    );
    return [...byWeek, ...times, ...bounds];
  }

  /** All events after `from` up to and including `to`, earliest first. */
  return (from: Date, to: Date): PlannedEvent[] => {
    const events: PlannedEvent[] = [];
    const last = addDays(spans.clock.read(to).day, 1);
    for (let day = addDays(spans.clock.read(from).day, -1); day <= last; day = addDays(day, 1))
      events.push(...eventsOfDay(day));
    for (const { id, title: name, percent, startsAt: onAt, endsAt: offAt } of rules.oneTime)
      events.push(
        ...eventsOfRule(
          { kind: "schedule", id, name },
          [{ onAt, offAt }],
          { begin: percent > 0 ? "on" : "off", end: "end" },
          spansById.get(id),
        ),
      );
    return events
      .filter(({ at }) => at > from && at <= to)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  };
}

/** Returns a function that finds the effect of an event. */
function createEffects({ oneTime }: Rules, decide: Decide) {
  /** Whether an event can affect a unit. */
  function concerns(event: PlannedEvent, unit: Unit): boolean {
    if (event.kind === "default" || event.kind === "group")
      return isWeekOf({ kind: event.kind, id: event.sourceId }, unit);
    if (event.kind !== "schedule") return true;
    const schedule = oneTime.find(({ id }) => id === event.sourceId);
    return schedule !== undefined && isFor(schedule, unit);
  }

  /**
   * The effect of an event on each unit. A change at an instant belongs to the rule with the higher rank of those before and after the
   * instant, so that each unit is switched once. `overriddenBy` is the name of a rule that overrides the event at some units. `isSetByEnd`:
   * the overriding rule ends at this instant, so that the end of that rule switches the units to the value of this event.
   */
  function effectOf<U extends Unit>(
    event: PlannedEvent,
    units: readonly U[],
  ): {
    writes: { unit: U; before: Decision; after: Decision }[];
    concerned: number;
    overriddenBy: string | undefined;
    isSetByEnd: boolean;
  } {
    const concerned = units.filter((unit) => concerns(event, unit));
    const writes: { unit: U; before: Decision; after: Decision }[] = [];
    let overriddenBy: string | undefined;
    let isSetByEnd = true;
    const isOwn = ({ kind, id }: Rule) => kind === event.kind && id === event.sourceId;
    const isDayBoundary = (event.kind === "holiday" || event.kind === "exception") && event.action !== "on";
    for (const unit of concerned) {
      const before = decide(unit, new Date(event.at.getTime() - 1));
      const after = decide(unit, event.at);
      const owner = outranks(before.rule, after.rule) ? before.rule : after.rule;
      if (!isOwn(owner)) {
        overriddenBy ??= owner.name;
        isSetByEnd &&= isOwn(after.rule);
      }
      // Start and end of a special day switch only units whose state changes.
      else if (!isDayBoundary || !isSameValue(before, after)) writes.push({ unit, before, after });
    }
    return { writes, concerned: concerned.length, overriddenBy, isSetByEnd };
  }

  return effectOf;
}

/**
 * Rules in the building's time zone. A holiday or exception overrides one-time schedules, which override schedules for bookings, which
 * override the weekly times: those of the unit's group, or else the default. Of two schedules of the same rank, the one that was created later applies.
 */
export function createTimetable(rules: Rules) {
  const spans = createSpans(rules);
  const decide = createPrecedence(rules, spans);
  return {
    decide,
    /** All events after `from` up to and including `to`, earliest first. */
    listEvents: createEventList(rules, spans),
    effectOf: createEffects(rules, decide),
    clock: spans.clock,
  };
}
export type Timetable = ReturnType<typeof createTimetable>;
