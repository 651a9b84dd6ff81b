import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { RoomCalendar } from "@verandah/contract/room-calendars.ts";
import { expect, test } from "vitest";

import { endBookings } from "#features/bookings/booking-changes.service.ts";

import { startBookingBench } from "../../testing/booking-bench.ts";
import { startCalendarStandIn } from "../../testing/calendar-stand-in.ts";
import { type Calendars, syncCalendars } from "./calendar-sync.service.ts";
import { openGoogle } from "./calendars/google-calendar.ts";
import { openGraph } from "./calendars/graph-calendar.ts";

const MINUTE_MS = 60_000;
const NINE = "2026-01-05T09:00:00.000Z";
const TEN = "2026-01-05T10:00:00.000Z";
const ELEVEN = "2026-01-05T11:00:00.000Z";

/** A room that is connected with a stand-in of a vendor's calendar. */
async function start(kind: "graph" | "google") {
  const bench = await startBookingBench();
  const standIn = await startCalendarStandIn();
  const admin = await bench.app.as("administrator");
  const calendars: Calendars = {
    graph: openGraph(standIn.graph),
    google: openGoogle(standIn.googleKey, standIn.url),
  };
  const room = bench.idOf("T/room");
  const save = (body: object = {}) =>
    admin.post("/v1/room_calendars", { room, kind, address: "room1@campus.example", ...body });
  expect((await save()).statusCode).toBe(200);
  return {
    ...bench,
    standIn,
    admin,
    room,
    save,
    calendars,
    async sync() {
      bench.app.advance(MINUTE_MS);
      await syncCalendars(bench.app.ctx, calendars);
    },
    rooms: async () => (await admin.get("/v1/room_calendars")).json<RoomCalendar[]>(),
    bookRoom: (body: object = {}) =>
      bench.book({ spaces: [room], from: NINE, to: TEN, title: "Board", attendees: 2, ...body }, admin),
    bookings: async () =>
      (await bench.list(admin, "room")).map(({ title, from, to, status, bookedFor, isOutside }) => ({
        title,
        from,
        to,
        status,
        name: bookedFor.name,
        isOutside,
      })),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}
const kinds = ["graph", "google"] as const;

test.each(kinds)(
  "%s: what is booked in the calendar takes the room, moves and goes with its entry",
  async (kind) => {
    await using bench = await start(kind);
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
    await using bench = await start(kind);
    const [made] = (await bench.bookRoom()).json<Booking[]>();
    await bench.sync();
    const board = { title: "Board", from: NINE, to: TEN, isOwn: true };
    expect(bench.standIn.shown()).toEqual([board]);
    // Its own entry is no booking of the calendar.
    await bench.sync();
    expect(bench.standIn.shown()).toEqual([board]);
    expect(await bench.bookings()).toHaveLength(1);
    bench.standIn.move("Board", TEN, ELEVEN);
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
    await using bench = await start(kind);
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

test("an entry that moves to a booked time gives its own time back, and is a conflict", async () => {
  await using bench = await start("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  await bench.bookRoom({ from: TEN, to: ELEVEN });
  bench.standIn.move("Review", TEN, ELEVEN);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toMatchObject([{ title: "Review", from: TEN }]);
  expect((await bench.bookRoom()).statusCode).toBe(200);
});

test("a booking of a calendar needs no check-in, and is changed only there", async () => {
  await using bench = await start("google");
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

test.each(kinds)("%s: an outage is shown, takes no booking away, and ends by itself", async (kind) => {
  await using bench = await start(kind);
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

test("wrong credentials and a server without access have a problem of their own", async () => {
  await using bench = await start("graph");
  const wrong = { graph: openGraph({ ...bench.standIn.graph, clientSecret: "wrong" }) };
  await syncCalendars(bench.app.ctx, wrong);
  expect((await bench.rooms())[0]?.calendar?.problem).toBe("refused");
  bench.app.advance(5 * MINUTE_MS);
  await syncCalendars(bench.app.ctx, {});
  expect((await bench.rooms())[0]?.calendar?.problem).toBe("not-connected");
});

test("of several servers one synchronises a calendar, so a booking has one entry", async () => {
  await using bench = await start("google");
  await bench.bookRoom();
  bench.app.advance(MINUTE_MS);
  await Promise.all([1, 2, 3, 4].map(() => syncCalendars(bench.app.ctx, bench.calendars)));
  expect(bench.standIn.shown()).toHaveLength(1);
});

test("a removed calendar gives its times back, and keeps the bookings of the product", async () => {
  await using bench = await start("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.bookRoom({ from: TEN, to: ELEVEN });
  await bench.sync();
  const removed = await bench.admin.post(`/v1/room_calendars/${bench.room}/delete`);
  expect(removed.statusCode).toBe(200);
  expect((await bench.bookings()).map(({ title, status }) => [title, status])).toEqual([
    ["Board", "booked"],
    ["Review", "cancelled"],
  ]);
  expect((await bench.rooms())[0]?.calendar).toBeNull();
  expect((await bench.admin.post(`/v1/room_calendars/${bench.room}/delete`)).statusCode).toBe(404);
});

test("only an administrator connects a room of the own campus, with an address of the kind", async () => {
  await using bench = await start("graph");
  const feed = { room: bench.room, kind: "ical", address: "https://calendar.example/a.ics" };
  expect((await bench.operator.post("/v1/room_calendars", feed)).statusCode).toBe(403);
  expect((await bench.operator.get("/v1/room_calendars")).statusCode).toBe(200);
  expect((await bench.member.get("/v1/room_calendars")).statusCode).toBe(403);
  const other = await bench.app.as("other-administrator");
  expect((await other.post("/v1/room_calendars", feed)).statusCode).toBe(404);
  expect((await other.post(`/v1/room_calendars/${bench.room}/delete`)).statusCode).toBe(404);
  for (const bad of [
    { kind: "ical", address: "file:///etc/passwd" },
    { kind: "ical", address: "room1@campus.example" },
    { kind: "graph", address: "https://calendar.example/a.ics" },
    { address: " " },
  ])
    expect((await bench.save(bad)).json()).toMatchObject({ fields: { address: expect.any(String) } });
  expect((await bench.save({ room: bench.seatId(1) })).statusCode).toBe(404);
  // Replaced, not added.
  expect((await bench.admin.post("/v1/room_calendars", feed)).statusCode).toBe(200);
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ kind: "ical", syncedAt: null });
  const { rows } = await bench.app.query(
    "select after::text as after from audit where action = 'save-room-calendar' order by id desc limit 1",
  );
  expect(rows[0]?.["after"]).not.toContain("a.ics");
});
