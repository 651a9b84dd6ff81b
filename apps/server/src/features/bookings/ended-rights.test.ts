import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { Waiting } from "@verandah/contract/bookings/waitlist.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { endBookings } from "./booking-changes.service.ts";

const TEN = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
/** Another time, because a person has one seat for one time. */
const TWELVE = { from: "2026-01-05T12:00:00Z", to: "2026-01-05T13:00:00Z" };

/** The operator is on the waitlist of the member's seat, and the member on that of the operator's seat. */
async function start() {
  const bench = await startBookingBench();
  const { app, member, operator, seatId } = bench;
  const admin = await app.as("administrator");
  const { rows } = await app.query("select id from users where username = 'member'");
  const [own] = (await bench.book(TEN)).json<Booking[]>();
  await bench.book({ ...TWELVE, spaces: [seatId(2)] }, operator);
  await operator.post("/v1/waitlist", { space: seatId(1), ...TEN });
  await member.post("/v1/waitlist", { space: seatId(2), ...TWELVE });
  return {
    ...bench,
    edit: (change: object) => admin.post(`/v1/users/${Number(rows[0]?.["id"])}/edit`, change),
    statusOf: async () => (await bench.list(admin)).find(({ id }) => id === own?.id)?.status,
    holders: async () =>
      (await bench.list(admin))
        .filter(({ status }) => status === "booked")
        .map(({ space, bookedFor }) => `${space.name} ${bookedFor.name}`)
        .toSorted(),
    waits: async () => (await (await app.as("member")).get("/v1/waitlist")).json<Waiting[]>().length,
    mails: async () =>
      (await app.query("select recipient from mail_outbox where subject like 'Booking cancelled%'")).rows,
    audited: async () => {
      const audit = await app.query(
        "select action || ' ' || username as entry from audit join users u on u.id = user_id where action in ('cancel-booking', 'leave-waitlist') order by action",
      );
      return audit.rows.map((row) => row["entry"]);
    },
  };
}

test("a disabled user's future bookings and waitlist entries end without a mail, and the waitlist gets the times", async () => {
  await using bench = await start();
  expect((await bench.edit({ disabled: true })).json()).toMatchObject({ disabledAt: expect.any(String) });
  expect(await bench.statusOf()).toBe("cancelled");
  expect(await bench.holders()).toEqual(["Seat 1 operator", "Seat 2 operator"]);
  expect(await bench.mails()).toEqual([]);
  expect(await bench.audited()).toEqual(["cancel-booking administrator", "leave-waitlist administrator"]);
  await bench.edit({ disabled: false });
  expect(await bench.waits()).toBe(0);
});

test.each([
  ["viewer", 3],
  ["pump customer", 4],
])("the future bookings of a user whose role changes to %s end with a mail", async (_role, role) => {
  await using bench = await start();
  await bench.edit({ role });
  expect(await bench.holders()).toEqual(["Seat 1 operator", "Seat 2 operator"]);
  expect(await bench.mails()).toEqual([{ recipient: "member@test.example" }]);
});

test("a user with a role that may book keeps bookings and waitlist entries", async () => {
  await using bench = await start();
  await bench.edit({ role: 1, email: "new@test.example" });
  expect(await bench.holders()).toEqual(["Seat 1 member", "Seat 2 operator"]);
  expect(await bench.waits()).toBe(1);
});

test("a viewer keeps the bookings that an operator made for the viewer", async () => {
  await using bench = await start();
  await bench.edit({ role: 3 });
  const { rows } = await bench.app.query("select id from users where username = 'member'");
  const made = { spaces: [bench.seatId(3)], ...TEN, bookedFor: Number(rows[0]?.["id"]) };
  expect((await bench.book(made, bench.operator)).statusCode).toBe(200);
  await bench.edit({ role: 3, email: "new@test.example" });
  expect(await bench.holders()).toContain("Seat 3 member");
  await bench.edit({ disabled: true });
  expect(await bench.holders()).not.toContain("Seat 3 member");
});

test("a disabled user gets no mail of a release", async () => {
  await using bench = await start();
  bench.app.advance(4 * 3_600_000);
  await bench.edit({ disabled: true });
  bench.app.advance(15 * 60_000);
  await endBookings(bench.app.ctx);
  expect(await bench.statusOf()).toBe("released");
  const { rows } = await bench.app.query(
    "select from mail_outbox where subject like 'Booking released%' and recipient like 'member%'",
  );
  expect(rows).toEqual([]);
});
