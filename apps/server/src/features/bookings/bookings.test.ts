import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test, vi } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { insertBooking, lockSpaces } from "./bookings.repository.ts";

const MINUTE_MS = 60_000;
const LATER = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
const aSeat = (key: string, name: string) => ({ key, name, kind: "seat" as const, seats: 1 });

test("a member finds a free seat, books it, and sees the booking with its reference", async () => {
  await using bench = await startBookingBench();
  const before = await bench.search("seat");
  expect(before.map(({ name, isFree }) => [name, isFree])).toEqual([
    ["Seat 1", true],
    ["Seat 2", true],
    ["Seat 3", true],
  ]);
  const buildingId = bench.idOf("T/tower");
  expect(before[0]).toMatchObject({ buildingId });
  const [made] = (await bench.book({})).json<Booking[]>();
  expect(made).toMatchObject({
    kind: "seat",
    space: { name: "Seat 1", buildingId, floor: "Ground", zone: "Zone 1" },
    bookedFor: { name: "member" },
    status: "booked",
    attendees: 1,
  });
  expect(made?.reference).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
  expect((await bench.search("seat")).map(({ isFree, isOwn }) => [isFree, isOwn])).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ]);
  // The next time begins when this one ends.
  const next = { from: "2026-01-05T09:00:00Z", to: "2026-01-05T10:00:00Z" };
  expect((await bench.search("seat", next)).map(({ isFree }) => isFree)).toEqual([true, true, true]);
  expect((await bench.book(next)).statusCode).toBe(200);
  expect((await bench.list()).map(({ from }) => from)).toEqual([
    "2026-01-05T09:00:00.000Z",
    "2026-01-05T08:00:00.000Z",
  ]);
});

test("of two hundred concurrent bookings of one seat exactly one succeeds; the refusals name free seats", async () => {
  await using bench = await startBookingBench();
  const { rows } = await bench.app.query(
    "select campus_id, building_id from users where username = 'member'",
  );
  await bench.app.query(
    `insert into users (campus_id, building_id, username, password_hash, role_id, created_at)
     select $1, $2, 'crowd' || n, 'x', 5, now() from generate_series(1, 200) as n`,
    [rows[0]?.["campus_id"], rows[0]?.["building_id"]],
  );
  const crowd = await bench.app.query("select id from users where username like 'crowd%'");
  // The limit of calls per account would refuse so many calls.
  await bench.app.query("update users set role_id = 1 where username in ('viewer', 'pumpCustomer')");
  const clients = await Promise.all(
    (["operator", "administrator", "viewer", "pumpCustomer"] as const).map((role) => bench.app.as(role)),
  );
  const answers = await Promise.all(
    crowd.rows.map(({ id }, index) => bench.book({ bookedFor: Number(id) }, clients[index % 4])),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(199);
  for (const answer of refused)
    expect(answer.json()).toMatchObject({
      code: "space-taken",
      fields: { spaces: "Free at this time: Seat 2, Seat 3" },
    });
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test("several seats are booked together or not at all", async () => {
  await using bench = await startBookingBench();
  await bench.book({ spaces: [bench.idOf("T/seat2")] });
  const all = [1, 2, 3].map((n) => bench.idOf(`T/seat${n}`));
  expect((await bench.book({ spaces: all }, bench.operator)).statusCode).toBe(409);
  expect((await bench.search("seat")).map(({ isFree }) => isFree)).toEqual([true, false, true]);
  const made = (await bench.book({ spaces: [all[0], all[2]] }, bench.operator)).json<Booking[]>();
  expect(made.map(({ space }) => space.name)).toEqual(["Seat 1", "Seat 3"]);
});

test("a list with too many bookings contains those that begin nearest to now", async () => {
  await using bench = await startBookingBench();
  await bench.book({}, bench.operator);
  await bench.app.query(`
    insert into bookings (campus_id, space_id, reference, booked_for, booked_by, attendees, from_at, to_at, status, created_at)
    select campus_id, space_id, 'R' || n, booked_for, booked_by, 1, from_at + (n || ' days')::interval, to_at + (n || ' days')::interval, 'booked', created_at
    from bookings, generate_series(1, 1000) n`);
  const range = "from=2026-01-05T00:00:00Z&to=2029-01-01T00:00:00Z";
  const listed = (
    await bench.operator.get(`/v1/gl_zone_booking/${bench.idOf("T/g")}/seat/bookingList?${range}`)
  ).json<Booking[]>();
  expect(listed).toHaveLength(1_000);
  expect([listed[0]?.from, listed.at(-1)?.from]).toEqual([
    "2028-09-30T08:00:00.000Z",
    "2026-01-05T08:00:00.000Z",
  ]);
});

test("a member books one seat at a time, and every user one room", async () => {
  await using bench = await startBookingBench();
  const spaces = [bench.seatId(1), bench.seatId(2)];
  const fields = { spaces: "Choose one seat or room" };
  expect((await bench.book({ spaces })).json()).toMatchObject({ code: "input-invalid", fields });
  const mixed = { spaces: [bench.seatId(1), bench.idOf("T/room")] };
  expect((await bench.book(mixed, bench.operator)).json()).toMatchObject({ code: "input-invalid", fields });
  expect((await bench.book({ spaces: [] })).json()).toMatchObject({
    fields: { spaces: "Choose a seat or room" },
  });
  expect(await bench.list(bench.operator)).toEqual([]);
});

test.each([
  [{ from: "2026-01-05T06:00:00Z" }, { from: "Choose a future time" }],
  [{ from: "2026-01-05T08:14:00Z" }, { from: "Times are in steps of 15 minutes" }],
  [{ to: "2026-01-05T09:14:00Z" }, { to: "Times are in steps of 15 minutes" }],
  [{ to: "2026-01-05T08:15:00Z" }, { to: "A booking takes at least 30 minutes" }],
  [{ to: "2026-01-05T07:00:00Z" }, { to: "End date should be greater than start date" }],
  [{ to: "2026-01-07T08:00:00Z" }, { to: "A booking takes at most 24 hours" }],
  [{ from: "2026-05-05T08:00:00Z", to: "2026-05-05T09:00:00Z" }, { from: "Choose a time within 90 days" }],
  [{ attendees: 2 }, { attendees: "At most 1 people" }],
])("refuses %o", async (change, fields) => {
  await using bench = await startBookingBench();
  const answer = await bench.book(change);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  expect(await bench.list()).toEqual([]);
});

test("a member books for themselves and sees no other person; staff see all; viewers book nothing", async () => {
  await using bench = await startBookingBench();
  const { id: operatorId } = bench.operator.session.user;
  expect((await bench.book({ bookedFor: operatorId })).statusCode).toBe(403);
  await bench.book({}, bench.operator);
  const [own] = (await bench.book({ spaces: [bench.idOf("T/seat2")] })).json<Booking[]>();
  expect((await bench.list()).map(({ id }) => id)).toEqual([own?.id]);
  expect(await bench.list(bench.operator)).toHaveLength(2);
  const [foreign] = (await bench.list(bench.operator)).filter(({ id }) => id !== own?.id);
  const cancel = { id: foreign?.id };
  expect((await bench.member.post("/v1/coworking/hot_desking/cancel_booking", cancel)).statusCode).toBe(404);
  const viewer = await bench.app.as("viewer");
  expect((await bench.book({}, viewer)).statusCode).toBe(403);
  expect(await bench.list(viewer)).toHaveLength(2);
  const stranger = await bench.app.as("other-member");
  expect((await bench.book({}, stranger)).statusCode).toBe(404);
});

test("a member's own booking does not name the person who made it", async () => {
  await using bench = await startBookingBench();
  const { id } = bench.member.session.user;
  const [made] = (await bench.book({ bookedFor: id }, bench.operator)).json<Booking[]>();
  await bench.book({ spaces: [bench.seatId(2)], ...LATER });
  expect((await bench.list()).map(({ bookedBy }) => bookedBy)).toEqual(["member", null]);
  const now = await bench.member.get(`/v1/spaces/${bench.seatId(1)}/now`);
  expect(now.json()).toMatchObject({ own: { id: made?.id, bookedBy: null } });
  expect((await bench.list(bench.operator)).map(({ bookedBy }) => bookedBy)).toEqual(["member", "operator"]);
});

test("a booking is moved and cancelled by the rules; an hour's notice is needed to the minute", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({})).json<Booking[]>();
  const update = (from: string, to: string) =>
    bench.member.post("/v1/coworking/hot_desking/update_booking", { id: made?.id, from, to });
  await bench.book({ from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" }, bench.operator);
  expect((await update("2026-01-05T10:30:00Z", "2026-01-05T11:30:00Z")).statusCode).toBe(409);
  expect((await update("2026-01-05T08:30:00Z", "2026-01-05T09:30:00Z")).json()).toMatchObject({
    from: "2026-01-05T08:30:00.000Z",
    status: "booked",
  });
  const cancel = () => bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: made?.id });
  bench.app.advance(91 * MINUTE_MS);
  const late = await cancel();
  expect([late.statusCode, late.json().message]).toEqual([422, "Cancellation should be done 1 hour ahead."]);
  expect((await bench.list()).map(({ status }) => status)).toEqual(["booked"]);
  bench.app.advance(-MINUTE_MS);
  expect((await cancel()).json()).toMatchObject({ status: "cancelled" });
  expect((await cancel()).statusCode).toBe(409);
  expect((await bench.search("seat"))[0]?.isFree).toBe(true);
});

test("a member moves a booking with an hour's notice, staff without", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({})).json<Booking[]>();
  const update = (as = bench.member, hour = 12) =>
    as.post("/v1/coworking/hot_desking/update_booking", {
      id: made?.id,
      from: `2026-01-05T${hour}:00:00Z`,
      to: `2026-01-05T${hour + 1}:00:00Z`,
    });
  bench.app.advance(61 * MINUTE_MS);
  expect((await update()).json()).toMatchObject({ code: "change-notice" });
  expect((await update(bench.operator)).statusCode).toBe(200);
  // It is 10:00 now.
  bench.app.advance(179 * MINUTE_MS);
  expect((await update(bench.member, 14)).statusCode).toBe(200);
});

test("replaces a random reference that already exists by another one", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({})).json<Booking[]>();
  const { rows } = await bench.app.query("select campus_id, booked_by from bookings");
  const person = Number(rows[0]?.["booked_by"]);
  const drawn = [made?.reference, made?.reference, "ZZZZZZ"];
  await insertBooking(
    bench.app.ctx.db,
    {
      campusId: Number(rows[0]?.["campus_id"]),
      spaceId: bench.seatId(2),
      bookedFor: { userId: person },
      bookedBy: person,
      title: "",
      attendees: 1,
      from: new Date("2026-01-05T08:00:00Z"),
      to: new Date("2026-01-05T09:00:00Z"),
      createdAt: bench.app.ctx.now(),
    },
    () => drawn.shift() ?? "",
  );
  expect((await bench.list()).map(({ reference }) => reference).toSorted()).toEqual(
    [made?.reference ?? "", "ZZZZZZ"].toSorted((a, b) => a.localeCompare(b)),
  );
});

test("callers that change the bookings of one space wait for each other, so none ends in a deadlock", async () => {
  await using bench = await startBookingBench();
  const steps: string[] = [];
  const booked = await bench.app.ctx.db.transaction().execute(async (db) => {
    await lockSpaces(db, [bench.seatId(1)]);
    const booking = bench.book({}).then(({ statusCode }) => steps.push(`booked ${statusCode}`));
    const waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () =>
      expect((await bench.app.query(`select from ${waits}`)).rows).toHaveLength(1),
    );
    steps.push("committed");
    return { booking };
  });
  await booked.booking;
  expect(steps).toEqual(["committed", "booked 200"]);
});

test("lists a user's own bookings in all buildings", async () => {
  const site = aSite();
  site.buildings.push({
    key: "T/annex",
    name: "Annex",
    floors: [
      {
        key: "T/a",
        name: "Attic",
        floorType: "wlms",
        zones: [{ key: "T/a/z1", name: "Loft", areas: [], spaces: [aSeat("T/far", "Seat 9")] }],
      },
    ],
  });
  await using bench = await startBookingBench(site);
  await bench.book({});
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  const later = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
  await bench.book({ spaces: [bench.idOf("T/far")], ...later });
  const own = async (query = "") =>
    (
      await bench.member.get(`/v1/bookings/own?from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z${query}`)
    ).json<Booking[]>();
  expect((await own()).map(({ space }) => [space.name, space.building])).toEqual([
    ["Seat 9", "Annex"],
    ["Seat 1", "Tower"],
  ]);
  expect(await own("&kind=room")).toEqual([]);
});

test("rooms have their capacity, facilities and place on the plan", async () => {
  await using bench = await startBookingBench();
  expect(await bench.search("room")).toEqual([
    expect.objectContaining({
      name: "Room 1",
      seats: 6,
      facilities: ["Screen"],
      coordinates: [10, 20],
      isFree: true,
    }),
  ]);
  const room = { spaces: [bench.idOf("T/room")], title: "Stand-up", attendees: 6 };
  expect((await bench.book(room)).json()).toEqual([
    expect.objectContaining({ kind: "room", title: "Stand-up" }),
  ]);
  expect((await bench.list(bench.member, "room")).map(({ attendees }) => attendees)).toEqual([6]);
});
