import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { listAirUnits, listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";
import { getLatest, type ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { fieldOf } from "../query/refresh.ts";
import { keyOf, load, routeQuery } from "../query/route-query.ts";

/** Returns the readings of a device with newer ones, or the same list. */
type Change = (ssid: string, readings: ParameterReading[]) => ParameterReading[];

/** A route whose replies hold readings of devices. `withReadings` returns a reply with changed readings. */
interface LiveRoute<R extends Route> {
  readonly route: R;
  readonly withReadings: (reply: ReplyOf<R>, change: Change, input: unknown) => ReplyOf<R>;
}

const liveRoute = <R extends Route>(route: R, withReadings: LiveRoute<R>["withReadings"]): LiveRoute<R> => ({
  route,
  withReadings,
});

function withValues<D extends { ssid: string; values: ParameterReading[] }>(device: D, change: Change): D {
  const values = change(device.ssid, device.values);
  return values === device.values ? device : { ...device, values };
}

export const liveLatest = liveRoute(getLatest, (readings, change, input) =>
  change(String(fieldOf(input, "ssid")), readings),
);
export const liveAirUnits = liveRoute(listAirUnits, ({ units, ...reply }, change) => ({
  ...reply,
  units: units.map((unit) => withValues(unit, change)),
}));
export const liveLights = liveRoute(listLights, ({ lights, ...reply }, change) => ({
  ...reply,
  lights: lights.map((light) => withValues(light, change)),
}));
export const liveFedVavs = liveRoute(listFedVavs, (boxes, change) =>
  boxes.map((box) => {
    const [cfm = box.cfm, designCfm = box.designCfm] = change(box.ssid, [box.cfm, box.designCfm]);
    return { ...box, cfm, designCfm };
  }),
);
export const livePumps = liveRoute(listPumps, (pumps, change) =>
  pumps.map((pump) => ({ ...pump, readings: change(pump.ssid, pump.readings) })),
);

const timeOf = (reading: ParameterReading) => reading.measured_time ?? "";

function replaceEach(
  readings: ParameterReading[],
  others: readonly ParameterReading[],
  replaces: (other: ParameterReading, reading: ParameterReading) => boolean,
): ParameterReading[] {
  const byId = new Map(others.map((other) => [other.param_id, other]));
  return readings.map((reading) => {
    const other = byId.get(reading.param_id);
    return other && replaces(other, reading) ? other : reading;
  });
}

/** The query of a live route. A reply can be older than what the live stream brought meanwhile: the newer value of each point stays. */
export function liveQuery<R extends Route>({ route, withReadings }: LiveRoute<R>, input: SentOf<R>) {
  const query = routeQuery(route, input);
  return queryOptions({
    ...query,
    queryFn: async (context): Promise<ReplyOf<R>> => {
      const reply = await load(route, input, context);
      const known = context.client.getQueryData<ReplyOf<R>>(query.queryKey);
      if (known === undefined) return reply;
      const shownOf = new Map<string, ParameterReading[]>();
      const collect: Change = (ssid, readings) => {
        shownOf.set(ssid, readings);
        return readings;
      };
      withReadings(known, collect, input);
      // Of two values of the same time the one of the reply has the present quality.
      return withReadings(
        reply,
        (ssid, readings) =>
          replaceEach(readings, shownOf.get(ssid) ?? [], (shown, came) => timeOf(shown) > timeOf(came)),
        input,
      );
    },
  });
}

/** Puts new values of a device into every cached reply that holds some of them. */
export function patchReadings(queryClient: QueryClient, event: LiveEvent<"readings">["data"]): void {
  patchReplies(queryClient, liveLatest, event);
  patchReplies(queryClient, liveFedVavs, event);
  patchReplies(queryClient, liveAirUnits, event);
  patchReplies(queryClient, liveLights, event);
  patchReplies(queryClient, livePumps, event);
}

/**
 * The age of a reply stays, so that the slow round loads it. A backfilled value arrives late and replaces no newer one. A reply without the device stays
 * as it is, with its error and its need to be loaded again.
 */
function patchReplies<R extends Route>(
  queryClient: QueryClient,
  { route, withReadings }: LiveRoute<R>,
  { ssid, values }: LiveEvent<"readings">["data"],
): void {
  let hasDevice = false;
  const change: Change = (device, readings) => {
    if (device !== ssid) return readings;
    hasDevice = true;
    return replaceEach(readings, values, (came, shown) => timeOf(came) >= timeOf(shown));
  };
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: keyOf(route) })) {
    const known = queryClient.getQueryData<ReplyOf<R>>(queryKey);
    if (known === undefined) continue;
    hasDevice = false;
    const patched = withReadings(known, change, queryKey[1]);
    if (hasDevice) queryClient.setQueryData(queryKey, patched, { updatedAt: state.dataUpdatedAt });
  }
}
