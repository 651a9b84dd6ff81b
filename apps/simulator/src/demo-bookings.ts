import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { z } from "zod";

/** A call of a browser: with a body a POST, otherwise a GET. @throws Error for any answer other than success */
export type Call = (route: string, body?: object) => Promise<unknown>;

const spaces = z.array(
  z.object({
    id: z.int(),
    isFree: z.boolean(),
    floor: z.object({ name: z.string() }),
    seats: z.int(),
  }),
);
const people = z.object({
  rows: z.array(z.object({ id: z.int(), client: z.object({ name: z.string() }) })),
});

/** Maximum bookings in one call. */
const AT_ONCE = 200;
/** People who have a seat on the next workday, so that most seats stay free. */
const AHEAD_PEOPLE = 12;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const meetings = [
  { title: "Weekly planning", from: "09:30", to: "10:30", attendees: 4 },
  { title: "Customer call", from: "11:00", to: "12:00", attendees: 3 },
  { title: "Design review", from: "14:00", to: "15:30", attendees: 5 },
  { title: "Interview", from: "16:00", to: "17:00", attendees: 2 },
];
/** Begin and end of a day at a seat. */
const hours = [
  ["09:00", "18:00"],
  ["09:30", "17:30"],
  ["10:00", "18:30"],
  ["08:30", "13:00"],
] as const;

interface Booking {
  space: number;
  person: number;
  from: string;
  to: string;
  title: string;
  attendees: number;
}

interface Period {
  timeZone: string;
  /** Days of the past. */
  days: number;
  /** Whether there are bookings of today and of the next workday too. */
  hasPresent: boolean;
}

const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());

/**
 * Adds the bookings of the people of the demo's companies: imports those that have begun, and books those of the rest of today and of the next workday. Repeated, it
 * adds only the missing ones.
 *
 * @returns the bookings ahead whose people will come
 */
export async function bookSpaces(
  call: Call,
  buildings: readonly number[],
  period: Period,
): Promise<ComingBooking[]> {
  const coming: ComingBooking[] = [];
  const nowMs = Date.now();
  const startMs = nowMs - period.days * DAY_MS;
  const clock = createWallClock(period.timeZone);
  const today = clock.read(nowMs).day;
  const next = [1, 2, 3].map((days) => addDays(today, days)).find(isWorkday) ?? today;
  const range = `from=${new Date(nowMs).toISOString()}&to=${clock.instantOf(next, "19:00").toISOString()}`;
  const { rows } = people.parse(await call("coworking/cws_users?rows=50&sort=user_id"));
  const early = new Set(rows.slice(0, AHEAD_PEOPLE).map(({ id }) => id));
  for (const building of buildings) {
    const listOf = async (kind: "seat" | "room") =>
      spaces.parse(await call(`gl_zone_booking/${building}/${kind}/searchBookable?${range}`));
    const [seats, rooms] = [
      await listOf("seat"),
      (await listOf("room")).filter((_, index) => index % 2 === 0),
    ];
    if (seats.length === 0) continue;
    const dayOf = (day: string, number: number) =>
      bookingsOfDay({ seats, rooms, people: rows, day, number, clock });

    const begun = Array.from({ length: period.days + 1 }, (_, back) => addDays(today, -back))
      .filter((day) => isWorkday(day) && (period.hasPresent || day < today))
      .flatMap(dayOf)
      .filter(({ from }) => Date.parse(from) >= startMs && Date.parse(from) <= nowMs)
      .map((one, number) => ({ ...one, status: statusOf(number, Date.parse(one.to) <= nowMs) }));
    for (let first = 0; first < begun.length; first += AT_ONCE)
      await call("bookings/past", { bookings: begun.slice(first, first + AT_ONCE) });

    if (!period.hasPresent) continue;
    const free = new Set([...seats, ...rooms].flatMap(({ id, isFree }) => (isFree ? [id] : [])));
    const ahead = [today, next]
      .filter(isWorkday)
      .flatMap((day) => dayOf(day, 0))
      .filter(({ from }) => Date.parse(from) > nowMs + MINUTE_MS)
      .filter(({ space, person, title }) => free.has(space) && (title !== "" || early.has(person)));
    for (const [number, { space, ...one }] of ahead.entries()) {
      const made = z
        .array(comingBooking)
        .parse(await call("gl_zone_booking/booking", { spaces: [space], ...one }));
      if (isUsed(number)) coming.push(...made);
    }
  }
  return coming;
}

/** Most people come to the place that they booked. */
const isUsed = (number: number) => number % 11 !== 4;

/** A booking that its person will use. */
export const comingBooking = z.object({ id: z.int(), from: z.string() });
export type ComingBooking = z.output<typeof comingBooking>;

/** People check in so long before the start, and the product accepts it until so long after the start, ms. */
const EARLY_MS = 5 * MINUTE_MS;
const LATE_MS = 15 * MINUTE_MS;

/** The bookings whose check-in is due, and those that are due later. */
export function dueOf(all: readonly ComingBooking[], nowMs: number) {
  const untilMs = ({ from }: ComingBooking) => Date.parse(from) - nowMs;
  return {
    due: all.filter((one) => untilMs(one) <= EARLY_MS && untilMs(one) > -LATE_MS),
    later: all.filter((one) => untilMs(one) > EARLY_MS),
  };
}

/** Some bookings are released or cancelled. */
function statusOf(number: number, isOver: boolean): "checkedIn" | "released" | "cancelled" {
  if (isOver && !isUsed(number)) return "released";
  return isOver && number % 13 === 7 ? "cancelled" : "checkedIn";
}

interface Day {
  seats: z.output<typeof spaces>;
  rooms: z.output<typeof spaces>;
  people: z.output<typeof people>["rows"];
  day: string;
  /** Varies who comes. */
  number: number;
  clock: ReturnType<typeof createWallClock>;
}

/** The bookings of one day: the people of a company sit on one floor. */
function bookingsOfDay({ seats, rooms, people: all, day, number, clock }: Day): Booking[] {
  const at = (time: string) => clock.instantOf(day, time).toISOString();
  const floors = [...new Set(seats.map(({ floor }) => floor.name))];
  const companies = [...new Set(all.map(({ client }) => client.name))];
  const free = new Map(floors.map((floor) => [floor, seats.filter((seat) => seat.floor.name === floor)]));
  const ofSeats = all.flatMap((person, index): Booking[] => {
    const floor = floors[(companies.indexOf(person.client.name) + 1) % floors.length] ?? "";
    const seat = free.get(floor)?.shift();
    const [from, to] = hours[(index + number) % hours.length] ?? hours[0];
    if (!seat || (index * 3 + number) % 5 === 0) return [];
    return [{ space: seat.id, person: person.id, from: at(from), to: at(to), title: "", attendees: 1 }];
  });
  const ofRooms = rooms.flatMap((room, index) =>
    meetings.flatMap(({ title, attendees, from, to }, place): Booking[] => {
      const person = all[(index * 7 + place * 3 + number) % all.length];
      if (!person || (index + place + number) % 3 === 0) return [];
      const times = { from: at(from), to: at(to) };
      return [
        { space: room.id, person: person.id, ...times, title, attendees: Math.min(attendees, room.seats) },
      ];
    }),
  );
  return [...ofSeats, ...ofRooms];
}
