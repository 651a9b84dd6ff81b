import { queryOptions } from "@tanstack/react-query";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import type { Route } from "@verandah/contract/route.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import { freshnessOf, loadedOnce } from "#data/query/route-query.ts";
import { call } from "#shared/call.ts";

import { type TrendRange, windowOf, withMargin } from "./trend-window.ts";

/** A trend until now is loaded again once per bucket, within these limits, ms. */
const PAUSE_MIN_MS = 10_000;
const PAUSE_MAX_MS = 60_000;
/** Maximum commands that a chart marks. */
const COMMANDS_MAX = 200;

const reachesNow = (range: TrendRange) => "lengthMs" in range || range.toMs > Date.now();
const freshness = (route: Route, range: TrendRange, stepMs: number) =>
  reachesNow(range) ? freshnessOf(route, Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, stepMs))) : loadedOnce;

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
    meta: freshness(getTrend, range, stepMs),
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
    meta: freshness(listDeviceAlarms, range, 0),
  });

/** Commands to a device in a range, those of schedules too. */
export const commandsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [listCommands.path, { ssid, range, stepMs }] as const,
    queryFn: ({ signal }) =>
      call(listCommands, { ssid, ...instantsOf(range, stepMs), limit: COMMANDS_MAX }, { signal }),
    meta: freshness(listCommands, range, stepMs),
  });
