import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Booking, checkIn, listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aFloor, aSession, statuses } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

// Monday, 09:30 in Bengaluru.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-05T04:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const workdays = ["05", "06", "07", "08", "12", "13"].map((day) => `2026-01-${day}`);

const hrefOf = (day: number) => `/admin/seat-booking?day=2026-01-${String(day).padStart(2, "0")}`;

const aZone = (change: Parameters<typeof aFloor>[0], values?: Parameters<typeof aFloor>[1]) =>
  aFloor({ zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null, noOfZones: 1, ...change }, values);

const aBooking = (change: Partial<Booking> = {}): Booking => ({
  id: 1,
  reference: "K7M2QX",
  kind: "seat",
  space: {
    id: 5,
    name: "Seat 4",
    buildingId: 2,
    building: "Tower A",
    floorId: 12,
    floor: "Second",
    zoneId: 41,
    zone: "Zone 2",
    isActive: true,
  },
  bookedFor: { id: 9, name: "member", email: null },
  isOutside: false,
  bookedBy: "member",
  client: null,
  title: "",
  attendees: 1,
  from: new Date(Date.now() - 5 * 60_000).toISOString(),
  to: new Date(Date.now() + 60 * 60_000).toISOString(),
  status: "booked",
  laterInSeries: 0,
  createdAt: "2026-01-05T04:00:00.000Z",
  ...change,
});
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const inZone = (zoneId: number, zone: string, change: Partial<Booking["space"]> = {}) => ({
  space: { ...aBooking().space, zoneId, zone, ...change },
});

function show(bookings: readonly Booking[] = [aBooking()]) {
  let asked: readonly string[] = [];
  renderScreen("/admin/building/2/dashboard", aSession({ role: { id: 5 } }), () => {
    serve(listWorkdays, workdays);
    serve(listOwnBookings, [...bookings]);
    serve(listLocationMetrics, ({ pathname }) => {
      const warm = { id: 41, name: "Zone 2", value: 29.1, limit: 28 };
      const dark = { id: 41, name: "Zone 2", value: 90, limit: 200 };
      const old = { name: "CO2", value: 700, unit: "ppm", quality: "stale" } as const;
      const minutesAgo = new Date(Date.now() - 4 * 60_000 - 2_000).toISOString();
      if (pathname.endsWith("/52")) return [aZone({ id: 81, name: "Zone 2" }, { TEMPERATURE: 21 })];
      return [
        aZone({ id: 41, name: "Zone 2", tempIssue: [warm], luxIssue: [dark] }, { TEMPERATURE: 29.1 }),
        aZone({ id: 42, name: "Zone 3", parameters: [{ ...old, measured_time: minutesAgo }] }),
        aZone({ id: 43, name: "Zone 4" }, { LUMINOUSITY: 300 }),
        aZone({ id: 44, name: "Zone 5" }, { LUMINOUSITY: 299 }),
      ];
    });
    asked = serve(listSubsystemStatuses, statuses()).urls;
  });
  return () => asked;
}
const zone = async (name: string) => within(await screen.findByRole("article", { name }));
const value = async (name: string, title: string) =>
  (await (await zone(name)).findByText(title)).nextElementSibling ?? document.body;

test("a member sees the comfort of the own zone as text, and of no other one", async () => {
  const asked = show();
  expect(await value("Zone 2", "Temperature")).toHaveTextContent("29.1 °CToo warm");
  expect(await value("Zone 2", "CO2")).toHaveTextContent("640 ppmFresh air");
  expect(await value("Zone 2", "Humidity")).toHaveTextContent("48 %Comfortable");
  expect(await value("Zone 2", "Light")).toHaveTextContent("420 lxToo dark");
  expect((await zone("Zone 2")).getByText("Your place today")).toBeVisible();
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(screen.queryByRole("combobox", { name: "Floor" })).not.toBeInTheDocument();
  expect(asked()).toHaveLength(0);
});

test("an old value has its age and no rating, and a missing one shows No data", async () => {
  show([aBooking(inZone(42, "Zone 3"))]);
  expect(await value("Zone 3", "CO2")).toHaveTextContent("700 ppm4 min ago");
  expect(await value("Zone 3", "CO2")).toHaveAttribute("data-state", "unknown");
  expect(await value("Zone 3", "Light")).toHaveTextContent("No data");
});

test("a zone is well lit from 300 lx, and has no rating below while the limits allow that", async () => {
  show([aBooking(inZone(43, "Zone 4")), aBooking({ id: 2, ...inZone(44, "Zone 5") })]);
  expect(await value("Zone 4", "Light")).toHaveTextContent("300 lxWell lit");
  expect((await value("Zone 5", "Light")).textContent).toMatch(/^299\slx$/);
});

const noBays = { free: 0, occupied: 0, unknown: 0, over: 0, total: 0, coverage: 100 };
const aDeck = { ...noBays, total: 27, free: 20, occupied: 6, unknown: 1, id: 18, name: "Parking 1" };
const parking = {
  ...aDeck,
  suggested: 18,
  fullest: null,
  decks: [{ ...aDeck, isActive: true, overParked: 0, bays: [] }],
};

test("a member sees the seat of today, checks in, and sees the free parking bays", async () => {
  show();
  serve(getParkingStatus, parking);
  const mine = within(await screen.findByRole("region", { name: "My week" }));
  expect(await mine.findByText("Seat 4")).toBeVisible();
  expect(mine.getByText(/Second, Zone 2/)).toBeVisible();
  const bays = within(screen.getByRole("region", { name: "Parking" }));
  expect(await bays.findByText("20 of 27 bays free")).toBeVisible();
  expect(bays.getByText("1 do not report")).toBeVisible();
  expect(bays.getByRole("link", { name: "Most free bays: Parking 1" })).toHaveAttribute(
    "href",
    "/admin/floor/18/dashboard",
  );
  const { urls } = serve(checkIn, aBooking({ status: "checkedIn" }));
  serve(listOwnBookings, [aBooking({ status: "checkedIn" })]);
  await userEvent.click(mine.getByRole("button", { name: "Check in to Seat 4" }));
  expect(await mine.findByText("Checked in")).toBeVisible();
  expect(urls).toHaveLength(1);
});

test("the week has five workdays with their bookings, days between with a booking, and a Book button without a seat", async () => {
  show([
    aBooking(),
    aBooking({ id: 3, from: at(24), to: at(33), kind: "room" }),
    aBooking({ id: 4, from: at(24 * 5), to: at(24 * 5 + 1) }),
    aBooking({ id: 5, from: at(-3), to: at(-1) }),
    aBooking({ id: 6, from: at(48), to: at(50), status: "cancelled" }),
  ]);
  const mine = within(await screen.findByRole("region", { name: "My week" }));
  await mine.findByText("Today");
  const days = mine.getAllByRole("listitem").map((day) => {
    const link = within(day).queryByRole("link", { name: /^Book a seat/ });
    return [within(day).getByRole("heading").textContent, link?.getAttribute("href")];
  });
  expect(days).toEqual([
    ["Today", undefined],
    ["Tue, 6 Jan, 2026", hrefOf(6)],
    ["Wed, 7 Jan, 2026", hrefOf(7)],
    ["Thu, 8 Jan, 2026", hrefOf(8)],
    ["Sat, 10 Jan, 2026", undefined],
    ["Mon, 12 Jan, 2026", hrefOf(12)],
  ]);
  expect(mine.getAllByText("Nothing booked")).toHaveLength(3);
});

test("the week begins with the next workday when the work of today is over", async () => {
  vi.setSystemTime("2026-01-05T12:10:00Z");
  show([]);
  const mine = within(await screen.findByRole("region", { name: "My week" }));
  expect(await mine.findByText("Tue, 6 Jan, 2026")).toBeVisible();
  expect(mine.getByText("Tue, 13 Jan, 2026")).toBeVisible();
  expect(mine.queryByText("Today")).not.toBeInTheDocument();
  expect(screen.getByText("Book a seat to see the comfort of its zone here.")).toBeVisible();
});

test("a room tonight is of today, without a Book button for the hours of work", async () => {
  vi.setSystemTime("2026-01-05T12:10:00Z");
  show([aBooking({ kind: "room" })]);
  const mine = within(await screen.findByRole("region", { name: "My week" }));
  expect(await mine.findByText("Today")).toBeVisible();
  expect(mine.getByText("Seat 4")).toBeVisible();
  expect(mine.queryByRole("link", { name: "Book a seat: Today" })).not.toBeInTheDocument();
});

test("the own bookings have their check-in when the workdays could not be loaded", async () => {
  show();
  refuse(listWorkdays, "not-found");
  const mine = within(await screen.findByRole("region", { name: "My week" }));
  expect(await mine.findByRole("button", { name: "Check in to Seat 4" })).toBeEnabled();
  expect(mine.getByRole("alert")).toBeVisible();
  expect(await value("Zone 2", "Temperature")).toHaveTextContent("29.1 °C");
});

test("the comfort has the error when the own bookings could not be loaded", async () => {
  show();
  refuse(listOwnBookings, "not-found");
  const comfort = within(await screen.findByRole("region", { name: "Comfort" }));
  expect(await comfort.findByRole("alert")).toBeVisible();
  expect(comfort.queryByRole("progressbar")).not.toBeInTheDocument();
});

test("without a place today the next one has the comfort, also in another building", async () => {
  const elsewhere = inZone(81, "Zone 2", { buildingId: 7, building: "Annex", floorId: 52 });
  show([aBooking({ from: at(24), to: at(25), ...elsewhere }), aBooking({ id: 2, from: at(48), to: at(49) })]);
  expect(await value("Zone 2", "Temperature")).toHaveTextContent("21.0 °C");
  expect(screen.getByRole("heading", { name: "Zone 2, Second, Annex" })).toBeVisible();
  expect(screen.getByText("Your next place")).toBeVisible();
  expect(screen.getAllByRole("article")).toHaveLength(1);
});
