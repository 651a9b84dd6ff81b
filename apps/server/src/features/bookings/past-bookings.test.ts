import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";

async function setUp() {
  const bench = await startBookingBench();
  const administrator = await bench.app.as("administrator");
  const seat = {
    space: bench.seatId(1),
    from: "2026-01-05T04:00:00Z",
    to: "2026-01-05T05:00:00Z",
    status: "checkedIn",
  };
  return {
    bench,
    seat,
    importAll: (...bookings: object[]) => administrator.post("/v1/bookings/past", { bookings }),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

test("an administrator imports bookings that have begun, once, with their outcome and without mails", async () => {
  await using at = await setUp();
  const { seat, bench } = at;
  const all = [
    seat,
    { ...seat, space: bench.seatId(2), status: "released" },
    { ...seat, space: bench.seatId(3), status: "cancelled" },
    { ...seat, from: "2026-01-05T06:00:00Z", to: "2026-01-05T07:00:00Z" },
  ];
  expect((await at.importAll(...all)).json()).toEqual({ added: 4 });
  expect((await at.importAll(...all)).json()).toEqual({ added: 0 });
  const listed: Booking[] = await bench.list(bench.operator);
  const outcome = listed.map(({ space, from, status }) => `${space.name} ${from.slice(11, 16)} ${status}`);
  expect(outcome.toSorted()).toEqual([
    "Seat 1 04:00 completed",
    "Seat 1 06:00 checkedIn",
    "Seat 2 04:00 released",
    "Seat 3 04:00 cancelled",
  ]);
  expect(await bench.app.mails()).toEqual([]);
  const range = "from=2026-01-05&to=2026-01-05";
  const used = await bench.operator.get(`/v1/bookings/${bench.idOf("T/tower")}/seat/utilisation?${range}`);
  expect(used.json()).toMatchObject([{ released: 1, cancelled: 1 }]);
});

test("a booking that has not begun, or of another campus, imports none; only administrators import", async () => {
  await using at = await setUp();
  const { seat, bench } = at;
  const future = { ...seat, from: "2026-01-05T06:00:01Z", to: "2026-01-05T07:00:00Z" };
  expect((await at.importAll(seat, future)).statusCode).toBe(400);
  expect((await at.importAll(seat, { ...seat, to: seat.from })).statusCode).toBe(400);
  expect(
    (await at.importAll(seat, { ...seat, to: "2026-01-05T06:15:00Z", status: "released" })).statusCode,
  ).toBe(400);
  expect((await at.importAll(seat, { ...seat, space: 9_999 })).statusCode).toBe(404);
  expect((await bench.operator.post("/v1/bookings/past", { bookings: [seat] })).statusCode).toBe(403);
  expect(await bench.list(bench.operator)).toEqual([]);
});

test("an imported booking in progress cannot take a space that is taken", async () => {
  await using at = await setUp();
  const { seat, bench } = at;
  await bench.book({ from: "2026-01-05T06:15:00Z", to: "2026-01-05T07:00:00Z" });
  expect((await at.importAll({ ...seat, to: "2026-01-05T06:30:00Z" })).json().code).toBe("space-taken");
});
