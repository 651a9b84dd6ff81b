import { queryOptions, useQuery } from "@tanstack/react-query";
import { ALARM_POLL_MS, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getTrend, listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";

import { call } from "#shared/call.ts";
import { type TrendRange, windowOf, withMargin } from "#shared/charts/trend-window.ts";

import { liveLatest, liveQuery } from "./live/live-values.ts";
import { useLiveDevices } from "./live/live.ts";
import { routeQuery } from "./query/route-query.ts";

/** Poll interval of readings besides the live stream, ms. Source: spec 2 §9 UPS and energy refresh; AHUs need 10 s. */
export const READINGS_POLL_MS = 5_000;
/** A trend until now is loaded again once per bucket, within these limits, ms. */
const POLL_MIN_MS = 10_000;
const POLL_MAX_MS = 60_000;
/** Maximum commands that a chart marks. */
const COMMANDS_MAX = 200;

/** The latest value of each point of a device. */
export const latestQuery = (ssid: string) =>
  liveQuery(liveLatest, { ssid }, { refetchInterval: READINGS_POLL_MS });

/** The latest value of each point of a device, live; nothing without a device. */
export function useLatest(ssid: string | null) {
  const query = useQuery({ ...latestQuery(ssid ?? ""), enabled: ssid !== null });
  // The server refuses a stream with an unknown device.
  useLiveDevices(ssid !== null && query.data ? [ssid] : []);
  return query;
}

const UNKNOWN_POLL_MS = 10_000;

/** What a device's gateway sends and the site model does not have. */
export const unknownPointsQuery = (edgeSsid: string) =>
  routeQuery(listUnknownPoints, { ssid: edgeSsid }, { refetchInterval: UNKNOWN_POLL_MS });

const reachesNow = (range: TrendRange) => "lengthMs" in range || range.toMs > Date.now();
const pollMs = (range: TrendRange, stepMs: number) => () =>
  reachesNow(range) && Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, stepMs));

function instantsOf(range: TrendRange, stepMs: number) {
  const { fromMs, toMs } = withMargin(windowOf(range, Date.now(), stepMs), stepMs);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** One point over a range in buckets of `stepMs`. While another range loads, the trend of the last one stays. */
export const trendQuery = (ssid: string, paramId: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [getTrend.path, { ssid, paramId, range, stepMs }] as const,
    queryFn: ({ signal }) => {
      const { from, to } = instantsOf(range, stepMs);
      const buckets = (Date.parse(to) - Date.parse(from)) / stepMs;
      return call(getTrend, { ssid, param_id: paramId, from, to, buckets }, { signal });
    },
    refetchInterval: pollMs(range, stepMs),
    placeholderData: (before, query) => {
      const shown = query?.queryKey[1];
      return shown?.ssid === ssid && shown.paramId === paramId ? before : undefined;
    },
  });

/** Alarms of a device that were active in a range. */
export const alarmsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [listDeviceAlarms.path, { ssid, range, stepMs }] as const,
    queryFn: ({ signal }) => call(listDeviceAlarms, { ssid, ...instantsOf(range, stepMs) }, { signal }),
    refetchInterval: () => reachesNow(range) && ALARM_POLL_MS,
  });

/** Commands to a device in a range, those of schedules too. */
export const commandsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [listCommands.path, { ssid, range, stepMs }] as const,
    queryFn: ({ signal }) =>
      call(listCommands, { ssid, ...instantsOf(range, stepMs), limit: COMMANDS_MAX }, { signal }),
    refetchInterval: pollMs(range, stepMs),
  });
