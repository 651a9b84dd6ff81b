import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { endBookings } from "./booking-changes.service.ts";

const MINUTE_MS = 60_000;

test("a booking without a check-in is released after 15 minutes, one with it is completed at its end", async () => {
  await using bench = await startBookingBench();
  const [kept] = (await bench.book({})).json<Booking[]>();
  await bench.book({ spaces: [bench.idOf("T/seat2")] }, bench.operator);
  const statuses = async () => (await bench.list(bench.operator)).map(({ status }) => status).toSorted();
  const checkIn = () => bench.member.post(`/v1/bookings/${String(kept?.id)}/check_in`, {});
  expect((await checkIn()).json().code).toBe("check-in-early");
  bench.app.advance(110 * MINUTE_MS);
  expect((await checkIn()).json()).toMatchObject({ status: "checkedIn" });
  bench.app.advance(25 * MINUTE_MS);
  await endBookings(bench.app.ctx);
  expect(await statuses()).toEqual(["checkedIn", "released"]);
  bench.app.advance(45 * MINUTE_MS);
  await endBookings(bench.app.ctx);
  expect(await statuses()).toEqual(["completed", "released"]);
});

test.each([
  ["spaces", "T/seat1"],
  ["locations", "T/g/z1"],
])("bookings of a deactivated place stay and can be cancelled or moved (%s)", async (table, key) => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({})).json<Booking[]>();
  expect(made?.space.isActive).toBe(true);
  await bench.app.query(`update ${table} set is_active = false where key = '${key}'`);
  expect(await bench.list()).toMatchObject([{ id: made?.id, space: { isActive: false } }]);
  expect(await bench.list(bench.operator)).toHaveLength(1);
  const later = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
  const move = await bench.member.post("/v1/coworking/hot_desking/update_booking", {
    id: made?.id,
    ...later,
  });
  expect(move.json()).toMatchObject({ code: "space-deactivated" });
  expect((await bench.book(later)).statusCode).toBe(404);
  const cancel = { id: made?.id };
  expect((await bench.member.post("/v1/coworking/hot_desking/cancel_booking", cancel)).json()).toMatchObject({
    status: "cancelled",
  });
});
