import type { Consumption } from "@verandah/contract/energy.ts";
import type { GraphData } from "@verandah/contract/graph-data.ts";
import type { getEms as getEmsRoute, getEmsDay as getEmsDayRoute } from "@verandah/contract/legacy/ems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getTrend, listLatestOf } from "#features/telemetry/telemetry.service.ts";

import { getConsumption, getMeter } from "../energy.service.ts";

// The specification's calls of energy meters, on the services of every device.

/** Current readings. @throws AppError `not-found` */
export async function getEms(
  ctx: ActorCtx,
  input: InputOf<typeof getEmsRoute>,
): Promise<ReplyOf<typeof getEmsRoute>> {
  const meter = await getMeter(ctx, input.ssid);
  return ((await listLatestOf(ctx, [meter.id])).get(meter.id)?.points ?? []).map(({ reading }) => reading);
}

/** Names of the specification for the points of its graphs; the others have one name. Source: spec 2 §3 Energy graph data. */
const graphNames: Readonly<Record<string, string>> = { powerFactorTotal: "em_powerFactorTotal" };
const DAY_MS = 86_400_000;
const POINTS = 288;

/** Voltages, currents and power factor of the last 24 hours. @throws AppError `not-found` */
export async function getEmsGraph(ctx: ActorCtx, input: InputOf<typeof getEmsRoute>): Promise<GraphData> {
  const readings = await getEms(ctx, input);
  const toMs = ctx.now().getTime();
  const range = {
    ssid: input.ssid,
    from: new Date(toMs - DAY_MS).toISOString(),
    to: new Date(toMs).toISOString(),
    buckets: POINTS,
  };
  const ids = readings
    .map(({ param_id: id }) => id)
    .filter((id) => id.startsWith("em_") || graphNames[id] !== undefined);
  const trends = await Promise.all(ids.map((id) => getTrend(ctx, { ...range, param_id: id })));
  const entries = trends.map(
    ({ param_id: id, buckets }): [string, GraphData["graphData"][number][string]] => [
      graphNames[id] ?? id,
      { measured_time: buckets.map(({ at }) => at), param_value: buckets.map(({ avg }) => avg) },
    ],
  );
  return { graphData: [Object.fromEntries(entries)] };
}

const toGraph = (all: readonly Consumption[]): GraphData => {
  const measured = all.flatMap(({ from, kilowattHour }) =>
    kilowattHour === null ? [] : [{ from, kilowattHour }],
  );
  return {
    graphData: [
      {
        energyTotal: {
          measured_time: measured.map(({ from }) => from),
          param_value: measured.map(({ kilowattHour }) => kilowattHour),
        },
      },
    ],
  };
};

/** Energy of each hour. @throws the errors of `getConsumption` */
export const getEmsDay = async (ctx: ActorCtx, input: InputOf<typeof getEmsDayRoute>): Promise<GraphData> =>
  toGraph((await getConsumption(ctx, input)).hours);

/** Energy of each day. @throws the errors of `getConsumption` */
export const getEmsWeek = async (ctx: ActorCtx, input: InputOf<typeof getEmsDayRoute>): Promise<GraphData> =>
  toGraph((await getConsumption(ctx, input)).days);
