import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listRoomFeeds, renewRoomFeed } from "@verandah/contract/bookings/room-feeds.ts";
import {
  listRoomCalendars,
  removeRoomCalendar,
  type RoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const floor = { id: 4, name: "Ground" };
const kaveri: RoomCalendar = {
  room: { id: 7, name: "Kaveri" },
  floor,
  calendar: {
    kind: "graph",
    address: "kaveri@campus.example",
    syncedAt: "2026-01-05T08:00:00.000Z",
    problem: null,
    skipped: [],
    skippedCount: 0,
  },
  conflicts: [
    {
      title: "Review",
      organizer: "Asha Rao",
      from: "2026-01-05T09:00:00.000Z",
      to: "2026-01-05T10:00:00.000Z",
    },
  ],
};
const tunga: RoomCalendar = { room: { id: 8, name: "Tunga" }, floor, calendar: null, conflicts: [] };

function show(rooms: RoomCalendar[], role: 1 | 2 = 2) {
  renderScreen("/admin/roomCalendars", aSession({ role: { id: role } }), () => {
    serve(listRoomCalendars, rooms);
  });
}
const card = async (name: string) => within(await screen.findByRole("region", { name }));

test("shows the calendar of each room, when it was read, and its conflicts", async () => {
  show([kaveri, tunga]);
  const first = await card("Kaveri");
  expect(first.getByText("Microsoft 365")).toBeVisible();
  expect(first.getByText("kaveri@campus.example")).toBeVisible();
  expect(first.getByText(/^Last read: .*13:30/)).toBeVisible();
  expect(first.getByText("1 conflict")).toBeVisible();
  expect(first.getByText("Review, Asha Rao")).toBeVisible();
  expect((await card("Tunga")).getByText("No outside calendar")).toBeVisible();
});

test("shows why a calendar cannot be read, and when it was read last", async () => {
  show([
    { ...kaveri, conflicts: [], calendar: kaveri.calendar && { ...kaveri.calendar, problem: "refused" } },
    {
      ...tunga,
      calendar: {
        kind: "ical",
        address: "https://a.example/b.ics",
        syncedAt: null,
        problem: "not-understood",
        skipped: [],
        skippedCount: 0,
      },
    },
  ]);
  expect((await card("Kaveri")).getByText(/^The calendar refuses access. Last read: /)).toBeVisible();
  expect((await card("Tunga")).getByText("The answer is not a calendar. It was never read.")).toBeVisible();
});

test("lists the entries that cannot be read, with the reason", async () => {
  const skipped = [
    { title: "Review", reason: "unknown-zone" as const, detail: "Moon/Base" },
    { title: "", reason: "no-start" as const, detail: "" },
  ];
  show([{ ...kaveri, calendar: kaveri.calendar && { ...kaveri.calendar, skipped, skippedCount: 5 } }]);
  const shown = await card("Kaveri");
  expect(shown.getByText("5 entries were not read and take no room")).toBeVisible();
  expect(shown.getByText("Review: The time zone Moon/Base is unknown.")).toBeVisible();
  expect(shown.getByText("No title: It has no start.")).toBeVisible();
  expect(shown.getByText("and 3 more")).toBeVisible();
});

test("an administrator connects a calendar; a refused address stays in the form with its reason", async () => {
  show([tunga]);
  await userEvent.click(await screen.findByRole("button", { name: "Connect a calendar to Tunga" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Calendar of Tunga" }));
  const address = dialog.getByLabelText("Address of the feed");
  await userEvent.type(address, "calendar");
  refuse(saveRoomCalendar, "input-invalid", {
    fields: { address: "Give an address that begins with https://" },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await dialog.findByText("Give an address that begins with https://")).toBeVisible();
  expect(address).toHaveValue("calendar");
  const { bodies } = serve(saveRoomCalendar, { room: 8 });
  await userEvent.clear(address);
  await userEvent.type(address, "https://a.example/b.ics");
  await userEvent.click(dialog.getByRole("button", { name: "Connect" }));
  expect(await screen.findByText("The calendar of Tunga is connected.")).toBeVisible();
  expect(bodies).toEqual([{ room: 8, kind: "ical", address: "https://a.example/b.ics" }]);
});

test("removes a calendar after a question with the consequences", async () => {
  show([kaveri]);
  const { urls } = serve(removeRoomCalendar, { room: 7 });
  await userEvent.click(await screen.findByRole("button", { name: "Remove the calendar of Kaveri" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove the calendar of Kaveri?" }));
  expect(dialog.getByText(/become free here/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  expect(urls[0]).toContain("/v1/room_calendars/7/delete");
});

test("an administrator makes the address of a room's calendar feed, with titles by choice", async () => {
  show([tunga]);
  serve(listRoomFeeds, []);
  await userEvent.click(await screen.findByRole("button", { name: "Calendar feed of Tunga" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Calendar feed of Tunga" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "With the titles of bookings" }));
  const { bodies } = serve(renewRoomFeed, { path: "/v1/room_feed/secret" });
  serve(listRoomFeeds, [{ room: 8, hasTitles: true, createdAt: "2026-01-05T08:00:00.000Z" }]);
  await userEvent.click(dialog.getByRole("button", { name: "Make an address" }));
  expect(await dialog.findByText(/\/v1\/room_feed\/secret$/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Copy" })).toBeVisible();
  expect(bodies).toEqual([{ room: 8, hasTitles: true }]);
});

test("operators see the calendars and change none", async () => {
  show([kaveri], 1);
  await card("Kaveri");
  expect(screen.queryByRole("button", { name: "Remove the calendar of Kaveri" })).toBeNull();
});
