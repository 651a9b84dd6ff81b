import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  type DeviceReadings,
  divideDevices,
  listLatest,
  type ParameterReading,
} from "@verandah/contract/telemetry/telemetry.ts";

import { call, refusal } from "#shared/call.ts";

import { ROUND_MS } from "../query/refresh.ts";
import { freshnessOf } from "../query/route-query.ts";

// The one store of values: an entry of the query cache for each device. Calls fill it, and the live stream changes it.

/** `staleAtMs`: from then on a good value is not fresh, in ms of this browser's clock, whatever time it has. */
export type Kept = ParameterReading & { readonly staleAtMs?: number };

/** Devices that screens need within this time, ms, come by one call. */
const GATHER_MS = 10;
const AGING_MS = 1_000;
/** Values that cannot be loaded are not known to be current after this time, ms. */
const LOST_AFTER_MS = 3 * ROUND_MS.down;

const keyOf = (ssid: string) => [listLatest.path, { ssid }] as const;
const timeOf = (reading: ParameterReading) => reading.measured_time ?? "";

interface Gathered {
  readonly ssids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, DeviceReadings["values"]>>;
}
const gathering = new WeakMap<QueryClient, Gathered>();

function gather(client: QueryClient): Gathered {
  const ssids = new Set<string>();
  const found = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
    gathering.delete(client);
    const parts = divideDevices([...ssids]);
    const replies = await Promise.all(parts.map((part) => call(listLatest, { devices: part.join(",") })));
    return new Map(replies.flat().map((device) => [device.ssid, device.values]));
  });
  return { ssids, found };
}

/** @throws CallFailed `not-found` for a device that the user may not see */
async function load(client: QueryClient, ssid: string): Promise<DeviceReadings["values"]> {
  const gathered = gathering.get(client) ?? gather(client);
  gathering.set(client, gathered);
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
      const came = (await load(client, ssid)).map(keptOf);
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

const latestOf = (client: QueryClient) => client.getQueryCache().findAll({ queryKey: [listLatest.path] });

/** Marks good values of a device as stale. Its error, and when it is loaded again, stay. */
function age(client: QueryClient, query: Query, isOld: (reading: Kept) => boolean): void {
  const isAged = (reading: Kept) => reading.quality === "good" && isOld(reading);
  const known = client.getQueryData<Kept[]>(query.queryKey);
  if (!known?.some(isAged)) return;
  const data = known.map((one): Kept => (isAged(one) ? { ...one, quality: "stale" } : one));
  query.setState({ ...query.state, data });
}

/** Marks all values as stale, until they come again: the connection was lost, so none is known to be current. */
export function ageAll(client: QueryClient): void {
  for (const query of latestOf(client)) age(client, query, () => true);
}

/** Loads all values again that are shown. */
export const reloadAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [listLatest.path] });

/**
 * Marks each value as stale when its time is over, and those of a device that cannot be loaded while no stream brings them.
 *
 * @returns a function that ends it
 */
export function startAging(client: QueryClient, isStreamed: () => boolean): () => void {
  const timer = setInterval(() => {
    const nowMs = Date.now();
    for (const query of latestOf(client)) {
      const { error, dataUpdatedAt } = query.state;
      const isLost = error !== null && nowMs - dataUpdatedAt > LOST_AFTER_MS && !isStreamed();
      age(client, query, ({ staleAtMs }) => isLost || (staleAtMs !== undefined && staleAtMs < nowMs));
    }
  }, AGING_MS);
  return () => clearInterval(timer);
}
