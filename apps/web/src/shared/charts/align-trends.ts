import type { ReplyOf } from "@verandah/contract/route.ts";
import type { getTrend } from "@verandah/contract/telemetry.ts";

import type { TrendSeries } from "./trend.tsx";

/** A trend with its point as `ssid/param_id`. */
export type ComparedTrend = ReplyOf<typeof getTrend> & { point: string };

/** Trends on one line of times, s since 1970; a point without a value at a time has null there. */
export function alignTrends(
  trends: readonly ComparedTrend[],
  nameOf: (point: string) => string,
): { times: number[]; series: TrendSeries[] } {
  const values = trends.map(
    ({ buckets }) => new Map(buckets.map(({ at, avg }) => [Date.parse(at) / 1_000, avg])),
  );
  const times = [...new Set(values.flatMap((ofPoint) => [...ofPoint.keys()]))].toSorted((a, b) => a - b);
  const series = trends.map(({ point, unit }, index) => ({
    label: nameOf(point),
    unit,
    values: times.map((time) => values[index]?.get(time) ?? null),
  }));
  return { times, series };
}
