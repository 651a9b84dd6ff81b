import { QUARTER_MS } from "./quarters.ts";

/** Days that a forecast uses: as many of the same kind as there are in two weeks of office days. */
const DAYS_MAX = 10;
/** Quarters until now that show how today differs from those days. */
const RECENT_QUARTERS = 8;

export interface DemandDay {
  /** The beginning of the day, ms. */
  startMs: number;
  /** kW by the beginning of the quarter, ms. */
  demand: ReadonlyMap<number, number>;
}

export interface Forecast {
  days: number;
  /** The mean demand of those days at a quarter of today; undefined where it is unknown. */
  typicalAt: (at: number) => number | undefined;
  quarters: { at: number; kilowatt: number }[];
}

const meanOf = (all: readonly number[]) =>
  all.length > 0 ? all.reduce((sum, one) => sum + one, 0) / all.length : undefined;

/**
 * The demand of the rest of a day: the mean of the same quarters on days of the same kind, shifted by the difference of the last two hours.
 * Undefined without such days.
 *
 * @param days of the same kind (workday or not), newest first
 */
export function forecastOf(
  today: DemandDay,
  days: readonly DemandDay[],
  { nowMs, endMs }: { nowMs: number; endMs: number },
): Forecast | undefined {
  const used = days.filter(({ demand }) => demand.size > 0).slice(0, DAYS_MAX);
  if (used.length === 0) return undefined;
  const typicalAt = (at: number) =>
    meanOf(used.flatMap(({ startMs, demand }) => demand.get(startMs + at - today.startMs) ?? []));
  const recent = [...today.demand.keys()].toSorted((one, other) => one - other).slice(-RECENT_QUARTERS);
  const moved = meanOf(
    recent.flatMap((at) => {
      const typical = typicalAt(at);
      return typical === undefined ? [] : [(today.demand.get(at) ?? typical) - typical];
    }),
  );
  const quarters: Forecast["quarters"] = [];
  const first = today.startMs + Math.floor((nowMs - today.startMs) / QUARTER_MS) * QUARTER_MS;
  for (let at = first; at < endMs; at += QUARTER_MS) {
    const typical = typicalAt(at);
    if (typical !== undefined) quarters.push({ at, kilowatt: Math.max(0, typical + (moved ?? 0)) });
  }
  return { days: used.length, typicalAt, quarters };
}
