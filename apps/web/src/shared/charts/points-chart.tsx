import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import type { Route } from "@verandah/contract/route.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { useMemo } from "react";

import { useReadingsOf } from "#data/live/readings.ts";
import { freshnessOf, loadedOnce } from "#data/query/route-query.ts";
import { useSession } from "#data/query/session.ts";
import { call, ServerUnreachable } from "#shared/call.ts";

import { useOriginName } from "../commands/use-origin-name.ts";
import { useAlarmMessage } from "../texts/use-alarm-message.ts";
import { usePointText } from "../texts/use-point-text.ts";
import { ErrorBanner } from "../ui/feedback/error-banner.tsx";
import { Loading } from "../ui/feedback/loading.tsx";
import { useLoaded } from "../use-loaded.ts";
import { useNow } from "../use-now.ts";
import { alignTrend, chartLimits, timesOf, type TrendMark, type TrendSeries } from "./trend-data.ts";
import { stepOf, type TrendRange, windowOf, withMargin } from "./trend-window.ts";
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

/** The library of the charts is a tenth of a first page. */
const loadTrend = () => import("./trend.tsx");

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
  const { loaded: chart, hasFailed } = useLoaded(loadTrend, true);
  const { range } = view;
  const nowMs = useNow(MOVE_MS);
  const stepMs = useStep(deviceType)(points, range, nowMs);
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

  if (trends.isLoading || (!chart && !hasFailed)) return <Loading height={height + AROUND_PICTURE_PX} />;
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
      <ErrorBanner error={hasFailed ? new ServerUnreachable() : trends.error} />
      {chart && (
        <chart.Trend
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
      )}
    </>
  );
}

/** The length of a chart's buckets, which are short when it has a state. */
function useStep(deviceType: string | undefined) {
  const { statesOf } = usePointText();
  return (points: readonly ChartPoint[], range: TrendRange, nowMs: number) =>
    stepOf(
      range,
      points.some(({ paramId }) => statesOf(paramId, deviceType) !== undefined),
      nowMs,
    );
}

/** Whether no point of charts has a reading in a range; false until all are loaded. The charts load the same trends. */
export function useHasNoReadings(
  charts: readonly (readonly ChartPoint[])[],
  deviceType: string,
  range: TrendRange,
): boolean {
  const nowMs = useNow(MOVE_MS);
  const step = useStep(deviceType);
  const queries = charts.flatMap((points) =>
    points.map(({ ssid, paramId }) => trendQuery(ssid, paramId, range, step(points, range, nowMs))),
  );
  return useQueries({
    // Two charts may have the same point.
    queries: [...new Map(queries.map((query) => [JSON.stringify(query.queryKey), query])).values()],
    combine: (results) =>
      results.length > 0 &&
      results.every(({ data, isPlaceholderData }) => data?.buckets.length === 0 && !isPlaceholderData),
  });
}

/** An active alarm has no end yet. */
const OPEN_END_MS = 8.64e15;

/** Alarms of a device, and commands to it by people and schedules, in a range. Stable while nothing new comes. */
function useDeviceMarks(ssid: string | undefined, range: TrendRange, stepMs: number): readonly TrendMark[] {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const originName = useOriginName();
  const { nameOf, valueText } = usePointText();
  const isEnabled = ssid !== undefined;
  const { data: alarms } = useQuery({ ...alarmsInRangeQuery(ssid ?? "", range, stepMs), enabled: isEnabled });
  const { data: commands } = useQuery({
    ...commandsInRangeQuery(ssid ?? "", range, stepMs),
    enabled: isEnabled,
  });
  return useMemo(() => {
    const ofAlarms = (alarms ?? []).map((alarm): TrendMark => ({
      kind: "alarm",
      fromMs: Date.parse(alarm.raisedAt),
      toMs: alarm.restoredAt === null ? OPEN_END_MS : Date.parse(alarm.restoredAt),
      label: messageOf(alarm),
    }));
    const ofCommands = (commands ?? []).map(
      ({ origin, by, value, unit, createdAt, deviceType, param_id: paramId }): TrendMark => {
        const what = `${nameOf(paramId, deviceType)}: ${value === null ? t`released` : valueText(paramId, value, unit, deviceType)}`;
        const who = by?.name ?? (origin.name && originName(origin.name));
        return {
          kind: origin.kind === "schedule" ? "schedule" : "command",
          fromMs: Date.parse(createdAt),
          toMs: null,
          label: who ? `${what} (${who})` : what,
        };
      },
    );
    return [...ofAlarms, ...ofCommands];
  }, [alarms, commands, messageOf, nameOf, originName, valueText, t]);
}

/** A trend until now is loaded again once per bucket, within these limits, ms. */
const PAUSE_MIN_MS = 10_000;
const PAUSE_MAX_MS = 60_000;
/** Maximum commands that a chart marks. */
const COMMANDS_MAX = 200;

const reachesNow = (range: TrendRange) => "lengthMs" in range || (range.toMs ?? Infinity) > Date.now();
const freshness = (route: Route, range: TrendRange, stepMs: number) =>
  reachesNow(range) ? freshnessOf(route, Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, stepMs))) : loadedOnce;

function instantsOf(range: TrendRange, stepMs: number) {
  const { fromMs, toMs } = withMargin(windowOf(range, Date.now(), stepMs), stepMs);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** One point over a range in buckets of `stepMs`. While another range loads, the trend of the last one stays. */
const trendQuery = (ssid: string, paramId: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [getTrend.path, { ssid, paramId, range, stepMs }] as const,
    queryFn: ({ signal }) => {
      const { from, to } = instantsOf(range, stepMs);
      const buckets = (Date.parse(to) - Date.parse(from)) / stepMs;
      return call(getTrend, { ssid, param_id: paramId, from, to, buckets }, { signal });
    },
    meta: freshness(getTrend, range, stepMs),
    placeholderData: (before, query) => {
      const shown = query?.queryKey[1];
      return shown?.ssid === ssid && shown.paramId === paramId ? before : undefined;
    },
  });

/** Alarms of a device that were active in a range. */
const alarmsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [listDeviceAlarms.path, { ssid, range, stepMs }] as const,
    queryFn: ({ signal }) => call(listDeviceAlarms, { ssid, ...instantsOf(range, stepMs) }, { signal }),
    meta: freshness(listDeviceAlarms, range, 0),
  });

/** Commands to a device in a range, those of schedules too. */
const commandsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [listCommands.path, { ssid, range, stepMs }] as const,
    queryFn: ({ signal }) =>
      call(listCommands, { ssid, ...instantsOf(range, stepMs), limit: COMMANDS_MAX }, { signal }),
    meta: freshness(listCommands, range, stepMs),
  });
