import {
  DISPLAY_KEY_HEADER,
  type getSpaceNow,
  type RoomDisplay,
} from "@verandah/contract/bookings/room-displays.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";

const TEN = { from: "2026-01-05T10:00:00Z", to: "2026-01-05T11:00:00Z" };

async function start() {
  const bench = await startBookingBench();
  const admin = await bench.app.as("administrator");
  const room = bench.idOf("T/room");
  const renew = async () =>
    (await admin.post("/v1/room_displays", { room })).json<{ path: string }>().path.split("#")[1] ?? "";
  const read = (key: string, id = room) =>
    bench.app.app.inject({ url: `/v1/display/rooms/${id}`, headers: { [DISPLAY_KEY_HEADER]: key } });
  return { ...bench, admin, room, renew, read };
}

test("a door display reads the times of its room with its key, and no names", async () => {
  await using bench = await start();
  await bench.book({ ...TEN, spaces: [bench.room], title: "Secret plans", attendees: 2 }, bench.operator);
  const key = await bench.renew();
  const answer = await bench.read(key);
  expect(answer.json<RoomDisplay>()).toEqual({
    room: "Room 1",
    floor: "Ground",
    seats: 6,
    timeZone: "Asia/Kolkata",
    now: "2026-01-05T06:00:00.000Z",
    taken: [{ from: "2026-01-05T10:00:00.000Z", to: "2026-01-05T11:00:00.000Z", status: "booked" }],
  });
  expect(answer.body).not.toMatch(/Secret|operator/);
});

test("a wrong key, a renewed and an ended one, and another room are not found", async () => {
  await using bench = await start();
  const key = await bench.renew();
  expect((await bench.read("wrong")).statusCode).toBe(404);
  expect((await bench.read(key, bench.seatId(1))).statusCode).toBe(404);
  const next = await bench.renew();
  expect((await bench.read(key)).statusCode).toBe(404);
  expect((await bench.read(next)).statusCode).toBe(200);
  expect((await bench.admin.get("/v1/room_displays")).json()).toMatchObject([{ room: bench.room }]);
  await bench.admin.post(`/v1/room_displays/${bench.room}/delete`);
  expect((await bench.read(next)).statusCode).toBe(404);
  expect((await bench.admin.post(`/v1/room_displays/${bench.room}/delete`)).statusCode).toBe(404);
});

test("only an administrator of the campus makes a display, and of a room", async () => {
  await using bench = await start();
  expect((await bench.operator.post("/v1/room_displays", { room: bench.room })).statusCode).toBe(403);
  const other = await bench.app.as("other-administrator");
  expect((await other.post("/v1/room_displays", { room: bench.room })).statusCode).toBe(404);
  expect((await bench.admin.post("/v1/room_displays", { room: bench.seatId(1) })).statusCode).toBe(404);
});

test("a seat shows its times, and a booking only to its person", async () => {
  await using bench = await start();
  await bench.book(TEN);
  const at = `/v1/spaces/${bench.seatId(1)}/now`;
  type Now = ReplyOf<typeof getSpaceNow>;
  const own = (await bench.member.get(at)).json<Now>();
  expect(own).toMatchObject({ space: { name: "Seat 1" }, own: { status: "booked" } });
  const others = (await bench.operator.get(at)).json<Now>();
  expect(others.own).toBeNull();
  expect(others.taken).toEqual(own.taken);
  expect((await (await bench.app.as("other-member")).get(at)).statusCode).toBe(404);
});
