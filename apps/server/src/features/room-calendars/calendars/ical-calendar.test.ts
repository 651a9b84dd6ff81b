import { createWallClock } from "@verandah/time/wall-clock.ts";
import fastify from "fastify";
import { expect, test } from "vitest";

import { openIcal } from "./ical-calendar.ts";

const clock = createWallClock("Asia/Kolkata");
const week = { from: new Date("2026-01-05T00:00:00Z"), to: new Date("2026-01-12T00:00:00Z") };

/** Reads a feed with one event, from a local server. */
async function readEvent(lines: string[], maxMs?: number) {
  await using server = fastify();
  server.get("/room.ics", () =>
    [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:a",
      ...lines,
      "DURATION:PT1H",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
  );
  const address = `${await server.listen({ host: "127.0.0.1", port: 0 })}/room.ics`;
  return await openIcal(address, clock, "Asia/Kolkata", maxMs).list(week);
}

test("reads the entries of a feed, with local times of the campus", async () => {
  const [from, to] = [new Date("2026-01-05T09:00:00Z"), new Date("2026-01-05T10:00:00Z")];
  expect(await readEvent(["DTSTART:20260105T143000"])).toMatchObject([{ from, to }]);
});

test("reports a feed that is not a calendar as not understood", async () => {
  await expect(readEvent(["RRULE:DAILY"])).rejects.toMatchObject({ problem: "not-understood" });
});

test.each(["DAILY;BYMONTH=2;BYMONTHDAY=30", "SECONDLY;BYMONTH=2;BYMONTHDAY=30"])(
  "a repetition without an end and without a time is not understood, and blocks nothing: %s",
  async (rule) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    const reading = readEvent(["DTSTART:20260105T143000", `RRULE:FREQ=${rule}`], 2_000);
    await expect(reading).rejects.toMatchObject({ problem: "not-understood" });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(50);
  },
);
