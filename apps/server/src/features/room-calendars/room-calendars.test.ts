import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { endBookings } from "#features/bookings/booking-changes.service.ts";

import { ELEVEN, MINUTE_MS, NINE, startCalendarBench, TEN } from "../../testing/benches/calendar-bench.ts";
import { syncCalendars } from "./calendar-sync.service.ts";
import { openGraph } from "./calendars/graph-calendar.ts";

const kinds = ["graph", "google"] as const;

test.each(kinds)(
  "%s: an entry of the calendar books the room, moves the booking and ends it",
  async (kind) => {
    await using bench = await startCalendarBench(kind);
    bench.standIn.make({ title: "Review", from: NINE, to: TEN });
    bench.standIn.make({ title: "Lunch menu", from: TEN, to: ELEVEN, isFree: true });
    bench.standIn.make({ title: "Next week", from: "2026-01-12T09:00:00Z", to: "2026-01-12T10:00:00Z" });
    await bench.sync();
    const review = { title: "Review", name: "Asha Rao", isOutside: true };
    expect(await bench.bookings()).toEqual([{ ...review, from: NINE, to: TEN, status: "booked" }]);
    expect((await bench.bookRoom()).json()).toMatchObject({ code: "space-taken" });
    bench.standIn.move("Review", TEN, ELEVEN);
    await bench.sync();
    expect(await bench.bookings()).toEqual([{ ...review, from: TEN, to: ELEVEN, status: "booked" }]);
    bench.standIn.remove("Review");
    await bench.sync();
    expect(await bench.bookings()).toEqual([{ ...review, from: TEN, to: ELEVEN, status: "cancelled" }]);
    expect((await bench.bookRoom({ from: TEN, to: ELEVEN })).statusCode).toBe(200);
  },
);

test.each(kinds)(
  "%s: a booking is an entry of the calendar, and is put back when it is changed there",
  async (kind) => {
    await using bench = await startCalendarBench(kind);
    const [made] = (await bench.bookRoom()).json<Booking[]>();
    await bench.sync();
    const board = { title: "Board", from: NINE, to: TEN, isOwn: true };
    expect(bench.standIn.shown()).toEqual([board]);
    // An entry that Verandah made does not become a booking of the calendar.
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([board]);
    expect(await bench.bookings()).toHaveLength(1);
    bench.standIn.move("Board", TEN, ELEVEN);
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([board]);
    bench.standIn.setFree("Board");
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([board]);
    bench.standIn.remove("Board");
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([board]);
    const moved = { id: made?.id, from: TEN, to: ELEVEN };
    expect((await bench.admin.post("/v1/coworking/meeting_room/update_booking", moved)).statusCode).toBe(200);
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([{ ...board, from: TEN, to: ELEVEN }]);
    await bench.admin.post("/v1/coworking/meeting_room/cancel_booking", { id: made?.id });
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([]);
  },
);

test.each(kinds)(
  "%s: an entry at a time that is booked is a conflict until the time is free",
  async (kind) => {
    await using bench = await startCalendarBench(kind);
    const [made] = (await bench.bookRoom()).json<Booking[]>();
    bench.standIn.make({ title: "Review", from: NINE, to: TEN });
    await bench.sync();
    const [room] = await bench.rooms();
    expect(room?.conflicts).toEqual([{ title: "Review", organizer: "Asha Rao", from: NINE, to: TEN }]);
    await bench.sync();
    expect((await bench.rooms())[0]?.conflicts).toHaveLength(1);
    await bench.admin.post("/v1/coworking/meeting_room/cancel_booking", { id: made?.id });
    await bench.sync();
    expect((await bench.rooms())[0]?.conflicts).toEqual([]);
    expect((await bench.bookings()).find(({ status }) => status === "booked")).toMatchObject({
      title: "Review",
    });
  },
);

test("an entry that moves to a booked time releases its old time, and is a conflict", async () => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  await bench.bookRoom({ from: TEN, to: ELEVEN });
  bench.standIn.move("Review", TEN, ELEVEN);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toMatchObject([{ title: "Review", from: TEN }]);
  expect((await bench.bookRoom()).statusCode).toBe(200);
});

test.each([
  ["later", NINE, TEN, ELEVEN],
  ["earlier", TEN, ELEVEN, NINE],
])(
  "an entry that goes on into a booked time %s keeps its own time, and takes the rest when it is free",
  async (_what, from, to, taken) => {
    await using bench = await startCalendarBench("graph");
    bench.standIn.make({ title: "Review", from, to });
    await bench.sync();
    const own = taken === NINE ? { from: NINE, to: TEN } : { from: TEN, to: ELEVEN };
    const [made] = (await bench.bookRoom(own)).json<Booking[]>();
    bench.standIn.move("Review", NINE, ELEVEN);
    for (let reading = 0; reading < 2; reading += 1) {
      await bench.sync();
      expect((await bench.rooms())[0]?.conflicts).toMatchObject([
        { title: "Review", from: NINE, to: ELEVEN },
      ]);
      expect(await bench.bookings()).toContainEqual(
        expect.objectContaining({ title: "Review", from, to, status: "booked" }),
      );
    }
    await bench.admin.post("/v1/coworking/meeting_room/cancel_booking", { id: made?.id });
    await bench.sync();
    expect((await bench.rooms())[0]?.conflicts).toEqual([]);
    const reviews = (await bench.bookings()).filter(({ title }) => title === "Review");
    expect(reviews).toMatchObject([{ from: NINE, to: ELEVEN, status: "booked" }]);
  },
);

test.each([
  ["goes on", NINE, ELEVEN],
  ["moves", TEN, ELEVEN],
])("an entry that %s after its booking is over takes the room again", async (_what, from, to) => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  bench.app.advance(Date.parse(TEN) - bench.app.now().getTime());
  await endBookings(bench.app.ctx);
  bench.standIn.move("Review", from, to);
  await bench.sync();
  // One booking, so that no hour counts twice.
  expect(await bench.bookings()).toMatchObject([{ title: "Review", from, to, status: "booked" }]);
  const later = { from: "2026-01-05T10:30:00.000Z", to: ELEVEN };
  expect((await bench.bookRoom(later)).json()).toMatchObject({ code: "space-taken" });
  bench.standIn.remove("Review");
  await bench.sync();
  expect((await bench.bookRoom(later)).statusCode).toBe(200);
});

test("an entry that continues after its booking has ended is a conflict when the time is booked", async () => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  bench.app.advance(Date.parse(TEN) - bench.app.now().getTime());
  await endBookings(bench.app.ctx);
  await bench.bookRoom({ from: "2026-01-05T10:30:00.000Z", to: ELEVEN });
  bench.standIn.move("Review", NINE, ELEVEN);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toMatchObject([{ title: "Review", from: NINE, to: ELEVEN }]);
});

test("a conflict occupies the room from the end of the earlier booking", async () => {
  await using bench = await startCalendarBench("graph");
  const [made] = (await bench.bookRoom()).json<Booking[]>();
  bench.standIn.make({ title: "Review", from: NINE, to: ELEVEN });
  bench.app.advance(Date.parse(NINE) - bench.app.now().getTime());
  const checkedIn = await bench.admin.post(`/v1/bookings/${String(made?.id)}/check_in`, {});
  expect(checkedIn.statusCode).toBe(200);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toHaveLength(1);
  bench.app.advance(Date.parse(TEN) - bench.app.now().getTime());
  await endBookings(bench.app.ctx);
  await bench.sync();
  const listed = async () =>
    (await bench.list(bench.admin, "room")).map(({ id, title, from, to }) => ({ id, title, from, to }));
  const [board, review] = (await listed()).toSorted((a, b) => a.from.localeCompare(b.from));
  expect([board, review]).toMatchObject([
    { title: "Board", from: NINE, to: TEN },
    { title: "Review", from: TEN, to: ELEVEN },
  ]);
  expect((await bench.rooms())[0]?.conflicts).toEqual([]);
  // Neither the next synchronisation nor a change occupies the earlier time.
  bench.standIn.move("Review", NINE, "2026-01-05T12:00:00.000Z");
  await bench.sync();
  await bench.sync();
  expect(await listed()).toContainEqual({ ...review, to: "2026-01-05T12:00:00.000Z" });
});

test("an entry that continues after the booking of another person occupies the room again, and keeps its earlier time", async () => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  const halfPastTen = "2026-01-05T10:30:00.000Z";
  const [made] = (await bench.bookRoom({ from: TEN, to: halfPastTen })).json<Booking[]>();
  bench.standIn.move("Review", NINE, ELEVEN);
  bench.app.advance(Date.parse(TEN) - bench.app.now().getTime());
  await endBookings(bench.app.ctx);
  await bench.admin.post(`/v1/bookings/${String(made?.id)}/check_in`, {});
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toHaveLength(1);
  bench.app.advance(Date.parse(halfPastTen) - bench.app.now().getTime());
  await endBookings(bench.app.ctx);
  await bench.sync();
  await bench.sync();
  const reviews = (await bench.bookings()).filter(({ title }) => title === "Review");
  expect(reviews.toSorted((a, b) => a.from.localeCompare(b.from))).toMatchObject([
    { from: NINE, to: TEN, status: "completed" },
    { from: halfPastTen, to: ELEVEN, status: "booked" },
  ]);
});

test("two entries with one id leave no booking behind", async () => {
  await using bench = await startCalendarBench("graph");
  const entry = { id: "a/9", bookingId: null, title: "Review", organizer: "", isFree: false };
  const one = { ...entry, from: new Date(NINE), to: new Date(TEN) };
  let entries = [one, { ...one, from: new Date(TEN), to: new Date(ELEVEN) }];
  bench.calendars.graph = () => ({ list: async () => ({ entries, skipped: [], isWhole: true }) });
  await bench.sync();
  expect(await bench.bookings()).toHaveLength(1);
  entries = [];
  await bench.sync();
  expect(await bench.bookings()).toMatchObject([{ status: "cancelled" }]);
});

test("a booking of a calendar needs no check-in, and is changed only there", async () => {
  await using bench = await startCalendarBench("google");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  const [booking] = await bench.list(bench.admin, "room");
  const cancelled = await bench.admin.post("/v1/coworking/meeting_room/cancel_booking", { id: booking?.id });
  expect(cancelled.json()).toMatchObject({ code: "booking-outside" });
  bench.app.advance(200 * MINUTE_MS);
  await endBookings(bench.app.ctx);
  expect((await bench.bookings())[0]).toMatchObject({ status: "booked" });
  bench.app.advance(60 * MINUTE_MS);
  await endBookings(bench.app.ctx);
  expect((await bench.bookings())[0]).toMatchObject({ status: "completed" });
});

test.each(kinds)("%s: an outage is shown, removes no booking, and ends by itself", async (kind) => {
  await using bench = await startCalendarBench(kind);
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  bench.standIn.setDown(true);
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({
    problem: "unreachable",
    syncedAt: "2026-01-05T06:01:00.000Z",
  });
  expect(await bench.bookings()).toMatchObject([{ status: "booked" }]);
  bench.standIn.setDown(false);
  bench.app.advance(5 * MINUTE_MS);
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: null });
});

test("wrong credentials and a server without access are reported as different problems", async () => {
  await using bench = await startCalendarBench("graph");
  const wrong = { graph: openGraph({ ...bench.standIn.graph, clientSecret: "wrong" }) };
  await syncCalendars(bench.app.ctx, wrong);
  expect((await bench.rooms())[0]?.calendar?.problem).toBe("refused");
  bench.app.advance(5 * MINUTE_MS);
  await syncCalendars(bench.app.ctx, {});
  expect((await bench.rooms())[0]?.calendar?.problem).toBe("not-connected");
});

test.each(kinds)("%s: an entry without a length does not stop the synchronisation", async (kind) => {
  await using bench = await startCalendarBench(kind);
  bench.standIn.make({ title: "Reminder", from: NINE, to: NINE });
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  expect(await bench.bookings()).toMatchObject([{ title: "Review" }]);
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: null });
});

test("a failure in the server is shown at the calendar and logged, and the synchronisation is retried", async () => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review\0", from: NINE, to: TEN });
  await expect(bench.sync()).rejects.toThrow("Calendars were not synchronised");
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: "failed", syncedAt: null });
  bench.standIn.remove("Review\0");
  bench.app.advance(5 * MINUTE_MS);
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: null });
});

test("of several servers one synchronises a calendar, so a booking has one entry", async () => {
  await using bench = await startCalendarBench("google");
  await bench.bookRoom();
  bench.app.advance(MINUTE_MS);
  await Promise.all([1, 2, 3, 4].map(() => syncCalendars(bench.app.ctx, bench.calendars)));
  expect(bench.standIn.shown()).toHaveLength(1);
});
