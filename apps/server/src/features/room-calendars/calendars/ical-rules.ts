import type { SkipReason } from "@verandah/contract/room-calendars.ts";

/** An entry that cannot be read. `detail` is the name of an unknown zone. */
export class SkippedEntry extends Error {
  readonly reason: SkipReason;
  readonly detail: string;
  constructor(reason: SkipReason, detail = "") {
    super(`${reason} ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Local times are in ms, as if they were in UTC. */
const dayOf = (wallMs: number) => Math.floor(wallMs / DAY_MS);
const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const;
type Frequency = (typeof frequencies)[number];
/** The order of `Date.getUTCDay`. */
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A recurrence rule. Source: RFC 5545 §3.3.10. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  until: string | undefined;
  weekStart: number;
  /** Numbers of days, with the place in the month or the year; 0 for every one. */
  days: { weekday: number; place: number }[];
  by: Record<ListName, readonly number[]>;
}

/** Smallest and largest number of each list; a negative number counts from the end. */
const lists = {
  BYMONTH: [1, 12],
  BYWEEKNO: [-53, 53],
  BYYEARDAY: [-366, 366],
  BYMONTHDAY: [-31, 31],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 60],
  BYSETPOS: [-366, 366],
} as const;
type ListName = keyof typeof lists;
const known = new Set([
  ...Object.keys(lists),
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "RSCALE",
  "SKIP",
]);

function integerOf(text: string, min: number, max: number): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new SkippedEntry("bad-rule");
  return value;
}

/** Reads a recurrence rule. @throws SkippedEntry for a rule that is not valid, or of another calendar than the Gregorian one */
export function parseRule(text: string): Rule {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(";").filter(Boolean)) {
    const [, name = "", value = ""] = /^([A-Z-]+)=(.*)$/.exec(part.trim()) ?? [];
    if (!known.has(name) && !name.startsWith("X-")) throw new SkippedEntry("bad-rule");
    parts.set(name, value.trim());
  }
  const frequency = frequencies.find((one) => one === parts.get("FREQ"));
  const isGregorian =
    (parts.get("RSCALE") ?? "GREGORIAN") === "GREGORIAN" && (parts.get("SKIP") ?? "OMIT") === "OMIT";
  if (!frequency || !isGregorian) throw new SkippedEntry("bad-rule");
  const listOf = (name: ListName) => {
    const [min, max] = lists[name];
    const values = parts.get(name)?.split(",") ?? [];
    return values.map((value) => integerOf(value, min, max)).toSorted((one, other) => one - other);
  };
  const until = parts.get("UNTIL");
  const count = parts.get("COUNT");
  const weekStart = weekdays.indexOf(parts.get("WKST") ?? "MO");
  if (weekStart < 0) throw new SkippedEntry("bad-rule");
  return {
    frequency,
    interval: integerOf(parts.get("INTERVAL") ?? "1", 1, 1_000_000),
    // A negative count beside an end means "no limit".
    count:
      count === undefined || (until && count.startsWith("-"))
        ? undefined
        : integerOf(count, 1, 1_000_000_000),
    until,
    weekStart,
    days: (parts.get("BYDAY")?.split(",") ?? []).map((day) => {
      const [, place = "", name = ""] = /^([+-]?\d*)([A-Z]{2})$/.exec(day.trim()) ?? [];
      const weekday = weekdays.indexOf(name);
      if (weekday < 0) throw new SkippedEntry("bad-rule");
      return { weekday, place: place ? integerOf(place, -53, 53) : 0 };
    }),
    by: {
      BYMONTH: listOf("BYMONTH"),
      BYWEEKNO: listOf("BYWEEKNO"),
      BYYEARDAY: listOf("BYYEARDAY"),
      BYMONTHDAY: listOf("BYMONTHDAY"),
      BYHOUR: listOf("BYHOUR"),
      BYMINUTE: listOf("BYMINUTE"),
      BYSECOND: listOf("BYSECOND"),
      BYSETPOS: listOf("BYSETPOS"),
    },
  };
}

/** The work that the rules of one feed may take, in examined days or times. A rule that exceeds it is left out. */
export interface Budget {
  left: number;
}

/** Runs `work` with a part of a budget, so that one rule leaves work for the others. */
export function shareBudget<T>(total: Budget, max: number, work: (own: Budget) => T): T {
  const given = Math.min(max, total.left);
  const own = { left: given };
  try {
    return work(own);
  } finally {
    total.left -= given - Math.max(0, own.left);
  }
}

function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new SkippedEntry("too-often");
}

const partsOf = (day: number) => {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
};
/** The number of a day. A year below 100 is not a short form. */
const dayNumber = (year: number, month: number, date: number) =>
  dayOf(new Date(0).setUTCFullYear(year, month, date));

/** Number of the week in its year: the first week has at least four days in the year. */
function weekOf(day: number, weekStart: number): { week: number; weeks: number } {
  const fourth = (year: number) => {
    const jan4 = dayNumber(year, 0, 4);
    return jan4 - ((partsOf(jan4).weekday - weekStart + 7) % 7);
  };
  const { year } = partsOf(day);
  const own = [year + 1, year, year - 1].find((one) => fourth(one) <= day) ?? year;
  return { week: (day - fourth(own)) / 7, weeks: (fourth(own + 1) - fourth(own)) / 7 };
}

/** Whether a list has a number, counted from 1 at the start or from -1 at the end. An empty list has every number. */
const has = (list: readonly number[], index: number, length: number) =>
  list.length === 0 || list.includes(index) || list.includes(index - length - 1);

/** The rule with the parts that the start of the series gives. */
function completeRule(rule: Rule, startMs: number): Rule {
  const { frequency, days, by } = rule;
  const { month, date, weekday } = partsOf(dayOf(startMs));
  const isOpen = days.length + by.BYMONTHDAY.length + by.BYYEARDAY.length === 0;
  if (!isOpen) return rule;
  if (frequency === "WEEKLY" || (frequency === "YEARLY" && by.BYWEEKNO.length > 0))
    return { ...rule, days: [{ weekday, place: 0 }] };
  if (frequency !== "MONTHLY" && frequency !== "YEARLY") return rule;
  const BYMONTH = frequency === "YEARLY" && by.BYMONTH.length === 0 ? [month + 1] : by.BYMONTH;
  return { ...rule, by: { ...by, BYMONTH, BYMONTHDAY: [date] } };
}

/** Whether a day matches all lists of days of a rule. */
function matchesDay({ frequency, days, by, weekStart }: Rule, day: number): boolean {
  const { year, month, date, weekday } = partsOf(day);
  if (by.BYMONTH.length > 0 && !by.BYMONTH.includes(month + 1)) return false;
  const first = { year: dayNumber(year, 0, 1), month: dayNumber(year, month, 1) };
  const length = {
    year: dayNumber(year + 1, 0, 1) - first.year,
    month: dayNumber(year, month + 1, 1) - first.month,
  };
  if (!has(by.BYMONTHDAY, date, length.month)) return false;
  if (!has(by.BYYEARDAY, day - first.year + 1, length.year)) return false;
  if (by.BYWEEKNO.length > 0) {
    const { week, weeks } = weekOf(day, weekStart);
    if (!has(by.BYWEEKNO, Math.floor(week) + 1, weeks)) return false;
  }
  if (days.length === 0) return true;
  const period = frequency === "MONTHLY" || by.BYMONTH.length > 0 ? "month" : "year";
  // The place of a day counts only in rules for months and years without weeks.
  const isPlaced = (frequency === "MONTHLY" || frequency === "YEARLY") && by.BYWEEKNO.length === 0;
  const index = day - first[period];
  const places = [Math.floor(index / 7) + 1, -Math.floor((length[period] - 1 - index) / 7) - 1];
  return days.some(
    (one) => one.weekday === weekday && (!isPlaced || one.place === 0 || places.includes(one.place)),
  );
}

const stepMs: Partial<Record<Frequency, number>> = { HOURLY: HOUR_MS, MINUTELY: 60_000, SECONDLY: 1_000 };

/** The number of the period that contains a time, from any fixed origin. */
function periodOf({ frequency, weekStart }: Rule, wallMs: number): number {
  const day = dayOf(wallMs);
  const { year, month } = partsOf(day);
  if (frequency === "YEARLY") return year;
  if (frequency === "MONTHLY") return year * 12 + month;
  // Day 0 is a Thursday.
  if (frequency === "WEEKLY") return Math.floor((day + 4 - weekStart) / 7);
  if (frequency === "DAILY") return day;
  return Math.floor(wallMs / (stepMs[frequency] ?? HOUR_MS));
}

/** The first day of a period of days, and the day after its last one. */
function daysOf({ frequency, weekStart }: Rule, period: number): [number, number] {
  if (frequency === "YEARLY") return [dayNumber(period, 0, 1), dayNumber(period + 1, 0, 1)];
  if (frequency === "MONTHLY") return [dayNumber(0, period, 1), dayNumber(0, period + 1, 1)];
  if (frequency === "WEEKLY") return [period * 7 - 4 + weekStart, period * 7 + 3 + weekStart];
  return [period, period + 1];
}

const isIn = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);

/** The local times of a period that match a rule, in order. */
function timesOf(rule: Rule, period: number, startMs: number, budget: Budget): number[] {
  const { by } = rule;
  const ms = stepMs[rule.frequency];
  const start = new Date(startMs);
  const [hours, minutes, seconds] = [
    by.BYHOUR.length > 0 ? by.BYHOUR : [start.getUTCHours()],
    by.BYMINUTE.length > 0 ? by.BYMINUTE : [start.getUTCMinutes()],
    by.BYSECOND.length > 0 ? by.BYSECOND : [start.getUTCSeconds()],
  ];
  const clockTimes = () =>
    hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1_000)));
  if (ms === undefined) {
    const [first, end] = daysOf(rule, period);
    spend(budget, end - first);
    const days = Array.from({ length: end - first }, (_day, index) => first + index).filter((day) =>
      matchesDay(rule, day),
    );
    spend(budget, days.length * hours.length * minutes.length * seconds.length);
    const times = days.length > 0 ? clockTimes() : [];
    return days.flatMap((day) => times.map((time) => day * DAY_MS + time));
  }
  spend(budget, 1);
  const at = new Date(period * ms);
  if (!isIn(by.BYHOUR, at.getUTCHours()) || !matchesDay(rule, dayOf(period * ms))) return [];
  if (ms < HOUR_MS && !isIn(by.BYMINUTE, at.getUTCMinutes())) return [];
  if (ms === 1_000) return isIn(by.BYSECOND, at.getUTCSeconds()) ? [period * ms] : [];
  return (ms === HOUR_MS ? minutes : [0]).flatMap((m) =>
    seconds.map((s) => period * ms + (m * 60 + s) * 1_000),
  );
}

/**
 * The local times of a series that are not before `fromMs`, in order, until `toMs`. A rule that never matches ends there too.
 *
 * @throws SkippedEntry for a rule that takes more than the budget
 */
export function* expandRule(
  given: Rule,
  startMs: number,
  { fromMs, toMs, isOver }: { fromMs: number; toMs: number; isOver: (wallMs: number) => boolean },
  budget: Budget,
): Generator<number> {
  const rule = completeRule(given, startMs);
  const origin = periodOf(rule, startMs);
  const last = periodOf(rule, toMs);
  // A counted series is counted from its start.
  const skipped = rule.count === undefined ? Math.max(0, periodOf(rule, fromMs) - origin - 1) : 0;
  let found = 0;
  for (let period = origin + skipped - (skipped % rule.interval); period <= last; period += rule.interval) {
    const times = timesOf(rule, period, startMs, budget);
    const chosen =
      rule.by.BYSETPOS.length === 0
        ? times
        : times.filter((_time, index) => has(rule.by.BYSETPOS, index + 1, times.length));
    for (const time of chosen) {
      if (time < startMs) continue;
      found += 1;
      if (time > toMs || isOver(time) || (rule.count !== undefined && found > rule.count)) return;
      if (time >= fromMs) yield time;
    }
  }
}
