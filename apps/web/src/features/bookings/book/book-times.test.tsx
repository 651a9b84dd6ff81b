import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBookings } from "@verandah/contract/bookings/bookings.ts";
import { getClientDetails, listCoworkingUsers } from "@verandah/contract/coworking.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { doubleClick } from "#data/query/use-change.ts";
import { fieldDateText } from "#shared/format/time.ts";

import { aBooking, aPerson, showBooking } from "../../../testing/bookings.ts";
import { aPage } from "../../../testing/builders.ts";
import { refuse, serve } from "../../../testing/serve.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-28T04:10:00Z") }));
afterEach(() => void vi.useRealTimers());

const list = async () => within(await screen.findByRole("group", { name: "Seats" }));

test.each([
  // At 09:40 on a Monday, a holiday and a weekend follow the workdays.
  ["seat-booking", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["seat-booking?day=2026-12-28", "2026-12-28T09:45", "2026-12-28T18:00"],
  ["seat-booking?day=2027-01-02", "2027-01-02T09:00", "2027-01-02T18:00"],
  ["seat-booking?day=2026-12-27", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["seat-booking?day=soon", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["room-booking/0", "2026-12-29T09:00", "2026-12-29T10:00"],
  ["room-booking/0?day=2026-12-28", "2026-12-28T09:45", "2026-12-28T10:45"],
])("%s opens on Book from %s to %s", async (address, from, to) => {
  const workdays = ["2026-12-28", "2026-12-29", "2026-12-31"];
  showBooking(`/admin/${address}`, { workdays });
  expect(await screen.findByLabelText("From")).toHaveValue(fieldDateText(from, true));
  expect(screen.getByLabelText("To")).toHaveValue(fieldDateText(to, true));
});

test.each([
  ["before 09:00", "2026-12-28T03:15:00Z", ["2026-12-28"], "2026-12-28T09:00", "2026-12-28T18:00"],
  ["without a workday", "2026-12-28T03:10:01Z", [], "2026-12-28T09:00", "2026-12-28T10:00"],
])("a seat is proposed %s at %s", async (_, now, workdays, from, to) => {
  vi.setSystemTime(now);
  showBooking("/admin/seat-booking", { workdays });
  expect(await screen.findByLabelText("From")).toHaveValue(fieldDateText(from, true));
  expect(screen.getByLabelText("To")).toHaveValue(fieldDateText(to, true));
});

test.each([
  ["11:40", "2026-12-28T17:15", "2026-12-28T18:15"],
  ["12:10", "2026-12-28T17:45", "2026-12-28T18:45"],
  ["18:12", "2026-12-29T00:00", "2026-12-29T01:00"],
])("at %s UTC a seat of today is proposed from %s to %s", async (time, from, to) => {
  vi.setSystemTime(`2026-12-28T${time}:00Z`);
  showBooking("/admin/seat-booking?day=2026-12-28", { workdays: ["2026-12-28", "2026-12-29"] });
  expect(await screen.findByLabelText("From")).toHaveValue(fieldDateText(from, true));
  expect(screen.getByLabelText("To")).toHaveValue(fieldDateText(to, true));
});

test.each([
  ["from=2026-12-30T10:00&to=2026-12-30T12:30", "2026-12-30T10:00", "2026-12-30T12:30"],
  ["from=2026-12-30T10:00&to=soon", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["from=2026-12-30&to=2026-12-31", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["from=2026-02-31T10:00&to=2026-03-01T10:00", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["from=7&to=8", "2026-12-29T09:00", "2026-12-29T18:00"],
  ["to=2026-12-30T12:30", "2026-12-29T09:00", "2026-12-29T18:00"],
])("the address %s has a seat from %s to %s", async (search, from, to) => {
  showBooking(`/admin/seat-booking?${search}`, { workdays: ["2026-12-29"] });
  expect(await screen.findByLabelText("From")).toHaveValue(fieldDateText(from, true));
  expect(screen.getByLabelText("To")).toHaveValue(fieldDateText(to, true));
});

test("a past time of the address has its error", async () => {
  showBooking("/admin/seat-booking?from=2026-12-27T10:00&to=2026-12-27T12:00", { workdays: ["2026-12-29"] });
  expect(await screen.findByText("Choose a future time")).toBeVisible();
  expect(screen.getByLabelText("From")).toBeInvalid();
});

test("typed times are in the address, and leave it with the tab; another address has its own times", async () => {
  const { router } = showBooking("/admin/seat-booking", { workdays: ["2026-12-29"] });
  const [from, to] = [await screen.findByLabelText("From"), screen.getByLabelText("To")];
  fireEvent.change(from, { target: { value: "2026-12-30T10:00" } });
  fireEvent.change(to, { target: { value: "2026-12-30T12:00" } });
  for (const field of [from, to]) fireEvent.blur(field);
  const typed = { from: "2026-12-30T10:00", to: "2026-12-30T12:00" };
  await waitFor(() => expect(router.state.location.search).toEqual(typed));
  expect(screen.getByLabelText("To")).toHaveValue("30 Dec 2026, 12:00");
  await router.navigate({ to: "/admin/seat-booking" });
  await waitFor(() => expect(screen.getByLabelText("From")).toHaveValue("29 Dec 2026, 09:00"));
  router.history.back();
  await waitFor(() => expect(screen.getByLabelText("From")).toHaveValue("30 Dec 2026, 10:00"));
  await userEvent.click(screen.getByRole("tab", { name: "Booked Seats" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "booked" }));
});

test("an hour from now is proposed when the workdays could not be loaded", async () => {
  showBooking("/admin/seat-booking");
  refuse(listWorkdays, "not-found");
  expect(await screen.findByLabelText("From")).toHaveValue("28 Dec 2026, 09:45");
});

test.each([
  ["2026-12-28T09:30", "2026-12-28T10:30", "From", "Choose a future time"],
  ["2026-12-28T12:00", "2026-12-28T12:15", "To", "A booking takes at least 30 minutes"],
  ["2026-12-28T12:00", "2026-12-30T12:00", "To", "A booking takes at most 24 hours"],
  ["2026-12-28T12:05", "2026-12-28T13:00", "From", "Times are in steps of 15 minutes"],
  ["2027-04-28T12:00", "2027-04-28T13:00", "From", "Choose a time within 90 days"],
])("no seat is free from %s to %s, and the field says why", async (from, to, field, text) => {
  showBooking("/admin/seat-booking?view=list");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: from } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: to } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText(field)).toBeInvalid();
  expect(screen.getByText("Choose a time that can be booked.")).toBeVisible();
  expect(screen.queryByText(/free at this time/)).not.toBeInTheDocument();
});

test("another day of the begin moves the end along, and another time does not", async () => {
  showBooking("/admin/seat-booking?view=list", { workdays: ["2026-12-29"] });
  const from = await screen.findByLabelText("From");
  const typeAndExpect = async (text: string, end: string) => {
    fireEvent.change(from, { target: { value: text } });
    await waitFor(() => expect(screen.getByLabelText("To")).toHaveValue(end));
  };
  await typeAndExpect("30 D", "29 Dec 2026, 18:00");
  await typeAndExpect("30 Dec 2026, 10:00", "30 Dec 2026, 18:00");
  expect(await screen.findByText(/free at this time$/)).toBeVisible();
  await typeAndExpect("30 Dec 2026, 12:00", "30 Dec 2026, 18:00");
  await typeAndExpect("29 Dec 2026, 12:00", "29 Dec 2026, 18:00");
});

test("a seat can be chosen for a whole day of 25 hours", async () => {
  vi.setSystemTime("2026-10-20T04:00:00Z");
  showBooking("/admin/seat-booking?view=list", { timeZone: "Europe/Berlin" });
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-10-25T00:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-10-26T00:00" } });
  expect(await screen.findByText("1 of 1 free at this time")).toBeVisible();
});

test("two clicks on Book before the screen can show the first one make one booking", async () => {
  showBooking("/admin/seat-booking?view=list");
  const made = serve(createBookings, [aBooking()]);
  await userEvent.click((await list()).getByRole("button", { name: "Seat 1, free" }));
  doubleClick.ms = 500;
  const book = screen.getByRole("button", { name: "Book" });
  for (let click = 0; click < 2; click += 1) fireEvent.click(book);
  expect(await screen.findByText("Booked. Your reference: K7MN2P")).toBeVisible();
  expect(made.bodies).toHaveLength(1);
});

test("a list of people that ends early names the number of all", async () => {
  showBooking("/admin/seat-booking?view=list", { role: 1 });
  serve(listCoworkingUsers, { ...aPage([aPerson]), total: 37 });
  await userEvent.click(await screen.findByRole("combobox", { name: "Client" }));
  await userEvent.click(await screen.findByRole("option", { name: "Kaveri Analytics" }));
  expect(
    await screen.findByText("The list shows 1 of 37. Type a part of the name to find others."),
  ).toBeVisible();
  serve(listCoworkingUsers, aPage([aPerson]));
  await userEvent.type(screen.getByRole("combobox", { name: "Person" }), "asha");
  await waitFor(() => expect(screen.queryByText(/^The list shows/)).not.toBeInTheDocument());
});

test("clients and people that could not be loaded have the reason in place of an empty list", async () => {
  showBooking("/admin/seat-booking?view=list", { role: 1 });
  refuse(listCoworkingUsers, "not-allowed");
  await userEvent.click(await screen.findByRole("combobox", { name: "Client" }));
  await userEvent.click(await screen.findByRole("option", { name: "Kaveri Analytics" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Person" })).toBeInvalid());
  expect(screen.getByText("You are not allowed to do this.")).toBeVisible();
  cleanup();
  showBooking("/admin/seat-booking?view=list", { role: 1 });
  refuse(getClientDetails, "not-allowed");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Client" })).toBeInvalid());
});

test("a seat that another person has just taken is named, with free ones; a wrong time has its error", async () => {
  showBooking("/admin/seat-booking?view=list");
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
