import type { Utilisation } from "@verandah/contract/bookings/utilisation.ts";
import { expect, test } from "vitest";

import { endBookings } from "#features/bookings/booking-changes.service.ts";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";

const HOUR_MS = 3_600_000;

/** Monday 5 January 2026, 11:30 on the campus. */
async function start() {
  const bench = await startBookingBench();
  const url = (kind: string, days: string) =>
    `/v1/bookings/${bench.idOf("T/tower")}/${kind}/utilisation${days}`;
  const get = async (kind = "seat", days = "?from=2026-01-05&to=2026-01-05") =>
    (await bench.operator.get(url(kind, days))).json<Utilisation[]>();
  return { ...bench, url, get };
}
const from = (hours: number) => new Date(Date.parse("2026-01-05T08:00:00Z") + hours * HOUR_MS).toISOString();

test("counts booked and used hours, released and cancelled bookings, as parts of the available hours", async () => {
  await using bench = await start();
  const spaces = [1, 2, 3].map((seat) => bench.seatId(seat));
  const made = await bench.book({ spaces, from: from(0), to: from(3) }, bench.operator);
  const [used, , cancelled] = made.json<{ id: number }[]>().map(({ id }) => id);
  await bench.operator.post("/v1/coworking/hot_desking/cancel_booking", { id: cancelled });
  bench.app.advance(2 * HOUR_MS);
  expect((await bench.operator.post(`/v1/bookings/${used}/check_in`)).statusCode).toBe(200);
  bench.app.advance(HOUR_MS);
  await endBookings(bench.app.ctx);
  // Only the past counts: one hour of each.
  expect((await bench.get()).find(({ name }) => name === "Zone 1")).toEqual({
    floor: "Ground",
    name: "Zone 1",
    spaces: 3,
    bookedHours: 2,
    usedHours: 1,
    released: 1,
    cancelled: 1,
    savedHours: 0,
    savedKilowattHours: 0,
    // Of 27 hours.
    bookedPercent: 7.4,
    usedPercent: 3.7,
  });
  expect(await bench.get("room")).toMatchObject([
    { name: "Room 1", spaces: 1, bookedHours: 0, bookedPercent: 0 },
  ]);
});

test("a released booking counts until its release, and the next one after it", async () => {
  await using bench = await start();
  const book = (begin: number) =>
    bench.book({ spaces: [bench.idOf("T/room")], from: from(begin), to: from(3) }, bench.operator);
  await book(0);
  bench.app.advance(2.25 * HOUR_MS);
  await endBookings(bench.app.ctx);
  expect((await book(0.5)).statusCode).toBe(200);
  bench.app.advance(2.75 * HOUR_MS);
  expect(await bench.get("room")).toMatchObject([{ bookedHours: 2.8, released: 1 }]);
});

test("overlapping entries of an outside calendar count once", async () => {
  await using bench = await start();
  for (const begin of [0, 1])
    await bench.app.query(`
      insert into bookings (campus_id, space_id, reference, outside_person, booked_by, attendees, from_at, to_at, status, created_at)
      select campus_id, id, 'R${begin}', 'Asha Rao', (select min(id) from users), 1, '${from(begin)}', '${from(3)}', 'booked', now()
      from spaces where key = 'T/room'`);
  bench.app.advance(5 * HOUR_MS);
  expect(await bench.get("room")).toMatchObject([{ bookedHours: 3 }]);
});

test("a range without a weekday, or in the future, has no percentage", async () => {
  await using bench = await start();
  expect((await bench.get("room", "?from=2026-01-03&to=2026-01-04"))[0]).toMatchObject({
    bookedPercent: null,
  });
  expect(await bench.get("room", "?from=2026-01-06&to=2026-01-07")).toEqual([]);
});

test("is exported as a file, and refuses a wrong time and members", async () => {
  await using bench = await start();
  const file = await bench.operator.get(bench.url("room", "/export?from=2026-01-05&to=2026-01-05"));
  expect(file.headers["content-disposition"]).toContain("utilisation-rooms-2026-01-05-2026-01-05.csv");
  expect(file.body).toContain("Ground,Room 1,1,0,0,0,0,0,0,0");
  const asked = (days: string) => bench.operator.get(bench.url("room", days));
  expect((await asked("?from=2026-01-06&to=2026-01-05")).json()).toMatchObject({
    fields: { to: expect.any(String) },
  });
  expect((await asked("?from=2025-01-01&to=2026-01-05")).json()).toMatchObject({
    fields: { to: "Choose at most a year" },
  });
  expect((await bench.member.get(bench.url("room", "?from=2026-01-05&to=2026-01-05"))).statusCode).toBe(403);
});
