import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type BookableSpace, type Booking, createBookings } from "@verandah/contract/bookings/bookings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking, aSpace, showBooking } from "../../../testing/bookings.ts";
import { serve } from "../../../testing/serve.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-28T04:10:00Z") }));
afterEach(() => void vi.useRealTimers());

const aPast = (day: string, change: Partial<Booking> = {}) =>
  aBooking({ from: `${day}T03:30:00.000Z`, to: `${day}T12:30:00.000Z`, status: "completed", ...change });
const seatOf = (id: number) => ({ ...aBooking().space, id, name: `Seat ${id}` });

function show(bookings: Booking[], spaces: BookableSpace[]) {
  showBooking("/admin/seat-booking", { bookings, spaces, workdays: ["2026-12-29"] });
  return serve(createBookings, [aBooking()]);
}

test("one button books the last seat again for the chosen time", async () => {
  const released = aPast("2026-12-27", { id: 9, space: seatOf(9), status: "released" });
  const made = show(
    [released, aPast("2026-12-24", { space: seatOf(2) }), aPast("2026-12-23", { id: 6 })],
    [aSpace(1), aSpace(2)],
  );
  await userEvent.click(await screen.findByRole("button", { name: "The same as last time: book Seat 2" }));
  expect(await screen.findByText("Booked. Your reference: K7MN2P")).toBeVisible();
  expect(made.bodies).toMatchObject([
    { spaces: [2], from: "2026-12-29T03:30:00.000Z", to: "2026-12-29T12:30:00.000Z" },
  ]);
});

test("a last seat that is taken then has the nearest free one in its place", async () => {
  const made = show(
    [aPast("2026-12-24")],
    [
      aSpace(1, { isFree: false, coordinates: [100, 100] }),
      aSpace(2, { coordinates: [300, 100] }),
      aSpace(3, { coordinates: [140, 130] }),
      aSpace(4, { isFree: false, coordinates: [110, 100] }),
      aSpace(5),
    ],
  );
  expect(await screen.findByText("Your last seat, Seat 1, is taken at this time.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Book the nearest free seat: Seat 3" }));
  await waitFor(() => expect(made.bodies).toMatchObject([{ spaces: [3] }]));
});

test("a deactivated last seat has a free one of its zone in its place, and a full floor none", async () => {
  const bookings = [aPast("2026-12-24", { space: { ...seatOf(8), isActive: false } })];
  show(bookings, [aSpace(1, { zone: { id: 21, name: "Zone 2" } }), aSpace(2)]);
  expect(await screen.findByText("Your last seat, Seat 8, is deactivated.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Book the nearest free seat: Seat 2" })).toBeEnabled();
});

test("nothing is offered without a free seat, without a last one, or with a seat at the time", async () => {
  show([aPast("2026-12-24")], [aSpace(1, { isFree: false })]);
  expect(await screen.findByText("No seat on that floor is free at this time.")).toBeVisible();
  const present = aPast("2026-12-29", { id: 7, space: seatOf(4), status: "booked" });
  const { unmount } = showBooking("/admin/seat-booking", {
    bookings: [present, aPast("2026-12-24")],
    workdays: ["2026-12-29"],
  });
  expect(await screen.findByText("You have booked Seat 4 for this time.")).toBeVisible();
  unmount();
  show([], [aSpace(1)]);
  expect(await screen.findByText("1 of 1 free at this time")).toBeVisible();
  expect(screen.queryByRole("button", { name: /last time|nearest/ })).not.toBeInTheDocument();
});
