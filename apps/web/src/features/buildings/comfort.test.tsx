import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Booking, checkIn, listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { expect, test } from "vitest";

import { aFloor, aParkingDeck, aSession, statuses } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const aZone = (change: Parameters<typeof aFloor>[0], values?: Parameters<typeof aFloor>[1]) =>
  aFloor({ zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null, noOfZones: 1, ...change }, values);

function show() {
  let asked: readonly string[] = [];
  renderScreen("/admin/building/2/dashboard", aSession({ role: { id: 5 } }), () => {
    serve(listLocationMetrics, ({ pathname }) => {
      if (pathname.endsWith("/2")) return [aFloor({ id: 11, name: "First" }), aParkingDeck()];
      const warm = { id: 31, name: "Zone 1", value: 29.1, limit: 28 };
      const dark = { id: 31, name: "Zone 1", value: 90, limit: 200 };
      const old = { name: "CO2", value: 700, unit: "ppm", quality: "stale" } as const;
      const minutesAgo = new Date(Date.now() - 4 * 60_000 - 2_000).toISOString();
      return [
        aZone({ id: 31, name: "Zone 1", tempIssue: [warm], luxIssue: [dark] }, { TEMPERATURE: 29.1 }),
        aZone({ id: 32, name: "Zone 2", parameters: [{ ...old, measured_time: minutesAgo }] }),
      ];
    });
    asked = serve(listSubsystemStatuses, statuses()).urls;
  });
  return () => asked;
}
const zone = async (name: string) => within(await screen.findByRole("article", { name }));
const value = async (name: string, title: string) =>
  (await zone(name)).getByText(title).nextElementSibling ?? document.body;

test("a member sees the comfort of each zone of a floor as text", async () => {
  const asked = show();
  expect(await value("Zone 1", "Temperature")).toHaveTextContent("29.1 °CToo warm");
  expect(await value("Zone 1", "CO2")).toHaveTextContent("640 ppmFresh air");
  expect(await value("Zone 1", "Humidity")).toHaveTextContent("48 %Comfortable");
  expect(await value("Zone 1", "Light")).toHaveTextContent("420 lxToo dark");
  expect(screen.getByText("Outside the comfort limits: 1 of 2 zones")).toBeVisible();
  expect(asked()).toHaveLength(0);
});

test("an old value has its age and no rating, and a missing one shows No data", async () => {
  show();
  expect(await value("Zone 2", "CO2")).toHaveTextContent("700 ppm4 min ago");
  expect(await value("Zone 2", "CO2")).toHaveAttribute("data-state", "unknown");
  expect(await value("Zone 2", "Light")).toHaveTextContent("No data");
});

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
const noBays = { free: 0, occupied: 0, unknown: 0, over: 0, total: 0, coverage: 100 };
const aDeck = { ...noBays, total: 27, free: 20, occupied: 6, unknown: 1, id: 18, name: "Parking 1" };
const parking = {
  ...aDeck,
  suggested: 18,
  fullest: null,
  decks: [{ ...aDeck, isActive: true, overParked: 0, bays: [] }],
};

test("a member sees the seat of today, checks in, and sees the comfort there and the free parking bays", async () => {
  show();
  serve(listLocationMetrics, ({ pathname }) => {
    if (pathname.endsWith("/2"))
      return [aFloor({ id: 11, name: "First" }), aFloor({ id: 12, name: "Second" })];
    return pathname.endsWith("/12") ? [aZone({ id: 41, name: "Zone 2" })] : [];
  });
  serve(listOwnBookings, [aBooking()]);
  serve(getParkingStatus, parking);
  const mine = within(await screen.findByRole("region", { name: "My bookings today" }));
  expect(await mine.findByText("Seat 4")).toBeVisible();
  expect(mine.getByText(/Second, Zone 2/)).toBeVisible();
  expect(
    within(await screen.findByRole("article", { name: "Zone 2" })).getByText("Your place today"),
  ).toBeVisible();
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

test("a booking in another building shows the comfort there, and not a floor of the same name here", async () => {
  show();
  serve(listLocationMetrics, ({ pathname }) => {
    if (pathname.endsWith("/2")) return [aFloor({ id: 12, name: "Second" })];
    return pathname.endsWith("/52")
      ? [aZone({ id: 81, name: "Zone 2" })]
      : [aZone({ id: 41, name: "Zone 2" })];
  });
  const { space } = aBooking();
  serve(listOwnBookings, [aBooking({ space: { ...space, building: "Annex", floorId: 52, zoneId: 81 } })]);
  expect((await screen.findAllByText("Your place today")).length).toBe(1);
  expect(await screen.findByRole("combobox", { name: "Floor" })).toHaveValue("Second, Annex");
  await userEvent.click(screen.getByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  await waitFor(() => expect(screen.queryByText("Your place today")).toBeNull());
  expect(await screen.findByRole("article", { name: "Zone 2" })).toBeVisible();
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test("a booking of tomorrow, one that is over and a cancelled one are not today's", async () => {
  show();
  serve(listOwnBookings, [
    aBooking({ id: 2, from: at(-3), to: at(-1) }),
    aBooking({ id: 3, status: "cancelled" }),
    aBooking({ id: 4, from: at(24.1), to: at(25) }),
  ]);
  expect(await screen.findByText("You have no seat and no room for today.")).toBeVisible();
});
