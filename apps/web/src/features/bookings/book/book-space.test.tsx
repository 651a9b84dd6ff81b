import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type BookableSpace,
  createBookings,
  listMeetingRooms,
} from "@verandah/contract/bookings/bookings.ts";
import { joinWaitlist } from "@verandah/contract/bookings/waitlist.ts";
import { listCoworkingUsers } from "@verandah/contract/coworking.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking, aPerson, aSpace, HOUR_MS, showBooking } from "../../../testing/bookings.ts";
import { aFloor, aPage } from "../../../testing/builders.ts";
import { refuse, serve } from "../../../testing/serve.ts";

// The times of the tests are within 90 days.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-28T04:10:00Z") }));
afterEach(() => void vi.useRealTimers());

const list = async (name = "Seats") => within(await screen.findByRole("group", { name }));

test("a member selects a free seat, books it and gets a reference; a taken one cannot be pressed", async () => {
  const app = showBooking("/admin/seat-booking?view=list", {
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
  await waitFor(() => expect(app.router.state.location.search).toEqual({ tab: "booked", view: "list" }));
});

test("the plan shows free, taken and own seats, and the arrow keys go from one to the next", async () => {
  showBooking("/admin/seat-booking", {
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

test("seats without a position are in a list below the plan", async () => {
  const spaces = [aSpace(1, { coordinates: [50, 50] }), aSpace(2), aSpace(3, { isFree: false })];
  showBooking("/admin/seat-booking", { spaces });
  const below = await list("Without a position on the plan");
  expect(below.getAllByRole("button")).toHaveLength(2);
  expect(below.getByRole("button", { name: "Seat 3, taken" })).toBeDisabled();
  await userEvent.click(below.getByRole("button", { name: "Seat 2, free" }));
  expect(screen.getByText("Selected: Seat 2")).toBeVisible();
});

test("either the list or the plan is shown: the choice is in the address and kept in the browser", async () => {
  const spaces = [aSpace(1, { coordinates: [50, 50] })];
  const first = showBooking("/admin/seat-booking", { spaces });
  expect(await screen.findByRole("group", { name: "Floor plan, First: seats" })).toBeVisible();
  expect(screen.queryByRole("group", { name: "Seats" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: "List" }));
  expect(await screen.findByRole("group", { name: "Seats" })).toBeVisible();
  expect(screen.queryByRole("group", { name: "Floor plan, First: seats" })).not.toBeInTheDocument();
  expect(first.router.state.location.search).toEqual({ view: "list" });
  first.unmount();
  showBooking("/admin/seat-booking", { spaces });
  expect(await screen.findByRole("group", { name: "Seats" })).toBeVisible();
});

const aRoom = (id: number, change: Partial<BookableSpace>) =>
  aSpace(id, { kind: "room", name: `Room ${id}`, seats: 6, coordinates: [50, 50], ...change });
const roomPlan = async () => within(await screen.findByRole("group", { name: "Floor plan, First: rooms" }));

test("rooms are on the plan of their floor; the selected one is shown there, and a room that is too small cannot be pressed", async () => {
  const second = { id: 12, name: "Second" };
  showBooking("/admin/room-booking/0", {
    spaces: [aRoom(1, {}), aRoom(2, { seats: 2, coordinates: [90, 50] }), aRoom(3, { floor: second })],
  });
  fireEvent.change(await screen.findByLabelText("People"), { target: { value: "4" } });
  await userEvent.click((await list("Rooms")).getByRole("button", { name: /^Room 3/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Plan" }));
  expect(await screen.findByRole("button", { name: "Room 3, free" })).toHaveAttribute("aria-pressed", "true");
  expect(screen.queryByRole("group", { name: "Rooms" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "First" }));
  expect((await roomPlan()).getByRole("button", { name: "Room 2, too small" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect((await roomPlan()).queryByRole("button", { name: /Room 3/ })).not.toBeInTheDocument();
  fireEvent.click((await roomPlan()).getByRole("button", { name: "Room 1, free" }));
  expect(screen.getByText("Selected: Room 1")).toBeVisible();
});

test("staff choose a client and a person, then several seats", async () => {
  const { router } = showBooking("/admin/seat-booking?view=list", {
    role: 1,
    spaces: [aSpace(1), aSpace(2)],
  });
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
  // The list shows the day of the booking.
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ tab: "booked", view: "list", day: "2026-12-28" }),
  );
});

test("a booking repeats until a day; a taken day is named and can be left out", async () => {
  showBooking("/admin/seat-booking?view=list");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2027-01-05T09:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-01-05T10:00" } });
  await userEvent.click(screen.getByRole("combobox", { name: "Repeat" }));
  await userEvent.click(await screen.findByRole("option", { name: "Every week" }));
  expect(screen.getByLabelText("Last day")).toHaveValue("5 Jan 2027");
  fireEvent.change(screen.getByLabelText("Last day"), { target: { value: "2027-02-02" } });
  await userEvent.click((await list()).getByRole("button", { name: "Seat 1, free" }));
  refuse(createBookings, "space-taken", {
    fields: { repeat: "in English" },
    rules: { repeat: { code: "taken-on", value: "2027-01-19" } },
    once: true,
  });
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("Taken on 19 Jan 2027")).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "Leave out taken days" }));
  const made = serve(
    createBookings,
    [5, 6, 7, 8, 9].map((id) => ({ ...aBooking({ id }), leftOutDays: ["2027-01-19", "2027-01-26"] })),
  );
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(
    await screen.findByText("Booked: 5 times. Taken days left out: 19 Jan 2027, 26 Jan 2027"),
  ).toBeVisible();
  expect(made.bodies).toEqual([
    expect.objectContaining({
      repeat: { every: "week", until: "2027-02-02", isLeavingOutTaken: true },
    }),
  ]);
});

test("each zone shows its temperature, CO2 and noise, and an old value its age", async () => {
  const zone = aFloor(
    { id: 20, name: "Zone 1", zone_type: "GL_LOCATION_TYPE_ZONE" },
    { TEMPERATURE: 24.5, CO2: 810 },
  );
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString();
  const old = zone.parameters.map((one) =>
    one.name === "CO2" ? { ...one, quality: "stale" as const, measured_time: hourAgo } : one,
  );
  const noise = {
    name: "NOISE" as const,
    value: 47,
    unit: "decibelA",
    quality: "good" as const,
    measured_time: null,
  };
  showBooking("/admin/seat-booking?view=list", { zones: [{ ...zone, parameters: [...old, noise] }] });
  const seats = await list();
  const first = within(seats.getByRole("region", { name: "Zone 1" }));
  expect(await first.findByText(/24\.5/)).toBeVisible();
  expect(first.getByText(/Noise 47 dB\(A\)/)).toBeVisible();
  expect(first.getByText(/CO2 810/)).toHaveTextContent(/CO2 810 ppm 60 min ago|CO2 810 ppm 1 h ago/);
});

test("a room is too small for more people than seats", async () => {
  const room = { kind: "room" as const, name: "Room 1", seats: 6, facilities: ["Screen"] };
  showBooking("/admin/room-booking/0", { spaces: [aSpace(3, room)] });
  expect(await screen.findByRole("button", { name: "Room 1, 6 seats, Screen, free" })).toBeEnabled();
  fireEvent.change(screen.getByLabelText("People"), { target: { value: "7" } });
  expect(await screen.findByRole("button", { name: "Room 1, 6 seats, Screen, too small" })).toBeDisabled();
});

test("dragging over the timeline selects a room and a time up to the next booking, and a click an hour", async () => {
  const room = { kind: "room" as const, name: "Room 1", seats: 6, facilities: ["Screen"] };
  showBooking("/admin/room-booking/0", { role: 1, spaces: [aSpace(3, room)] });
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2027-01-05T10:00" } });
  const from = "2027-01-05T08:30:00.000Z";
  serve(listMeetingRooms, [
    {
      ...aSpace(3, room),
      taken: [{ from, to: "2027-01-05T09:30:00.000Z", title: "Review", booking: 8 }],
    },
  ]);
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-01-05T11:00" } });
  const track = await screen.findByRole("img", { name: "Room 1, taken 14:00–15:00" });
  expect(screen.getByRole("link", { name: "Room 1" })).toHaveAttribute("href", "/admin/room/3/dashboard");
  expect(screen.getByText("Review")).toBeVisible();
  // 14 hours from 07:00 are 56 steps of 10 px.
  vi.spyOn(track, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 560, 38));
  Object.assign(track, { setPointerCapture: vi.fn<() => void>() });
  fireEvent.pointerDown(track, { clientX: 205 });
  fireEvent.pointerMove(track, { clientX: 400 });
  fireEvent.pointerUp(track, { clientX: 400 });
  expect(screen.getByLabelText("From")).toHaveValue("5 Jan 2027, 12:00");
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2027, 14:00");
  expect(await screen.findByText("Selected: Room 1")).toBeVisible();
  fireEvent.pointerDown(track, { clientX: 285 });
  fireEvent.pointerUp(track, { clientX: 285 });
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2027, 14:00");
  fireEvent.pointerDown(track, { clientX: 325 });
  fireEvent.pointerUp(track, { clientX: 325 });
  expect(screen.getByLabelText("From")).toHaveValue("5 Jan 2027, 15:00");
  expect(screen.getByLabelText("To")).toHaveValue("5 Jan 2027, 16:00");
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(screen.getByLabelText("From")).toHaveValue("6 Jan 2027, 15:00");
});

test("the timeline keeps the time of the wall on a day when the clocks change", async () => {
  const room = { kind: "room" as const, name: "Room 1", seats: 6, facilities: ["Screen"] };
  const timeZone = "Europe/Berlin";
  showBooking("/admin/room-booking/0", { role: 1, spaces: [aSpace(3, room)], timeZone });
  const taken = [
    { from: "2027-03-28T07:00:00.000Z", to: "2027-03-28T08:00:00.000Z", title: "Review", booking: 8 },
  ];
  const { urls } = serve(listMeetingRooms, [{ ...aSpace(3, room), taken }]);
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2027-03-27T10:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-03-27T11:00" } });
  await userEvent.click(await screen.findByRole("button", { name: "Next day" }));
  expect(screen.getByLabelText("From")).toHaveValue("28 Mar 2027, 10:00");
  // 9:00 lies two of 14 hours after 7:00.
  await waitFor(() => expect(screen.getByTitle("09:00–10:00").style.left).toMatch(/^14\.28/));
  expect(new URL(urls.at(-1) ?? "").searchParams.get("to")).toBe("2027-03-28T22:00:00.000Z");
});

test("the timeline shows the whole day when a booking is outside the working hours", async () => {
  const room = { kind: "room" as const, name: "Room 1", seats: 6, facilities: ["Screen"] };
  showBooking("/admin/room-booking/0", { role: 1, spaces: [aSpace(3, room)] });
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2027-01-05T10:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2027-01-05T11:00" } });
  expect(await screen.findByText("07:00")).toBeVisible();
  serve(listMeetingRooms, [
    {
      ...aSpace(3, room),
      taken: [
        {
          from: "2027-01-06T17:00:00.000Z",
          to: "2027-01-06T18:00:00.000Z",
          title: "Night shift",
          booking: 8,
        },
      ],
    },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(await screen.findByText("Night shift")).toBeVisible();
  expect(screen.getByText("00:00")).toBeVisible();
  expect(screen.queryByText("07:00")).not.toBeInTheDocument();
});

test("staff cannot join the waitlist of a seat for another person", async () => {
  showBooking("/admin/seat-booking?view=list", {
    role: 1,
    spaces: [aSpace(1, { isFree: false }), aSpace(2)],
  });
  serve(listCoworkingUsers, aPage([aPerson]));
  expect(await screen.findByRole("button", { name: "Wait for it" })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Client" }));
  await userEvent.click(await screen.findByRole("option", { name: "Kaveri Analytics" }));
  expect(screen.queryByRole("button", { name: "Wait for it" })).not.toBeInTheDocument();
});

test("a member waits for a taken seat", async () => {
  showBooking("/admin/seat-booking?view=list", {
    spaces: [aSpace(1, { isFree: false }), aSpace(2), aSpace(3, { isFree: false, isOwn: true })],
  });
  const { bodies } = serve(joinWaitlist, []);
  await userEvent.click(await screen.findByRole("combobox", { name: "Waitlist for a taken place" }));
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await userEvent.click(screen.getByRole("option", { name: /^Seat 1/ }));
  await userEvent.click(screen.getByRole("button", { name: "Wait for it" }));
  expect(
    await screen.findByText(
      "You are on the waitlist for Seat 1. You get an e-mail and a notice here when it is yours.",
    ),
  ).toBeVisible();
  expect(bodies).toMatchObject([{ space: 1 }]);
});
