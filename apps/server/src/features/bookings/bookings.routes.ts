import * as contract from "@verandah/contract/bookings.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as bookings from "./bookings.service.ts";

export function bookingRoutes(app: FastifyInstance): void {
  mount(app, contract.searchBookable, bookings.searchBookable);
  mount(app, contract.listBookings, bookings.listBookings);
  mount(app, contract.createBookings, bookings.createBookings);
  mount(app, contract.updateSeatBooking, bookings.updateBooking);
  mount(app, contract.updateRoomBooking, bookings.updateBooking);
  mount(app, contract.cancelSeatBooking, bookings.cancelBooking);
  mount(app, contract.cancelRoomBooking, bookings.cancelBooking);
  mount(app, contract.checkIn, bookings.checkIn);
}
