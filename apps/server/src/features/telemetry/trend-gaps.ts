/** A distance that is not much longer than its neighbours is the interval of that data: imported history is coarser than live values. */
const SAME_INTERVAL_FACTOR = 1.5;

export interface Gap {
  fromMs: number;
  toMs: number;
}

/**
 * Times between `fromMs` and `toMs` without values, in which the device was silent longer than `silenceMaxMs`. A gap begins at the end of
 * a bucket and ends at the begin of the next bucket that has values.
 *
 * @param startsMs begins of the buckets that have values, rising
 */
export function gapsBetween(
  startsMs: readonly number[],
  { fromMs, toMs, bucketMs }: { fromMs: number; toMs: number; bucketMs: number },
  silenceMaxMs: number,
): Gap[] {
  if (startsMs.length === 0) return toMs - fromMs > silenceMaxMs ? [{ fromMs, toMs }] : [];
  const distances = startsMs.slice(1).map((startMs, index) => startMs - (startsMs[index] ?? startMs));
  // Two of the four nearest distances: one alone may be a gap itself.
  const usual = (index: number) =>
    [-2, -1, 1, 2].map((step) => distances[index + step] ?? 0).toSorted((a, b) => b - a)[1] ?? 0;
  const edges = [fromMs - bucketMs, ...startsMs, toMs];
  return edges.slice(1).flatMap((nextMs, edge) => {
    const gap = { fromMs: (edges[edge] ?? nextMs) + bucketMs, toMs: nextMs };
    const silentMs = gap.toMs - gap.fromMs;
    const usualMs = SAME_INTERVAL_FACTOR * usual(edge - 1);
    return silentMs >= silenceMaxMs && silentMs + bucketMs > usualMs ? [gap] : [];
  });
}
