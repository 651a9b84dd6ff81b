import type * as contract from "@verandah/contract/bookings/alarm-bookings.ts";
import { AFFECTED_AHEAD_MS, type AffectedBooking } from "@verandah/contract/bookings/alarm-bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import type { Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { getAlarm } from "#features/alarms/alarms.service.ts";
import { listLocations } from "#features/campuses/campuses.service.ts";

import { updateBooking } from "../booking-changes.service.ts";
import * as repository from "../bookings.repository.ts";
import { toBooking } from "../bookings.service.ts";
import { listPlacesOfAlarms, usableBy } from "./unusable-places.service.ts";

/** Whether a booking can move to a space: the same building and kind; a room also needs the seats and facilities. */
const canReplace = (space: repository.SpaceRow, booking: repository.BookingRow) =>
  space.buildingId === booking.buildingId &&
  space.kind === booking.kind &&
  (booking.kind === "seat" ||
    (space.seats >= Math.max(booking.seats, booking.attendees) &&
      booking.facilities.every((one) => space.facilities.includes(one))));

/**
 * Bookings of the next 24 hours at the places of an alarm and of the alarms that it explains, the earliest first. Each has a proposal: a
 * free space that can replace the booked one, outside the places of all active alarms. Spaces of the same floor come first, then the
 * smallest. A space is proposed only once for a time.
 *
 * @throws AppError `not-found`
 */
export const listAlarmBookings: Service<typeof contract.listAlarmBookings> = async (ctx, { id }) => {
  const { state } = await getAlarm(ctx, { id, language: "en" });
  if (state === "returned") return [];
  const locations = await listLocations(ctx, ctx.actor.campusId);
  const ids = locations.map((row) => row.id);
  const current = await listPlacesOfAlarms(ctx, ids);
  const affected = new Set(
    current.filter((alarm) => alarm.id === id || alarm.explainedBy === id).flatMap(({ places }) => places),
  );
  const isBelow = (place: { zoneId: number | null; floorId: number | null; buildingId: number | null }) =>
    [place.zoneId, place.floorId, place.buildingId].some((one) => one !== null && affected.has(one));
  const below = locations.filter(isBelow).map((row) => row.id);
  const now = presentStep(ctx);
  const range = { from: now, to: new Date(now.getTime() + AFFECTED_AHEAD_MS) };
  const own = await repository.listSpaceIds(ctx.db, below, undefined);
  const rows = (await repository.listBookings(ctx.db, own, { ...range, userId: undefined, now }))
    .filter(({ status }) => status === "booked" || status === "checkedIn")
    .toReversed();
  const spaces = await repository.listSpaces(ctx.db, ids, undefined);
  const others = spaces.filter((space) => !isBelow(space)).filter(usableBy(current));
  const taken = await repository.listTimesTaken(
    ctx.db,
    others.map((space) => space.id),
    { from: range.from, to: new Date(Math.max(Number(range.to), ...rows.map(({ to }) => Number(to)))) },
  );
  const times: Pick<(typeof taken)[number], "spaceId" | "from" | "to">[] = [...taken];
  return rows.map((row): AffectedBooking => {
    const booking = toBooking(ctx, row);
    if (row.isOutside) return { booking, proposed: null, reason: "outside" };
    if (row.status !== "booked" || row.from <= range.from)
      return { booking, proposed: null, reason: "begun" };
    const isFree = (spaceId: number) =>
      !times.some((time) => time.spaceId === spaceId && time.from < row.to && time.to > row.from);
    const [found] = others
      .filter((space) => canReplace(space, row) && isFree(space.id))
      .toSorted(
        (one, other) =>
          Number(other.floorId === row.floorId) - Number(one.floorId === row.floorId) ||
          one.seats - other.seats,
      );
    if (!found) return { booking, proposed: null, reason: "none-free" };
    times.push({ spaceId: found.id, from: row.from, to: row.to });
    const { name, zoneName: zone, floorName: floor } = found;
    return { booking, proposed: { id: found.id, name, zone, floor }, reason: null };
  });
};

/** Moves the bookings that have a proposal. If another caller has booked the proposed space, the booking stays. @throws AppError `not-found` */
export const moveAlarmBookings: Service<typeof contract.moveAlarmBookings> = async (ctx, input) => {
  const moved: ReplyOf<typeof contract.moveAlarmBookings>["moved"] = [];
  const left: AffectedBooking[] = [];
  for (const affected of await listAlarmBookings(ctx, input)) {
    const { booking, proposed } = affected;
    if (!proposed) {
      left.push(affected);
      continue;
    }
    try {
      const { id, kind, from, to } = booking;
      const change = { id, kind, from, to, space: proposed.id };
      moved.push(await updateBooking(ctx, change, "moved"));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      left.push({ booking, proposed: null, reason: error.code === "booking-over" ? "begun" : "none-free" });
    }
  }
  return { moved, left };
};
