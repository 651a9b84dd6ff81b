import { expect, test } from "vitest";

import { ELEVEN, MINUTE_MS, NINE, startCalendarBench, TEN } from "../../testing/benches/calendar-bench.ts";
import type { CalendarEntry, CalendarReading } from "./calendars/outside-calendar.ts";

const entryOf = (id: string, from: string, to: string): CalendarEntry => ({
  id,
  bookingId: null,
  title: id,
  organizer: "Asha Rao",
  isFree: false,
  from: new Date(from),
  to: new Date(to),
});

/** A calendar with the given content. */
const reads = (entries: CalendarEntry[], rest: Partial<CalendarReading> = {}) => {
  const reading = { entries, skipped: [], isWhole: true, ...rest };
  return () => ({ list: async () => reading });
};

test("overlapping entries of one calendar both take the room, and each until its own end", async () => {
  await using bench = await startCalendarBench("graph");
  const [review, closed] = [entryOf("Review", NINE, TEN), entryOf("Closed", NINE, ELEVEN)];
  bench.calendars.graph = reads([review, closed]);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toEqual([]);
  expect((await bench.bookRoom({ from: TEN, to: ELEVEN })).json()).toMatchObject({ code: "space-taken" });
  bench.calendars.graph = reads([closed]);
  await bench.sync();
  expect((await bench.bookRoom()).json()).toMatchObject({ code: "space-taken" });
  bench.calendars.graph = reads([]);
  await bench.sync();
  expect((await bench.bookRoom()).statusCode).toBe(200);
});

test("an entry is a conflict also beside an overlapping entry that takes the room", async () => {
  await using bench = await startCalendarBench("graph");
  await bench.bookRoom();
  bench.calendars.graph = reads([entryOf("Closed", NINE, ELEVEN), entryOf("Review", TEN, ELEVEN)]);
  await bench.sync();
  expect((await bench.rooms())[0]?.conflicts).toMatchObject([{ title: "Closed" }]);
  expect((await bench.bookings()).filter(({ title }) => title === "Review")).toHaveLength(1);
});

test("a calendar with too many entries takes the room with the first ones, and lists that", async () => {
  await using bench = await startCalendarBench("graph");
  const begin = Date.parse(NINE);
  const at = (minute: number) => new Date(begin + minute * MINUTE_MS).toISOString();
  const minutes = Array.from({ length: 5_001 }, (_entry, n) => entryOf(`m${n}`, at(n), at(n + 1)));
  bench.calendars.graph = reads(minutes.toReversed());
  await bench.sync();
  const counted = () => bench.app.query("select count(*)::int as n, max(title) as last from bookings");
  expect((await counted()).rows).toEqual([{ n: 5_000, last: "m999" }]);
  expect((await bench.rooms())[0]?.calendar).toMatchObject({
    problem: null,
    skippedCount: 1,
    skipped: [{ title: "", reason: "too-many", detail: "5000" }],
  });
  expect((await bench.bookRoom({ from: at(5_010), to: at(5_040) })).statusCode).toBe(200);
});

test("a calendar that does not answer leaves the turns of other rooms", async () => {
  await using bench = await startCalendarBench("graph");
  await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, name, kind, seats)
     select campus_id, zone_id, 'T/room2', 'Room 2', 'room', 4 from spaces where key = 'T/room'`,
  );
  const second = (await bench.rooms()).find(({ room }) => room.name === "Room 2")?.room.id;
  expect((await bench.save({ room: second, address: "room2@campus.example" })).statusCode).toBe(200);
  const answer = Promise.withResolvers<CalendarReading>();
  const empty = { entries: [], skipped: [], isWhole: true };
  bench.calendars.graph = (address) => ({
    list: () => (address === "room1@campus.example" ? answer.promise : Promise.resolve(empty)),
  });
  const syncing = bench.sync();
  const syncedAt = async (name: string) =>
    (await bench.rooms()).find(({ room }) => room.name === name)?.calendar?.syncedAt;
  await expect.poll(() => syncedAt("Room 2")).toBeTruthy();
  expect(await syncedAt("Room 1")).toBeNull();
  answer.resolve(empty);
  await syncing;
  expect(await syncedAt("Room 1")).toBeTruthy();
});

test("a run ends although calendars are always due, and the next one continues with the longest waiting", async () => {
  await using bench = await startCalendarBench("graph");
  await bench.app.query(
    `insert into spaces (campus_id, zone_id, key, name, kind, seats)
     select campus_id, zone_id, 'T/room' || n, 'Room ' || n, 'room', 4
     from spaces, generate_series(2, 12) n where key = 'T/room'`,
  );
  for (const { room } of await bench.rooms())
    expect((await bench.save({ room: room.id, address: `room${room.id}@campus.example` })).statusCode).toBe(
      200,
    );
  const read: string[] = [];
  bench.calendars.graph = (address) => ({
    async list() {
      read.push(address);
      if (read.length > 100) throw new Error("The run does not end");
      bench.app.advance(MINUTE_MS / 2);
      return { entries: [], skipped: [], isWhole: true };
    },
  });
  await bench.sync();
  expect(read.length).toBeLessThan(12);
  while (new Set(read).size < 12 && read.length < 30) await bench.sync();
  expect(new Set(read).size).toBe(12);
});

test("lists the entries that cannot be read, until they can, and keeps bookings that a cut-off answer lacks", async () => {
  await using bench = await startCalendarBench("graph");
  const [review, other] = [entryOf("Review", NINE, TEN), entryOf("Other", TEN, ELEVEN)];
  bench.calendars.graph = reads([review]);
  await bench.sync();
  const skipped = Array.from({ length: 30 }, (_entry, n) => ({
    title: `Entry ${n}`,
    reason: "bad-time" as const,
    detail: "",
  }));
  bench.calendars.graph = reads([other], { skipped, isWhole: false });
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ problem: null, skippedCount: 30 });
  expect((await bench.rooms())[0]?.calendar?.skipped).toHaveLength(20);
  expect((await bench.bookings()).map(({ status }) => status)).toEqual(["booked", "booked"]);
  bench.calendars.graph = reads([other]);
  await bench.sync();
  expect((await bench.rooms())[0]?.calendar).toMatchObject({ skipped: [], skippedCount: 0 });
  expect((await bench.bookings()).filter(({ status }) => status === "booked")).toMatchObject([
    { title: "Other" },
  ]);
});
