import { queryOptions } from "@tanstack/react-query";
import { type DeviceEntry, getDevice, listDevices } from "@verandah/contract/devices/devices.ts";

import { seldomByReadings, routeQuery } from "./query/route-query.ts";

/** One device with its place, its edge and its points. */
export const deviceQuery = (ssid: string) => routeQuery(getDevice, { ssid });

const byName = (devices: DeviceEntry[]) =>
  devices.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));

/** Devices below a place, of one type or of all, by name, with their alarms. */
export const devicesQuery = (locationId: number, type?: string) =>
  queryOptions({
    ...routeQuery(listDevices, { id: locationId, type }, seldomByReadings),
    select: byName,
  });
