import type {
  getAhu as getAhuRoute,
  updateSetpoint as updateSetpointRoute,
} from "@verandah/contract/hvac.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { HEALTH_LATENCY, HEALTH_MISSED_POLLS } from "@verandah/field/points.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { orderWrite, originOf } from "#features/commands/commands.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** What a gateway measures of the unit, not the unit itself. */
const healthPointIds = new Set<string>([HEALTH_LATENCY, HEALTH_MISSED_POLLS]);

/** Readings and setpoints of an air handling unit. @throws AppError `not-found`, for other types of device as well */
export async function getAhu(ctx: ActorCtx, input: { ssid: string }): Promise<ReplyOf<typeof getAhuRoute>> {
  const device = await getDevice(ctx, input.ssid);
  if (device.type !== "AHU") throw new AppError("not-found");
  const points = (await listLatestOf(ctx, [device.id])).get(device.id)?.points ?? [];
  return {
    current: points
      .filter((point) => point.kind === "reading" && !healthPointIds.has(point.reading.param_id))
      .map((point) => point.reading),
    current_sp: points.filter((point) => point.kind !== "reading").map((point) => point.reading),
  };
}

/** Orders a new setpoint or on/off state. @throws AppError what `orderWrite` throws */
export async function updateSetpoint(
  ctx: ActorCtx,
  input: InputOf<typeof updateSetpointRoute>,
): Promise<ReplyOf<typeof updateSetpointRoute>> {
  const { ssid, param_id: paramId, param_value: value, reason, until } = input;
  const { commandId } = await orderWrite(ctx, {
    ssid,
    paramId,
    value,
    origin: originOf(ctx),
    reason,
    until: until === undefined ? undefined : new Date(until),
  });
  return { message: "ACCEPTED", commandId };
}
