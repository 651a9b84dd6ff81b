import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";

export const QUARTER_MS = 900_000;

/** Smallest and largest counter value of a bucket, kWh. */
export interface CounterBucket {
  at: Date;
  min: number;
  max: number;
}

/** Energy of a meter in a quarter of an hour. */
export interface Quarter {
  /** Its beginning, ms. */
  at: number;
  kilowattHour: number;
  /** Without a reading in it: its share of the counter's increase over all consecutive quarters without readings. */
  isEstimated: boolean;
}

const [, MOST_KILOWATT = 0] = energyMeter.points.presentDemand.range ?? [];

/**
 * Whether a counter can have increased by this in a time. A decrease, or more than a meter measures, means a reset (a new meter, or an
 * overflow).
 */
export const isPossibleGain = (kilowattHour: number, lengthMs: number): boolean =>
  kilowattHour >= 0 && kilowattHour <= (MOST_KILOWATT * lengthMs) / 3_600_000;

/**
 * Energy of a meter in each known quarter. Over a gap the counter has the sum, but not the times: the quarters of the gap get equal parts
 * and are marked. The first bucket only gives the initial value.
 *
 * @param buckets of a quarter of an hour, in order
 */
export function quartersOf(buckets: readonly CounterBucket[]): Quarter[] {
  const quarters: Quarter[] = [];
  for (const [index, { at, min, max }] of buckets.entries()) {
    const before = buckets[index - 1];
    if (!before) continue;
    const beforeMs = before.at.getTime();
    const missing = Math.round((at.getTime() - beforeMs) / QUARTER_MS) - 1;
    const isNext = missing === 0 && isPossibleGain(max - before.max, 2 * QUARTER_MS);
    const lost = min - before.max;
    if (missing > 0 && isPossibleGain(lost, (missing + 2) * QUARTER_MS))
      for (let gap = 1; gap <= missing; gap += 1)
        quarters.push({ at: beforeMs + gap * QUARTER_MS, kilowattHour: lost / missing, isEstimated: true });
    quarters.push({
      at: at.getTime(),
      kilowattHour: isNext ? max - before.max : max - min,
      isEstimated: false,
    });
  }
  return quarters;
}
