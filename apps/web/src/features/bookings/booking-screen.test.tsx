import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  cancelSeatBooking,
  checkIn,
  listBookings,
  listMeetingRooms,
  searchBookable,
  updateRoomBooking,
  updateSeatBooking,
} from "@verandah/contract/bookings/bookings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking, aSpace, inHours, showBooking } from "../../testing/bookings.ts";
import { refuse, serve } from "../../testing/serve.ts";

// The times of the tests are within 90 days, and in steps of 15 minutes.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-28T04:00:00Z") }));
afterEach(() => void vi.useRealTimers());

test("a booking moves to another time and seat; a refusal stays in the dialog", async () => {
  showBooking("/admin/seat-booking?tab=booked", {
    bookings: [aBooking({ from: "2027-01-05T03:30:00.000Z", to: "2027-01-05T04:30:00.000Z" })],
    spaces: [aSpace(1, { isFree: false, isOwn: true }), aSpace(2), aSpace(3, { isFree: false })],
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the booking" }));
  expect(dialog.getByLabelText("From")).toHaveValue("5 Jan 2027, 09:00");
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

test("a booking in another building than the shown one changes within its own", async () => {
  const space = { ...aBooking().space, building: "Annex", buildingId: 7 };
  showBooking("/admin/seat-booking?tab=booked", { bookings: [aBooking({ space })] });
  const button = await screen.findByRole("button", { name: "Change the booking K7MN2P" });
  const asked = serve(searchBookable, [aSpace(8, { buildingId: 7 })]);
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Change the booking" }));
  await userEvent.click(dialog.getByRole("combobox", { name: "Seat" }));
  expect(await screen.findByRole("option", { name: "Seat 8, First" })).toBeVisible();
  expect(asked.urls.every((url) => url.includes("/v1/gl_zone_booking/7/seat/"))).toBe(true);
});

test("the title and the people of a room's booking change", async () => {
  showBooking("/admin/room-booking/0?tab=booked", {
    bookings: [aBooking({ kind: "room", title: "Review", attendees: 2 })],
    spaces: [],
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the booking" }));
  expect(dialog.getByLabelText("Title")).toHaveValue("Review");
  fireEvent.change(dialog.getByLabelText("Title"), { target: { value: "Retro" } });
  fireEvent.change(dialog.getByLabelText("People"), { target: { value: "4" } });
  const changed = serve(updateRoomBooking, aBooking());
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changed.bodies).toMatchObject([{ id: 5, title: "Retro", attendees: 4 }]));
});

test("a repeated booking is cancelled alone, or with the later ones", async () => {
  showBooking("/admin/seat-booking?tab=booked", { bookings: [aBooking({ laterInSeries: 3 })] });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("radio", { name: "Cancel only this one" })).toBeChecked();
  await userEvent.click(dialog.getByRole("radio", { name: "Cancel this one and the 3 later ones" }));
  const cancelled = serve(cancelSeatBooking, aBooking({ status: "cancelled" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel 4 bookings" }));
  expect(await screen.findByText("The bookings are cancelled")).toBeVisible();
  expect(cancelled.bodies).toEqual([{ id: 5, withLater: true }]);
});

test("a booking is cancelled after a question; too late has its text and changes nothing", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showBooking("/admin/seat-booking?tab=booked", { bookings: [aBooking()] });
  expect(await screen.findByRole("cell", { name: "K7MN2P" })).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: "Person" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cancel the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel the booking?" }));
  expect(dialog.queryByRole("radio")).not.toBeInTheDocument();
  refuse(cancelSeatBooking, "booking-notice", { once: true });
  await userEvent.click(dialog.getByRole("button", { name: "Cancel the booking" }));
  const late = "Cancellation should be done 1 hour ahead.";
  expect(await dialog.findByText(late)).toBeVisible();
  // Beside the text in the dialog there is a toast of 2 seconds.
  expect(screen.getAllByText(late)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_900);
  await waitFor(() => expect(screen.getAllByText(late)).toHaveLength(1));
  const cancelled = serve(cancelSeatBooking, aBooking({ status: "cancelled" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel the booking" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(cancelled.bodies).toEqual([{ id: 5, withLater: false }]);
});

test("a booking of a deactivated place is marked, and moves to another place only", async () => {
  const space = { ...aBooking().space, isActive: false };
  showBooking("/admin/seat-booking?tab=booked", { bookings: [aBooking({ space })], spaces: [aSpace(2)] });
  expect(await screen.findByText("This place is deactivated.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel the booking K7MN2P" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Change the booking K7MN2P" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the booking" }));
  expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.click(dialog.getByRole("combobox", { name: "Seat" }));
  expect(screen.queryByRole("option", { name: "Seat 1" })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("option", { name: "Seat 2, First" }));
  expect(dialog.getByRole("button", { name: "Save" })).toBeEnabled();
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
  showBooking("/admin/seat-booking?tab=booked", { bookings: [soon, past] });
  const checked = serve(checkIn, { ...soon, status: "checkedIn" });
  await userEvent.click(await screen.findByRole("button", { name: "Check in" }));
  await waitFor(() => expect(checked.urls).toHaveLength(1));
  const row = screen.getByRole("row", { name: /OLD234/ });
  expect(within(row).getByText("Released: no check-in")).toBeVisible();
  expect(within(row).queryAllByRole("button")).toHaveLength(0);
});

test("the next booking is the first, and those that are over come last", async () => {
  const bookings = [
    { reference: "LATER2", hours: 60, status: "booked" },
    { reference: "SOON22", hours: 30, status: "booked" },
    { reference: "PAST22", hours: -30, status: "completed" },
    { reference: "OLDER2", hours: -60, status: "completed" },
  ] as const;
  showBooking("/admin/seat-booking?tab=booked", {
    bookings: bookings.map(({ reference, hours, status }, index) =>
      aBooking({ id: index + 1, reference, from: inHours(hours), to: inHours(hours + 1), status }),
    ),
  });
  await screen.findByRole("cell", { name: "SOON22" });
  const references = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent.slice(0, 6));
  expect(references).toEqual(["SOON22", "LATER2", "PAST22", "OLDER2"]);
});

test("viewers see the bookings with their persons and cannot book", async () => {
  showBooking("/admin/seat-booking", { role: 3, bookings: [aBooking()] });
  expect(await screen.findByRole("cell", { name: "asha" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Book Seat" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Cancel the booking/ })).not.toBeInTheDocument();
});

test("viewers see the rooms of a day with their taken times, and select none", async () => {
  const taken = [
    { from: "2027-01-05T05:00:00.000Z", to: "2027-01-05T06:00:00.000Z", title: "Review", booking: 8 },
  ];
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2027-01-05T04:00:00.000Z") });
  showBooking("/admin/room-booking/0?tab=booked", { role: 3 });
  const { urls } = serve(listMeetingRooms, [{ ...aSpace(3, { kind: "room", name: "Room 3" }), taken }]);
  const track = await screen.findByRole("img", { name: "Room 3, taken 10:30–11:30" });
  expect(screen.queryByText(/Drag over/)).not.toBeInTheDocument();
  fireEvent.pointerDown(track, { clientX: 5, button: 0 });
  fireEvent.pointerUp(track);
  expect(track.querySelectorAll("[data-kind=selected]")).toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: "Next day" }));
  await waitFor(() => expect(urls.at(-1)).toContain("from=2027-01-05T18%3A30"));
});

test("a member sees the own bookings of all buildings, with the building", async () => {
  const far = { ...aBooking().space, name: "Seat 9", building: "Annex" };
  showBooking("/admin/seat-booking?tab=booked", {
    bookings: [aBooking(), aBooking({ id: 6, reference: "FAR222", space: far })],
  });
  expect(await screen.findByText("Annex, First, Zone 1")).toBeVisible();
  expect(screen.getByText("Tower A, First, Zone 1")).toBeVisible();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

test("staff choose days and search in the bookings of the building", async () => {
  const address = "/admin/seat-booking?tab=booked&day=2027-01-05&until=2027-01-11";
  const { router } = showBooking(address, { role: 1, bookings: [aBooking()] });
  expect(await screen.findByRole("cell", { name: "K7MN2P" })).toBeVisible();
  expect(screen.getByLabelText("From")).toHaveValue("5 Jan 2027");
  const found = serve(listBookings, []);
  const search = screen.getByRole("searchbox", { name: "Search people and places" });
  fireEvent.change(search, { target: { value: "asha" } });
  expect(await screen.findByText("There are no bookings.")).toBeVisible();
  expect(Object.fromEntries(new URL(found.urls.at(-1) ?? "").searchParams)).toEqual({
    from: "2027-01-04T18:30:00.000Z",
    to: "2027-01-11T18:30:00.000Z",
    search: "asha",
  });
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "booked", search: "asha" }));
});

test("a day of the list counts when its typing ends, and adds no page to the history", async () => {
  const { router } = showBooking("/admin/seat-booking?tab=booked", { role: 1, bookings: [aBooking()] });
  const from = await screen.findByLabelText("From");
  const pages = router.history.length;
  const addresses: string[] = [];
  const end = router.history.subscribe(({ location }: { location: Location }) =>
    addresses.push(location.search),
  );
  for (const value of ["1/1/2027", "11/1/2027"]) fireEvent.change(from, { target: { value } });
  fireEvent.blur(from);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ day: "2027-01-11" }));
  end();
  expect(addresses).toEqual(["?tab=booked&day=2027-01-11"]);
  expect(router.history.length).toBe(pages);
});

test("the days of the list are no wish for a booking", async () => {
  const address = "/admin/seat-booking?tab=booked&day=2027-01-05&until=2027-01-11";
  const { router } = showBooking(address, { role: 1, bookings: [aBooking()], workdays: ["2026-12-29"] });
  await userEvent.click(await screen.findByRole("tab", { name: "Book Seat" }));
  expect(await screen.findByLabelText("From")).toHaveValue("29 Dec 2026, 09:00");
  expect(router.state.location.search).toEqual({});
});

test("shows that there are no bookings", async () => {
  showBooking("/admin/seat-booking?tab=booked");
  expect(await screen.findByText("There are no bookings.")).toBeVisible();
});
