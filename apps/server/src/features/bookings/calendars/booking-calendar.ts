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
export const placeOf = ({ spaceName, zoneName, floorName }: CalendarBooking): string =>
  [spaceName, zoneName, floorName].join(", ");

const utc = (at: Date) => ICAL.Time.fromJSDate(at, true);

/**
 * Bookings as an iCalendar text. With `method` the text is a message to a calendar; without it is a feed.
 * Source: RFC 5545, RFC 5546 §3.2.
 */
export function writeCalendar(
  bookings: readonly CalendarBooking[],
  now: Date,
  method?: "PUBLISH" | "REQUEST" | "CANCEL",
): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Verandah//Bookings//EN");
  if (method) calendar.addPropertyWithValue("method", method);
  for (const booking of bookings) {
    const event = new ICAL.Component("vevent");
    event.addPropertyWithValue(
      "uid",
      `${["booking", booking.id, booking.reference].filter(Boolean).join("-")}@verandah`,
    );
    event.addPropertyWithValue("sequence", booking.sequence);
    event.addPropertyWithValue("dtstamp", utc(now));
    event.addPropertyWithValue("dtstart", utc(booking.from));
    event.addPropertyWithValue("dtend", utc(booking.to));
    event.addPropertyWithValue("summary", booking.title || booking.spaceName);
    event.addPropertyWithValue("location", placeOf(booking));
    if (booking.reference) event.addPropertyWithValue("description", booking.reference);
    event.addPropertyWithValue("status", booking.isCancelled ? "CANCELLED" : "CONFIRMED");
    calendar.addSubcomponent(event);
  }
  return `${calendar.toString()}\r\n`;
}
