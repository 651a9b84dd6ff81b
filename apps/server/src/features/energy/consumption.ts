import type { Consumption } from "@verandah/contract/energy/energy.ts";

import { type CounterBucket, isPossibleGain } from "./quarters.ts";

interface Increase {
  at: number;
  kilowattHour: number;
  isWhole: boolean;
}

/**
 * Increase of a counter in each of its buckets. After a gap only the bucket's own values count, so that energy of the gap is never added to
 * a later hour. A counter that was reset (a new meter, or an overflow) counts from its first value.
 */
function increasesOf(buckets: readonly CounterBucket[], bucketMs: number): Increase[] {
  return buckets.map(({ at, min, max }, index) => {
    const before = buckets[index - 1];
    const isNext = before !== undefined && at.getTime() - before.at.getTime() === bucketMs;
    const gained = isNext ? max - before.max : -1;
    const isWhole = isPossibleGain(gained, 2 * bucketMs);
    return { at: at.getTime(), kilowattHour: isWhole ? gained : max - min, isWhole };
  });
}

/**
 * Energy between each two neighbouring bounds.
 *
 * @param buckets of `bucketMs`, in order, from one bucket before the first bound on
 */
export function consumptionBetween(
  edges: readonly Date[],
  buckets: readonly CounterBucket[],
  bucketMs: number,
): Consumption[] {
  const increases = increasesOf(buckets, bucketMs);
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? to;
    const own = increases.filter(({ at }) => at >= from.getTime() && at < to.getTime());
    const expected = Math.ceil((to.getTime() - from.getTime()) / bucketMs);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      kilowattHour: own.length === 0 ? null : own.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0),
      isComplete: own.length >= expected && own.every(({ isWhole }) => isWhole),
    };
  });
}

/** Part of the time between bounds that has buckets, %. */
export function coverageOf(
  edges: readonly Date[],
  buckets: readonly CounterBucket[],
  bucketMs: number,
): number {
  const [first, last] = [edges[0]?.getTime() ?? 0, edges.at(-1)?.getTime() ?? 0];
  const covered = buckets.filter(({ at }) => at.getTime() >= first && at.getTime() < last).length;
  return Math.min(100, (100 * covered) / Math.max(1, Math.ceil((last - first) / bucketMs)));
}
