import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { listMeetingRooms, type RoomDay } from "@verandah/contract/bookings/bookings.ts";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import { listOwnComfortReports } from "@verandah/contract/comfort-reports.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { anAirUnit, aVav, serveUnits } from "../../testing/air-units.ts";
import { aBooking, aSpace } from "../../testing/bookings.ts";
import { aSession, alertLists, anAlert } from "../../testing/builders.ts";
import { aDevice, aFloorPlan, rectangle } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { servePlaces } from "../../testing/serve-places.ts";
import { serve } from "../../testing/serve.ts";
import { showLights } from "../../testing/show-lights.ts";

// Monday, 13:30 in Bengaluru.
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-05T08:00:00Z") });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const aRoom = (id: number): RoomDay => ({
  ...aSpace(id, { kind: "room", name: `Room ${id}`, zone: { id: 111, name: "Zone 1" }, seats: 6 }),
  facilities: ["Screen"],
  coordinates: [60, 60],
  taken: [],
});
const planning = {
  from: "2026-01-05T09:00:00.000Z",
  to: "2026-01-05T10:00:00.000Z",
  title: "Planning",
  booking: 3,
};

function serveRooms(room: RoomDay = { ...aRoom(501), taken: [planning] }): void {
  const { taken, ...space } = room;
  const times = taken.map(({ from, to }) => ({ from, to, status: "booked" as const }));
  serve(getSpaceNow, { space, taken: times, own: null });
  serve(listMeetingRooms, [room, aRoom(502)]);
  serve(
    getFloorPlan,
    aFloorPlan({
      zones: [{ id: 111, name: "Zone 1", outline: rectangle(20, 20) }],
      spaces: [{ id: 501, name: "Room 501", kind: "room", zoneId: 111, position: [60, 60] }],
    }),
  );
}

const isOfArea = ({ pathname }: URL) => pathname.includes("/1111");

const layerNames = async () => {
  const toggle = await screen.findByRole("radiogroup", { name: "What the place shows" });
  return within(toggle)
    .getAllByRole("radio")
    .map((radio) => radio.getAttribute("value"));
};
const regionNames = () => screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));

test("a room has its bookings, its place on the plan, and the climate, lights and people of its zone", async () => {
  showLights("/admin/room/501/dashboard", { served: serveRooms });
  expect(await screen.findByRole("heading", { level: 1, name: "Room 501" })).toBeVisible();
  const above = within(screen.getByRole("navigation", { name: "Places above" }));
  expect(above.getByRole("link", { name: "Zone 1" })).toHaveAttribute(
    "href",
    "/admin/zone/111/dashboard?layer=comfort",
  );
  const bookings = within(await screen.findByRole("region", { name: "Bookings" }));
  expect(await bookings.findByText("Free until 14:30")).toBeVisible();
  expect(bookings.getByText("6 seats, Screen")).toBeVisible();
  const next = within(await bookings.findByRole("list", { name: "Next bookings" }));
  expect(next.getByRole("listitem")).toHaveTextContent(/^14:30 – 15:30\s*Planning$/);
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: Temperature" }));
  expect(plan.getByRole("img", { name: "Room 501" })).toHaveTextContent("501");
  expect(plan.getByRole("button", { name: /^Zone 1/ })).toHaveAttribute("aria-current", "true");
  const why = within(screen.getByRole("region", { name: "Why this temperature?" }));
  expect(await why.findByText(/^23\.4\s°C/)).toBeVisible();
  expect(why.getByRole("link", { name: "Open Zone 1" })).toHaveAttribute("href", "/admin/zone/111/dashboard");
  expect(await layerNames()).toEqual(["hvac", "lights", "comfort", "people"]);
  expect(regionNames()).toEqual([
    "Bookings",
    "Why this temperature?",
    "HVAC",
    "LMS",
    "Scenes",
    "Occupancy in the last 24 hours",
  ]);
  expect(await screen.findByRole("article", { name: "Area 2" })).toBeVisible();
  await userEvent.click(bookings.getByRole("button", { name: "Book" }));
  expect(await screen.findByRole("heading", { name: "Conference Room" })).toBeVisible();
});

test("a member sees when a room is taken, without titles, and nothing of the equipment", async () => {
  renderScreen("/admin/room/501/dashboard", aSession({ role: { id: 5 } }), () => {
    servePlaces();
    serveRooms({ ...aRoom(501), taken: [{ ...planning, title: null, booking: null }] });
  });
  const next = within(await screen.findByRole("list", { name: "Next bookings" }));
  expect(next.getByRole("listitem")).toHaveTextContent(/Booked$/);
  expect(await layerNames()).toEqual(["comfort", "people"]);
  expect(screen.queryByRole("region", { name: "Why this temperature?" })).not.toBeInTheDocument();
});

test("a room without bookings, a booking that is over left out, and another room of the floor", async () => {
  const over = { ...planning, from: "2026-01-05T06:00:00.000Z", to: "2026-01-05T07:30:00.000Z" };
  const { router } = showLights("/admin/room/501/dashboard?layer=people", {
    served: () => serveRooms({ ...aRoom(501), taken: [over] }),
  });
  expect(await screen.findByText("No bookings in the next 7 days")).toBeVisible();
  expect(screen.queryByRole("list", { name: "Next bookings" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("combobox", { name: "Room" }));
  await userEvent.click(await screen.findByRole("option", { name: "Room 502" }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/room/502/dashboard?layer=people"));
});

test("a room with the own booking has its check-in, and leads to further bookings", async () => {
  const own = aBooking({ kind: "room", from: "2026-01-05T08:05:00.000Z", to: planning.to });
  renderScreen("/admin/room/501/dashboard", aSession({ role: { id: 5 } }), () => {
    servePlaces();
    serveRooms();
    serve(listOwnComfortReports, []);
    serve(getSpaceNow, { space: aRoom(501), taken: [], own });
  });
  expect(await screen.findByRole("button", { name: /^Check in to/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Too warm at/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Book Room" })).toHaveAttribute("href", "/admin/room-booking");
});

test("a seat is not the place of a room", async () => {
  showLights("/admin/room/1/dashboard", {
    served: () => serve(getSpaceNow, { space: aSpace(1), taken: [], own: null }),
  });
  expect(await screen.findByText("No Data Found!!!!!")).toBeVisible();
});

test("the plans of a floor and a zone lead to their rooms", async () => {
  const { unmount } = showLights("/admin/floor/11/dashboard", { served: serveRooms });
  const rooms = within(await screen.findByRole("navigation", { name: "Rooms" }));
  expect(rooms.getByRole("link", { name: "Room 501" })).toHaveAttribute("href", "/admin/room/501/dashboard");
  unmount();
  showLights("/admin/zone/112/dashboard", { served: serveRooms });
  await screen.findByRole("group", { name: /^Floor plan, First/ });
  expect(screen.queryByRole("navigation", { name: "Rooms" })).not.toBeInTheDocument();
});

test("on a phone the bookings of a room come before its plan", async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = matchMedia(query);
    if (query === "(max-width: 48em)") vi.spyOn(list, "matches", "get").mockReturnValue(true);
    return list;
  });
  showLights("/admin/room/501/dashboard?layer=lights", { served: serveRooms });
  const plan = await screen.findByRole("group", { name: /^Floor plan, First/ });
  const [bookings, ...more] = screen.getAllByRole("region", { name: "Bookings" });
  expect(more).toEqual([]);
  expect(plan.compareDocumentPosition(bookings ?? plan)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test("the dashboard of an area is its page with its comfort, without equipment for a member", async () => {
  const { router, unmount } = showLights("/admin/area/1111/dashboard");
  expect(await screen.findByRole("heading", { level: 1, name: "Area 1" })).toBeVisible();
  expect(screen.getByRole("radio", { name: "Comfort" })).toBeChecked();
  expect(await layerNames()).toEqual(["hvac", "lights", "comfort", "people", "devices"]);
  await userEvent.click(screen.getByRole("combobox", { name: "Area" }));
  await userEvent.click(await screen.findByRole("option", { name: "Area 2" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/area/1112/dashboard"));
  unmount();
  renderScreen("/admin/area/1111/dashboard", aSession({ role: { id: 5 } }), servePlaces);
  const asked = serve(listDevices, []);
  expect(await screen.findByRole("heading", { level: 1, name: "Area 1" })).toBeVisible();
  expect(await screen.findByRole("heading", { level: 2, name: /^Zone 1/ })).toBeVisible();
  expect(await layerNames()).toEqual(["comfort", "people"]);
  expect(asked.urls).toEqual([]);
});

test("an area has the layers of a zone: its lights first, then why, and the units that serve it", async () => {
  const { router } = showLights("/admin/areadetail?area=1111", {
    served: () => serveUnits(anAirUnit(), aVav()),
  });
  expect(await layerNames()).toEqual(["hvac", "lights", "comfort", "people", "devices"]);
  const units = within(await screen.findByRole("table", { name: "Units of the zone" }));
  expect(units.getByRole("rowheader", { name: /AHU 1-1/ })).toBeVisible();
  expect(regionNames()).toEqual([
    "LMS",
    "Scenes",
    "Why this temperature?",
    "HVAC",
    "Occupancy in the last 24 hours",
    "Devices",
  ]);
  await userEvent.click(screen.getByRole("radio", { name: "HVAC" }));
  await waitFor(() => expect(regionNames()[0]).toBe("Why this temperature?"));
  expect(router.state.location.search).toEqual({ area: 1111, layer: "hvac" });
});

test("an area has its own alarms, and its devices on the plan, which open", async () => {
  const alarm = anAlert({ ssid: "50d1", Device_name: "DALI 1", message: "Lamp failure", text: null });
  const { router } = showLights("/admin/areadetail?area=1111", {
    served: () => {
      serveRooms();
      serve(listAlerts, (asked) => alertLists(isOfArea(asked) ? [alarm] : []));
      serve(listDevices, (asked) =>
        isOfArea(asked)
          ? [aDevice({ ssid: "50d1", name: "DALI 1", type: "DALI", coordinates: [50, 50] })]
          : [],
      );
    },
  });
  const alarms = within(await screen.findByRole("region", { name: "Alarms" }));
  expect(alarms.getByRole("link", { name: "Lamp failure" })).toBeVisible();
  const plan = within(await screen.findByRole("group", { name: /^Floor plan, First/ }));
  fireEvent.click(await plan.findByRole("button", { name: /^DALI 1/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/device?device=50d1"));
});
