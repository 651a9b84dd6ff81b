import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import type { Ctx } from "#core/ctx.ts";
import { listRoomsToPrepare, type RoomToPrepare } from "#features/bookings/rooms/room-bookings.service.ts";
import {
  type BookingSchedule,
  listBookingSchedules,
  listPreparedUnits,
  removeBookingSchedule,
  saveBookingSchedule,
} from "#features/schedules/booking-schedules.service.ts";

import { measureWarmUp } from "./warm-up.service.ts";

/** Bookings that begin within this time are prepared, ms. Schedules are planned equally far ahead. */
const AHEAD_MS = 48 * 3_600_000;
const MINUTE_MS = 60_000;

const types = [SCHEDULE_TYPE.personalCooling, SCHEDULE_TYPE.lighting];

/**
 * Creates two schedules for each booked room: air handling, which begins early enough for the room, and lights. Both end with the booking,
 * also when it is cancelled, moved or released. Several servers may run this at the same time.
 */
export async function prepareRooms(ctx: Ctx): Promise<void> {
  const rooms = await listRoomsToPrepare(ctx, new Date(ctx.now().getTime() + AHEAD_MS));
  const known = await listBookingSchedules(ctx);
  const wanted = rooms.flatMap((room) =>
    types.map((type) => ({
      room,
      type,
      before: known.find((one) => one.bookingId === room.bookingId && one.type === type),
    })),
  );
  const added = wanted.filter(({ before }) => !before);
  const changed = wanted.filter(({ before, room }) => before && !isOf(before, room));
  // Additions are first and removals last, so that a unit that another booking needs stays on.
  for (const { room, type, before } of [...added, ...changed]) await prepareRoom(ctx, room, type, before);
  for (const schedule of known)
    if (!rooms.some(({ bookingId }) => bookingId === schedule.bookingId))
      await removeBookingSchedule(ctx, schedule);
}

type KnownSchedule = Awaited<ReturnType<typeof listBookingSchedules>>[number];

/**
 * Whether a schedule matches the room and time of its booking. The early begin is calculated only once, so that it does not change with
 * each reading.
 */
const isOf = (schedule: KnownSchedule, room: RoomToPrepare): boolean =>
  schedule.zoneId === room.zoneId &&
  schedule.endsAt.getTime() === room.to.getTime() &&
  schedule.bookingFrom?.getTime() === room.from.getTime();

async function prepareRoom(
  ctx: Ctx,
  room: RoomToPrepare,
  type: BookingSchedule["type"],
  before: KnownSchedule | undefined,
): Promise<void> {
  const { bookingId, campusId, buildingId, floorId, zoneId, from, to: endsAt } = room;
  const [unit] = await listPreparedUnits(ctx, { buildingId, zoneId, type });
  // A schedule belongs to the plan of one building.
  if (before && (!unit || before.buildingId !== buildingId)) await removeBookingSchedule(ctx, before);
  if (!unit) return;
  const minutes =
    type === SCHEDULE_TYPE.lighting
      ? 0
      : await measureWarmUp(ctx, { buildingId, zoneId, unitId: unit.deviceId });
  await saveBookingSchedule(ctx, {
    bookingId,
    bookingFrom: from,
    campusId,
    buildingId,
    floorId,
    zoneId,
    type,
    title: `B-${room.reference}`,
    startsAt: new Date(from.getTime() - minutes * MINUTE_MS),
    endsAt,
  });
}
