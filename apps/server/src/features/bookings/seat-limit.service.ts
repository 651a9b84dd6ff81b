import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";

import { type Range, wholeOf } from "./booking-repeats.ts";
import type { BookedFor } from "./booking-rules.ts";
import * as repository from "./seat-limit.repository.ts";

/**
 * Locks a person, and refuses times at which the person has a seat. Seats that staff book in one call are for several people.
 *
 * @throws AppError `seat-already`
 */
export async function refuseSecondSeat(
  ctx: ActorCtx,
  person: BookedFor,
  ranges: readonly Range[],
  isCounted: (seat: Range & { id: number }) => boolean = () => true,
): Promise<void> {
  await repository.lockPerson(ctx.db, person);
  const seats = await repository.listSeatsOf(ctx.db, person, wholeOf(ranges));
  const held = seats.filter(
    (seat) => isCounted(seat) && ranges.some(({ from, to }) => seat.from < to && seat.to > from),
  );
  const [first] = held;
  if (!first) return;
  if (ranges.length === 1)
    throw refuseField("seat-already", "spaces", { code: "seat-then", value: first.name });
  const clock = createWallClock(await getTimeZone(ctx));
  const days = new Set(held.map(({ from }) => clock.read(from).day));
  throw refuseField("seat-already", "repeat", { code: "seat-on", value: [...days].join(", ") });
}
