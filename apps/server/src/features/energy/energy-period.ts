import { ENERGY_DAYS_MAX } from "@verandah/contract/energy/energy-overview.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { addDays, type WallClock } from "@verandah/time/wall-clock.ts";

import type { Ctx } from "#core/ctx.ts";
import { endUntilNow, today as todayOf } from "#core/reply-times.ts";

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

/** The midnights from the beginning of a day to the end of another; the last may be in the future. */
export function midnightsOf(clock: WallClock, from: string, to: string): Date[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count + 1 }, (_, at) => clock.instantOf(addDays(from, at), "00:00"));
}

export interface EnergyPeriod {
  from: string;
  to: string;
  fromMs: number;
  /** The end of its last day, or the present minute. */
  toMs: number;
}

const refuse = (field: "from" | "to", text: string) =>
  new AppError("input-invalid", { fields: { [field]: text } });

/** @throws AppError `input-invalid` for future days, in the wrong order, or too many */
export function periodOf(
  ctx: Pick<Ctx, "now" | "changesAt">,
  clock: WallClock,
  { from, to }: { from: string; to: string },
): EnergyPeriod {
  const today = todayOf(ctx, clock);
  if (from > today) throw refuse("from", "Choose a day up to today");
  if (to > today) throw refuse("to", "Choose a day up to today");
  if (to < from) throw refuse("to", "End date should be greater than start date");
  if (addDays(from, ENERGY_DAYS_MAX) <= to) throw refuse("to", "Choose at most 92 days");
  const toMs = endUntilNow(ctx, clock.instantOf(addDays(to, 1), "00:00").getTime());
  return { from, to, fromMs: clock.instantOf(from, "00:00").getTime(), toMs };
}

/** The same weekdays and times of day before a period: as many whole weeks earlier as it has begun. */
export function periodBefore(clock: WallClock, period: EnergyPeriod): { fromMs: number; toMs: number } {
  const days = Math.round((Date.parse(period.to) - Date.parse(period.from)) / DAY_MS) + 1;
  const back = -DAYS_OF_WEEK * Math.ceil(days / DAYS_OF_WEEK);
  const { day, time } = clock.read(period.toMs);
  return {
    fromMs: clock.instantOf(addDays(period.from, back), "00:00").getTime(),
    toMs: clock.instantOf(addDays(day, back), time).getTime(),
  };
}
