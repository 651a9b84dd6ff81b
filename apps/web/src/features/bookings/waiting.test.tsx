import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import { leaveWaitlist, listWaitlist, type Waiting } from "@verandah/contract/bookings/waitlist.ts";
import { chooseBuilding } from "@verandah/contract/campuses/cities.ts";
import { listOwnComfortReports } from "@verandah/contract/comfort-reports.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking } from "../../testing/bookings.ts";
import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

// Monday, 13:30 in Bengaluru.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-05T08:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const waiting: Waiting = {
  id: 3,
  space: { id: 9, name: "Seat 9", zone: "Zone 1", floor: "First" },
  kind: "seat",
  from: "2026-01-06T08:00:00.000Z",
  to: "2026-01-06T09:00:00.000Z",
  before: 1,
};

test("the booked seats list the waitlist entries of a member, who can leave them", async () => {
  renderScreen("/admin/seat-booking?tab=booked", aSession({ role: { id: 5 } }), () => {
    serve(listOwnBookings, []);
    serve(listWaitlist, [waiting]);
  });
  const list = within(await screen.findByRole("region", { name: "Waitlist" }));
  expect(list.getByText("1 person is before you.")).toBeVisible();
  const { urls } = serve(leaveWaitlist, []);
  serve(listWaitlist, []);
  await userEvent.click(list.getByRole("button", { name: "Leave the waitlist of Seat 9" }));
  expect(await screen.findByText("There are no bookings.")).toBeVisible();
  expect(urls[0]).toContain("/v1/waitlist/3/delete");
});

const space = {
  id: 9,
  kind: "seat" as const,
  name: "Seat 9",
  buildingId: 2,
  floor: { id: 4, name: "First" },
  zone: { id: 5, name: "Zone 1" },
  seats: 1,
  facilities: [],
  coordinates: null,
};

test("a seat of another building is booked there", async () => {
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(getSpaceNow, { space: { ...space, buildingId: 7 }, taken: [], own: null });
  });
  const asked = serve(chooseBuilding, aSession({ role: { id: 5 }, building: { id: 7, name: "Annex" } }));
  await userEvent.click(await screen.findByRole("button", { name: "Book" }));
  expect(await screen.findByRole("heading", { name: "Seat Booking" })).toBeVisible();
  expect(asked.bodies).toEqual([{ building: 7 }]);
});

test("a building that cannot be chosen has its text on the page of its seat", async () => {
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(getSpaceNow, { space: { ...space, buildingId: 7 }, taken: [], own: null });
    refuse(chooseBuilding, "not-found");
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book" }));
  expect(await screen.findByRole("alert")).toBeVisible();
});

test("the page of a seat leads to its booking, or checks in to the own one", async () => {
  const { unmount } = renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(getSpaceNow, { space, taken: [], own: null });
  });
  expect(await screen.findByText("Free for the next 24 hours")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Plan and comfort of this room" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByRole("heading", { name: "Seat Booking" })).toBeVisible();
  unmount();
  const own = aBooking({ from: "2026-01-05T07:59:00.000Z", to: "2026-01-05T09:00:00.000Z" });
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(listOwnComfortReports, []);
    serve(getSpaceNow, { space, taken: [{ from: own.from, to: own.to, status: "booked" }], own });
  });
  expect(await screen.findByRole("button", { name: /^Check in to/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Too warm at/ })).toBeVisible();
  expect(screen.getByText("Taken until 14:30")).toBeVisible();
});

test("the page of a room leads to its plan and comfort", async () => {
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(getSpaceNow, { space: { ...space, kind: "room" }, taken: [], own: null });
  });
  const link = await screen.findByRole("link", { name: "Plan and comfort of this room" });
  expect(link).toHaveAttribute("href", "/admin/room/9/dashboard");
});

test("a comfort report is possible as soon as the check-in is open, also on the evening before", async () => {
  vi.setSystemTime("2026-01-05T18:20:00Z");
  const own = aBooking({ from: "2026-01-05T18:30:00.000Z", to: "2026-01-05T19:30:00.000Z" });
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(listOwnComfortReports, []);
    serve(getSpaceNow, { space, taken: [{ from: own.from, to: own.to, status: "booked" }], own });
  });
  expect(await screen.findByRole("button", { name: /^Check in to/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Too warm at/ })).toBeVisible();
});

test("the page of a seat shows the date of a booking that is not today, and no comfort report", async () => {
  const own = aBooking({ from: "2026-01-06T07:00:00.000Z", to: "2026-01-06T08:00:00.000Z" });
  renderScreen("/admin/seat/9", aSession({ role: { id: 5 } }), () => {
    serve(listOwnComfortReports, []);
    serve(getSpaceNow, { space, taken: [{ from: own.from, to: own.to, status: "booked" }], own });
  });
  expect(await screen.findByText(/^6 Jan, 12:30 – 13:30 · /)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Too warm at/ })).toBeNull();
});
