import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";
import ICAL from "ical.js";

import type { CalendarEntry } from "./outside-calendar.ts";

/** Maximum number of times of one repeated entry that are examined. */
const REPEATS_MAX = 20_000;
const DAY_MS = 86_400_000;

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? "");
const uidOf = (component: ICAL.Component) => textOf(component, "uid");
const isException = (component: ICAL.Component) => component.hasProperty("recurrence-id");

/** The entries of an iCalendar text that take a part of a range. Some recurrence rules make it run for ever. */
export function readIcal(text: string, range: { from: Date; to: Date }, clock: WallClock): CalendarEntry[] {
  const calendar = ICAL.Component.fromString(text);
  const components = calendar.getAllSubcomponents("vevent");
  registerZones(calendar, components);
  const exceptions = Map.groupBy(components.filter(isException), uidOf);
  const masters = new Set(components.filter((one) => !isException(one)).map(uidOf));
  const instantOf = (time: ICAL.Time) =>
    time.zone === ICAL.Timezone.localTimezone || time.isDate
      ? clock.instantOf(...wallTimeOf(time))
      : time.toJSDate();
  const entries: CalendarEntry[] = [];
  for (const component of components) {
    const uid = uidOf(component);
    // A room that is invited to one meeting of a series gets no master event of the series.
    if (isException(component) && masters.has(uid)) continue;
    const event = new ICAL.Event(component, {
      exceptions: masters.has(uid) ? (exceptions.get(uid) ?? []) : [],
    });
    for (const { item, startDate, endDate, recurrenceId } of timesOf(event, range.from)) {
      const [from, to] = [instantOf(startDate), instantOf(endDate)];
      // Compares the original time, because a single time may have moved beyond the range.
      if (instantOf(recurrenceId) >= range.to) break;
      if (from >= range.to || to <= range.from || !takesRoom(item.component)) continue;
      const organizer = item.component.getFirstProperty("organizer");
      const name = organizer?.getFirstParameter("cn") ?? organizer?.getFirstValue();
      entries.push({
        id: `${item.uid}/${from.toISOString()}`,
        bookingId: null,
        isFree: false,
        title: item.summary ?? "",
        organizer: String(name ?? "").replace(/^mailto:/i, ""),
        from,
        to,
      });
    }
  }
  return entries;
}

const TIMES = ["dtstart", "dtend", "recurrence-id", "rdate", "exdate"];

/**
 * Registers the zones that a calendar uses but does not define, and removes the zones of earlier calendars.
 *
 * @throws RangeError for an unknown name
 */
function registerZones(calendar: ICAL.Component, events: readonly ICAL.Component[]): void {
  const zones = ICAL.TimezoneService;
  zones.reset();
  for (const time of events.flatMap((event) => TIMES.flatMap((name) => event.getAllProperties(name)))) {
    const name = time.type === "date" ? undefined : time.getFirstParameter("tzid");
    if (name && !calendar.getTimeZoneByID(name) && !zones.has(name)) zones.register(new IanaZone(name));
  }
}

/** A zone of the IANA database. */
class IanaZone extends ICAL.Timezone {
  readonly #clock: WallClock;
  /** Cached, because a series compares each of its times often. */
  readonly #offsets = new Map<string, number>();

  /** @throws RangeError for an unknown name */
  constructor(name: string) {
    super({ tzid: name });
    this.#clock = createWallClock(name);
  }

  override utcOffset(time: ICAL.Time): number {
    const wallTime = wallTimeOf(time);
    const asUtc = `${wallTime.join("T")}Z`;
    const offset =
      this.#offsets.get(asUtc) ?? (Date.parse(asUtc) - this.#clock.instantOf(...wallTime).getTime()) / 1_000;
    this.#offsets.set(asUtc, offset);
    return offset;
  }
}

const takesRoom = (component: ICAL.Component) =>
  textOf(component, "status").toUpperCase() !== "CANCELLED" &&
  textOf(component, "transp").toUpperCase() !== "TRANSPARENT";

const msOf = (time: ICAL.Time) => time.toUnixTime() * 1_000;

/** Times of a repeated event that begin before the result are over at `from`. The margin is a day, because local times count as UTC here. */
function overBefore(event: ICAL.Event, from: Date): number {
  const exceptions = Object.values(event.exceptions);
  const moved = exceptions.filter(
    (one) => one.modifiesFuture() || msOf(one.endDate) > from.getTime() - DAY_MS,
  );
  const ends = moved.map((one) => msOf(one.recurrenceId));
  return Math.min(from.getTime() - event.duration.toSeconds() * 1_000, ...ends) - DAY_MS;
}

/** Whether an event adds or excludes a time explicitly. */
const isListed = (component: ICAL.Component, time: ICAL.Time) =>
  ["rdate", "exdate"].some((name) =>
    component
      .getAllProperties(name)
      .some((property) =>
        property.getValues().some((one) => one instanceof ICAL.Time && one.compare(time) === 0),
      ),
  );

/** Each time of an event that may not be over at `from`, in the order of their original times. */
function* timesOf(event: ICAL.Event, from: Date) {
  if (!event.isRecurring()) {
    const { startDate, endDate } = event;
    yield { item: event, startDate, endDate, recurrenceId: startDate };
    return;
  }
  // ical.js leaves out the start of an event that has added times but no rule.
  if (!event.component.hasProperty("rrule") && !isListed(event.component, event.startDate))
    yield event.getOccurrenceDetails(event.startDate);
  const [repeats, beginMs] = [event.iterator(), overBefore(event, from)];
  for (let count = 0; count < REPEATS_MAX; count += 1) {
    const next: ICAL.Time | ICAL.Period | null = repeats.next();
    if (!next) return;
    if (next instanceof ICAL.Period) {
      yield { item: event, startDate: next.start, endDate: next.getEnd(), recurrenceId: next.start };
      continue;
    }
    if (msOf(next) < beginMs) continue;
    yield event.getOccurrenceDetails(next);
  }
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

function wallTimeOf(time: ICAL.Time): [day: string, time: string] {
  return [
    `${time.year}-${twoDigits(time.month)}-${twoDigits(time.day)}`,
    time.isDate ? "00:00:00" : `${twoDigits(time.hour)}:${twoDigits(time.minute)}:${twoDigits(time.second)}`,
  ];
}
