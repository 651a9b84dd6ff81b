import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ALARM_POLL_MS, listDeviceAlarms } from "@verandah/contract/alarms.ts";
import { getDevice } from "@verandah/contract/devices.ts";
import { getLatest, getTrend } from "@verandah/contract/telemetry.ts";

import { alertsKey } from "#shared/alerts.ts";
import { call } from "#shared/call.ts";

/** Devices send every 10 to 60 s; asked twice as often as the quickest, a value is new soon after it came, ms. */
const LATEST_POLL_MS = 5_000;
/** Range of the small trend, ms, and how finely it is drawn. */
const TREND_MS = 24 * 3_600_000;
const TREND_BUCKETS = 144;
const TREND_POLL_MS = 60_000;

/** One device: where it is, who speaks for it, what points it has. */
export const deviceQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["device", ssid],
    queryFn: ({ signal }) => call(getDevice, { ssid }, { signal }),
    refetchInterval: 2 * LATEST_POLL_MS,
  });

/** The latest value of each of its points. */
export const deviceLatestQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["device-latest", ssid],
    queryFn: ({ signal }) => call(getLatest, { ssid }, { signal }),
    refetchInterval: LATEST_POLL_MS,
  });

/** Its newest alarms, whatever their state. */
export const deviceAlarmsQuery = (ssid: string) =>
  queryOptions({
    queryKey: [alertsKey, "device", ssid],
    queryFn: ({ signal }) => call(listDeviceAlarms, { ssid }, { signal }),
    refetchInterval: ALARM_POLL_MS,
  });

/** One of its points over the last day. */
export const deviceTrendQuery = (ssid: string, paramId: string) =>
  queryOptions({
    queryKey: ["device-trend", ssid, paramId],
    queryFn: ({ signal }) => {
      const nowMs = Date.now();
      const range = {
        from: new Date(nowMs - TREND_MS).toISOString(),
        to: new Date(nowMs).toISOString(),
      };
      return call(getTrend, { ssid, param_id: paramId, buckets: TREND_BUCKETS, ...range }, { signal });
    },
    refetchInterval: TREND_POLL_MS,
    placeholderData: keepPreviousData,
  });
