import { Skeleton, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { useReadingsOf } from "#data/live/readings.ts";
import { useSession } from "#data/query/session.ts";

import { errorText } from "../texts/error-text.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { useNow } from "../use-now.ts";
import { chartLimits } from "./chart-limits.ts";
import { alignTrend, timesOf, type TrendMark, type TrendSeries } from "./trend-data.ts";
import { trendQuery } from "./trend-queries.ts";
import { stepOf, windowOf, withMargin } from "./trend-window.ts";
import { Trend } from "./trend.tsx";
import { useDeviceMarks } from "./use-device-marks.ts";
import type { TrendView } from "./use-trend-view.ts";

interface ChartPoint {
  readonly ssid: string;
  readonly paramId: string;
  /** The point's name when it has none. */
  readonly label?: string | undefined;
  readonly isSetpoint?: boolean | undefined;
}

interface Props {
  label: string;
  /** Type of the device, when all points are of one. */
  deviceType?: string;
  points: readonly ChartPoint[];
  view: TrendView;
  /** Px. */
  height: number;
  /** Device whose alarms and commands are marked. */
  marksOf?: string | undefined;
  /** Marks besides those; must be stable. */
  marks?: readonly TrendMark[];
  /** Those of the point when there are none and the chart has one point. */
  limits?: readonly number[];
  /** Of the values in words; those of the unit unless given. */
  fractionDigits?: number;
  /** Shown instead of a chart without values. */
  emptyText?: string;
  /** A failure leaves an empty chart, and is not named. */
  clearsOnFailure?: boolean;
}

const NO_MARKS: readonly TrendMark[] = [];
/** The window of a live chart moves at most this often, ms. */
const MOVE_MS = 5_000;

/** Of the legend and the time cursor, px. */
const AROUND_PICTURE_PX = 44;

/** Trends of points in one chart, with the alarms and commands of their device. Loads them and keeps them up to date. */
export function PointsChart({
  label,
  deviceType,
  points,
  view,
  height,
  marksOf,
  marks = NO_MARKS,
  limits,
  fractionDigits,
  emptyText,
  clearsOnFailure = false,
}: Props) {
  const { campus } = useSession();
  const { nameOf, pointOf, statesOf, decimalsOf } = usePointText();
  const { range } = view;
  const stepMs = stepOf(
    range,
    points.some(({ paramId }) => statesOf(paramId, deviceType) !== undefined),
  );
  const nowMs = useNow(MOVE_MS);
  const { fromMs, toMs } = windowOf(range, nowMs, stepMs);
  const trends = useQueries({
    queries: points.map(({ ssid, paramId }) => trendQuery(ssid, paramId, range, stepMs)),
    combine: (results) => ({
      replies: results.map(({ data }) => data),
      isLoading: results.some(({ data, error }) => !data && !error),
      error: results.find(({ data, error }) => error && (!data || clearsOnFailure))?.error,
    }),
  });
  const ssids = [...new Set(points.map(({ ssid }) => ssid))];
  const readings = useReadingsOf(ssids);
  const happened = useDeviceMarks(marksOf, range, stepMs);
  const { replies } = trends;
  const described = JSON.stringify(points);
  const lines = useMemo(() => {
    const window = { fromMs, toMs };
    const loaded = withMargin(window, stepMs);
    const known: ChartPoint[] = JSON.parse(described);
    const series = known.map(({ ssid, paramId, label: name, isSetpoint }, index): TrendSeries => {
      const reply = replies[index];
      const states = statesOf(paramId, deviceType);
      const latest = readings.of(ssid).find(({ param_id: id }) => id === paramId);
      return {
        label: name ?? nameOf(paramId, deviceType),
        unit: reply?.unit ?? latest?.unit ?? "none",
        decimals: fractionDigits ?? decimalsOf(paramId, deviceType),
        states,
        isSetpoint,
        latest,
        ...alignTrend(
          { ...(reply ?? { buckets: [], gaps: [], suspects: [] }), latest },
          loaded,
          stepMs,
          states,
        ),
      };
    });
    return { times: timesOf(loaded, stepMs), series, window };
  }, [
    described,
    deviceType,
    replies,
    readings,
    fromMs,
    toMs,
    stepMs,
    fractionDigits,
    nameOf,
    statesOf,
    decimalsOf,
  ]);
  const allMarks = useMemo(
    () => [...happened, ...marks].toSorted((a, b) => a.fromMs - b.fromMs),
    [happened, marks],
  );

  if (trends.isLoading) return <Skeleton height={height + AROUND_PICTURE_PX} />;
  const isEmpty = trends.error ? clearsOnFailure : trends.replies.every((reply) => !reply?.buckets.length);
  if (emptyText !== undefined && isEmpty)
    return (
      <Text size="sm" c="dimmed" mih={height} role="status" aria-label={`${label}: ${emptyText}`}>
        {emptyText}
      </Text>
    );
  const measured = points.filter(({ isSetpoint }) => !isSetpoint);
  const [only] = measured.length === 1 ? measured : [];
  const hasLimits = only !== undefined && !statesOf(only.paramId, deviceType);
  return (
    <>
      {trends.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(trends.error)}
        </Text>
      )}
      <Trend
        label={label}
        {...lines}
        timeZone={campus.timeZone}
        height={height}
        limits={
          limits ??
          (hasLimits ? chartLimits(pointOf(only.paramId, deviceType), lines.series[0]?.unit ?? "none") : [])
        }
        marks={allMarks}
        onZoom={view.zoomTo}
      />
    </>
  );
}
