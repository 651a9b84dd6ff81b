import type { RoomCalendar } from "@verandah/contract/room-calendars.ts";
import { expect } from "vitest";

import {
  type Calendars,
  isCalendarDue,
  syncCalendars,
} from "#features/room-calendars/calendar-sync.service.ts";
import { openGoogle } from "#features/room-calendars/calendars/google-calendar.ts";
import { openGraph } from "#features/room-calendars/calendars/graph-calendar.ts";

import { startCalendarStandIn } from "../calendar-stand-in.ts";
import { runWhenDue } from "../run-when-due.ts";
import { startBookingBench } from "./booking-bench.ts";

export const MINUTE_MS = 60_000;
export const NINE = "2026-01-05T09:00:00.000Z";
export const TEN = "2026-01-05T10:00:00.000Z";
export const ELEVEN = "2026-01-05T11:00:00.000Z";

/** A room that is connected with a stand-in of a vendor's calendar. */
export async function startCalendarBench(kind: "graph" | "google") {
  const bench = await startBookingBench();
  const standIn = await startCalendarStandIn();
  const admin = await bench.app.as("administrator");
  const calendars: Calendars = {
    graph: openGraph(standIn.graph),
    google: openGoogle(standIn.googleKey, standIn.url),
  };
  const room = bench.idOf("T/room");
  const save = (body: object = {}) =>
    admin.post("/v1/room_calendars", { room, kind, address: "room1@campus.example", ...body });
  expect((await save()).statusCode).toBe(200);
  return {
    ...bench,
    standIn,
    admin,
    room,
    save,
    calendars,
    async sync() {
      bench.app.advance(MINUTE_MS);
      await runWhenDue(bench.app.ctx, isCalendarDue, (ctx) => syncCalendars(ctx, calendars));
    },
    rooms: async () => (await admin.get("/v1/room_calendars")).json<RoomCalendar[]>(),
    bookRoom: (body: object = {}) =>
      bench.book({ spaces: [room], from: NINE, to: TEN, title: "Board", attendees: 2, ...body }, admin),
    bookings: async () =>
      (await bench.list(admin, "room")).map(({ title, from, to, status, bookedFor, isOutside }) => ({
        title,
        from,
        to,
        status,
        name: bookedFor.name,
        isOutside,
      })),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}
