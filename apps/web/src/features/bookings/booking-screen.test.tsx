import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type Booking,
  cancelSeatBooking,
  checkIn,
  createBookings,
  listBookings,
  searchBookable,
  type Space,
} from "@verandah/contract/bookings.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { aFloor, aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const aSpace = (id: number, change: Partial<Space & { isFree: boolean }> = {}) => ({
  id,
  kind: "seat" as const,
  name: `Seat ${id}`,
  floor: { id: 11, name: "First" },
  zone: { id: 20, name: "Zone 1" },
  seats: 1,
  facilities: [],
  coordinates: null,
  isFree: true,
  ...change,
});

const aBooking = (change: Partial<Booking> = {}): Booking => ({
  id: 5,
  reference: "K7MN2P",
  kind: "seat",
  space: { id: 1, name: "Seat 1", floor: "First", zone: "Zone 1" },
  bookedFor: { id: 7, name: "asha", email: null },
  bookedBy: "asha",
  client: null,
  title: "",
  attendees: 1,
  from: inHours(5),
  to: inHours(6),
  status: "booked",
  createdAt: "2026-01-05T03:00:00.000Z",
  ...change,
});

interface Shown {
  role?: 1 | 3 | 5;
  bookings?: Booking[];
  spaces?: ReturnType<typeof aSpace>[];
}

function show(address: string, { role = 5, bookings = [], spaces = [aSpace(1)] }: Shown = {}) {
  return renderApp(address, aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, [aFloor()]);
    serve(listBookings, bookings);
    serve(searchBookable, spaces);
  });
}

test("a member books a free seat and gets a reference; a taken one cannot be pressed", async () => {
  const app = show("/admin/seat-booking?tab=book", { spaces: [aSpace(1, { isFree: false }), aSpace(2)] });
  expect(await screen.findByRole("tab", { name: "Book Seat", selected: true })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Seat 1, taken" })).toBeDisabled();
  expect(screen.getByText("1 of 2 free at this time")).toBeVisible();
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2027-01-05T09:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-01-05T11:30" } });
  const made = serve(createBookings, [aBooking()]);
  await userEvent.click(await screen.findByRole("button", { name: "Seat 2, free" }));
  expect(await screen.findByText("Booked. Your reference: K7MN2P")).toBeVisible();
  expect(made.bodies).toEqual([
    {
      spaces: [2],
      from: "2027-01-05T03:30:00.000Z",
      to: "2027-01-05T06:00:00.000Z",
      title: "",
      attendees: 1,
    },
  ]);
  await waitFor(() => expect(app.router.state.location.search).toEqual({}));
});

test("a seat that another person has just taken is named, with free ones; a wrong time has its error", async () => {
  show("/admin/seat-booking?tab=book");
  refuse(createBookings, "space-taken", { fields: { spaces: "Free at this time: Seat 4" }, once: true });
  await userEvent.click(await screen.findByRole("button", { name: "Seat 1, free" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This seat or room is already booked at this time. Free at this time: Seat 4",
  );
  refuse(createBookings, "input-invalid", { fields: { from: "Times are in steps of 15 minutes" } });
  await userEvent.click(await screen.findByRole("button", { name: "Seat 1, free" }));
  expect(await screen.findByText("Times are in steps of 15 minutes")).toBeVisible();
});

test("a room is too small for more people than seats", async () => {
  const room = { kind: "room" as const, name: "Room 1", seats: 6, facilities: ["Screen"] };
  show("/admin/room-booking/0?tab=book", { spaces: [aSpace(3, room)] });
  expect(await screen.findByRole("button", { name: "Room 1, 6 seats, Screen, free" })).toBeEnabled();
  fireEvent.change(screen.getByLabelText("People"), { target: { value: "7" } });
  expect(await screen.findByRole("button", { name: "Room 1, 6 seats, Screen, too small" })).toBeDisabled();
});

test("a booking is cancelled after a question; too late has its text and changes nothing", async () => {
  show("/admin/seat-booking", { bookings: [aBooking()] });
  expect(await screen.findByRole("cell", { name: "K7MN2P" })).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: "Person" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cancel the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel the booking?" }));
  refuse(cancelSeatBooking, "booking-notice", { once: true });
  await userEvent.click(dialog.getByRole("button", { name: "Cancel the booking" }));
  expect(await dialog.findByText("Cancellation should be done 1 hour ahead.")).toBeVisible();
  const cancelled = serve(cancelSeatBooking, aBooking({ status: "cancelled" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel the booking" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(cancelled.bodies).toEqual([{ id: 5 }]);
});

test("check-in is offered around the start, and past bookings can only be read", async () => {
  const soon = aBooking({ from: inHours(0.1), to: inHours(1) });
  const past = aBooking({
    id: 6,
    reference: "OLD234",
    from: inHours(-30),
    to: inHours(-29),
    status: "released",
  });
  show("/admin/seat-booking", { bookings: [soon, past] });
  const checked = serve(checkIn, { ...soon, status: "checkedIn" });
  await userEvent.click(await screen.findByRole("button", { name: "Check in" }));
  await waitFor(() => expect(checked.urls).toHaveLength(1));
  const row = screen.getByRole("row", { name: /OLD234/ });
  expect(within(row).getByText("Released: no check-in")).toBeVisible();
  expect(within(row).queryAllByRole("button")).toHaveLength(0);
});

test("viewers see the bookings with their persons and cannot book", async () => {
  show("/admin/seat-booking?tab=book", { role: 3, bookings: [aBooking()] });
  expect(await screen.findByRole("cell", { name: "asha" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Book Seat" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Cancel the booking/ })).not.toBeInTheDocument();
});

test("says when there are no bookings", async () => {
  show("/admin/seat-booking");
  expect(await screen.findByText("There are no bookings.")).toBeVisible();
});
