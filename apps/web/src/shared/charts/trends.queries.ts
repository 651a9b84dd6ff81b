import { queryOptions } from "@tanstack/react-query";
import { ALARM_POLL_MS, listDeviceAlarms } from "@verandah/contract/alarms.ts";
import { listCommands } from "@verandah/contract/commands.ts";
import { getTrend } from "@verandah/contract/telemetry.ts";

import { alertsKey } from "../alerts.ts";
import { call } from "../call.ts";
import { commandsKey } from "../commands/commands.queries.ts";
import { type TrendRange, windowOf, withMargin } from "./trend-window.ts";

/** A trend that reaches to now is asked for again once a bucket, within these limits, ms. */
const POLL_MIN_MS = 10_000;
const POLL_MAX_MS = 60_000;
/** Most commands that a chart marks. */
const COMMANDS_MAX = 200;

const reachesNow = (range: TrendRange) => "lengthMs" in range || range.toMs > Date.now();
const pollMs = (range: TrendRange, stepMs: number) => () =>
  reachesNow(range) && Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, stepMs));

function instantsOf(range: TrendRange, stepMs: number) {
  const { fromMs, toMs } = withMargin(windowOf(range, Date.now(), stepMs), stepMs);
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    buckets: (toMs - fromMs) / stepMs,
  };
}

/** One point over a range in buckets of `stepMs`. While another range loads, the trend of the last one stays. */
export const trendQuery = (ssid: string, paramId: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: ["trend", ssid, paramId, range, stepMs],
    queryFn: async ({ signal }) => {
      const input = { ssid, param_id: paramId, ...instantsOf(range, stepMs) };
      return { ssid, ...(await call(getTrend, input, { signal })) };
    },
    refetchInterval: pollMs(range, stepMs),
    placeholderData: (before) => (before?.ssid === ssid && before.param_id === paramId ? before : undefined),
  });

/** Alarms of a device that were active in a range. */
export const alarmsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [alertsKey, "device", ssid, range, stepMs],
    queryFn: ({ signal }) => {
      const { from, to } = instantsOf(range, stepMs);
      return call(listDeviceAlarms, { ssid, from, to }, { signal });
    },
    refetchInterval: () => reachesNow(range) && ALARM_POLL_MS,
  });

/** Commands to a device in a range, those of schedules too. */
export const commandsInRangeQuery = (ssid: string, range: TrendRange, stepMs: number) =>
  queryOptions({
    queryKey: [commandsKey, "list", "device", ssid, range, stepMs],
    queryFn: ({ signal }) => {
      const { from, to } = instantsOf(range, stepMs);
      return call(listCommands, { ssid, from, to, limit: COMMANDS_MAX }, { signal });
    },
    refetchInterval: pollMs(range, stepMs),
  });
