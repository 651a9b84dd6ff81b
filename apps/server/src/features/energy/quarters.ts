import { type CounterBucket, followCounter } from "#features/telemetry/telemetry.service.ts";

export const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

/** Energy of a meter in a quarter of an hour. */
export interface Quarter {
  /** Its beginning, ms. */
  at: number;
  kilowattHour: number;
  /**
   * Its energy is not measured over its whole length: it is a share of the counter's increase over a gap, or the counter began in it, or
   * some of its values were left out.
   */
  isEstimated: boolean;
  /** The counter began again in it, or overflowed. */
  restart?: "new-count" | "overflow";
}

/** The power of a meter, kW. */
export interface MeterPower {
  /** The largest power that the meter measures. */
  rated: number;
  /** Its highest reading in the time; undefined without readings. */
  highest?: number | undefined;
}

/** The mean power of a step of the counter can be this many times the highest reading: readings are samples. */
const HIGHEST_FACTOR = 4;
/** If more of the steps than this part are above that, the reading is not the power of all that the counter counts. */
const ABOVE_PART = 1 / 20;

/** Whether the counter of a meter can increase by a number of kWh in a time. */
function possibleGain(
  buckets: readonly CounterBucket[],
  { rated, highest }: MeterPower,
): (gain: number, lengthMs: number) => boolean {
  const isRated = (gain: number, lengthMs: number) => gain <= (rated * lengthMs) / HOUR_MS;
  if (highest === undefined) return isRated;
  const steps = buckets.slice(1).flatMap(({ at, max }, index) => {
    const before = buckets[index];
    const gain = max - (before?.max ?? max);
    const lengthMs = at.getTime() - (before?.at.getTime() ?? 0) + QUARTER_MS;
    return gain > 0 && isRated(gain, lengthMs) ? [{ gain, lengthMs }] : [];
  });
  // A counter can count in large units, such as 10 kWh.
  const unit = Math.min(...steps.map(({ gain }) => gain));
  const isMeasured = (gain: number, lengthMs: number) =>
    gain <= (HIGHEST_FACTOR * highest * lengthMs) / HOUR_MS + unit;
  const above = steps.filter(({ gain, lengthMs }) => !isMeasured(gain, lengthMs));
  if (above.length > steps.length * ABOVE_PART) return isRated;
  return (gain, lengthMs) => isRated(gain, lengthMs) && isMeasured(gain, lengthMs);
}

function markRestart(quarters: readonly Quarter[], restart: Quarter["restart"]): void {
  const last = quarters.at(-1);
  if (last && restart) last.restart = restart;
}

/**
 * Energy of a meter in each known quarter, from its counter. Over a gap the counter has the sum, but not the times: the quarters of the gap
 * get equal parts.
 *
 * @param buckets of a quarter of an hour, in order
 */
export function quartersOf(buckets: readonly CounterBucket[], power: MeterPower): Quarter[] {
  const quarters: Quarter[] = [];
  const counted = followCounter(buckets, { bucketMs: QUARTER_MS, isPossible: possibleGain(buckets, power) });
  for (const [index, { atMs, min, max, begins, isPart }] of counted.entries()) {
    const before = counted[index - 1];
    const known = quarters.at(-1);
    if (!before || begins === "new-count") {
      // The counter began again within the quarter: its count before is known.
      if (known?.at === atMs) known.isEstimated = true;
      else quarters.push({ at: atMs, kilowattHour: max - min, isEstimated: true });
      markRestart(quarters, before && "new-count");
      continue;
    }
    const gap = Math.round((atMs - before.atMs) / QUARTER_MS) - 1;
    const gain = max - before.max;
    if (gap < 0 && known) {
      known.kilowattHour += gain;
      markRestart(quarters, begins);
      continue;
    }
    // Without its first value, a part of the quarter belongs to the gap.
    const missing = gap > 0 && isPart ? gap + 1 : gap;
    const lost = isPart ? gain : min - before.max;
    for (let at = 1; at <= missing; at += 1)
      quarters.push({
        at: before.atMs + at * QUARTER_MS,
        kilowattHour: lost / missing,
        isEstimated: true,
      });
    if (missing === gap)
      quarters.push({
        at: atMs,
        kilowattHour: gap > 0 ? max - min : gain,
        isEstimated: isPart || before.isPart || begins !== undefined,
      });
    markRestart(quarters, begins);
  }
  return quarters;
}
