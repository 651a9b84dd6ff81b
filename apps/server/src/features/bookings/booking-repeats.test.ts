import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { listRepeats } from "./booking-repeats.ts";
import { timeErrors } from "./booking-rules.ts";

const DAILY = { every: "day", until: "2026-01-08" };
const WEEK = "from=2026-01-05T00:00:00Z&to=2026-03-09T00:00:00Z";

test("repetitions keep their local time when the clocks change", () => {
  const range = { from: new Date("2026-03-28T08:00:00Z"), to: new Date("2026-03-28T09:00:00Z") };
  const repeat = { every: "day", until: "2026-03-30", isLeavingOutTaken: false } as const;
  expect(listRepeats(range, repeat, "Europe/Berlin").map(({ from }) => from.toISOString())).toEqual([
    "2026-03-28T08:00:00.000Z",
    "2026-03-29T07:00:00.000Z",
    "2026-03-30T07:00:00.000Z",
  ]);
});

const TOO_LONG = { to: "A booking takes at most 24 hours" };

test.each([
  ["a day of 25 hours", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:00Z", undefined],
  ["a day of 25 hours and a step", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:15Z", TOO_LONG],
  [
    "from the afternoon before to the next",
    "America/New_York",
    "2026-10-31T19:00Z",
    "2026-11-01T20:00Z",
    undefined,
  ],
  ["a day of 24.5 hours", "Australia/Lord_Howe", "2027-04-03T13:00Z", "2027-04-04T13:30Z", undefined],
  ["25 hours of other days", "Europe/Berlin", "2026-10-23T22:00Z", "2026-10-24T23:00Z", TOO_LONG],
  ["a day of 23 hours", "Europe/Berlin", "2027-03-27T23:00Z", "2027-03-28T22:00Z", undefined],
  ["24 hours from a day of 23", "Europe/Berlin", "2027-03-27T23:00Z", "2027-03-28T23:00Z", undefined],
])("a booking of %s", (_what, timeZone, from, to, expected) => {
  const range = { from: new Date(from), to: new Date(to) };
  const now = new Date(range.from.getTime() - 86_400_000);
  expect(timeErrors(range, now, timeZone)).toEqual(expected);
});

// The clocks skip from 2:00 to 3:00.
test.each([
  ["in the skipped hour keeps its length", "01:30", "02:00", "2026-03-29T01:30Z", "2026-03-29T02:00Z"],
  ["of the skipped hour keeps its length", "01:00", "02:00", "2026-03-29T01:00Z", "2026-03-29T02:00Z"],
  ["over the skipped hour keeps its end", "00:00", "03:00", "2026-03-29T00:00Z", "2026-03-29T02:00Z"],
])("a repeat %s", (_what, start, end, from, to) => {
  const range = { from: new Date(`2026-03-28T${start}Z`), to: new Date(`2026-03-28T${end}Z`) };
  const repeat = { every: "day", until: "2026-03-29", isLeavingOutTaken: false } as const;
  expect(listRepeats(range, repeat, "Europe/Berlin")[1]).toEqual({ from: new Date(from), to: new Date(to) });
});

test("books each day or each week until a day, and each booking is cancelled by itself", async () => {
  await using bench = await startBookingBench();
  const daily = (await bench.book({ repeat: DAILY })).json<Booking[]>();
  expect(daily.map(({ from }) => from.slice(0, 10))).toEqual([5, 6, 7, 8].map((day) => `2026-01-0${day}`));
  expect(new Set(daily.map(({ reference }) => reference)).size).toBe(4);
  const weekly = await bench.book({
    spaces: [bench.seatId(2)],
    from: "2026-01-05T10:00:00Z",
    to: "2026-01-05T11:00:00Z",
    repeat: { every: "week", until: "2026-01-25" },
  });
  expect(weekly.json<Booking[]>().map(({ from }) => from.slice(8, 10))).toEqual(["05", "12", "19"]);
  const cancel = await bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: daily[1]?.id });
  expect(cancel.json()).toMatchObject({ status: "cancelled" });
  const list = await bench.member.get(`/v1/gl_zone_booking/${bench.idOf("T/g")}/seat/bookingList?${WEEK}`);
  expect(list.json<Booking[]>().filter(({ status }) => status === "booked")).toHaveLength(6);
});

test("a repetition is cancelled from one of its bookings on, for its seat, with one mail", async () => {
  await using bench = await startBookingBench();
  const url = "/v1/coworking/hot_desking/cancel_booking";
  const spaces = [bench.seatId(1), bench.seatId(2)];
  const made = (await bench.book({ spaces, repeat: DAILY }, bench.operator)).json<Booking[]>();
  const [, second, third, , other] = made;
  expect(made.map(({ laterInSeries }) => laterInSeries)).toEqual([3, 2, 1, 0, 3, 2, 1, 0]);
  await bench.operator.post(url, { id: third?.id });
  await bench.app.query("delete from mail_outbox");
  const stranger = await bench.member.post(url, { id: second?.id, withLater: true });
  expect(stranger.statusCode).toBe(404);
  const answer = await bench.operator.post(url, { id: second?.id, withLater: true });
  expect(answer.json()).toMatchObject({ status: "cancelled", laterInSeries: 0 });
  const list = await bench.operator.get(`/v1/gl_zone_booking/${bench.idOf("T/g")}/seat/bookingList?${WEEK}`);
  const booked = list.json<Booking[]>().filter(({ status }) => status === "booked");
  expect(new Set(booked.map(({ id }) => id))).toEqual(
    new Set([made[0], ...made.slice(4)].map((one) => one?.id)),
  );
  expect(booked.find(({ id }) => id === other?.id)).toMatchObject({ laterInSeries: 3 });
  const { rows } = await bench.app.query("select calendar from mail_outbox");
  expect(rows).toHaveLength(1);
  const message = String(rows[0]?.["calendar"]);
  expect(message).toContain("METHOD:REQUEST");
  expect(/UNTIL=(\w+)/.exec(message)?.[1]).toBe(made[0]?.from.replaceAll(/[-:]|\.\d+/g, ""));
  expect(message).not.toContain("CANCELLED");
});

test("the end of a whole repetition is one cancellation, also of its moved bookings", async () => {
  await using bench = await startBookingBench();
  const [first, second, third] = (await bench.book({ repeat: DAILY })).json<Booking[]>();
  for (const one of [second, third])
    await bench.member.post("/v1/coworking/hot_desking/update_booking", {
      id: one?.id,
      from: one?.from.replace("T08", "T10"),
      to: one?.to.replace("T09", "T11"),
    });
  await bench.app.query("delete from mail_outbox");
  await bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: first?.id, withLater: true });
  const { rows } = await bench.app.query("select calendar from mail_outbox order by id");
  expect(rows.map((row) => /METHOD:(\w+)/.exec(String(row["calendar"]))?.[1])).toEqual(["CANCEL"]);
  // Without the time of one booking, so that it ends all of them.
  expect(String(rows[0]?.["calendar"])).not.toContain("RECURRENCE-ID");
});

test("the seat to which a later booking was moved goes to the first person on its waitlist", async () => {
  await using bench = await startBookingBench();
  const url = "/v1/coworking/hot_desking";
  const [first, second] = (await bench.book({ repeat: DAILY })).json<Booking[]>();
  const moved = { space: bench.seatId(2), from: second?.from, to: second?.to };
  await bench.member.post(`${url}/update_booking`, { id: second?.id, ...moved });
  expect((await bench.operator.post("/v1/waitlist", moved)).statusCode).toBe(200);
  await bench.member.post(`${url}/cancel_booking`, { id: first?.id, withLater: true });
  const list = await bench.operator.get(`/v1/gl_zone_booking/${bench.idOf("T/g")}/seat/bookingList?${WEEK}`);
  const booked = list.json<Booking[]>().filter(({ status }) => status === "booked");
  expect(booked).toMatchObject([{ bookedFor: { name: "operator" }, space: { id: moved.space } }]);
});

test("a day on which the seat is taken refuses the whole repetition and is named, or is left out on request", async () => {
  await using bench = await startBookingBench();
  const third = { from: "2026-01-07T08:30:00Z", to: "2026-01-07T09:30:00Z" };
  await bench.book(third, bench.operator);
  const refused = await bench.book({ repeat: DAILY });
  expect([refused.statusCode, refused.json().fields]).toEqual([409, { repeat: "Taken on 2026-01-07" }]);
  expect(await bench.list()).toEqual([]);
  const made = await bench.book({ repeat: { ...DAILY, isLeavingOutTaken: true } });
  expect(made.json<Booking[]>().map(({ from }) => from.slice(8, 10))).toEqual(["05", "06", "08"]);
  expect(made.json<object[]>()[0]).toMatchObject({ leftOutDays: ["2026-01-07"] });
  const all = await bench.book({
    spaces: [bench.seatId(2)],
    from: "2026-01-05T10:00:00Z",
    to: "2026-01-05T11:00:00Z",
    repeat: { ...DAILY, isLeavingOutTaken: true },
  });
  expect(all.json<object[]>()[0]).not.toHaveProperty("leftOutDays");
});

test.each([
  ["2026-01-04", "Choose a last day after the start"],
  ["2026-05-05", "Choose a last day within 90 days"],
  ["9999-12-31", "Choose a last day within 90 days"],
])("refuses a repetition until %s", async (until, text) => {
  await using bench = await startBookingBench();
  const answer = await bench.book({ repeat: { every: "week", until } });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { repeat: text }]);
});

test("one call makes at most 200 bookings", async () => {
  await using bench = await startBookingBench();
  const spaces = [1, 2, 3].map((n) => bench.seatId(n));
  const answer = await bench.book({ spaces, repeat: { every: "day", until: "2026-03-25" } }, bench.operator);
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { repeat: "At most 200 bookings at once" },
  ]);
});
