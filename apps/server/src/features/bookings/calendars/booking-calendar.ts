import ICAL from "ical.js";

/** A booking as an entry of a calendar. */
export interface CalendarBooking {
  id: number;
  /** Empty in a feed for other people than the person of the booking. */
  reference: string;
  sequence: number;
  title: string;
  spaceName: string;
  zoneName: string;
  floorName: string;
  from: Date;
  to: Date;
  isCancelled: boolean;
}

/** The place of a booking as one line. */
export const placeOf = ({
  spaceName,
  zoneName,
  floorName,
}: Pick<CalendarBooking, "spaceName" | "zoneName" | "floorName">): string =>
  [spaceName, zoneName, floorName].join(", ");

const utc = (at: Date) => ICAL.Time.fromJSDate(at, true);

// A continued line has a space before its part, and 75 bytes with it. Source: RFC 5545 §3.1.
ICAL.foldLength = 74;

/** A calendar without entries. With `method` it is a message to a calendar; without it is a feed. */
export function createCalendar(method?: "REQUEST" | "CANCEL"): ICAL.Component {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Verandah//Bookings//EN");
  if (method) calendar.addPropertyWithValue("method", method);
  return calendar;
}

/** An entry without its times. */
export function createEntry(
  booking: Omit<CalendarBooking, "from" | "to">,
  { uid, sequence, now }: { uid: string; sequence: number; now: Date },
): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("sequence", sequence);
  event.addPropertyWithValue("dtstamp", utc(now));
  event.addPropertyWithValue("summary", booking.title || booking.spaceName);
  event.addPropertyWithValue("location", placeOf(booking));
  if (booking.reference) event.addPropertyWithValue("description", booking.reference);
  event.addPropertyWithValue("status", booking.isCancelled ? "CANCELLED" : "CONFIRMED");
  return event;
}

export const toText = (calendar: ICAL.Component) => `${calendar.toString()}\r\n`;

/** Bookings as an iCalendar text, with an entry for each. Source: RFC 5545, RFC 5546 §3.2. */
export function writeCalendar(
  bookings: readonly CalendarBooking[],
  now: Date,
  method?: "REQUEST" | "CANCEL",
): string {
  const calendar = createCalendar(method);
  for (const booking of bookings) {
    const uid = `${["booking", booking.id, booking.reference].filter(Boolean).join("-")}@verandah`;
    const event = createEntry(booking, { uid, sequence: booking.sequence, now });
    event.addPropertyWithValue("dtstart", utc(booking.from));
    event.addPropertyWithValue("dtend", utc(booking.to));
    calendar.addSubcomponent(event);
  }
  return toText(calendar);
}
