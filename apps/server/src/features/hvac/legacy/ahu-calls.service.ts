import type * as contract from "@verandah/contract/legacy/ahu.ts";
import { LAST_HOUR_STEP_MS } from "@verandah/contract/legacy/ahu.ts";
import type { GraphData } from "@verandah/contract/telemetry/graph-data.ts";
import { isHealthPoint } from "@verandah/equipment/catalogue.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { originOf, sendCommand } from "#features/commands/commands.service.ts";
import { getGraphData, listLatestOf } from "#features/telemetry/telemetry.service.ts";

import { getUnit } from "../hvac.service.ts";

// The specification's calls of an air handling unit, on the services of every device.

/** Readings and setpoints of an air handling unit. @throws AppError `not-found` */
export const getAhu: Service<typeof contract.getAhu> = async (ctx, input) => {
  const points = await listPointsOf(ctx, await getUnit(ctx, input.ssid));
  return {
    current: points.filter((point) => point.kind === "reading").map((point) => point.reading),
    current_sp: points.filter((point) => point.kind !== "reading").map((point) => point.reading),
  };
};

/** The unit's own points, without those that its gateway measures. */
async function listPointsOf(ctx: ActorCtx, device: { id: number }) {
  const points = (await listLatestOf(ctx, [device.id])).get(device.id)?.points ?? [];
  return points.filter((point) => !isHealthPoint(point.reading.param_id));
}

const HOUR_MS = 3_600_000;

/** What a unit has measured in the last hour, as means of LAST_HOUR_STEP_MS. @throws AppError `not-found` */
export async function getAhuLastHour(ctx: ActorCtx, input: { ssid: string }): Promise<GraphData> {
  const points = await listPointsOf(ctx, await getUnit(ctx, input.ssid));
  return getGraphData(
    ctx,
    input.ssid,
    points.map(({ reading }) => ({ paramId: reading.param_id })),
    { lengthMs: HOUR_MS, stepMs: LAST_HOUR_STEP_MS },
  );
}

/** Sends a setpoint or an on/off command. @throws the errors of `sendCommand` */
export const updateSetpoint: Service<typeof contract.updateSetpoint> = async (ctx, input) => {
  const { ssid, param_id: paramId, param_value: value, reason, until } = input;
  const { commandId } = await sendCommand(ctx, {
    ssid,
    paramId,
    value,
    origin: originOf(ctx),
    reason,
    until: until === undefined ? undefined : new Date(until),
  });
  return { message: "ACCEPTED", commandId };
};
