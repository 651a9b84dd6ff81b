import { screen } from "@testing-library/react";
import { readRoomDisplay, type RoomDisplay } from "@verandah/contract/bookings/room-displays.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

// Monday, 13:30 in Bengaluru.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-05T08:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Without a session. */
function show(taken: RoomDisplay["taken"]) {
  renderApp("/display/room/7#secret", null, () => {
    serve(readRoomDisplay, {
      room: "Kaveri",
      floor: "Ground",
      seats: 6,
      timeZone: "Asia/Kolkata",
      now: new Date().toISOString(),
      taken,
    });
  });
}

test("shows until when a room is free, without a login", async () => {
  show([{ from: inHours(0.5), to: inHours(1), status: "booked" }]);
  expect(await screen.findByRole("heading", { name: "Kaveri" })).toBeVisible();
  expect(screen.getByText("Free")).toBeVisible();
  expect(screen.getByText("Until 14:00")).toBeVisible();
});

test("a time of another day has its date", async () => {
  show([{ from: inHours(23), to: inHours(24), status: "booked" }]);
  expect(await screen.findByText("Until 6 Jan, 12:30")).toBeVisible();
});

test.each([
  ["Occupied", "checkedIn", -1],
  ["Booked, not checked in", "booked", -0.1],
  ["Occupied", "booked", -1],
] as const)("a room is %s (%s, since %d h)", async (text, status, since) => {
  show([{ from: inHours(since), to: inHours(1), status }]);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("Free again at 14:30")).toBeVisible();
});

test("a wrong key shows no room", async () => {
  renderApp("/display/room/7#wrong", null, () => {
    refuse(readRoomDisplay, "not-found");
  });
  expect(await screen.findByText(/^This address does not show a room/)).toBeVisible();
});
