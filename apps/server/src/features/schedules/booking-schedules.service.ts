import { SCHEDULE_ACTION, type ScheduleType } from "@verandah/contract/schedules/schedules.ts";

import type { Ctx } from "#core/ctx.ts";

import { changeRules, openPlan } from "./schedule-plan.service.ts";
import * as repository from "./schedules.repository.ts";
import { isFor } from "./timetable.ts";

/** The schedule of one type that prepares a room for a booking. */
export interface BookingSchedule {
  bookingId: number;
  bookingFrom: Date;
  campusId: number;
  buildingId: number;
  floorId: number;
  zoneId: number;
  type: ScheduleType;
  title: string;
  startsAt: Date;
  endsAt: Date;
}

const valuesOf = ({ title, floorId, zoneId, startsAt, endsAt }: BookingSchedule) => ({
  title,
  floorId,
  zoneIds: [zoneId],
  action: SCHEDULE_ACTION.on,
  intensity: 100,
  startsAt,
  endsAt,
  repeat: null,
});

/** The units that a schedule for a booking switches. */
export async function listPreparedUnits(
  ctx: Ctx,
  { buildingId, zoneId, type }: Pick<BookingSchedule, "buildingId" | "zoneId" | "type">,
) {
  const now = ctx.now();
  const { units } = await openPlan(ctx, { buildingId, type }, { from: now, to: now });
  return units.filter((unit) => isFor({ zoneIds: [zoneId] }, unit));
}

/** Adds the schedule of a booking, or changes its times. Several servers may run this at the same time, because the plan is locked. */
export async function saveBookingSchedule(ctx: Ctx, schedule: BookingSchedule): Promise<void> {
  const { bookingId, campusId, buildingId, type, title: name } = schedule;
  await changeRules(ctx, { buildingId, type }, async (inner) => {
    const values = valuesOf(schedule);
    const known = await repository.findOfBooking(inner.db, bookingId, type);
    if (known !== undefined) await repository.updateSchedule(inner.db, known, values);
    const of = { campusId, buildingId, type, createdBy: null, createdAt: inner.now(), bookingId };
    const id = known ?? (await repository.insertSchedule(inner.db, of, values));
    await repository.updateBookingFrom(inner.db, id, schedule.bookingFrom);
    return { result: undefined, source: { kind: "schedule", id, name } };
  });
}

/** Removes a schedule of a booking. Its units follow the other rules at once. */
export async function removeBookingSchedule(
  ctx: Ctx,
  { id, buildingId, type, title: name }: repository.BookingScheduleRow,
): Promise<void> {
  await changeRules(ctx, { buildingId, type }, async (inner) => {
    await repository.deleteSchedule(inner.db, id, inner.now());
    return { result: undefined, source: { kind: "schedule", id, name } };
  });
}

/** Schedules of bookings that are not over, of any campus. */
export const listBookingSchedules = (ctx: Ctx): Promise<repository.BookingScheduleRow[]> =>
  repository.listOfBookings(ctx.db, ctx.now());
