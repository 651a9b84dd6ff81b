import * as contract from "@verandah/contract/bookings.ts";
import * as legacy from "@verandah/contract/legacy/coworking-bookings.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as changes from "./booking-changes.service.ts";
import * as bookings from "./bookings.service.ts";
import * as calls from "./legacy/coworking-calls.service.ts";

export function bookingRoutes(app: FastifyInstance): void {
  mount(app, contract.searchBookable, bookings.searchBookable);
  mount(app, contract.listBookings, bookings.listBookings);
  mount(app, contract.listMeetingRooms, bookings.listMeetingRooms);
  mount(app, contract.createBookings, bookings.createBookings);
  mount(app, contract.updateSeatBooking, changes.updateBooking);
  mount(app, contract.updateRoomBooking, changes.updateBooking);
  mount(app, contract.cancelSeatBooking, changes.cancelBooking);
  mount(app, contract.cancelRoomBooking, changes.cancelBooking);
  mount(app, contract.checkIn, changes.checkIn);
  mount(app, legacy.listHotDesks, calls.listHotDesks);
  mount(app, legacy.bookHotDesks, calls.bookHotDesks);
  mount(app, legacy.listHotDeskBookings, calls.listHotDeskBookings);
  mount(app, legacy.getBookingStatus, calls.getBookingStatus);
  mount(app, legacy.getFloorBookingStatus, calls.getFloorBookingStatus);
}
