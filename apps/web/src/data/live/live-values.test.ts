import type { listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { aVav, airUnits } from "../../testing/air-units.ts";
import { aPump } from "../../testing/pumps.ts";
import { serve } from "../../testing/serve.ts";
import { aLight } from "../../testing/show-lights.ts";
import { createQueryClient } from "../query/query-client.ts";
import { keyOf } from "../query/route-query.ts";
import {
  liveAirUnits,
  liveFedVavs,
  liveLatest,
  liveLights,
  livePumps,
  liveQuery,
  patchReadings,
} from "./live-values.ts";

const ssid = "D-1";
const at = (minute: number, value: number, quality: "good" | "stale" = "good") =>
  aReading({
    param_id: "p",
    param_value: value,
    quality,
    measured_time: `2026-01-05T08:0${minute}:00.000Z`,
  });

const neverMeasured: ParameterReading = { ...at(0, 0), param_value: null, measured_time: null };

/** Replies and values of the live stream, one after the other. @returns the readings after each step */
async function follow<R extends Route>(
  live: { route: R; withReadings: Parameters<typeof liveQuery<R>>[0]["withReadings"] },
  input: SentOf<R>,
  replyWith: (reading: ParameterReading) => ReplyOf<R>,
) {
  const queryClient = createQueryClient();
  const shown = () => {
    const found: ParameterReading[] = [];
    const reply = queryClient.getQueryData<ReplyOf<R>>(keyOf(live.route, input));
    if (reply !== undefined)
      live.withReadings(
        reply,
        (device, readings) => {
          if (device === ssid) found.push(...readings.filter(({ param_id: id }) => id === "p"));
          return readings;
        },
        input,
      );
    return found;
  };
  const load = async (reading: ParameterReading) => {
    serve(live.route, replyWith(reading));
    await queryClient.fetchQuery({ ...liveQuery(live, input), staleTime: 0 });
    return shown();
  };
  const push = (reading: ParameterReading, device = ssid) => {
    patchReadings(queryClient, { ssid: device, values: [reading] });
    return shown();
  };
  return {
    first: await load(neverMeasured),
    live: push(at(3, 30)),
    backfilled: push(at(2, 20)),
    readBeforeTheEvent: await load(at(2, 20)),
    sameButOld: await load(at(3, 30, "stale")),
    sameAgain: push(at(3, 30)),
    next: await load(at(4, 40)),
    ofAnotherDevice: push(at(5, 50), "another"),
  };
}

const kept = {
  first: [neverMeasured],
  live: [at(3, 30)],
  backfilled: [at(3, 30)],
  readBeforeTheEvent: [at(3, 30)],
  sameButOld: [at(3, 30, "stale")],
  sameAgain: [at(3, 30)],
  next: [at(4, 40)],
  ofAnotherDevice: [at(4, 40)],
};
const other = { ssid: "D-2" };

const unitsWith = (reading: ParameterReading) =>
  airUnits({ ...aVav({ ssid }), values: [reading] }, aVav(other));

const lightsWith = (reading: ParameterReading) => ({
  zones: [],
  occupancy: [],
  lights: [aLight({ ssid, values: [reading] }), aLight(other)],
});

const pumpsWith = (reading: ParameterReading) => [aPump({}, { ssid, readings: [reading] }), aPump({}, other)];

test("keeps the newest value of each point of a device, from the live stream or a reply", async () => {
  expect(await follow(liveLatest, { ssid }, (reading) => [reading])).toEqual(kept);
});

test("keeps the newest values of air units and of the boxes that a unit feeds", async () => {
  expect(await follow(liveAirUnits, { id: 1 }, unitsWith)).toEqual(kept);
  const designCfm = aReading({ param_id: "design" });
  const boxesWith = (cfm: ParameterReading): ReplyOf<typeof listFedVavs> => [
    { ssid, name: "VAV 1", state: "online", cfm, designCfm },
  ];
  expect(await follow(liveFedVavs, { ssid: "AHU-1" }, boxesWith)).toEqual(kept);
});

test("keeps the newest values of lights", async () => {
  expect(await follow(liveLights, { id: 1 }, lightsWith)).toEqual(kept);
});

test("keeps the newest values of pumps", async () => {
  expect(await follow(livePumps, {}, pumpsWith)).toEqual(kept);
});

test("a value of another device leaves a reply that must be loaded again as it is", async () => {
  const queryClient = createQueryClient();
  const { queryKey } = liveQuery(liveLatest, { ssid });
  queryClient.setQueryData(queryKey, [at(1, 10)]);
  await queryClient.invalidateQueries({ queryKey });
  patchReadings(queryClient, { ssid: "another", values: [at(5, 50)] });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
