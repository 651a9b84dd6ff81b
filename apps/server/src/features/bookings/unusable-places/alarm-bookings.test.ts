import type { AffectedBooking, moveAlarmBookings } from "@verandah/contract/bookings/alarm-bookings.ts";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";
import { fillFromWaitlist } from "../waitlist/waitlist-fill.service.ts";

const TEN = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };

/** Three seats and a room in zone 1, a seat and an equal room in zone 2, and an alarm of a box in zone 1. */
async function start(alarm: { code?: number; restored?: boolean; location?: string; device?: boolean } = {}) {
  const bench = await startBookingBench();
  const { code = 210, restored = false, location = "T/g/z1", device = true } = alarm;
  await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, kind, name, seats, facilities)
     select campus_id, id, 'T/other-' || k.kind, k.kind, 'Other ' || k.kind, k.seats, '{Phone,Screen}'
     from locations, (values ('seat', 1), ('room', 6)) as k (kind, seats) where key = 'T/g/z2'`,
  );
  const { rows } = await bench.app.query(
    `insert into alarms (campus_id, location_id, device_id, code, subject_kind, rule, source_name, message, raised_at, restored_at)
     select l.campus_id, l.id, case when ${device} then (select d.id from devices d where d.campus_id = l.campus_id and d.type in ('VAV', 'AHU', 'ENVIRONMENT') limit 1) end,
       ${code}, 'place', 'test-1', 'VAV 1', 'No air', now(), case when ${restored} then now() end
     from locations l where l.key = '${location}' returning id`,
  );
  const path = `/v1/alarms/${Number(rows[0]?.["id"])}/bookings`;
  return {
    ...bench,
    path,
    affected: async () => (await bench.operator.get(path)).json<AffectedBooking[]>(),
    move: async () => (await bench.operator.post(path)).json<ReplyOf<typeof moveAlarmBookings>>(),
  };
}

test("an alarm of a zone lists its bookings, each with a space outside it, and moves them with a mail", async () => {
  await using bench = await start();
  await bench.book(TEN);
  await bench.book({ ...TEN, spaces: [bench.seatId(2)] }, bench.operator);
  await bench.book({ ...TEN, spaces: [bench.idOf("T/room")], attendees: 4 }, bench.operator);
  const affected = await bench.affected();
  expect(
    affected.map(({ booking, proposed, reason }) => [booking.space.name, proposed?.name, reason]),
  ).toEqual([
    ["Seat 1", "Other seat", null],
    ["Seat 2", undefined, "none-free"],
    ["Room 1", "Other room", null],
  ]);
  const { moved, left } = await bench.move();
  expect(moved.map(({ space }) => space.name)).toEqual(["Other seat", "Other room"]);
  expect(left.map(({ booking, reason }) => [booking.space.name, reason])).toEqual([["Seat 2", "none-free"]]);
  const [own] = await bench.list();
  expect(own).toMatchObject({ space: { name: "Other seat", zone: "Zone 2" }, status: "booked" });
  const { rows } = await bench.app.query(
    "select subject from mail_outbox where subject like '%was moved%' order by id",
  );
  expect(rows).toHaveLength(2);
  // A moved booking is not affected any more.
  expect(await bench.affected()).toHaveLength(1);
});

test("a move away from a fault does not give the space to the waitlist", async () => {
  await using bench = await start();
  await bench.book(TEN, bench.operator);
  await bench.member.post("/v1/waitlist", { space: bench.seatId(1), ...TEN });
  const { moved } = await bench.move();
  expect(moved.map(({ space }) => space.name)).toEqual(["Other seat"]);
  expect(await bench.list()).toEqual([]);
  await fillFromWaitlist(bench.app.ctx);
  expect(await bench.list()).toEqual([]);
  // After the repair the space is usable again.
  await bench.app.query("update alarms set restored_at = now()");
  await fillFromWaitlist(bench.app.ctx);
  expect(await bench.list()).toMatchObject([{ space: { name: "Seat 1" }, status: "booked" }]);
});

test.each([
  ["its zone", {}],
  ["its floor", { location: "T/g", device: false, code: 100 }],
  ["its building", { location: "T/tower", device: false, code: 123 }],
])("a cancelled seat with a fault in %s stays free until the repair", async (_where, alarm) => {
  await using bench = await start(alarm);
  const [made] = (await bench.book(TEN, bench.operator)).json<Booking[]>();
  await bench.member.post("/v1/waitlist", { space: bench.seatId(1), ...TEN });
  await bench.operator.post("/v1/coworking/hot_desking/cancel_booking", { id: made?.id });
  expect(await bench.list()).toEqual([]);
  await bench.app.query("update alarms set restored_at = now()");
  await fillFromWaitlist(bench.app.ctx);
  expect(await bench.list()).toMatchObject([{ space: { name: "Seat 1" }, status: "booked" }]);
});

test("a cancelled seat beside a zone with a fault goes to the first person on its waitlist", async () => {
  await using bench = await start();
  const { rows } = await bench.app.query("select id from spaces where key = 'T/other-seat'");
  const space = Number(rows[0]?.["id"]);
  const [made] = (await bench.book({ ...TEN, spaces: [space] }, bench.operator)).json<Booking[]>();
  await bench.member.post("/v1/waitlist", { space, ...TEN });
  await bench.operator.post("/v1/coworking/hot_desking/cancel_booking", { id: made?.id });
  expect(await bench.list()).toMatchObject([{ space: { name: "Other seat" }, status: "booked" }]);
});

test.each(["seats = 5", "facilities = '{Phone}'"])("a room with %s is not equal", async (change) => {
  await using bench = await start();
  await bench.app.query(`update spaces set ${change} where key = 'T/other-room'`);
  await bench.book({ ...TEN, spaces: [bench.idOf("T/room")] }, bench.operator);
  expect((await bench.affected()).map(({ reason }) => reason)).toEqual(["none-free"]);
});

test("a booking does not move to another building, nor to a room with too few seats for its people", async () => {
  await using bench = await start();
  const admin = await bench.app.as("administrator");
  let parent = bench.idOf("T");
  for (const [type, title] of [
    ["building", "Tower B"],
    ["floor", "Ground"],
    ["zone", "Zone 1"],
  ])
    parent = (await admin.post("/v1/campuses/tree/add", { parent, type, title })).json<{ id: number }>().id;
  await admin.post("/v1/campuses/tree/add", { parent, type: "seat", title: "Seat B" });
  await bench.app.query("update spaces set is_active = false where key = 'T/other-seat'");
  await bench.book(TEN);
  await bench.book({ ...TEN, spaces: [bench.idOf("T/room")], attendees: 6 }, bench.operator);
  // Both rooms have become smaller in the meantime.
  await bench.app.query("update spaces set seats = 4 where kind = 'room'");
  expect((await bench.affected()).map(({ reason }) => reason)).toEqual(["none-free", "none-free"]);
});

test("a zone with an active alarm takes no bookings of another zone", async () => {
  await using bench = await start();
  await bench.book(TEN);
  const raise = `
    insert into alarms (campus_id, location_id, code, subject_kind, rule, source_name, message, raised_at)
    select campus_id, id, 110, 'place', 'test-2', 'Gateway', 'Fault', now() from locations where key = 'T/g/z2'`;
  await bench.app.query(raise);
  expect((await bench.affected()).map(({ reason }) => reason)).toEqual(["none-free"]);
  await bench.app.query("update alarms set restored_at = now() where rule = 'test-2'");
  expect((await bench.affected()).map(({ proposed }) => proposed?.name)).toEqual(["Other seat"]);
});

test("a booking that has begun stays", async () => {
  await using bench = await start();
  await bench.app.query("update spaces set seats = 4 where key = 'T/other-room'");
  await bench.book({ ...TEN, spaces: [bench.idOf("T/room")], attendees: 5 }, bench.operator);
  expect((await bench.affected()).map(({ reason }) => reason)).toEqual(["none-free"]);
  const soon = { from: "2026-01-05T06:15:00Z", to: "2026-01-05T07:00:00Z" };
  await bench.book({ ...soon });
  bench.app.advance(16 * 60_000);
  expect((await bench.affected()).map(({ booking, reason }) => [booking.kind, reason])).toEqual([
    ["seat", "begun"],
    ["room", "none-free"],
  ]);
});

test("bookings after a day are not affected", async () => {
  await using bench = await start();
  await bench.book({ from: "2026-01-06T06:15:00Z", to: "2026-01-06T07:15:00Z" });
  expect(await bench.affected()).toEqual([]);
  await bench.book({ from: "2026-01-06T05:45:00Z", to: "2026-01-06T06:15:00Z" });
  expect(await bench.affected()).toHaveLength(1);
});

test.each([
  ["is over", { restored: true }],
  ["is low and has no device of comfort", { device: false }],
  ["is of equipment of the whole building", { location: "T/tower", code: 120 }],
])("an alarm that %s affects none", async (_what, alarm) => {
  await using bench = await start(alarm);
  await bench.book(TEN);
  expect(await bench.affected()).toEqual([]);
});

test("a critical alarm of a floor affects all of the floor", async () => {
  await using bench = await start({ location: "T/g", code: 150, device: false });
  await bench.book(TEN);
  expect((await bench.affected()).map(({ reason }) => reason)).toEqual(["none-free"]);
});

test("a mains failure affects all of its building, and the fault of an AHU on its roof the zones that it feeds", async () => {
  await using bench = await start({ location: "T/tower", code: 123, device: false });
  await bench.book(TEN);
  const rows = async () => (await bench.affected()).map(({ proposed, reason }) => [proposed?.name, reason]);
  expect(await rows()).toEqual([[undefined, "none-free"]]);
  await bench.app.query(
    `with ahu as (select * from devices where ssid = 'T-AHU'),
       box as (update devices set fed_by = ahu.id from ahu where devices.ssid = 'T-S1')
     update alarms set code = 225, device_id = ahu.id from ahu where rule = 'test-1'`,
  );
  expect(await rows()).toEqual([["Other seat", null]]);
});

/** Adds an alarm of the floor that explains the alarm of this rule. @returns the id of the new alarm */
async function explain({ app }: Awaited<ReturnType<typeof start>>, rule: string): Promise<number> {
  const { rows } = await app.query(
    `with head as (
       insert into alarms (campus_id, location_id, code, subject_kind, rule, source_name, message, raised_at)
       select campus_id, id, 210, 'flood', 'flood', 'Ground', 'Many at once', now() from locations where key = 'T/g' returning id)
     update alarms set explained_by = head.id from head where rule = '${rule}' returning head.id`,
  );
  return Number(rows[0]?.["id"]);
}

test("an alarm affects the places of the alarms that it explains, and is shelved with them", async () => {
  await using bench = await start();
  await bench.app.query(
    `insert into alarms (campus_id, location_id, code, subject_kind, rule, source_name, message, raised_at)
     select campus_id, id, 150, 'place', 'test-2', 'Meter', 'No power', now() from locations where key = 'T/g/z2'`,
  );
  await bench.book(TEN);
  const head = await explain(bench, "test-1");
  const other = await explain(bench, "test-2");
  const affected = async (id: number) =>
    (await bench.operator.get(`/v1/alarms/${id}/bookings`))
      .json<AffectedBooking[]>()
      .map(({ booking, proposed, reason }) => [booking.space.name, proposed?.name, reason]);
  expect(await affected(head)).toEqual([["Seat 1", undefined, "none-free"]]);
  expect(await affected(other)).toEqual([]);
  await bench.app.query(`update alarms set ignored_at = now(), ignored_until = now() where id = ${other}`);
  expect(await affected(head)).toEqual([["Seat 1", "Other seat", null]]);
});

test("an alarm of an AHU affects the zones of its boxes only, a fire the whole floor", async () => {
  await using bench = await start({ code: 225 });
  await bench.app.query(
    `with ahu as (select * from devices where ssid = 'T-AHU'),
       box as (update devices set fed_by = ahu.id from ahu where devices.ssid = 'T-S1')
     update alarms set device_id = ahu.id, location_id = ahu.location_id from ahu where rule = 'test-1'`,
  );
  await bench.book(TEN);
  const names = async () =>
    (await bench.affected()).map(({ booking, proposed }) => [booking.space.name, proposed?.name]);
  expect(await names()).toEqual([["Seat 1", "Other seat"]]);
  await bench.app.query("update alarms set code = 110 where rule = 'test-1'");
  expect(await names()).toEqual([["Seat 1", undefined]]);
});

test.each([101, 102, 201, 202, 212, 215, 220, 221, 223, 226, 260, 271])(
  "alarm %i leaves its place usable",
  async (code) => {
    await using bench = await start({ code });
    await bench.book(TEN);
    expect(await bench.affected()).toEqual([]);
  },
);

test("when two operators move bookings at once, each booking moves once", async () => {
  await using bench = await start();
  await bench.book(TEN);
  const admin = await bench.app.as("administrator");
  const answers = await Promise.all([bench.operator, admin].map((user) => user.post(bench.path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const [own] = await bench.list();
  expect(own?.space.name).toBe("Other seat");
});

test("members and users of other campuses do not see affected bookings", async () => {
  await using bench = await start();
  expect((await bench.member.get(bench.path)).statusCode).toBe(403);
  const other = await bench.app.as("other-operator");
  expect((await other.get(bench.path)).statusCode).toBe(404);
  expect((await other.post(bench.path)).statusCode).toBe(404);
});

test("a deleted person's future bookings are cancelled with a mail and an audit entry", async () => {
  await using bench = await start();
  const admin = await bench.app.as("administrator");
  const { rows } = await bench.app.query(
    `with c as (insert into coworking_clients (campus_id, name) select id, 'Acme' from campuses order by id limit 1 returning id, campus_id)
     insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
     select campus_id, id, 'A1', 'Ravi', 'ravi@acme.example', '1', now(), now() from c returning id`,
  );
  const person = Number(rows[0]?.["id"]);
  const [made] = (await bench.book({ ...TEN, person }, bench.operator)).json<Booking[]>();
  expect(made?.status).toBe("booked");
  await admin.post("/v1/coworking/delete_cws_users", { ids: [person] });
  expect((await bench.list(bench.operator))[0]).toMatchObject({ status: "cancelled" });
  const mails = await bench.app.query("select recipient, calendar from mail_outbox order by id desc limit 1");
  expect(mails.rows).toEqual([
    { recipient: "ravi@acme.example", calendar: expect.stringMatching(/METHOD:CANCEL[^]*SEQUENCE:1\r/) },
  ]);
  const audit = await bench.app.query("select target from audit where action = 'cancel-booking'");
  expect(audit.rows).toEqual([{ target: `booking:${made?.id}` }]);
});
