import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { useCallback, useMemo, useState } from "react";

import { isRefusal } from "#shared/call.ts";

import { useLiveDevices } from "./live.ts";
import { type Kept, readingsQuery } from "./readings-store.ts";

/** The latest value of each point of a device, live; nothing without a device. */
export function useLatest(ssid: string | null) {
  useLiveDevices(ssid === null ? [] : [ssid]);
  return useQuery({ ...readingsQuery(ssid ?? ""), enabled: ssid !== null });
}

/** The latest value of one point, live; null without such a point. A component that uses it is drawn again only for this value. */
export function useReading(ssid: string, paramId: string) {
  useLiveDevices([ssid]);
  const select = useCallback(
    (readings: readonly Kept[]) => readings.find(({ param_id: id }) => id === paramId) ?? null,
    [paramId],
  );
  return useQuery({ ...readingsQuery(ssid), select });
}

/** The latest values of some points of a device, live. A component that uses it is drawn again only for these. */
export function usePoints(ssid: string, paramIds: readonly string[]) {
  useLiveDevices([ssid]);
  const select = useCallback(
    (readings: readonly Kept[]) => readings.filter(({ param_id: id }) => paramIds.includes(id)),
    [paramIds],
  );
  return useQuery({ ...readingsQuery(ssid), select });
}

interface ReadingsState {
  readonly isLoaded: boolean;
  /** The values of some devices could not be loaded. */
  readonly error: Error | null;
}

/** A device that another user has just deleted leaves the list as well, so it is no failure. */
const stateOf = (results: readonly UseQueryResult<Kept[]>[]): ReadingsState => ({
  isLoaded: results.every(({ data, error }) => data || isRefusal(error, "not-found")),
  error: results.find(({ error }) => error && !isRefusal(error, "not-found"))?.error ?? null,
});

/** Whether the values of devices are loaded. A component that uses it is not drawn again for a value. */
export function useReadingsState(ssids: readonly string[]): ReadingsState {
  return useQueries({ queries: ssids.map(readingsQuery), combine: stateOf });
}

/** The latest values of devices, live. */
interface ReadingsOf extends ReadingsState {
  /** None of a device until they are loaded. */
  readonly of: (ssid: string) => readonly ParameterReading[];
}

const none: readonly ParameterReading[] = [];

export function useReadingsOf(ssids: readonly string[]): ReadingsOf {
  const all = JSON.stringify([...new Set(ssids)]);
  const known = useMemo((): string[] => JSON.parse(all), [all]);
  const combine = useCallback(
    (results: UseQueryResult<Kept[]>[]): ReadingsOf => {
      const bySsid = new Map(known.map((ssid, at) => [ssid, results[at]?.data]));
      return { of: (ssid) => bySsid.get(ssid) ?? none, ...stateOf(results) };
    },
    [known],
  );
  useLiveDevices(known);
  return useQueries({ queries: known.map(readingsQuery), combine });
}

/** A device of a list with its latest values. */
export type Measured<D> = D & { readonly values: readonly ParameterReading[] };

/** The devices of a list with their latest values, live; undefined until both are there. A device stays the same object until it changes. */
export function useMeasured<D extends { readonly ssid: string }>(
  devices: readonly D[] | undefined,
): { readonly measured: Measured<D>[] | undefined; readonly error: Error | null } {
  const [known] = useState(() => new WeakMap<D, Measured<D>>());
  const readings = useReadingsOf(devices?.map(({ ssid }) => ssid) ?? []);
  return useMemo(() => {
    const { isLoaded, error, of } = readings;
    const measured = devices?.map((device) => {
      const values = of(device.ssid);
      const before = known.get(device);
      if (before?.values === values) return before;
      const now = { ...device, values };
      known.set(device, now);
      return now;
    });
    return { measured: isLoaded ? measured : undefined, error };
  }, [devices, readings, known]);
}
