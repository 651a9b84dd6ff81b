import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBookings, searchBookable } from "@verandah/contract/bookings/bookings.ts";
import {
  listColleagueSeats,
  type SeatOfColleague,
  showOwnName,
} from "@verandah/contract/bookings/colleagues.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aBooking, aSpace, showBooking } from "../../../testing/bookings.ts";
import { aFloor } from "../../../testing/builders.ts";
import { serve } from "../../../testing/serve.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-28T04:10:00Z") }));
afterEach(() => void vi.useRealTimers());

const workdays = ["2026-12-29"];
const spaces = [
  aSpace(1, { isFree: false, coordinates: [100, 100] }),
  aSpace(2, { coordinates: [400, 100] }),
  aSpace(3, { coordinates: [130, 100] }),
  aSpace(4, { coordinates: [100, 160], zone: { id: 21, name: "Zone 2" } }),
  aSpace(5, { isFree: false, coordinates: [110, 100] }),
  aSpace(6, { coordinates: [300, 100] }),
];
const aColleague = (change: Partial<SeatOfColleague> = {}): SeatOfColleague => ({
  id: 8,
  name: "Asha Rao",
  space: aSpace(1, { coordinates: [100, 100] }),
  ...change,
});
const colleagueGroup = async () => within(await screen.findByRole("group", { name: "Near a colleague" }));
const choose = async (name: RegExp) =>
  userEvent.click((await colleagueGroup()).getByRole("button", { name }));

test("two clicks book the free seat that is nearest to a colleague", async () => {
  showBooking("/admin/seat-booking", { workdays, spaces, colleagues: [aColleague()] });
  const made = serve(createBookings, [aBooking()]);
  await choose(/^Asha Rao, Seat 1, First$/);
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: seats" }));
  expect(plan.getByRole("button", { name: "Seat 3, free" })).toHaveAttribute("aria-pressed", "true");
  // This person does not show the name.
  expect(plan.getByRole("button", { name: "Seat 1, taken by Asha Rao" })).toBeVisible();
  expect(plan.getByRole("button", { name: "Seat 5, taken" })).toBeVisible();
  const marked = plan.getAllByRole("button").filter((seat) => seat.querySelector("circle"));
  expect(marked.map((seat) => seat.getAttribute("aria-label"))).toEqual([
    "Seat 3, free",
    "Seat 4, free",
    "Seat 6, free",
  ]);
  expect(screen.getByText("Selected: Seat 3")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("Booked. Your reference: K7MN2P")).toBeVisible();
  expect(made.bodies).toMatchObject([{ spaces: [3], from: "2026-12-29T03:30:00.000Z" }]);
});

test("the list has the seats by their distance to the colleague, and another seat can be selected", async () => {
  showBooking("/admin/seat-booking?view=list", { workdays, spaces, colleagues: [aColleague()] });
  await choose(/^Asha Rao/);
  const list = within(await screen.findByRole("group", { name: "Seats" }));
  const names = () => list.getAllByRole("button").map((seat) => seat.getAttribute("aria-label"));
  await waitFor(() =>
    expect(names()).toEqual([
      "Seat 1, taken by Asha Rao",
      "Seat 5, taken",
      "Seat 3, free",
      "Seat 6, free",
      "Seat 2, free",
      "Seat 4, free",
    ]),
  );
  await userEvent.click(list.getByRole("button", { name: "Seat 4, free" }));
  expect(screen.getByText("Selected: Seat 4")).toBeVisible();
});

test("a chosen seat that is taken meanwhile is not replaced", async () => {
  showBooking("/admin/seat-booking?view=list", { workdays, spaces, colleagues: [aColleague()] });
  await choose(/^Asha Rao/);
  await userEvent.click(await screen.findByRole("button", { name: "Seat 4, free" }));
  serve(
    searchBookable,
    spaces.map((one) => (one.id === 4 ? { ...one, isFree: false } : one)),
  );
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-12-29T18:30" } });
  expect(await screen.findByRole("button", { name: "Seat 4, taken" })).toBeDisabled();
  expect(screen.getByText("Select a free place.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Book" })).toBeDisabled();
});

test.each([
  ["8", "Asha Rao, Seat 1, First"],
  ["9", ""],
  ["Asha", ""],
])("the address with the colleague %s has the choice '%s'", async (near, chosen) => {
  const others = [10, 11, 12].map((id) => aColleague({ id, name: `Person ${id}` }));
  showBooking(`/admin/seat-booking?near=${near}`, {
    workdays,
    spaces,
    colleagues: [aColleague(), ...others],
  });
  const choice = await screen.findByRole("combobox", { name: "Near a colleague" });
  await waitFor(() => expect(choice).not.toHaveAttribute("readonly"));
  expect(choice).toHaveValue(chosen);
});

test("up to three colleagues are a button each, which a second press releases", async () => {
  const colleagues = [8, 9, 10].map((id) => aColleague({ id, name: `Person ${id}` }));
  const { router } = showBooking("/admin/seat-booking?near=9", { workdays, spaces, colleagues });
  const group = await colleagueGroup();
  const names = group.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual([8, 9, 10].map((id) => `Person ${id}, Seat 1, First`));
  const second = group.getByRole("button", { name: /^Person 9/ });
  expect(second).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(second);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(second).toHaveAttribute("aria-pressed", "false");
  expect(screen.queryByRole("combobox", { name: "Near a colleague" })).not.toBeInTheDocument();
});

test("staff add seats to the nearest one", async () => {
  showBooking("/admin/seat-booking?view=list", { role: 1, workdays, spaces, colleagues: [aColleague()] });
  await choose(/^Asha Rao/);
  await userEvent.click(await screen.findByRole("button", { name: "Seat 4, free" }));
  expect(screen.getByText("Selected: Seat 3, Seat 4")).toBeVisible();
});

test("a colleague on another floor leads there, and has the first of several seats", async () => {
  const second = { id: 12, name: "Second" };
  const colleagues = [
    aColleague({ space: aSpace(21, { floor: second }) }),
    aColleague({ space: aSpace(22, { floor: second }) }),
  ];
  const { router } = showBooking("/admin/seat-booking", { workdays, spaces, colleagues });
  serve(listLocationMetrics, [aFloor(), aFloor(second)]);
  await choose(/^Asha Rao, Seat 21, Second$/);
  await waitFor(() => expect(router.state.location.search).toEqual({ floor: 12, near: 8 }));
});

test("each person chooses whether colleagues see the own name; without colleagues there is no choice", async () => {
  showBooking("/admin/seat-booking", { workdays, spaces });
  const own = await screen.findByRole("switch", { name: "Show my name on my seat to colleagues" });
  expect(screen.getByText("No colleague shows their name at this time")).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Near a colleague" })).not.toBeInTheDocument();
  expect(own).not.toBeChecked();
  expect(own).toHaveAccessibleDescription(/People of Verandah without a coworking company/);
  const answer = Promise.withResolvers<{ isNameShown: boolean }>();
  const shown = serve(showOwnName, () => answer.promise);
  serve(listColleagueSeats, { isNameShown: true, companies: ["Kaveri Analytics"], seats: [] });
  await userEvent.click(own);
  await waitFor(() => expect(shown.bodies).toEqual([{ isNameShown: true }]));
  expect(own).toBeChecked();
  expect(own).toBeEnabled();
  answer.resolve({ isNameShown: true });
  expect(
    await screen.findByText("People of Kaveri Analytics can see your name on your booked seats."),
  ).toBeVisible();
  expect(own).toBeChecked();
});
