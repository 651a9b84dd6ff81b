import {
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import {
  type DeviceReadings,
  LATEST_DEVICES_MAX,
  listLatest,
  type ParameterReading,
} from "@verandah/contract/telemetry/telemetry.ts";
import { useCallback, useMemo } from "react";

import { call, isRefusal, refusal } from "#shared/call.ts";
import { ageOfAll, agedReading, useIsOutdated } from "#shared/use-is-outdated.ts";

import { freshnessOf } from "../query/route-query.ts";
import { useLiveDevices } from "./live.ts";

// The one store of values: an entry of the query cache for each device. Calls fill it, and the live stream changes it.

/** `staleAtMs`: from then on a good value is not fresh, in ms of this browser's clock, whatever time it has. */
type Kept = ParameterReading & { readonly staleAtMs?: number };

/** Devices that screens need within this time, ms, come by one call. */
const GATHER_MS = 10;
const AGING_MS = 1_000;

const keyOf = (ssid: string) => [listLatest.path, { ssid }] as const;
const timeOf = (reading: ParameterReading) => reading.measured_time ?? "";

interface Gathered {
  readonly ssids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, DeviceReadings["values"]>>;
}
let gathered: Gathered | undefined;

function gather(): Gathered {
  const ssids = new Set<string>();
  const found = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
    gathered = undefined;
    const all = [...ssids];
    const parts = Array.from({ length: Math.ceil(all.length / LATEST_DEVICES_MAX) }, (_, part) =>
      all.slice(part * LATEST_DEVICES_MAX, (part + 1) * LATEST_DEVICES_MAX),
    );
    const replies = await Promise.all(parts.map((part) => call(listLatest, { devices: part.join(",") })));
    return new Map(replies.flat().map((device) => [device.ssid, device.values]));
  });
  return { ssids, found };
}

/** @throws CallFailed `not-found` for a device that the user may not see */
async function load(ssid: string): Promise<DeviceReadings["values"]> {
  gathered ??= gather();
  gathered.ssids.add(ssid);
  const values = (await gathered.found).get(ssid);
  if (!values) throw await refusal("not-found");
  return values;
}

function keptOf({ freshForMs, ...reading }: DeviceReadings["values"][number]): Kept {
  return freshForMs === undefined ? reading : { ...reading, staleAtMs: Date.now() + freshForMs };
}

/** The readings with each of the others that replaces the one of its point. */
function replaceEach(
  readings: readonly Kept[],
  others: readonly Kept[],
  replaces: (other: Kept, reading: Kept) => boolean,
): Kept[] {
  const byId = new Map(others.map((other) => [other.param_id, other]));
  return readings.map((reading) => {
    const other = byId.get(reading.param_id);
    return other && replaces(other, reading) ? other : reading;
  });
}

/** The latest value of each point of a device. What the live stream brought meanwhile may be newer than the reply. */
export const readingsQuery = (ssid: string) =>
  queryOptions({
    queryKey: keyOf(ssid),
    queryFn: async ({ client }): Promise<Kept[]> => {
      const came = (await load(ssid)).map(keptOf);
      const known = client.getQueryData<Kept[]>(keyOf(ssid)) ?? [];
      // Of two values of one time that of the reply has the present quality.
      return replaceEach(came, known, (shown, one) => timeOf(shown) > timeOf(one));
    },
    meta: freshnessOf(listLatest),
  });

/** Puts values of the live stream into the store: all of a device, or new ones. A value that arrives late replaces no newer one. */
export function applyReadings(client: QueryClient, { ssid, values }: DeviceReadings): void {
  const state = client.getQueryState<Kept[]>(keyOf(ssid));
  if (!state?.data) return;
  const readings = replaceEach(
    state.data,
    values.map(keptOf),
    (came, shown) => timeOf(came) >= timeOf(shown),
  );
  const isWhole = values.length >= state.data.length;
  // Without its own time, the store would never ask for a point that sends nothing.
  client.setQueryData(keyOf(ssid), readings, isWhole ? {} : { updatedAt: state.dataUpdatedAt });
}

/** Marks values that are too old as stale. @returns a function that ends it */
export function startAging(client: QueryClient): () => void {
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const isOld = ({ quality, staleAtMs }: Kept) =>
      quality === "good" && staleAtMs !== undefined && staleAtMs < nowMs;
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [listLatest.path] })) {
      const known = client.getQueryData<Kept[]>(queryKey);
      if (!known?.some(isOld)) continue;
      const readings = known.map((one) => (isOld(one) ? agedReading(one) : one));
      client.setQueryData(queryKey, readings, { updatedAt: state.dataUpdatedAt });
    }
  }, AGING_MS);
  return () => clearInterval(timer);
}

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
      // A device that somebody has just deleted leaves the list as well.
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
