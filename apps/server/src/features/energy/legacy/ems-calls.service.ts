import type { Consumption } from "@verandah/contract/energy/energy.ts";
import type { getEms as getEmsRoute, getEmsDay as getEmsDayRoute } from "@verandah/contract/legacy/ems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type { GraphData } from "@verandah/contract/telemetry/graph-data.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getGraphData, listLatestOf } from "#features/telemetry/telemetry.service.ts";

import { getConsumption, getMeter } from "../energy.service.ts";

// The specification's calls of energy meters, on the services of every device.

/** Current readings. @throws AppError `not-found` */
export const getEms: Service<typeof getEmsRoute> = async (ctx, input) => {
  const meter = await getMeter(ctx, input.ssid);
  return ((await listLatestOf(ctx, [meter.id])).get(meter.id)?.points ?? []).map(({ reading }) => reading);
};

/** The specification's names for the points of its graphs; the others have the same name. Source: spec 2 §3 Energy graph data. */
const graphNames: Readonly<Record<string, string>> = { powerFactorTotal: "em_powerFactorTotal" };
const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** Voltages, currents and power factor of the last 24 hours. @throws AppError `not-found` */
export async function getEmsGraph(ctx: ActorCtx, input: InputOf<typeof getEmsRoute>): Promise<GraphData> {
  const readings = await getEms(ctx, input);
  const points = readings
    .map(({ param_id: paramId }) => ({ paramId, name: graphNames[paramId] ?? paramId }))
    .filter(({ name }) => name.startsWith("em_"));
  return getGraphData(ctx, input.ssid, points, { lengthMs: DAY_MS, stepMs: STEP_MS });
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
