import { queryOptions } from "@tanstack/react-query";
import { ALARM_POLL_MS, listDeviceAlarms } from "@verandah/contract/alarms.ts";
import { getDevice } from "@verandah/contract/devices.ts";
import { listUnknownPoints } from "@verandah/contract/telemetry.ts";

import { alertsKey } from "#shared/alerts.ts";
import { call } from "#shared/call.ts";

/** Devices send every 10 to 60 s; asked twice as often as the quickest, a value is new soon after it came, ms. */
const LATEST_POLL_MS = 5_000;

/** One device: where it is, who speaks for it, what points it has. */
export const deviceQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["device", ssid],
    queryFn: ({ signal }) => call(getDevice, { ssid }, { signal }),
    refetchInterval: 2 * LATEST_POLL_MS,
  });

/** What its gateway sends and the site model does not have. */
export const unknownPointsQuery = (edgeSsid: string) =>
  queryOptions({
    queryKey: ["unknown-points", edgeSsid],
    queryFn: ({ signal }) => call(listUnknownPoints, { ssid: edgeSsid }, { signal }),
    refetchInterval: 2 * LATEST_POLL_MS,
  });

/** Its newest alarms, whatever their state. */
export const deviceAlarmsQuery = (ssid: string) =>
  queryOptions({
    queryKey: [alertsKey, "device", ssid],
    queryFn: ({ signal }) => call(listDeviceAlarms, { ssid }, { signal }),
    refetchInterval: ALARM_POLL_MS,
  });
