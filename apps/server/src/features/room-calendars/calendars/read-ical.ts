import type { SkippedEntry as SkippedOfReading } from "@verandah/contract/room-calendars.ts";
import type { WallClock } from "@verandah/time/wall-clock.ts";

import { type Event, instantOf, type Moment, readEvent, readOrNone, titleOf } from "./ical-event.ts";
import { type Budget, DAY_MS, expandRule, parseRule, shareBudget, SkippedEntry } from "./ical-rules.ts";
import { type Component, readComponents, readTime } from "./ical-text.ts";
import { createZones, utc, type Zone, zoneOf } from "./ical-zones.ts";
import { type CalendarEntry, type CalendarReading, ENTRIES_MAX } from "./outside-calendar.ts";

/** The work that all rules of a feed may take, and those of one entry. */
const BUDGET_OF_FEED = 500_000;
const BUDGET_OF_ENTRY = 200_000;
/** Maximum number of times of one entry in a range. An entry of every hour has fewer in 90 days. */
const TIMES_MAX = 2_500;
interface Range {
  from: Date;
  to: Date;
}

const dayOf = (wallMs: number) => Math.floor(wallMs / DAY_MS);

/** The earliest entries, one more than take the room: the memory of the server must not depend on the feed. */
function firstOf(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const sorted = entries.toSorted((one, other) => one.from.getTime() - other.from.getTime());
  if (sorted.length <= ENTRIES_MAX) return sorted;
  return [...new Map(sorted.map((one) => [one.id, one])).values()].slice(0, ENTRIES_MAX + 1);
}

/**
 * The entries of an iCalendar text that take a part of a range, and those that cannot be read. Source: RFC 5545.
 *
 * @throws Error for a text without a calendar
 */
export function readIcal(text: string, range: Range, clock: WallClock): CalendarReading {
  const calendars = readComponents(text).parts.filter(({ kind }) => kind === "VCALENDAR");
  if (calendars.length === 0) throw new Error("There is no calendar in the text");
  const budget = { left: BUDGET_OF_FEED };
  const campus = zoneOf(clock.offsetMs);
  const readings = calendars.map((calendar) => readCalendar(calendar, range, campus, budget));
  return {
    entries: firstOf(readings.flatMap(({ entries }) => entries)),
    skipped: readings.flatMap(({ skipped }) => skipped),
    isWhole: calendars.every(({ isWhole }) => isWhole),
  };
}

function readCalendar(
  { parts, isWhole }: Component,
  range: Range,
  campus: Zone,
  budget: Budget,
): CalendarReading {
  const definitions = parts.filter(({ kind }) => kind === "VTIMEZONE");
  const zones = { find: createZones(definitions, range), campus };
  const skipped: SkippedOfReading[] = isWhole ? [] : [{ title: "", reason: "cut-off", detail: "" }];
  const attempt = <T>(title: string, work: () => T[]) =>
    readOrNone(work, ({ reason, detail }) => skipped.push({ title, reason, detail })).flat();
  const events = newestVersions(
    parts
      .filter(({ kind }) => kind === "VEVENT")
      .flatMap((part) => attempt(titleOf(part), () => [readEvent(part, zones)])),
  );
  const changes = events.filter(({ replaces }) => replaces);
  const changesOf = Map.groupBy(changes, ({ uid }) => uid);
  const entries = events.flatMap((event) => {
    // A room that is invited to one meeting of a series gets no master event of the series.
    if (event.replaces) return [entryOf(event, event.start.wallMs)];
    const read = (own: Budget) =>
      timesOf(event, changesOf.get(event.uid) ?? [], { range, campus, budget: own });
    return attempt(event.title, () => shareBudget(budget, BUDGET_OF_ENTRY, read));
  });
  return { entries: entries.filter((one) => takesRoom(one, range)), skipped, isWhole };
}

const takesRoom = ({ from, to, isFree }: CalendarEntry, range: Range) =>
  !isFree && from < range.to && to > range.from && from < to;

/** Without earlier versions of an event, and of a changed occurrence. Events without an id are all different. */
function newestVersions(events: readonly Event[]): Event[] {
  const groups = Map.groupBy(events, (event) =>
    event.uid ? `${event.replaces ? instantOf(event.replaces) : ""} ${event.uid}` : event,
  );
  return [...groups.values()].flatMap((versions) => {
    const newest = Math.max(...versions.map(({ sequence }) => sequence));
    const kept = versions.filter(({ sequence }) => sequence === newest);
    return kept[0]?.replaces ? kept.slice(-1) : kept;
  });
}

function entryOf(event: Event, wallMs: number, length = event.length): CalendarEntry {
  const { zone } = event.start;
  const fromMs = zone.instantOf(wallMs);
  const endMs = length.wallMs === 0 ? fromMs : zone.instantOf(wallMs + length.wallMs);
  const from = new Date(fromMs);
  return {
    id: `${event.uid || event.title}/${from.toISOString()}`,
    bookingId: null,
    isFree: event.isFree,
    title: event.title,
    organizer: event.organizer,
    from,
    to: new Date(endMs + length.exactMs),
  };
}

/** Whether an occurrence is one of some times. A series of days has days, also when a program writes them as times. */
function isOneOf(series: Moment, times: readonly Moment[], campus: Zone): (wallMs: number) => boolean {
  const days = new Set<number>();
  const instants = new Set<number>();
  for (const time of times) {
    if (time.isDate || (series.isDate && time.zone !== utc)) days.add(dayOf(time.wallMs));
    else if (series.isDate) days.add(dayOf(campus.wallOf(time.wallMs)));
    else instants.add(instantOf(time));
  }
  return (wallMs) =>
    days.has(dayOf(wallMs)) || (instants.size > 0 && instants.has(series.zone.instantOf(wallMs)));
}

/** Whether a time of a series is after the UNTIL of its rule. */
function isAfter({ isDate, zone }: Moment, text: string | undefined): (wallMs: number) => boolean {
  if (text === undefined) return () => false;
  const until = readTime(text);
  // Exchange writes the last midnight of a series of days in UTC.
  if (isDate) return (wallMs) => wallMs > until.wallMs && zone.instantOf(wallMs) !== until.wallMs;
  if (until.isDate) return (wallMs) => dayOf(wallMs) > dayOf(until.wallMs);
  return (wallMs) => (until.isUtc ? zone.instantOf(wallMs) : wallMs) > until.wallMs;
}

/** The entries of an event in a range, without its changed occurrences. @throws SkippedEntry */
function timesOf(
  event: Event,
  changes: readonly Event[],
  { range, campus, budget }: { range: Range; campus: Zone; budget: Budget },
): CalendarEntry[] {
  const { start, length, added } = event;
  if (event.rules.length + added.length + changes.length + event.excluded.length === 0)
    return [entryOf(event, start.wallMs)];
  const later = changes
    .flatMap((change) =>
      change.isForLater && change.replaces ? [{ change, atMs: instantOf(change.replaces) }] : [],
    )
    .toSorted((one, other) => one.atMs - other.atMs);
  const slackMs = Math.max(
    length.wallMs + length.exactMs,
    ...later.map(
      ({ change, atMs }) =>
        Math.abs(instantOf(change.start) - atMs) + change.length.wallMs + change.length.exactMs,
    ),
  );
  const wide = {
    fromMs: start.zone.wallOf(range.from.getTime()) - slackMs - DAY_MS,
    toMs: start.zone.wallOf(range.to.getTime()) + slackMs + DAY_MS,
  };
  const expand = (text: string) => {
    const rule = parseRule(text);
    const isOver = isAfter(start, rule.until);
    const times: Moment[] = [];
    for (const wallMs of expandRule(rule, start.wallMs, { ...wide, isOver }, budget)) {
      times.push({ ...start, wallMs });
      if (times.length > TIMES_MAX) throw new SkippedEntry("too-often");
    }
    return times;
  };
  const excluded = [
    ...event.excluded,
    ...changes.flatMap(({ replaces }) => replaces ?? []),
    ...event.excludedRules.flatMap(expand),
  ];
  const isExcluded = isOneOf(start, excluded, campus);
  const own = event.rules.length > 0 ? event.rules.flatMap(expand) : [start];
  const entries = new Map<number, CalendarEntry>();
  for (const { wallMs } of own) if (!isExcluded(wallMs)) addEntry(entryOf(event, wallMs));
  for (const { start: at, length: ownLength } of added) {
    const wallMs = wallOfAdded(at, start);
    if (!isExcluded(wallMs)) addEntry(entryOf(event, wallMs, ownLength));
  }
  return [...entries.values()];

  function addEntry(entry: CalendarEntry): void {
    const found = later.findLast(({ atMs }) => atMs <= entry.from.getTime());
    if (!found) return void entries.set(entry.from.getTime(), entry);
    const shiftMs = instantOf(found.change.start) - found.atMs;
    const atMs = entry.from.getTime() + shiftMs;
    entries.set(atMs, entryOf(found.change, found.change.start.zone.wallOf(atMs)));
  }
}

/** The local time of an added time in the zone of its series. A day has the time of the series. */
function wallOfAdded(time: Moment, series: Moment): number {
  if (time.isDate) return dayOf(time.wallMs) * DAY_MS + (series.wallMs - dayOf(series.wallMs) * DAY_MS);
  return time.zone === series.zone ? time.wallMs : series.zone.wallOf(instantOf(time));
}
