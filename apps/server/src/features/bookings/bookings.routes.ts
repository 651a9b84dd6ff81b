import * as alarmBookings from "@verandah/contract/bookings/alarm-bookings.ts";
import * as feed from "@verandah/contract/bookings/booking-feed.ts";
import * as contract from "@verandah/contract/bookings/bookings.ts";
import * as nearby from "@verandah/contract/bookings/colleagues.ts";
import { importBookings } from "@verandah/contract/bookings/past-bookings.ts";
import * as display from "@verandah/contract/bookings/room-displays.ts";
import * as roomFeed from "@verandah/contract/bookings/room-feeds.ts";
import * as waiting from "@verandah/contract/bookings/waitlist.ts";
import { deleteCoworkingUsers } from "@verandah/contract/coworking.ts";
import * as legacy from "@verandah/contract/legacy/coworking-bookings.ts";
import { editUser, removeUser } from "@verandah/contract/users/users.ts";
import type { FastifyInstance, FastifyReply } from "fastify";

import { mount } from "#core/mount.ts";

import * as changes from "./booking-changes.service.ts";
import * as bookings from "./bookings.service.ts";
import * as feeds from "./calendars/booking-feed.service.ts";
import * as roomFeeds from "./calendars/room-feeds.service.ts";
import { listColleagueSeats, showOwnName } from "./colleagues/colleagues.service.ts";
import * as calls from "./legacy/coworking-calls.service.ts";
import * as displays from "./rooms/room-displays.service.ts";
import * as affected from "./unusable-places/alarm-bookings.service.ts";
import * as waitlist from "./waitlist/waitlist.service.ts";

const sendCalendar = (reply: FastifyReply, text: string): void =>
  void reply.type("text/calendar; charset=utf-8").send(text);

export function bookingRoutes(app: FastifyInstance): void {
  mount(app, contract.searchBookable, bookings.searchBookable);
  mount(app, contract.listBookings, bookings.listBookings);
  mount(app, contract.listOwnBookings, bookings.listOwnBookings);
  mount(app, contract.listMeetingRooms, bookings.listMeetingRooms);
  mount(app, contract.createBookings, bookings.createBookings);
  mount(app, importBookings, bookings.importBookings);
  mount(app, contract.updateSeatBooking, (ctx, input) =>
    changes.updateBooking(ctx, { ...input, kind: "seat" }),
  );
  mount(app, contract.updateRoomBooking, (ctx, input) =>
    changes.updateBooking(ctx, { ...input, kind: "room" }),
  );
  mount(app, contract.cancelSeatBooking, (ctx, input) =>
    changes.cancelBooking(ctx, { ...input, kind: "seat" }),
  );
  mount(app, contract.cancelRoomBooking, (ctx, input) =>
    changes.cancelBooking(ctx, { ...input, kind: "room" }),
  );
  mount(app, contract.checkIn, changes.checkIn);
  mount(app, nearby.listColleagueSeats, listColleagueSeats);
  mount(app, nearby.showOwnName, showOwnName);
  mount(app, alarmBookings.listAlarmBookings, affected.listAlarmBookings);
  mount(app, alarmBookings.moveAlarmBookings, affected.moveAlarmBookings);
  mount(app, waiting.listWaitlist, waitlist.listWaitlist);
  mount(app, waiting.listWaitlistNews, waitlist.listWaitlistNews);
  mount(app, waiting.markWaitlistNewsSeen, waitlist.markWaitlistNewsSeen);
  mount(app, waiting.joinWaitlist, waitlist.joinWaitlist);
  mount(app, waiting.leaveWaitlist, waitlist.leaveWaitlist);
  mount(app, display.getSpaceNow, displays.getSpaceNow);
  mount(app, display.listRoomDisplays, displays.listRoomDisplays);
  mount(app, display.renewRoomDisplay, displays.renewRoomDisplay);
  mount(app, display.endRoomDisplay, displays.endRoomDisplay);
  mount(app, display.readRoomDisplay, (ctx, input, { request }) =>
    displays.readRoomDisplay(ctx, input, String(request.headers[display.DISPLAY_KEY_HEADER] ?? "")),
  );
  mount(app, feed.getBookingFeed, feeds.getBookingFeed);
  mount(app, feed.renewBookingFeed, feeds.renewBookingFeed);
  mount(app, feed.endBookingFeed, feeds.endBookingFeed);
  mount(
    app,
    feed.readBookingFeed,
    async (ctx, input, { reply }) => sendCalendar(reply, await feeds.readBookingFeed(ctx, input)),
    { isStream: true },
  );
  mount(app, roomFeed.listRoomFeeds, roomFeeds.listRoomFeeds);
  mount(app, roomFeed.renewRoomFeed, roomFeeds.renewRoomFeed);
  mount(app, roomFeed.endRoomFeed, roomFeeds.endRoomFeed);
  mount(
    app,
    roomFeed.readRoomFeed,
    async (ctx, input, { reply }) => sendCalendar(reply, await roomFeeds.readRoomFeed(ctx, input)),
    { isStream: true },
  );
  mount(app, deleteCoworkingUsers, changes.deleteCoworkingUsers);
  mount(app, editUser, changes.editUser);
  mount(app, removeUser, changes.removeUser);
  mount(app, legacy.listHotDesks, calls.listHotDesks);
  mount(app, legacy.bookHotDesks, calls.bookHotDesks);
  mount(app, legacy.listHotDeskBookings, calls.listHotDeskBookings);
  mount(app, legacy.getBookingStatus, calls.getBookingStatus);
  mount(app, legacy.getFloorBookingStatus, calls.getFloorBookingStatus);
}
