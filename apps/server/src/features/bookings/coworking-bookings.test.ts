import type { Booking, RoomDay } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";

const HOUR = "from=2026-01-05T08:00:00Z&to=2026-01-05T09:00:00Z";

/** A booking bench with one person of a coworking company. */
async function startWithPerson() {
  const bench = await startBookingBench();
  const { rows } = await bench.app.query("select campus_id from users where username = 'member'");
  await bench.app.query(
    `with client as (insert into coworking_clients (campus_id, name) values ($1, 'Kaveri Analytics') returning id)
     insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
     select $1, id, 'K-1', 'Asha Rao', 'asha@kaveri.example', '', now(), now() from client`,
    [rows[0]?.["campus_id"]],
  );
  const people = await bench.app.query("select id from coworking_users");
  return { ...bench, personId: Number(people.rows[0]?.["id"]) };
}

test("staff book seats for a person of a company; a member cannot, and does not see the person", async () => {
  await using bench = await startWithPerson();
  const { personId, seatId } = bench;
  const body = { spaces: [seatId(1), seatId(2)], person: personId };
  expect((await bench.book(body)).statusCode).toBe(403);
  const made = (await bench.book(body, bench.operator)).json<Booking[]>();
  expect(made).toEqual([1, 2].map(() => expect.objectContaining({ bookedBy: "operator" })));
  expect(made[0]).toMatchObject({
    client: { name: "Kaveri Analytics" },
    bookedFor: { id: personId, name: "Asha Rao", email: "asha@kaveri.example" },
  });
  expect(await bench.list()).toEqual([]);
  expect(await bench.list(bench.operator)).toHaveLength(2);
  expect((await bench.book({ person: 99 }, bench.operator)).statusCode).toBe(404);
  const cancel = { id: made[0]?.id };
  expect((await bench.member.post("/v1/coworking/hot_desking/cancel_booking", cancel)).statusCode).toBe(404);
});

test("a person of a company has one seat for one time, also as the user with the same e-mail address", async () => {
  await using bench = await startWithPerson();
  const { personId, seatId } = bench;
  await bench.app.query("update coworking_users set email = 'Member@test.example'");
  const bookForPerson = (seat: number) =>
    bench.book({ spaces: [seatId(seat)], person: personId }, bench.operator);
  const [made] = (await bookForPerson(1)).json<Booking[]>();
  expect((await bookForPerson(2)).json().code).toBe("seat-already");
  expect((await bench.book({ spaces: [seatId(2)] })).json().code).toBe("seat-already");
  await bench.operator.post("/v1/coworking/hot_desking/cancel_booking", { id: made?.id });
  expect((await bench.book({ spaces: [seatId(2)] })).statusCode).toBe(200);
  expect((await bookForPerson(1)).json().code).toBe("seat-already");
});

test("a person of a company checks in with the account of the same e-mail address, unless deleted", async () => {
  await using bench = await startWithPerson();
  const { personId, seatId } = bench;
  await bench.app.query("update coworking_users set email = 'Member@test.example'");
  await bench.book({ spaces: [seatId(1)] }, bench.operator);
  const made = await bench.book({ spaces: [seatId(2)], person: personId }, bench.operator);
  const id = made.json<Booking[]>()[0]?.id;
  const own = async () =>
    (await bench.member.get(`/v1/bookings/own?${HOUR}`)).json<Booking[]>().map((one) => one.id);
  expect(await own()).toEqual([id]);
  expect((await bench.list()).map((one) => one.id)).toEqual([id]);
  expect((await bench.search("seat")).map(({ isOwn }) => isOwn)).toEqual([false, true, false]);
  bench.app.advance(115 * 60_000);
  const now = await bench.member.get(`/v1/spaces/${seatId(2)}/now`);
  expect(now.json()).toMatchObject({ own: { id } });
  const checkIn = async () => bench.member.post(`/v1/bookings/${id}/check_in`, {});
  await bench.app.query("update coworking_users set deleted_at = now()");
  expect([await own(), (await checkIn()).statusCode]).toEqual([[], 404]);
  await bench.app.query("update coworking_users set deleted_at = null");
  expect((await checkIn()).json()).toMatchObject({ status: "checkedIn" });
  const stranger = await bench.app.as("other-member");
  expect((await stranger.get(`/v1/bookings/own?${HOUR}`)).json()).toEqual([]);
});

test("the specified calls of seats list, book and show them like the others", async () => {
  await using bench = await startBookingBench();
  const tower = bench.idOf("T/tower");
  const made = await bench.member.post("/v1/coworking/hot_desking", {
    spaces: [bench.seatId(2)],
    from: "2026-01-05T08:00:00Z",
    to: "2026-01-05T09:00:00Z",
  });
  expect(made.json()).toMatchObject([{ kind: "seat", space: { name: "Seat 2" } }]);
  const seats = await bench.member.get(`/v1/coworking/${tower}/hot_desking_list?${HOUR}`);
  expect(seats.json<{ isFree: boolean }[]>().map(({ isFree }) => isFree)).toEqual([true, false, true]);
  const status = await bench.member.get(`/v1/coworking/${tower}/hot_desking/booking-status?${HOUR}`);
  expect(status.json()).toEqual(made.json());
  const room = { spaces: [bench.idOf("T/room")], from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" };
  expect((await bench.member.post("/v1/coworking/hot_desking", room)).statusCode).toBe(404);
});

test("without a time, lists answer the rest of the day on the clock of the campus", async () => {
  await using bench = await startBookingBench();
  const room = [bench.idOf("T/room")];
  // The day ends at 18:30 UTC.
  await bench.book({ spaces: room, from: "2026-01-05T18:00:00Z", to: "2026-01-05T18:30:00Z" });
  await bench.book({ spaces: room, from: "2026-01-05T18:30:00Z", to: "2026-01-05T19:30:00Z" });
  const tower = bench.idOf("T/tower");
  const list = await bench.member.get(`/v1/gl_zone_booking/${tower}/room/bookingList`);
  expect(list.json<Booking[]>().map(({ from }) => from)).toEqual(["2026-01-05T18:00:00.000Z"]);
  const [day] = (await bench.member.get(`/v1/buildings/${tower}/meeting-rooms`)).json<RoomDay[]>();
  expect(day?.taken.map(({ from }) => from)).toEqual(["2026-01-05T18:00:00.000Z"]);
  const past = await bench.member.get(`/v1/buildings/${tower}/meeting-rooms?to=2026-01-05T05:00:00Z`);
  expect([past.statusCode, past.json().fields]).toEqual([
    400,
    { to: "End date should be greater than start date" },
  ]);
});

test.each([
  ["OPERAT", ["Seat 1"]],
  ["seat 2", ["Seat 2"]],
  ["zone 1", ["Seat 2", "Seat 1"]],
  ["seat%", []],
])("staff find bookings by %s", async (search, names) => {
  await using bench = await startBookingBench();
  await bench.book({}, bench.operator);
  await bench.book({ spaces: [bench.seatId(2)] });
  const answer = await bench.operator.get(
    `/v1/gl_zone_booking/${bench.idOf("T/g")}/seat/bookingList?search=${encodeURIComponent(search)}`,
  );
  expect(answer.json<Booking[]>().map(({ space }) => space.name)).toEqual(names);
});

test.each(["hot_desking_list", "hot_desking/booking-status"])(
  "refuses %s with an end before its start",
  async (call) => {
    await using bench = await startBookingBench();
    const answer = await bench.member.get(
      `/v1/coworking/${bench.idOf("T/tower")}/${call}?from=2026-01-05T09:00:00Z&to=2026-01-05T08:00:00Z`,
    );
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { to: "End date should be greater than start date" },
    ]);
  },
);

test("counts the seats and rooms that are free, booked and checked in now, for a building and its floors", async () => {
  await using bench = await startBookingBench();
  const [own] = (await bench.book({})).json<Booking[]>();
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  bench.app.advance(125 * 60_000);
  await bench.member.post(`/v1/bookings/${String(own?.id)}/check_in`, {});
  const tower = bench.idOf("T/tower");
  const counts = [
    { kind: "room", total: 1, free: 1, booked: 0, checkedIn: 0 },
    { kind: "seat", total: 3, free: 1, booked: 1, checkedIn: 1 },
  ];
  expect((await bench.member.get(`/v1/coworking/${tower}/booking-status`)).json()).toEqual(counts);
  const floor = { id: bench.idOf("T/g"), name: "Ground" };
  expect((await bench.member.get(`/v1/coworking/${tower}/booking-status2`)).json()).toEqual(
    counts.map((count) => ({ floor, ...count })),
  );
});

test("rooms show when they are taken; a member gets the titles of their own bookings only", async () => {
  await using bench = await startBookingBench();
  const room = [bench.idOf("T/room")];
  const [own] = (await bench.book({ spaces: room, title: "Stand-up" })).json<Booking[]>();
  const later = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
  const [other] = (
    await bench.book({ spaces: room, title: "Review with Asha", ...later }, bench.operator)
  ).json<Booking[]>();
  const day = `/v1/buildings/${bench.idOf("T/tower")}/meeting-rooms?from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z`;
  const taken = async (as: typeof bench.member) =>
    (await as.get(day)).json<RoomDay[]>().map(({ name, taken: times }) => ({ name, times }));
  const times = [
    { from: own?.from, to: own?.to, title: "Stand-up", booking: own?.id },
    { from: other?.from, to: other?.to, title: null, booking: null },
  ];
  expect(await taken(bench.member)).toEqual([{ name: "Room 1", times }]);
  expect((await taken(bench.operator))[0]?.times[1]).toMatchObject({
    title: "Review with Asha",
    booking: other?.id,
  });
});

test("the title and the number of people of a room's booking can change, up to the seats of the room", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({ spaces: [bench.idOf("T/room")], title: "Review" })).json<Booking[]>();
  const update = (change: object) =>
    bench.member.post("/v1/coworking/meeting_room/update_booking", {
      id: made?.id,
      from: made?.from,
      to: made?.to,
      ...change,
    });
  expect((await update({ attendees: 7 })).json().fields).toEqual({ attendees: "At most 6 people" });
  expect((await update({ title: "Retro", attendees: 5 })).json()).toMatchObject({
    title: "Retro",
    attendees: 5,
  });
  expect((await update({})).json()).toMatchObject({ title: "Retro", attendees: 5 });
});

test("the calls of seats change no booking of a room, and the reverse", async () => {
  await using bench = await startBookingBench();
  const [seat] = (await bench.book({})).json<Booking[]>();
  const [room] = (await bench.book({ spaces: [bench.idOf("T/room")] })).json<Booking[]>();
  for (const [call, booking] of [
    ["hot_desking", room],
    ["meeting_room", seat],
  ] as const)
    for (const change of ["update_booking", "cancel_booking"]) {
      const body = { id: booking?.id, from: booking?.from, to: booking?.to };
      expect((await bench.member.post(`/v1/coworking/${call}/${change}`, body)).statusCode).toBe(404);
    }
  expect((await bench.list()).map(({ status }) => status)).toEqual(["booked"]);
});

test("a refusal names free rooms that hold the people, those of the zone first", async () => {
  await using bench = await startBookingBench();
  await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, kind, name, seats)
     select campus_id, id, 'T/' || n, 'room', n, s from locations,
       (values ('T/g/z2', 'Far', 6), ('T/g/z1', 'Small', 4), ('T/g/z1', 'Near', 8)) as v (place, n, s) where key = place`,
  );
  await bench.app.query(
    "update spaces set zone_id = (select id from locations where key = 'T/g/z2') where key = 'T/room'",
  );
  const book = (attendees: number, body: object = {}) =>
    bench.book({ spaces: [bench.idOf("T/room")], attendees, ...body }, bench.operator);
  await book(5);
  expect((await book(5)).json().fields).toEqual({ spaces: "Free at this time: Far, Near" });
  const later = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };
  const [made] = (await book(5, later)).json<Booking[]>();
  const moved = await bench.operator.post("/v1/coworking/meeting_room/update_booking", {
    id: made?.id,
    from: "2026-01-05T08:00:00Z",
    to: "2026-01-05T09:00:00Z",
  });
  expect(moved.json().fields).toEqual({ spaces: "Free at this time: Far, Near" });
});

test("a booking moves to another free seat; not to a taken one, nor to a room", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({})).json<Booking[]>();
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  const move = (space: number) =>
    bench.member.post("/v1/coworking/hot_desking/update_booking", {
      id: made?.id,
      from: made?.from,
      to: made?.to,
      space,
    });
  const refused = await move(bench.seatId(2));
  expect([refused.statusCode, refused.json().fields]).toEqual([409, { spaces: "Free at this time: Seat 3" }]);
  expect((await move(bench.idOf("T/room"))).statusCode).toBe(404);
  expect((await move(bench.seatId(3))).json()).toMatchObject({ space: { name: "Seat 3" } });
  expect((await bench.search("seat")).map(({ isFree }) => isFree)).toEqual([true, false, false]);
});
