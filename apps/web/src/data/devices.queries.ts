import { queryOptions } from "@tanstack/react-query";
import { OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { type DeviceEntry, getDevice, listDevices } from "@verandah/contract/devices/devices.ts";

import { routeQuery } from "./query/route-query.ts";

/** A device's gateway may send new points, ms. */
export const DEVICE_POLL_MS = 10_000;

/** One device with its place, its edge and its points. */
export const deviceQuery = (ssid: string) =>
  routeQuery(getDevice, { ssid }, { refetchInterval: DEVICE_POLL_MS });

const byName = (devices: DeviceEntry[]) =>
  devices.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));

/** Devices below a place, of one type or of all, by name, with their alarms. */
export const devicesQuery = (locationId: number, type?: string) =>
  queryOptions({
    ...routeQuery(listDevices, { id: locationId, type }, { refetchInterval: OVERVIEW_POLL_MS }),
    select: byName,
  });
