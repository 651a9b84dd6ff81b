import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type Booking,
  cancelSeatBooking,
  checkIn,
  createBookings,
  listBookings,
  searchBookable,
  type BookableSpace,
  updateSeatBooking,
} from "@verandah/contract/bookings.ts";
import { listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import { type CoworkingUser, getClientDetails, listCoworkingUsers } from "@verandah/contract/coworking.ts";
import { type FloorPlan, getFloorPlan } from "@verandah/contract/floor-plans.ts";
import { expect, test } from "vitest";

import { aFloor, aPage, aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const aSpace = (id: number, change: Partial<BookableSpace> = {}) => ({
  id,
  kind: "seat" as const,
  name: `Seat ${id}`,
  floor: { id: 11, name: "First" },
  zone: { id: 20, name: "Zone 1" },
  seats: 1,
  facilities: [],
  coordinates: null,
  isFree: true,
  isOwn: false,
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

const aPerson: CoworkingUser = {
  id: 70,
  user_id: "K-1",
  user_name: "Asha Rao",
  user_email: "asha@kaveri.example",
  user_contact_no: "",
  client: { id: 3, name: "Kaveri Analytics" },
};

const aPlan: FloorPlan = {
  id: 11,
  name: "First",
  floor_type: "wlms",
  version: 0,
  drawing: null,
  zones: [{ id: 20, name: "Zone 1", outline: null }],
  devices: [],
  changedAt: null,
  changedBy: null,
};

interface Shown {
  role?: 1 | 3 | 5;
  bookings?: Booking[];
  spaces?: ReturnType<typeof aSpace>[];
  zones?: LocationMetric[];
}

function show(address: string, { role = 5, bookings = [], spaces = [aSpace(1)], zones = [] }: Shown = {}) {
  return renderApp(address, aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, (asked) => (asked.pathname.endsWith("/11") ? zones : [aFloor()]));
    serve(getFloorPlan, aPlan);
    serve(getClientDetails, [{ id: 3, name: "Kaveri Analytics", users: 1 }]);
    serve(listCoworkingUsers, aPage([aPerson]));
    serve(listBookings, bookings);
    serve(searchBookable, spaces);
  });
}

/** The list beside the plan; the plan has the same seats. */
const list = async (name = "Seats") => within(await screen.findByRole("group", { name }));

test("a member selects a free seat, books it and gets a reference; a taken one cannot be pressed", async () => {
  const app = show("/admin/seat-booking?tab=book", {
    spaces: [aSpace(1, { isFree: false }), aSpace(2), aSpace(3)],
  });
  expect(await screen.findByRole("tab", { name: "Book Seat", selected: true })).toBeVisible();
  const seats = await list();
  expect(seats.getByRole("button", { name: "Seat 1, taken" })).toBeDisabled();
  expect(screen.getByText("2 of 3 free at this time")).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Client" })).not.toBeInTheDocument();
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2027-01-05T09:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-01-05T11:30" } });
  const made = serve(createBookings, [aBooking()]);
  expect(await screen.findByRole("button", { name: "Book" })).toBeDisabled();
  // A member sits on one seat: the second press moves the selection.
  await userEvent.click((await list()).getByRole("button", { name: "Seat 3, free" }));
  await userEvent.click((await list()).getByRole("button", { name: "Seat 2, free" }));
  expect(screen.getByText("Selected: Seat 2")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
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

test("the plan shows free, taken and own seats, and the arrow keys go from one to the next", async () => {
  show("/admin/seat-booking?tab=book", {
    spaces: [
      aSpace(1, { isFree: false, isOwn: true, coordinates: [50, 50] }),
      aSpace(2, { coordinates: [90, 50] }),
      aSpace(3, { isFree: false, coordinates: [90, 120] }),
    ],
  });
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: seats" }));
  const own = plan.getByRole("button", { name: "Seat 1, booked by you" });
  const free = plan.getByRole("button", { name: "Seat 2, free" });
  const taken = plan.getByRole("button", { name: "Seat 3, taken" });
  own.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(free).toHaveFocus();
  await userEvent.keyboard(" ");
  expect(free).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{ArrowDown}");
  expect(taken).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(taken).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByText("Selected: Seat 2")).toBeVisible();
});

test("staff choose a client and a person, then several seats", async () => {
  show("/admin/seat-booking?tab=book", { role: 1, spaces: [aSpace(1), aSpace(2)] });
  const asked = serve(listCoworkingUsers, aPage([aPerson]));
  await userEvent.click(await screen.findByRole("combobox", { name: "Client" }));
  await userEvent.click(await screen.findByRole("option", { name: "Kaveri Analytics" }));
  const seats = await list();
  await userEvent.click(seats.getByRole("button", { name: "Seat 1, free" }));
  await userEvent.click(seats.getByRole("button", { name: "Seat 2, free" }));
  expect(screen.getByText("Choose a person.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Book 2 seats" })).toBeDisabled();
  await userEvent.type(screen.getByRole("combobox", { name: "Person" }), "asha");
  await waitFor(() => expect(asked.urls.at(-1)).toContain("search=asha"));
  await userEvent.click(await screen.findByRole("option", { name: "Asha Rao" }));
  const made = serve(createBookings, [aBooking(), aBooking({ id: 6, reference: "QRS234" })]);
  await userEvent.click(screen.getByRole("button", { name: "Book 2 seats" }));
  expect(await screen.findByText("Booked. Your reference: K7MN2P, QRS234")).toBeVisible();
  expect(made.bodies).toEqual([expect.objectContaining({ spaces: [1, 2], person: 70 })]);
});

test("each zone shows its temperature and CO2, and an old value its age", async () => {
  const zone = aFloor(
    { id: 20, name: "Zone 1", zone_type: "GL_LOCATION_TYPE_ZONE" },
    { TEMPERATURE: 24.5, CO2: 810 },
  );
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString();
  const old = zone.parameters.map((one) =>
    one.name === "CO2" ? { ...one, quality: "stale" as const, measured_time: hourAgo } : one,
  );
  show("/admin/seat-booking?tab=book", { zones: [{ ...zone, parameters: old }] });
  const seats = await list();
  const first = within(seats.getByRole("region", { name: "Zone 1" }));
  expect(await first.findByText(/24\.5/)).toBeVisible();
  expect(first.getByText(/CO2 810/)).toHaveTextContent(/CO2 810 ppm 60 min ago|CO2 810 ppm 1 h ago/);
});

test("a seat that another person has just taken is named, with free ones; a wrong time has its error", async () => {
  show("/admin/seat-booking?tab=book");
  refuse(createBookings, "space-taken", { fields: { spaces: "Free at this time: Seat 4" }, once: true });
  await userEvent.click((await list()).getByRole("button", { name: "Seat 1, free" }));
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This seat or room is already booked at this time. Free at this time: Seat 4",
  );
  refuse(createBookings, "input-invalid", { fields: { from: "Times are in steps of 15 minutes" } });
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("Times are in steps of 15 minutes")).toBeVisible();
});

test("a booking moves to another time and seat; a refusal stays in the dialog", async () => {
  show("/admin/seat-booking", {
    bookings: [aBooking({ from: "2027-01-05T03:30:00.000Z", to: "2027-01-05T04:30:00.000Z" })],
    spaces: [aSpace(1, { isFree: false, isOwn: true }), aSpace(2), aSpace(3, { isFree: false })],
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the booking" }));
  expect(dialog.getByLabelText("From")).toHaveValue("2027-01-05T09:00");
  fireEvent.change(dialog.getByLabelText("To"), { target: { value: "2027-01-05T12:15" } });
  await userEvent.click(dialog.getByRole("combobox", { name: "Seat" }));
  expect(screen.queryByRole("option", { name: /Seat 3/ })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("option", { name: "Seat 2, First" }));
  refuse(updateSeatBooking, "space-taken", { once: true });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("This seat or room is already booked at this time.")).toBeVisible();
  const changed = serve(updateSeatBooking, aBooking());
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(changed.bodies).toEqual([
    { id: 5, space: 2, from: "2027-01-05T03:30:00.000Z", to: "2027-01-05T06:45:00.000Z" },
  ]);
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
