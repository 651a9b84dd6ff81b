import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";

import type { SiteName } from "./campus/demo-campuses.ts";
import { checkInPeople, startDemoActivity } from "./demo-activity.ts";

const EMPTY = '{"timeData":[],"weekData":[]}';
const CHOSEN = '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1]}';

let dir = "";
beforeEach(() => void (dir = mkdtempSync(path.join(os.tmpdir(), "verandah-demo-"))));
afterEach(() => {
  rmSync(dir, { recursive: true });
  vi.useRealTimers();
});

const WRITES = /\/(updateschedule|past|booking)$/;
const aSpace = (id: number, floor: string) => ({ id, isFree: id !== 12, floor: { name: floor }, seats: 4 });
const aPerson = (id: number) => ({ id, client: { name: id < 3 ? "Kaveri" : "Banyan" } });

/** Answers like the product's calls. Building 7 has no air handling units. */
async function startServer(defaults: { id: number; data: string }[]) {
  const changes: [path: string, body: unknown][] = [];
  const logins: unknown[] = [];
  const answers: Record<string, unknown> = {
    "/v1/auth/demo-accounts": { accounts: [{ username: "admin", password: "secret" }] },
    "/v1/auth/login": { token: "JWT t" },
    "/v1/auth/logout": {},
    "/v1/hvac_recuuring_schedule/getSchedule": defaults,
    "/v1/gl_analytics/2/devicemap?type=AHU": [{ ssid: "AHU-1-1" }],
    "/v1/gl_analytics/3/devicemap?type=AHU": [{ ssid: "AHU-1-2" }],
    "/v1/gl_analytics/7/devicemap?type=AHU": [],
    "/v1/coworking/cws_users": { rows: [1, 2, 3, 4].map(aPerson) },
    "/v1/gl_zone_booking/2/seat/searchBookable": [10, 11, 12, 13].map((id) =>
      aSpace(id, id < 12 ? "Ground" : "First"),
    ),
    "/v1/gl_zone_booking/2/room/searchBookable": [aSpace(20, "First")],
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (WRITES.test(url)) changes.push([url, JSON.parse(body)]);
      if (url.endsWith("/login")) logins.push(JSON.parse(body));
      const [call = ""] = url.split("?");
      const none = call.endsWith("searchBookable") ? [] : {};
      const from = WRITES.test(url)
        ? z.object({ from: z.string() }).safeParse(JSON.parse(body)).data
        : undefined;
      const booked = from && [{ id: changes.length, ...from }];
      response.end(JSON.stringify(answers[url] ?? answers[call] ?? booked ?? none));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    changes,
    logins,
    changesOf: (end: string) => changes.filter(([url]) => url.endsWith(end)).map(([, body]) => body),
    async startActivity(
      site: SiteName = "campus",
      days = 7,
      account?: { username: string; password: string },
    ) {
      const ending = new AbortController();
      const { signal } = ending;
      await startDemoActivity({ dir, url: `http://127.0.0.1:${port}`, site, days, account, signal });
      ending.abort();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a fresh demo gets office hours once, for each building with air handling units and without a default", async () => {
  await using server = await startServer([
    { id: 2, data: EMPTY },
    { id: 3, data: CHOSEN },
    { id: 7, data: EMPTY },
  ]);
  await server.startActivity();
  const hours = { timeData: [{ ON: "07:00", OFF: "21:00" }], weekData: [1, 2, 3, 4, 5, 6] };
  expect(server.changesOf("/updateschedule")).toEqual([{ ...hours, openedOn: EMPTY }]);

  await server.startActivity();
  expect(server.changesOf("/updateschedule")).toHaveLength(1);
});

const imported = z.object({
  bookings: z.array(z.object({ space: z.int(), from: z.string(), to: z.string(), status: z.string() })),
});
/** A Friday, 12:00 in Bengaluru. */
const FRIDAY_NOON = Date.parse("2026-01-09T06:30:00Z");

test("a demo has bookings and overrides of its days of history, and bookings of the rest of today and of the next workday", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY_NOON });
  await using server = await startServer([{ id: 2, data: CHOSEN }]);
  await server.startActivity();
  const { bookings } = imported.parse(server.changesOf("/bookings/past")[0]);
  const days = new Set(bookings.map(({ from }) => from.slice(0, 10)));
  expect([...days].toSorted()).toEqual([2, 5, 6, 7, 8, 9].map((day) => `2026-01-0${day}`));
  expect(bookings.every(({ from }) => Date.parse(from) <= FRIDAY_NOON)).toBe(true);
  const present = bookings.filter(({ to }) => Date.parse(to) > FRIDAY_NOON);
  expect(new Set(present.map(({ status }) => status))).toEqual(new Set(["checkedIn"]));
  expect(new Set(bookings.map(({ status }) => status))).toEqual(
    new Set(["checkedIn", "released", "cancelled"]),
  );
  const ahead = z
    .array(z.object({ spaces: z.array(z.int()), from: z.string() }))
    .parse(server.changesOf("/gl_zone_booking/booking"));
  expect(ahead.length).toBeGreaterThan(2);
  expect(new Set(ahead.map(({ from }) => from.slice(0, 10)))).toEqual(new Set(["2026-01-09", "2026-01-12"]));
  expect(ahead.flatMap((one) => one.spaces)).not.toContain(12);
  const overrides = z
    .object({ overrides: z.array(z.object({ from: z.string(), reason: z.string() })) })
    .parse(server.changesOf("/overrides/past")[0]);
  expect(overrides.overrides).toHaveLength(5);

  const count = server.changes.length;
  await server.startActivity();
  expect(server.changes).toHaveLength(count);
});

test("most people check in when their booking begins, also after a time in which the account was in use", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY_NOON });
  await using server = await startServer([{ id: 2, data: CHOSEN }]);
  await server.startActivity();
  const booked = z
    .array(z.object({ from: z.string() }))
    .parse(server.changesOf("/gl_zone_booking/booking"))
    .map(({ from }) => from);
  const asked: string[] = [];
  const call = (route: string) => Promise.resolve(asked.push(route));
  const at = (time: string) => {
    vi.setSystemTime(`2026-01-09T${time}:00Z`);
    return checkInPeople(dir, (run) => run(call));
  };
  // The first booking is at 14:00 in Bengaluru.
  expect(booked[0]).toBe("2026-01-09T08:30:00.000Z");
  await at("08:24");
  expect(asked).toEqual([]);
  vi.setSystemTime("2026-01-09T08:26:00Z");
  await expect(checkInPeople(dir, () => Promise.reject(new Error("in use")))).rejects.toThrow("in use");
  await at("08:40");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((route) => /^bookings\/\d+\/check_in$/.test(route))).toBe(true);
  const count = asked.length;
  await at("08:41");
  expect(asked).toHaveLength(count);
  vi.setSystemTime("2026-01-12T12:00:00Z");
  await checkInPeople(dir, (run) => run(call));
  expect(existsSync(path.join(dir, "coming-bookings.json"))).toBe(false);
});

test.each([
  [1, new Set(["2026-01-08"])],
  [0, undefined],
])(
  "the small site with %i days of history has only bookings of the days before, and no change of now",
  async (number, days) => {
    vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY_NOON });
    await using server = await startServer([{ id: 2, data: EMPTY }]);
    await server.startActivity("small", number);
    expect(server.changesOf("/updateschedule")).toEqual([]);
    expect(server.changesOf("/gl_zone_booking/booking")).toEqual([]);
    expect(server.changesOf("/overrides/past")).toEqual([]);
    const [body] = server.changesOf("/bookings/past");
    const bookings = body === undefined ? undefined : imported.parse(body).bookings;
    expect(bookings && new Set(bookings.map(({ from }) => from.slice(0, 10)))).toEqual(days);
    expect(bookings?.every(({ to }) => Date.parse(to) <= FRIDAY_NOON) ?? true).toBe(true);
  },
);

test("beside a campus of one's own, the given account makes office hours and the bookings of the past only", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY_NOON });
  await using server = await startServer([{ id: 2, data: EMPTY }]);
  const account = { username: "demo-admin", password: "Random123" };
  await server.startActivity("bengaluru", 1, account);
  const credentials = { ...account, role: "" };
  expect(server.logins).toEqual([
    { credentials, force: false },
    { credentials, force: false },
  ]);
  expect(server.changesOf("/updateschedule")).toHaveLength(1);
  expect(server.changesOf("/bookings/past")).toHaveLength(1);
  expect(server.changesOf("/gl_zone_booking/booking")).toEqual([]);
});
