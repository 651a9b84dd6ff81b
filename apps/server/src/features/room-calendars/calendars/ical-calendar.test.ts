import { createWallClock } from "@verandah/time/wall-clock.ts";
import fastify from "fastify";
import { expect, test } from "vitest";

import { openIcal } from "./ical-calendar.ts";

const clock = createWallClock("Asia/Kolkata");
const week = { from: new Date("2026-01-05T00:00:00Z"), to: new Date("2026-01-12T00:00:00Z") };

/** Reads a feed with one event, from a local server. */
async function readEvent(lines: string[], options: { networks?: string[]; maxMs?: number } = {}) {
  await using server = fastify();
  const event = ["BEGIN:VEVENT", "UID:a", ...lines, "DURATION:PT1H", "END:VEVENT"];
  server.get("/room.ics", () => ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\r\n"));
  const address = `${await server.listen({ host: "127.0.0.1", port: 0 })}/room.ics`;
  const open = openIcal({ networks: ["127.0.0.0/8"], ...options });
  return await open(address, clock, "Asia/Kolkata").list(week);
}

test("reads the entries of a feed, with local times of the campus", async () => {
  const [from, to] = [new Date("2026-01-05T09:00:00Z"), new Date("2026-01-05T10:00:00Z")];
  expect(await readEvent(["DTSTART:20260105T143000"])).toMatchObject({
    entries: [{ from, to }],
    skipped: [],
  });
});

test("a feed that takes too long to read is not understood", async () => {
  const reading = readEvent(["DTSTART:20260105T143000"], { maxMs: 1 });
  await expect(reading).rejects.toMatchObject({ problem: "not-understood" });
});

test("an answer that is not a calendar is not understood", async () => {
  await using server = fastify();
  server.get("/", () => "<html></html>");
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  const reading = openIcal({ networks: ["127.0.0.1"] })(address, clock, "Asia/Kolkata").list(week);
  await expect(reading).rejects.toMatchObject({ problem: "not-understood" });
});

test("a private address has one problem, with or without a server behind it", async () => {
  await expect(readEvent([], { networks: [] })).rejects.toMatchObject({ problem: "private-address" });
  const closed = openIcal({ networks: [] })("http://127.0.0.1:47999/room.ics", clock, "Asia/Kolkata");
  await expect(closed.list(week)).rejects.toMatchObject({ problem: "private-address" });
});
