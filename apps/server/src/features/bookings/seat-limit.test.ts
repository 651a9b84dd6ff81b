import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";

const LATER = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
const SECOND_SEAT = {
  code: "seat-already",
  message: "A person can have only one seat at a time.",
  fields: { spaces: "The seat at this time is Seat 1" },
};

test("a person has one seat for one time, also for staff; a second call that is the same says which", async () => {
  await using bench = await startBookingBench();
  const { id } = bench.member.session.user;
  await bench.book({});
  const half = { from: "2026-01-05T08:30:00Z", to: "2026-01-05T09:30:00Z" };
  for (const [body, as] of [
    [{}, bench.member],
    [{ spaces: [bench.seatId(2)], ...half }, bench.member],
    [{ spaces: [bench.seatId(2)], bookedFor: id }, bench.operator],
    [{ spaces: [bench.seatId(2), bench.seatId(3)], bookedFor: id }, bench.operator],
  ] as const)
    expect((await bench.book(body, as)).json()).toMatchObject(SECOND_SEAT);
  const room = { spaces: [bench.idOf("T/room")] };
  for (const body of [room, { spaces: [bench.seatId(2)], from: half.to, to: LATER.from }])
    expect((await bench.book(body)).statusCode).toBe(200);
});

test("of two seats that a person books at the same moment one is booked", async () => {
  await using bench = await startBookingBench();
  const answers = await Promise.all([1, 2, 3].map((n) => bench.book({ spaces: [bench.seatId(n)] })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409,
  ]);
  expect(await bench.list()).toHaveLength(1);
});

test("a seat moves to no time at which its person has another one; seats that staff booked together do", async () => {
  await using bench = await startBookingBench();
  const move = (made: Booking | undefined, as = bench.member) =>
    as.post("/v1/coworking/hot_desking/update_booking", { id: made?.id, ...LATER });
  const [first] = (await bench.book({})).json<Booking[]>();
  await bench.book({ spaces: [bench.seatId(2)], ...LATER });
  expect((await move(first)).json()).toMatchObject({
    ...SECOND_SEAT,
    fields: { spaces: "The seat at this time is Seat 2" },
  });
  const stranger = await bench.app.as("other-member");
  expect((await move(first, stranger)).statusCode).toBe(404);
  const spaces = [bench.seatId(2), bench.seatId(3)];
  const together = (await bench.book({ spaces }, bench.operator)).json<Booking[]>();
  const half = { from: "2026-01-05T08:30:00Z", to: "2026-01-05T09:30:00Z" };
  const moved = await bench.operator.post("/v1/coworking/hot_desking/update_booking", {
    id: together[0]?.id,
    ...half,
  });
  expect(moved.statusCode).toBe(200);
});

test("a repetition names the days with another seat of the person, or leaves them out", async () => {
  await using bench = await startBookingBench();
  await bench.book({ from: "2026-01-06T08:00:00Z", to: "2026-01-06T09:00:00Z" });
  const repeat = { every: "day", until: "2026-01-07" };
  const seat = { spaces: [bench.seatId(2)] };
  expect((await bench.book({ ...seat, repeat })).json()).toMatchObject({
    code: "seat-already",
    fields: { repeat: "The person has a seat on 2026-01-06" },
  });
  const made = await bench.book({ ...seat, repeat: { ...repeat, isLeavingOutTaken: true } });
  expect(made.json()).toMatchObject([{ leftOutDays: ["2026-01-06"] }, {}]);
});
