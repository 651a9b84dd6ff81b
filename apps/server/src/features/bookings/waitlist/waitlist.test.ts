import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { Waiting, WaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import { expect, test, vi } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";
import { openStream } from "../../../testing/open-stream.ts";
import { endBookings } from "../booking-changes.service.ts";
import { endAndFill } from "../bookings.jobs.ts";
import { fillFromWaitlist } from "./waitlist-fill.service.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TEN = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };

/** The first seat is booked by an operator from 10 to 11. */
async function start() {
  const bench = await startBookingBench();
  const [taken] = (await bench.book(TEN, bench.operator)).json<Booking[]>();
  const admin = await bench.app.as("administrator");
  return {
    ...bench,
    admin,
    fill: () => fillFromWaitlist(bench.app.ctx),
    join: (as = bench.member, body: object = {}) =>
      as.post("/v1/waitlist", { space: bench.seatId(1), ...TEN, ...body }),
    waiting: async (as = bench.member) => (await as.get("/v1/waitlist")).json<Waiting[]>(),
    cancel: (as = bench.operator) => as.post("/v1/coworking/hot_desking/cancel_booking", { id: taken?.id }),
    holder: async (from?: string) =>
      (await bench.list(admin)).find(
        (one) => one.status === "booked" && (!from || Date.parse(one.from) === Date.parse(from)),
      )?.bookedFor.name,
  };
}

test("the first on the list gets a space that becomes free, with a mail, and the others keep waiting", async () => {
  await using bench = await start();
  const [own] = (await bench.join()).json<Waiting[]>();
  expect(own).toMatchObject({ space: { name: "Seat 1", zone: "Zone 1" }, kind: "seat", before: 0 });
  expect((await bench.join(bench.admin)).json()).toMatchObject([{ before: 1 }]);
  await bench.fill();
  expect(await bench.waiting()).toHaveLength(1);
  await bench.cancel();
  await bench.fill();
  expect(await bench.holder()).toBe("member");
  expect(await bench.waiting()).toEqual([]);
  expect(await bench.waiting(bench.admin)).toMatchObject([{ before: 0 }]);
  const { rows } = await bench.app.query(
    "select recipient, subject from mail_outbox order by id desc limit 1",
  );
  expect(rows[0]).toMatchObject({
    recipient: "member@test.example",
    subject: expect.stringMatching(/^Booked for you from the waitlist: Seat 1/),
  });
});

test("a person with a seat waits for no second one, and the next on the list gets it", async () => {
  await using bench = await start();
  await bench.join();
  await bench.join(bench.admin);
  // The person has booked another seat after joining the list.
  const [other] = (await bench.book({ spaces: [bench.seatId(2)], ...TEN })).json<Booking[]>();
  await bench.cancel();
  await bench.fill();
  expect((await bench.list(bench.admin)).map(({ space, bookedFor }) => [space.name, bookedFor.name])).toEqual(
    expect.arrayContaining([
      ["Seat 2", "member"],
      ["Seat 1", "administrator"],
    ]),
  );
  expect(await bench.waiting()).toHaveLength(1);
  expect((await bench.join(bench.member, { from: "2026-01-05T10:30:00Z" })).json()).toMatchObject({
    code: "seat-already",
    fields: { spaces: "The seat at this time is Seat 2" },
  });
  await bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: other?.id });
  expect((await bench.join(bench.member, { from: "2026-01-05T10:30:00Z" })).statusCode).toBe(200);
});

test("a waitlist entry does not get a time of which only a part is free", async () => {
  await using bench = await start();
  await bench.book({ from: "2026-01-05T11:00:00Z", to: "2026-01-05T12:00:00Z" }, bench.operator);
  await bench.join(bench.member, { to: "2026-01-05T12:00:00Z" });
  await bench.join(bench.admin);
  await bench.cancel();
  await bench.fill();
  expect(
    (await bench.list(bench.admin))
      .filter(({ status }) => status === "booked")
      .map(({ bookedFor }) => bookedFor.name),
  ).toEqual(["operator", "administrator"]);
  expect(await bench.waiting()).toHaveLength(1);
});

test("a room that became too small is booked for the next user on its waitlist", async () => {
  await using bench = await start();
  const space = bench.idOf("T/room");
  const room = { ...TEN, spaces: [space], title: "Review", attendees: 2 };
  const [held] = (await bench.book(room, bench.operator)).json<Booking[]>();
  await bench.join(bench.member, { space, title: "Six", attendees: 6 });
  await bench.join(bench.admin, { space, title: "Two", attendees: 2 });
  await bench.app.query("update spaces set seats = 4 where kind = 'room'");
  await bench.operator.post("/v1/coworking/meeting_room/cancel_booking", { id: held?.id });
  expect((await bench.list(bench.admin, "room")).map(({ title, status }) => [title, status])).toEqual(
    expect.arrayContaining([["Two", "booked"]]),
  );
  expect(await bench.waiting()).toMatchObject([{ space: { name: "Room 1" } }]);
});

test("a cancellation fills its own space only", async () => {
  await using bench = await start();
  const other = { ...TEN, spaces: [bench.seatId(2)] };
  const [made] = (await bench.book(other, bench.admin)).json<Booking[]>();
  await bench.join(bench.member, { space: bench.seatId(2) });
  await bench.app.query("update bookings set status = 'cancelled' where id = $1", [made?.id]);
  await bench.cancel();
  expect(await bench.waiting()).toHaveLength(1);
  await bench.fill();
  expect(await bench.waiting()).toEqual([]);
});

test("four servers book a free space for one person once", async () => {
  await using bench = await start();
  await bench.join();
  await bench.join(bench.admin);
  await bench.cancel();
  await Promise.all([1, 2, 3, 4].map(bench.fill));
  const booked = (await bench.list(bench.admin)).filter(({ status }) => status === "booked");
  expect(booked.map(({ bookedFor }) => bookedFor.name)).toEqual(["member"]);
});

test("a user leaves a waitlist, and an entry ends with a mail when the space stays taken", async () => {
  await using bench = await start();
  const [own] = (await bench.join()).json<Waiting[]>();
  await bench.join(bench.admin);
  expect((await bench.admin.post(`/v1/waitlist/${own?.id}/delete`)).statusCode).toBe(404);
  expect((await bench.member.post(`/v1/waitlist/${own?.id}/delete`)).json()).toEqual([]);
  await bench.app.query("update bookings set status = 'checkedIn'");
  bench.app.advance(4 * HOUR_MS + 14 * MINUTE_MS);
  await bench.fill();
  expect(await bench.waiting(bench.admin)).toHaveLength(1);
  bench.app.advance(MINUTE_MS);
  expect(await bench.waiting(bench.admin)).toEqual([]);
  await Promise.all([1, 2].map(bench.fill));
  const { rows } = await bench.app.query(
    "select recipient, subject from mail_outbox where subject like '%wait%'",
  );
  expect(rows).toEqual([
    {
      recipient: "administrator@test.example",
      subject: expect.stringMatching(/^Your wait ended without a booking: Seat 1, .*15:30$/),
    },
  ]);
  await bench.app.query("update bookings set status = 'cancelled'");
  await bench.fill();
  expect(await bench.holder()).toBeUndefined();
});

test("a cancelled, moved or released time is booked for the first user on the waitlist, in the same transaction", async () => {
  await using bench = await start();
  await bench.join();
  await bench.cancel();
  expect(await bench.holder()).toBe("member");
  await bench.join(bench.operator);
  const [own] = await bench.list();
  const later = { id: own?.id, from: "2026-01-05T12:00:00Z", to: "2026-01-05T13:00:00Z" };
  await bench.member.post("/v1/coworking/hot_desking/update_booking", later);
  expect(await bench.holder(TEN.from)).toBe("operator");
});

test("a free time of a person on the waitlist is not booked for another", async () => {
  await using bench = await start();
  await bench.join();
  await bench.app.query("update bookings set status = 'cancelled'");
  expect((await bench.book(TEN, bench.admin)).statusCode).toBe(409);
  await bench.fill();
  expect(await bench.holder()).toBe("member");
});

test("after a release the first on the waitlist gets the time that is left", async () => {
  await using bench = await start();
  await bench.join();
  bench.app.advance(4 * HOUR_MS + 15 * MINUTE_MS + 7_000);
  await endBookings(bench.app.ctx);
  const booked = (await bench.list()).find(({ status }) => status === "booked");
  expect(booked).toMatchObject({ from: "2026-01-05T10:15:00.000Z", to: "2026-01-05T11:00:00.000Z" });
});

test("a run across the quarter hour does not end the wait for a space that the next run releases", async () => {
  await using bench = await start();
  await bench.join();
  const times = ["2026-01-05T10:14:59.990Z"];
  const now = () => new Date(times.shift() ?? "2026-01-05T10:15:00.010Z");
  await endAndFill({ ...bench.app.ctx, now });
  await endAndFill({ ...bench.app.ctx, now });
  expect(await bench.holder()).toBe("member");
});

test("does not book the time after a release when too little of a short wait is left", async () => {
  await using bench = await start();
  await bench.join(bench.member, { to: "2026-01-05T10:30:00Z" });
  bench.app.advance(4 * HOUR_MS + 15 * MINUTE_MS + 7_000);
  await endBookings(bench.app.ctx);
  await bench.fill();
  expect(await bench.holder()).toBeUndefined();
  expect(await bench.waiting()).toEqual([]);
});

test("refuses a free space, a second waitlist entry, a booking of the same user, a past time and another campus", async () => {
  await using bench = await start();
  expect((await bench.join(bench.member, { space: bench.seatId(2) })).json()).toMatchObject({
    code: "space-free",
  });
  await bench.join();
  expect((await bench.join()).json()).toMatchObject({ code: "waiting-already" });
  expect((await bench.join(bench.operator)).json()).toMatchObject({ code: "waiting-already" });
  const past = { from: "2026-01-05T05:00:00Z", to: "2026-01-05T05:30:00Z" };
  expect((await bench.join(bench.member, past)).json()).toMatchObject({
    fields: { from: "Choose a future time" },
  });
  expect((await bench.join(await bench.app.as("other-member"))).statusCode).toBe(404);
  expect((await bench.join(await bench.app.as("viewer"))).statusCode).toBe(403);
});

test("a booking from the waitlist is news for the person until the person has seen it", async () => {
  await using bench = await start();
  const { member } = bench;
  await bench.join();
  const news = async (as = member) => (await as.get("/v1/waitlist/news")).json<WaitlistNews[]>();
  expect(await news()).toEqual([]);
  await bench.cancel();
  await bench.fill();
  const [entry] = await news();
  expect(entry).toMatchObject({
    space: { name: "Seat 1", zone: "Zone 1", floor: "Ground" },
    kind: "seat",
    from: "2026-01-05T10:00:00.000Z",
    reference: expect.stringMatching(/^[A-Z2-9]{6}$/),
  });
  expect(await news(bench.admin)).toEqual([]);
  const seen = (as = member) => as.post("/v1/waitlist/news/seen", { ids: [entry?.id] });
  expect((await seen(bench.admin)).json()).toEqual([]);
  expect(await news()).toHaveLength(1);
  expect((await seen()).json()).toEqual([]);
  expect(await news()).toEqual([]);
  expect((await member.post("/v1/waitlist/news/seen", { ids: ["x"] })).statusCode).toBe(400);
});

test("the news names the space and the time that the booking has now", async () => {
  await using bench = await start();
  await bench.join();
  bench.app.advance(4 * HOUR_MS + 15 * MINUTE_MS);
  await endBookings(bench.app.ctx);
  const news = async () => (await bench.member.get("/v1/waitlist/news")).json<WaitlistNews[]>();
  expect(await news()).toMatchObject([
    { space: { name: "Seat 1" }, from: "2026-01-05T10:15:00.000Z", to: "2026-01-05T11:00:00.000Z" },
  ]);
  await bench.app.query("update bookings set space_id = $1 where status = 'booked'", [bench.seatId(2)]);
  expect(await news()).toMatchObject([{ space: { id: bench.seatId(2), name: "Seat 2", zone: "Zone 1" } }]);
});

test("a booking that was cancelled or is over is no news", async () => {
  await using bench = await start();
  await bench.join();
  await bench.cancel();
  await bench.fill();
  const news = async () => (await bench.member.get("/v1/waitlist/news")).json<WaitlistNews[]>();
  expect(await news()).toHaveLength(1);
  bench.app.advance(5 * 3_600_000);
  expect(await news()).toEqual([]);
});

const building = (id: number) => `building=${id}`;

test("the live stream names a booking from the waitlist, without whose it is", async () => {
  await using bench = await start();
  await bench.join();
  await using own = await openStream(bench.app, "member", building);
  await using other = await openStream(bench.app, "operator", building);
  await vi.waitFor(() => expect([...own.named("hello"), ...other.named("hello")]).toHaveLength(2));
  await bench.cancel(bench.admin);
  await vi.waitFor(() => expect(own.named("changed")).toContainEqual({ topic: "waitlist" }));
});
