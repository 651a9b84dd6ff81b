import type { BookableSpace, Booking } from "@verandah/contract/bookings/bookings.ts";
import {
  listBookings,
  listMeetingRooms,
  listOwnBookings,
  searchBookable,
} from "@verandah/contract/bookings/bookings.ts";
import { listColleagueSeats, type SeatOfColleague } from "@verandah/contract/bookings/colleagues.ts";
import { listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import { type CoworkingUser, getClientDetails, listCoworkingUsers } from "@verandah/contract/coworking.ts";
import { type FloorPlan, getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { listWorkdays } from "@verandah/contract/schedules/schedule-days.ts";

import { aFloor, aPage, aSession } from "./builders.ts";
import { renderScreen } from "./render-app.tsx";
import { serve } from "./serve.ts";

export const HOUR_MS = 3_600_000;
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

export const aSpace = (id: number, change: Partial<BookableSpace> = {}): BookableSpace => ({
  id,
  kind: "seat",
  name: `Seat ${id}`,
  buildingId: 2,
  floor: { id: 11, name: "First" },
  zone: { id: 20, name: "Zone 1" },
  seats: 1,
  facilities: [],
  coordinates: null,
  isFree: true,
  isOwn: false,
  ...change,
});

export const aBooking = (change: Partial<Booking> = {}): Booking => ({
  id: 5,
  reference: "K7MN2P",
  kind: "seat",
  space: {
    id: 1,
    name: "Seat 1",
    buildingId: 2,
    building: "Tower A",
    floorId: 11,
    floor: "First",
    zoneId: 20,
    zone: "Zone 1",
    isActive: true,
  },
  bookedFor: { id: 7, name: "asha", email: null },
  isOutside: false,
  bookedBy: "asha",
  client: null,
  title: "",
  attendees: 1,
  from: inHours(5),
  to: inHours(6),
  status: "booked",
  laterInSeries: 0,
  createdAt: "2026-01-05T03:00:00.000Z",
  ...change,
});

export const aPerson: CoworkingUser = {
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
  spaces: [],
  changedAt: null,
  changedBy: null,
};

interface Shown {
  role?: 1 | 3 | 5;
  bookings?: Booking[];
  spaces?: BookableSpace[];
  zones?: LocationMetric[];
  timeZone?: string;
  workdays?: string[];
  colleagues?: SeatOfColleague[];
}

export function showBooking(
  address: string,
  {
    role = 5,
    bookings = [],
    spaces = [aSpace(1)],
    zones = [],
    timeZone = "Asia/Kolkata",
    workdays = [],
    colleagues = [],
  }: Shown = {},
) {
  return renderScreen(
    address,
    aSession({ role: { id: role }, campus: { id: 1, name: "Verandah", timeZone } }),
    () => {
      serve(listLocationMetrics, (asked) => (asked.pathname.endsWith("/11") ? zones : [aFloor()]));
      serve(getFloorPlan, aPlan);
      serve(listWorkdays, workdays);
      serve(listColleagueSeats, { isNameShown: false, companies: [], seats: colleagues });
      serve(listMeetingRooms, []);
      serve(getClientDetails, [{ id: 3, name: "Kaveri Analytics", users: 1 }]);
      serve(listCoworkingUsers, aPage([aPerson]));
      serve(listBookings, bookings);
      serve(listOwnBookings, bookings);
      serve(searchBookable, spaces);
    },
  );
}
