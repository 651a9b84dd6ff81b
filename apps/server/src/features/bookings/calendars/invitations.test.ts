import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import ICAL from "ical.js";
import { expect, test } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";
import { startsOf } from "../../../testing/ical-texts.ts";
import { endBookings } from "../booking-changes.service.ts";

type Bench = Awaited<ReturnType<typeof startBookingBench>>;

/** The mails of the outbox, the oldest first. */
async function mailsOf({ app }: Pick<Bench, "app">) {
  const { rows } = await app.query("select recipient, subject, body, calendar from mail_outbox order by id");
  return rows.map(({ recipient, subject, body, calendar }) => ({
    to: String(recipient),
    subject: String(subject),
    body: String(body),
    calendar: String(calendar),
  }));
}

const eventsOf = (text: string) =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents("vevent")
    .map((event) => ({
      uid: event.getFirstPropertyValue("uid"),
      sequence: event.getFirstPropertyValue("sequence"),
      start: String(event.getFirstPropertyValue("dtstart")),
      place: event.getFirstPropertyValue("location"),
      summary: event.getFirstPropertyValue("summary"),
      status: event.getFirstPropertyValue("status"),
    }));

test("a booking, its change and its end reach the person's calendar as one entry", async () => {
  await using bench = await startBookingBench();
  const [made] = (await bench.book({ title: "Desk; with, a \\ view" })).json<Booking[]>();
  const moved = {
    id: made?.id,
    from: "2026-01-05T10:00:00Z",
    to: "2026-01-05T11:00:00Z",
    space: bench.seatId(2),
  };
  await bench.member.post("/v1/coworking/hot_desking/update_booking", moved);
  await bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: made?.id });
  const mails = await mailsOf(bench);
  expect(mails.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([
    ["member@test.example", "Booked"],
    ["member@test.example", "Booking changed"],
    ["member@test.example", "Booking cancelled"],
  ]);
  expect(mails[0]?.body).toContain(`Reference: ${made?.reference}`);
  expect(mails[0]?.body).toContain("13:30");
  expect(mails.map(({ calendar }) => /^METHOD:(.*)$/m.exec(calendar)?.[1]?.trim())).toEqual([
    "REQUEST",
    "REQUEST",
    "CANCEL",
  ]);
  const [first, second, third] = mails.flatMap(({ calendar }) => eventsOf(calendar));
  expect(first).toMatchObject({
    sequence: 0,
    start: "2026-01-05T08:00:00Z",
    place: "Seat 1, Zone 1, Ground",
    summary: "Desk; with, a \\ view",
    status: "CONFIRMED",
  });
  expect(second).toMatchObject({ uid: first?.uid, sequence: 1, start: "2026-01-05T10:00:00Z" });
  expect(third).toMatchObject({ uid: first?.uid, sequence: 2, status: "CANCELLED" });
});

test("a release takes the entry out of the person's calendar", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  bench.app.advance(135 * 60_000);
  await endBookings(bench.app.ctx);
  const mail = (await mailsOf(bench)).at(-1);
  expect(mail?.subject).toMatch(/^Booking released without a check-in: Seat 1/);
  expect(mail?.calendar).toContain("METHOD:CANCEL");
  expect(eventsOf(mail?.calendar ?? "")).toMatchObject([{ sequence: 1, status: "CANCELLED" }]);
});

const january = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-02-01T00:00:00Z") };
/** The times that a calendar program reads in a message. */
const timesOf = (text: string) => startsOf(text, january).map((at) => at.slice(8, 13));

test("the messages about a repetition have one id, a rising sequence, and the times that are left", async () => {
  await using bench = await startBookingBench();
  const title = "ಸಭೆ, ಯೋಜನೆ; ".repeat(7);
  const repeat = { every: "day", until: "2026-01-10" };
  const made = (await bench.book({ title, repeat })).json<Booking[]>();
  const at = (day: number) => made[day - 5];
  const moved = { from: "2026-01-07T10:00:00Z", to: "2026-01-07T11:00:00Z", space: bench.seatId(2) };
  await bench.member.post("/v1/coworking/hot_desking/update_booking", { id: at(7)?.id, ...moved });
  const cancel = (day: number, body: object = {}) =>
    bench.member.post("/v1/coworking/hot_desking/cancel_booking", { id: at(day)?.id, ...body });
  await cancel(6);
  await cancel(9, { withLater: true });
  await cancel(5, { withLater: true });
  const mails = await mailsOf(bench);
  expect(mails.map(({ calendar }) => /^METHOD:(.*)$/m.exec(calendar)?.[1]?.trim())).toEqual([
    "REQUEST",
    "REQUEST",
    "CANCEL",
    "REQUEST",
    "CANCEL",
  ]);
  const events = mails.map(({ calendar }) => eventsOf(calendar));
  expect(new Set(events.flat().map(({ uid }) => uid)).size).toBe(1);
  const sequences = events.map(([event]) => Number(event?.sequence));
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  expect(timesOf(mails[0]?.calendar ?? "")).toEqual(["05T08", "06T08", "07T08", "08T08", "09T08", "10T08"]);
  expect(timesOf(mails[1]?.calendar ?? "")).toEqual(["07T10"]);
  expect(mails[1]?.calendar).toContain("RECURRENCE-ID;TZID=Asia/Kolkata:20260107T133000");
  expect(mails[2]?.calendar).toContain("RECURRENCE-ID;TZID=Asia/Kolkata:20260106T133000");
  expect(timesOf(mails[3]?.calendar ?? "")).toEqual(["05T08", "07T10", "08T08"]);
  expect(mails[3]?.calendar).toContain("UNTIL=20260108T080000Z");
  expect(mails[4]?.calendar).not.toContain("RECURRENCE-ID");
  for (const line of mails.flatMap(({ calendar }) => calendar.split("\r\n")))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("several seats are an entry and a mail each", async () => {
  await using bench = await startBookingBench();
  await bench.book({ spaces: [bench.seatId(1), bench.seatId(2)], attendees: 2 }, bench.operator);
  const mails = await mailsOf(bench);
  expect(mails.map(({ calendar }) => eventsOf(calendar).length)).toEqual([1, 1]);
  expect(mails[0]?.calendar).toContain("METHOD:REQUEST");
});

test("a repeated booking sends one mail, and a refused booking sends none", async () => {
  await using bench = await startBookingBench();
  await bench.book({ repeat: { every: "day", until: "2026-01-25" } });
  await bench.book({});
  const [mail, ...others] = await mailsOf(bench);
  expect(others).toEqual([]);
  expect(mail?.calendar).toContain("METHOD:REQUEST");
  expect(eventsOf(mail?.calendar ?? "")).toHaveLength(1);
  expect(timesOf(mail?.calendar ?? "")).toHaveLength(21);
  expect(mail?.body).toContain("and 11 more times");
});

test("a mail is in the language of the person", async () => {
  await using bench = await startBookingBench();
  await bench.app.query(
    `insert into notification_settings (user_id, by_mail, in_browser, digest_minutes, language)
     select id, 'none', 'none', 5, 'kn' from users where username = 'member'
     on conflict (user_id) do update set language = 'kn'`,
  );
  await bench.book({});
  expect((await mailsOf(bench))[0]?.subject).toMatch(/^ಕಾಯ್ದಿರಿಸಲಾಗಿದೆ/);
});

test("a feed shows the user's bookings at its address, until the address is renewed or removed", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  const anonymous = bench.app.client();
  expect((await bench.member.get("/v1/booking_feed")).json()).toEqual({ createdAt: null });
  const { path } = (await bench.member.post("/v1/booking_feed")).json<{ path: string }>();
  const answer = await anonymous.get(path);
  expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(eventsOf(answer.body).map(({ place }) => place)).toEqual(["Seat 1, Zone 1, Ground"]);
  expect((await anonymous.get("/v1/booking_feed/wrong")).statusCode).toBe(404);
  expect((await bench.member.get("/v1/booking_feed")).json()).toEqual({
    createdAt: "2026-01-05T06:00:00.000Z",
  });
  const renewed = (await bench.member.post("/v1/booking_feed")).json<{ path: string }>();
  expect((await anonymous.get(path)).statusCode).toBe(404);
  expect((await anonymous.get(renewed.path)).statusCode).toBe(200);
  await bench.app.query("update users set disabled_at = now() where username = 'member'");
  expect((await anonymous.get(renewed.path)).statusCode).toBe(404);
  await bench.app.query("update users set disabled_at = null where username = 'member'");
  await bench.member.post("/v1/booking_feed/delete");
  expect((await anonymous.get(renewed.path)).statusCode).toBe(404);
  const { rows } = await bench.app.query(
    "select count(*)::int as n from audit where action like '%booking-feed'",
  );
  expect(rows[0]?.["n"]).toBe(3);
});
