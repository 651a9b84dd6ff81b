import {
  BOOKING_AHEAD_DAYS,
  BOOKING_MIN_MINUTES,
  BOOKINGS_AT_ONCE_MAX,
  type createBookings,
} from "@verandah/contract/bookings/bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";

import { type BookedFor, timeErrors } from "./booking-rules.ts";
import { listTimesTaken } from "./bookings.repository.ts";
import { listSeatsOf } from "./seat-limit.repository.ts";

const MINUTE_MS = 60_000;

export interface Range {
  from: Date;
  to: Date;
}

export const rangeOf = ({ from, to }: { from: string; to: string }) => ({
  from: new Date(from),
  to: new Date(to),
});

/** A range. If a clock change makes it shorter than the minimum of a booking, it gets the length `lengthMs`. */
function withMinimumLength(from: Date, to: Date, lengthMs: number): Range {
  const isShort = to.getTime() - from.getTime() < BOOKING_MIN_MINUTES * MINUTE_MS;
  return { from, to: isShort ? new Date(from.getTime() + lengthMs) : to };
}

/**
 * The times of a repeated booking, including the first. They have the same local time on each day. `until` may be far in the future, so the
 * list ends soon after the last day that can be booked.
 */
export function listRepeats(
  range: Range,
  { every, until }: NonNullable<InputOf<typeof createBookings>["repeat"]>,
  timeZone: string,
): Range[] {
  const clock = createWallClock(timeZone);
  const [from, to] = [clock.read(range.from), clock.read(range.to)];
  const stepDays = every === "day" ? 1 : 7;
  const lengthMs = range.to.getTime() - range.from.getTime();
  const repeats: Range[] = [];
  const latest = addDays(from.day, BOOKING_AHEAD_DAYS + stepDays);
  const last = until < latest ? until : latest;
  for (let days = 0; addDays(from.day, days) <= last; days += stepDays)
    repeats.push(
      withMinimumLength(
        clock.instantOf(addDays(from.day, days), from.time),
        clock.instantOf(addDays(to.day, days), to.time),
        lengthMs,
      ),
    );
  return repeats;
}

/** From the begin of the first time to the end of the last one. */
export const wholeOf = (ranges: readonly Range[]): Range => ({
  from: ranges[0]?.from ?? new Date(0),
  to: ranges.at(-1)?.to ?? new Date(0),
});

const repeatError = (text: string) => new AppError("input-invalid", { fields: { repeat: text } });

/**
 * The times to book, and the days of a repetition that are left out: a space is taken, or the person `seatOf` has a seat.
 *
 * @throws AppError `input-invalid`, `space-taken` when all days are taken
 */
export async function listRanges(
  ctx: ActorCtx,
  input: InputOf<typeof createBookings>,
  { spaceIds, seatOf }: { spaceIds: readonly number[]; seatOf: BookedFor | undefined },
): Promise<{ ranges: Range[]; leftOutDays?: string[] }> {
  const range = rangeOf(input);
  const timeZone = await getTimeZone(ctx);
  const fields = timeErrors(range, ctx.now(), timeZone);
  if (fields) throw new AppError("input-invalid", { fields });
  if (!input.repeat) return { ranges: [range] };
  const ranges = listRepeats(range, input.repeat, timeZone);
  const last = ranges.at(-1);
  if (!last) throw repeatError("Choose a last day after the start");
  if (timeErrors(last, ctx.now(), timeZone)) throw repeatError("Choose a last day within 90 days");
  if (ranges.length * spaceIds.length > BOOKINGS_AT_ONCE_MAX)
    throw repeatError("At most 200 bookings at once");
  if (!input.repeat.isLeavingOutTaken) return { ranges };
  const { free, takenDays } = await splitTaken(ctx, { spaceIds, seatOf }, ranges);
  if (free.length === 0) throw new AppError("space-taken");
  return { ranges: free, ...(takenDays.length > 0 && { leftOutDays: takenDays }) };
}

/** The times at which all spaces are free and the person `seatOf` has no seat, and the days of the other times. */
export async function splitTaken(
  ctx: ActorCtx,
  { spaceIds, seatOf }: { spaceIds: readonly number[]; seatOf?: BookedFor | undefined },
  ranges: readonly Range[],
) {
  const whole = wholeOf(ranges);
  const taken: Range[] = await listTimesTaken(ctx.db, spaceIds, whole);
  if (seatOf) taken.push(...(await listSeatsOf(ctx.db, seatOf, whole)));
  const isTaken = ({ from, to }: Range) => taken.some((time) => time.from < to && time.to > from);
  const clock = createWallClock(await getTimeZone(ctx));
  return {
    free: ranges.filter((range) => !isTaken(range)),
    takenDays: ranges.filter(isTaken).map(({ from }) => clock.read(from).day),
  };
}
