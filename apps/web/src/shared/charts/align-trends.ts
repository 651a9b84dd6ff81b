import type { ReplyOf } from "@verandah/contract/route.ts";
import type { getTrend } from "@verandah/contract/telemetry.ts";

import { drawn, type SeriesStates } from "./trend-states.ts";
import type { TrendSeries } from "./trend.tsx";

/** A trend with its point as `ssid/param_id`. */
export type ComparedTrend = ReplyOf<typeof getTrend> & { point: string };

/**
 * Trends on one line of times, s since 1970; a point without a value at a time has null there.
 *
 * @param statesOf by the name of a point within its device
 */
export function alignTrends(
  trends: readonly ComparedTrend[],
  nameOf: (point: string) => string,
  statesOf: (paramId: string) => SeriesStates | undefined,
): { times: number[]; series: TrendSeries[] } {
  const values = trends.map(
    ({ buckets, param_id: paramId }) =>
      new Map(buckets.map((bucket) => [Date.parse(bucket.at) / 1_000, drawn(bucket, statesOf(paramId))])),
  );
  const times = [...new Set(values.flatMap((ofPoint) => [...ofPoint.keys()]))].toSorted((a, b) => a - b);
  const series = trends.map(({ point, param_id: paramId, unit }, index) => ({
    label: nameOf(point),
    unit,
    values: times.map((time) => values[index]?.get(time) ?? null),
    states: statesOf(paramId),
  }));
  return { times, series };
}
