import type { RoomCalendar } from "@verandah/contract/room-calendars.ts";
import { expect, test } from "vitest";

import { takeOutside } from "#features/bookings/rooms/room-bookings.service.ts";

import { ELEVEN, NINE, startCalendarBench, TEN } from "../../testing/benches/calendar-bench.ts";
import { upsertEntries } from "./room-calendars.repository.ts";

test("a removed calendar releases its times, and keeps the bookings of the product", async () => {
  await using bench = await startCalendarBench("graph");
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

test("an entry that is added while the calendar is removed leaves no booking", async () => {
  await using bench = await startCalendarBench("graph");
  const { app, room } = bench;
  const removal = await app.db.transaction().execute(async (db) => {
    const calendar = await db
      .selectFrom("roomCalendars")
      .select(["campusId", "connectedBy"])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const removed = bench.admin.post(`/v1/room_calendars/${room}/delete`);
    await expect
      .poll(() =>
        app.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toMatchObject({ rows: [{}] });
    const times = { title: "Review", from: new Date(NINE), to: new Date(TEN) };
    const entry = { ...times, organizer: "Asha Rao" };
    const [bookingId = null] = await takeOutside(
      { ...app.ctx, db },
      { ...calendar, spaceId: room },
      { ended: [], times: [{ ...entry, booking: null }] },
    );
    await upsertEntries(db, [{ ...entry, spaceId: room, entryId: "review", bookingId }]);
    return { removed };
  });
  expect((await removal.removed).statusCode).toBe(200);
  expect(await bench.bookings()).toMatchObject([{ title: "Review", status: "cancelled" }]);
});

test("a calendar belongs to one room", async () => {
  await using bench = await startCalendarBench("graph");
  const { app, room } = bench;
  const addRoom = async (zone: string) => {
    const { rows } = await app.query(
      `insert into spaces (campus_id, zone_id, key, name, kind, seats)
       select campus_id, id, key || '/room2', 'Room 2', 'room', 4 from locations where key = '${zone}' returning id`,
    );
    return Number(rows[0]?.["id"]);
  };
  const second = await addRoom("T/g/z1");
  const again = { room: second, address: "Room1@campus.example" };
  const rule = { code: "calendar-of", value: "Room 1" };
  expect((await bench.save(again)).json()).toMatchObject({ code: "input-invalid", rules: { address: rule } });
  const other = await app.as("other-administrator");
  const foreign = { ...again, room: await addRoom("U/g/z1"), kind: "graph" };
  const abroad = await other.post("/v1/room_calendars", foreign);
  expect(abroad.json()).toMatchObject({ fields: { address: expect.stringContaining("another campus") } });
  // The same room may be connected with this calendar again.
  expect((await bench.save()).statusCode).toBe(200);
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  await app.query(`update spaces set is_active = false where id = ${room}`);
  expect((await bench.save(again)).statusCode).toBe(200);
  const { rows } = await app.query("select title, status from bookings");
  expect(rows).toEqual([{ title: "Review", status: "cancelled" }]);
});

test("a calendar that is saved again unchanged keeps its bookings, and is read at once", async () => {
  await using bench = await startCalendarBench("graph");
  bench.standIn.make({ title: "Review", from: NINE, to: TEN });
  await bench.sync();
  bench.standIn.setDown(true);
  await bench.sync();
  expect((await bench.save({ address: "Room1@Campus.example" })).statusCode).toBe(200);
  expect(await bench.bookings()).toMatchObject([{ title: "Review", status: "booked" }]);
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: "unreachable" });
  bench.standIn.setDown(false);
  // Sooner than after a failure.
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: null });
  expect(await bench.bookings()).toMatchObject([{ title: "Review", status: "booked" }]);
  expect((await bench.save({ address: "room2@campus.example" })).statusCode).toBe(200);
  expect(await bench.bookings()).toMatchObject([{ title: "Review", status: "cancelled" }]);
});

test("only an administrator connects a room of their own campus, with an address that fits the kind of calendar", async () => {
  await using bench = await startCalendarBench("graph");
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
  for (const login of ["asha:secret", "asha", ":secret"])
    expect(
      (await bench.save({ kind: "ical", address: `https://${login}@calendar.example/a.ics` })).json(),
    ).toMatchObject({ fields: { address: expect.stringContaining("without a user name and password") } });
  expect((await bench.save({ room: bench.seatId(1) })).statusCode).toBe(404);
  // Replaced, not added.
  expect((await bench.admin.post("/v1/room_calendars", feed)).statusCode).toBe(200);
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ kind: "ical", syncedAt: null });
  const { rows } = await bench.app.query(
    "select after::text as after from audit where action = 'save-room-calendar' order by id desc limit 1",
  );
  expect(rows[0]?.["after"]).not.toContain("a.ics");
});

test("only an administrator gets the whole address of a feed", async () => {
  await using bench = await startCalendarBench("graph");
  const address = "https://calendar.example/secret.ics";
  const shown = async () =>
    (await bench.operator.get("/v1/room_calendars")).json<RoomCalendar[]>()[0]?.calendar?.address;
  expect(await shown()).toBe("room1@campus.example");
  expect((await bench.save({ kind: "ical", address })).statusCode).toBe(200);
  expect(await shown()).toBe("calendar.example");
  expect((await bench.rooms())[0]?.calendar?.address).toBe(address);
});
