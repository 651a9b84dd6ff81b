import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { useCallback, useMemo } from "react";

import { ageOfAll, useIsOutdated } from "#shared/age.ts";
import { isRefusal } from "#shared/call.ts";

import { useLiveDevices } from "./live.ts";
import { agedReading, type Kept, readingsQuery } from "./readings-store.ts";

const aged = <R extends readonly ParameterReading[] | undefined>(readings: R, isOutdated: boolean) =>
  isOutdated ? readings?.map(agedReading) : readings;

/** The latest value of each point of a device, live; nothing without a device. No value looks live when it may be old. */
export function useLatest(ssid: string | null) {
  const query = useQuery({ ...readingsQuery(ssid ?? ""), enabled: ssid !== null });
  useLiveDevices(ssid === null ? [] : [ssid]);
  const isOutdated = useIsOutdated(query);
  const data = useMemo(() => aged(query.data, isOutdated), [query.data, isOutdated]);
  return { ...query, data };
}

/** The latest values of devices, live. */
interface ReadingsOf {
  /** None of a device until they are loaded. */
  readonly of: (ssid: string) => readonly ParameterReading[];
  readonly isLoaded: boolean;
  /** The values of some devices could not be loaded. */
  readonly error: Error | null;
}

export function useReadingsOf(ssids: readonly string[]): ReadingsOf {
  const all = JSON.stringify([...new Set(ssids)]);
  const known = useMemo((): string[] => JSON.parse(all), [all]);
  const combine = useCallback(
    (results: UseQueryResult<Kept[]>[]) => ({
      age: ageOfAll(results),
      // A device that another user has just deleted leaves the list as well.
      isLoaded: results.every(({ data, error }) => data || isRefusal(error, "not-found")),
      error: results.find(({ error }) => error && !isRefusal(error, "not-found"))?.error ?? null,
      bySsid: new Map(known.map((ssid, at) => [ssid, results[at]?.data])),
    }),
    [known],
  );
  const { age, isLoaded, error, bySsid } = useQueries({ queries: known.map(readingsQuery), combine });
  useLiveDevices(known);
  const isOutdated = useIsOutdated(age);
  return useMemo(() => {
    const shown = new Map([...bySsid].map(([ssid, readings]) => [ssid, aged(readings, isOutdated)]));
    return { of: (ssid) => shown.get(ssid) ?? [], isLoaded, error };
  }, [bySsid, isOutdated, isLoaded, error]);
}

/** A device of a list with its latest values. */
export type Measured<D> = D & { readonly values: readonly ParameterReading[] };

/** The devices of a list with their latest values, live; undefined until both are there. */
export function useMeasured<D extends { readonly ssid: string }>(
  devices: readonly D[] | undefined,
): { readonly measured: Measured<D>[] | undefined; readonly error: Error | null } {
  const readings = useReadingsOf(devices?.map(({ ssid }) => ssid) ?? []);
  return useMemo(() => {
    const { isLoaded, error } = readings;
    const measured = devices?.map((device) => ({ ...device, values: readings.of(device.ssid) }));
    return { measured: isLoaded ? measured : undefined, error };
  }, [devices, readings]);
}
