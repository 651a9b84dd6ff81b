import ICAL from "ical.js";
import { expect, test } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";

const TEN = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };

async function start() {
  const bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const room = bench.idOf("T/room");
  await bench.book({ ...TEN, spaces: [room], title: "Plans", attendees: 2 }, bench.operator);
  const renew = async (body: object = {}) =>
    (await admin.post("/v1/room_feeds", { room, ...body })).json<{ path: string }>().path;
  const read = (path: string) => bench.app.client().get(path);
  return { ...bench, admin, room, renew, read };
}

test("the feed of a room has its booked times, without people, and with titles only if they may be seen", async () => {
  await using bench = await start();
  const answer = await bench.read(await bench.renew());
  expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  const [event] = ICAL.Component.fromString(answer.body).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("dtstart")?.toString()).toBe("2026-01-05T10:00:00Z");
  expect(event?.getFirstPropertyValue("summary")).toBe("Room 1");
  const { rows } = await bench.app.query("select reference from bookings");
  expect(answer.body).not.toMatch(new RegExp(`Plans|operator|${String(rows[0]?.["reference"])}`));
  expect((await bench.read(await bench.renew({ hasTitles: true }))).body).toContain("SUMMARY:Plans");
  await bench.app.query("update bookings set status = 'cancelled'");
  expect((await bench.read(await bench.renew())).body).not.toContain("VEVENT");
});

test("a wrong, renewed and ended address, and one of a room out of use, are not found", async () => {
  await using bench = await start();
  const first = await bench.renew();
  const next = await bench.renew();
  expect((await bench.read("/v1/room_feed/wrong")).statusCode).toBe(404);
  expect((await bench.read(first)).statusCode).toBe(404);
  expect((await bench.read(next)).statusCode).toBe(200);
  expect((await bench.admin.get("/v1/room_feeds")).json()).toEqual([
    { room: bench.room, hasTitles: false, createdAt: "2026-01-05T06:00:00.000Z" },
  ]);
  await bench.app.query(`update spaces set is_active = false where id = ${bench.room}`);
  expect((await bench.read(next)).statusCode).toBe(404);
  await bench.app.query(`update spaces set is_active = true where id = ${bench.room}`);
  await bench.admin.post(`/v1/room_feeds/${bench.room}/delete`);
  expect((await bench.read(next)).statusCode).toBe(404);
  expect((await bench.admin.post(`/v1/room_feeds/${bench.room}/delete`)).statusCode).toBe(404);
});

test("only an administrator of the campus makes a feed, and of a room", async () => {
  await using bench = await start();
  expect((await bench.operator.post("/v1/room_feeds", { room: bench.room })).statusCode).toBe(403);
  const other = await bench.app.as("other-administrator");
  expect((await other.post("/v1/room_feeds", { room: bench.room })).statusCode).toBe(404);
  expect((await other.get("/v1/room_feeds")).json()).toEqual([]);
  expect((await bench.admin.post("/v1/room_feeds", { room: bench.seatId(1) })).statusCode).toBe(404);
});
