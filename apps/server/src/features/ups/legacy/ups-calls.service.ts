import type { getUps as getUpsRoute } from "@verandah/contract/legacy/ups.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type { GraphData } from "@verandah/contract/telemetry/graph-data.ts";
import { ups } from "@verandah/equipment/types/ups.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getDeviceOfType } from "#features/devices/devices.service.ts";
import { getGraphData, listLatestOf } from "#features/telemetry/telemetry.service.ts";

// The calls of the specification for UPSs. They use the general services of devices.

const LAST_HOUR = { lengthMs: 3_600_000, stepMs: 30_000 };

/** Current readings. @throws AppError `not-found` for any other device */
export const getUps: Service<typeof getUpsRoute> = async (ctx, { ssid }) => {
  const device = await getDeviceOfType(ctx, ssid, ups.type);
  const points = (await listLatestOf(ctx, [device.id])).get(device.id)?.points ?? [];
  return points.map(({ reading }) => reading).filter(({ param_id: id }) => Object.hasOwn(ups.points, id));
};

/** Trends of all points in the last hour. @throws AppError `not-found` */
export async function getUpsGraph(ctx: ActorCtx, input: InputOf<typeof getUpsRoute>): Promise<GraphData> {
  const points = (await getUps(ctx, input)).map(({ param_id: paramId }) => ({ paramId }));
  return getGraphData(ctx, input.ssid, points, LAST_HOUR);
}
