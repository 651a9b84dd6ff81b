import { addDays, createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";
import ICAL from "ical.js";

import { type CalendarBooking, createCalendar, createEntry, placeOf, toText } from "./booking-calendar.ts";

/** A booking of a repetition. */
export interface SeriesBooking extends CalendarBooking {
  seriesId: number;
  /** The start for which it was made. */
  seriesFrom: Date;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));
const daysBetween = (one: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);

/** A property with a local time of a zone. */
function localTime(
  name: string,
  { day, time }: { day: string; time: string },
  timeZone: string,
): ICAL.Property {
  const property = new ICAL.Property(name);
  property.setParameter("tzid", timeZone);
  property.setValue(ICAL.Time.fromDateTimeString(`${day}T${time}:00`));
  return property;
}

const part = (value: number) => String(Math.floor(value)).padStart(2, "0");
const offsetText = (ms: number) => {
  const minutes = Math.abs(ms) / MINUTE_MS;
  return ICAL.UtcOffset.fromString(`${ms < 0 ? "-" : "+"}${part(minutes / 60)}:${part(minutes % 60)}`);
};

/** The definition of a zone for a range: its offset at the start, and each clock change. */
function zoneComponent(timeZone: string, clock: WallClock, fromMs: number, toMs: number): ICAL.Component {
  const zone = new ICAL.Component("vtimezone");
  zone.addPropertyWithValue("tzid", timeZone);
  const add = (atMs: number, before: number, after: number) => {
    const change = new ICAL.Component(after > before ? "daylight" : "standard");
    change.addPropertyWithValue(
      "dtstart",
      ICAL.Time.fromDateTimeString(new Date(atMs + before).toISOString().slice(0, 19)),
    );
    change.addPropertyWithValue("tzoffsetfrom", offsetText(before));
    change.addPropertyWithValue("tzoffsetto", offsetText(after));
    zone.addSubcomponent(change);
  };
  const startMs = Math.floor(fromMs / DAY_MS - 1) * DAY_MS;
  add(startMs, clock.offsetMs(startMs), clock.offsetMs(startMs));
  for (let dayMs = startMs; dayMs < toMs + DAY_MS; dayMs += DAY_MS) {
    const [before, after] = [clock.offsetMs(dayMs), clock.offsetMs(dayMs + DAY_MS)];
    if (before === after) continue;
    let atMs = dayMs;
    while (clock.offsetMs(atMs) === before) atMs += MINUTE_MS;
    add(atMs, before, after);
  }
  return zone;
}

/** The common times of a repetition. All its bookings are in `rows`, so that they stay the same after changes. */
function patternOf(rows: readonly SeriesBooking[], clock: WallClock) {
  const days = rows.map(({ seriesFrom }) => clock.read(seriesFrom).day);
  const [firstDay = ""] = days;
  const time = rows[0] ? clock.read(rows[0].seriesFrom).time : "";
  const stepDays = days.reduce((step, day) => gcd(step, daysBetween(firstDay, day)), 0) || 1;
  return { days, firstDay, time, stepDays };
}

/** Messages about a repetition to the calendar of its person. It has one id, and a sequence that rises with each change of a booking. */
export function createSeriesWriter(all: readonly SeriesBooking[], timeZone: string, now: Date) {
  const rows = all.toSorted((one, other) => one.seriesFrom.getTime() - other.seriesFrom.getTime());
  const clock = createWallClock(timeZone);
  const pattern = patternOf(rows, clock);
  const of = {
    uid: `series-${rows[0]?.seriesId ?? 0}@verandah`,
    sequence: rows.reduce((sum, one) => sum + one.sequence, 0),
    now,
  };
  const dayOf = (row: SeriesBooking) => clock.read(row.seriesFrom).day;
  const start = (day: string) => ({ day, time: pattern.time });
  const open = (method: "REQUEST" | "CANCEL") => {
    const calendar = createCalendar(method);
    const times = rows.flatMap(({ from, to, seriesFrom }) => [
      from.getTime(),
      to.getTime(),
      seriesFrom.getTime(),
    ]);
    calendar.addSubcomponent(zoneComponent(timeZone, clock, Math.min(...times), Math.max(...times)));
    return calendar;
  };
  /** One occurrence in its present time and place. */
  function occurrence(row: SeriesBooking): ICAL.Component {
    const event = createEntry(row, of);
    event.addProperty(localTime("recurrence-id", start(dayOf(row)), timeZone));
    event.addProperty(localTime("dtstart", clock.read(row.from), timeZone));
    event.addProperty(localTime("dtend", clock.read(row.to), timeZone));
    return event;
  }
  return {
    /** One changed or cancelled booking. Source: RFC 5546 §3.2.5. */
    writeOne(id: number): string {
      const row = rows.find((one) => one.id === id);
      const calendar = open(row?.isCancelled ? "CANCEL" : "REQUEST");
      if (row) calendar.addSubcomponent(occurrence(row));
      return toText(calendar);
    },
    /** The whole repetition as it is now; its end when no booking is left. */
    writeAll(): string {
      const active = rows.filter(({ isCancelled }) => !isCancelled);
      const last = active.at(-1);
      const base = active[0] ?? rows[0];
      const calendar = open(last ? "REQUEST" : "CANCEL");
      if (!base) return toText(calendar);
      const { firstDay, time, stepDays } = pattern;
      const [from, to] = [clock.read(base.from), clock.read(base.to)];
      const baseDays = daysBetween(from.day, to.day);
      const isPlanned = base.from.getTime() === base.seriesFrom.getTime();
      const end = (day: string) =>
        isPlanned
          ? clock.instantOf(addDays(day, baseDays), to.time)
          : new Date(clock.instantOf(day, time).getTime() + base.to.getTime() - base.from.getTime());
      const master = createEntry(base, of);
      master.addProperty(localTime("dtstart", start(firstDay), timeZone));
      master.addProperty(localTime("dtend", clock.read(end(firstDay)), timeZone));
      const lastDay = last ? dayOf(last) : firstDay;
      const rule = stepDays % 7 === 0 ? `WEEKLY;INTERVAL=${stepDays / 7}` : `DAILY;INTERVAL=${stepDays}`;
      const until = clock
        .instantOf(lastDay, time)
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, "");
      master.addPropertyWithValue("rrule", ICAL.Recur.fromString(`FREQ=${rule};UNTIL=${until}`));
      const taken = new Set(active.map(dayOf));
      for (let day = firstDay; day < lastDay; day = addDays(day, stepDays))
        if (!taken.has(day)) master.addProperty(localTime("exdate", start(day), timeZone));
      calendar.addSubcomponent(master);
      for (const row of active) {
        const day = dayOf(row);
        const isSame =
          row.from.getTime() === clock.instantOf(day, time).getTime() &&
          row.to.getTime() === end(day).getTime() &&
          row.title === base.title &&
          placeOf(row) === placeOf(base);
        if (!isSame) calendar.addSubcomponent(occurrence(row));
      }
      return toText(calendar);
    },
    hasActive: rows.some(({ isCancelled }) => !isCancelled),
  };
}
