/** A distance up to this many times its neighbours is the normal interval of the data: imported history is coarser than live values. */
const SAME_INTERVAL_FACTOR = 1.5;

export interface Gap {
  fromMs: number;
  toMs: number;
}

/**
 * Times between `fromMs` and `toMs` without values, in which the device was silent for longer than `silenceMaxMs`. A gap begins at the end
 * of a bucket and ends at the start of the next bucket with values.
 *
 * @param startsMs starts of the buckets with values, ascending
 */
export function gapsBetween(
  startsMs: readonly number[],
  { fromMs, toMs, bucketMs }: { fromMs: number; toMs: number; bucketMs: number },
  silenceMaxMs: number,
): Gap[] {
  if (startsMs.length === 0) return toMs - fromMs > silenceMaxMs ? [{ fromMs, toMs }] : [];
  const distances = startsMs.slice(1).map((startMs, index) => startMs - (startsMs[index] ?? startMs));
  // Compares with two of the four nearest distances, because a single one may be a gap itself.
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
