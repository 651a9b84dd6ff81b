import {
  AHU_OFF,
  AHU_ON,
  type getAhu as getAhuRoute,
  SETPOINT_MAX_CELSIUS,
  SETPOINT_MIN_CELSIUS,
} from "@verandah/contract/hvac.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { HEALTH_LATENCY, HEALTH_MISSED_POLLS } from "@verandah/field/points.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { orderWrite } from "#features/commands/commands.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** What a gateway measures of the unit, not the unit itself. */
const healthPointIds = new Set<string>([HEALTH_LATENCY, HEALTH_MISSED_POLLS]);

/** Points whose range the specification narrows, whatever the device would take. Source: spec 2 §5 (its spelling). */
const airSetpoints = new Set(["ahu_in_air_temperature_sp", "ahu_suply_air_temperature_sp"]);

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

/**
 * Orders a new setpoint or on/off state.
 *
 * @throws AppError `setpoint-out-of-range` outside 15 to 35 °C for return and supply air, for anything but on (10) and off (0), and
 *   everything `orderWrite` throws
 */
export async function updateSetpoint(
  ctx: ActorCtx,
  input: { ssid: string; param_id: string; param_value: number },
): Promise<{ message: "ACCEPTED"; commandId: string }> {
  const { ssid, param_id: paramId, param_value: value } = input;
  const isOutside = value < SETPOINT_MIN_CELSIUS || value > SETPOINT_MAX_CELSIUS;
  if (airSetpoints.has(paramId) && isOutside) throw new AppError("setpoint-out-of-range");
  if (paramId === "ahu_on_off_sp" && value !== AHU_ON && value !== AHU_OFF)
    throw new AppError("setpoint-out-of-range");
  const { commandId } = await orderWrite(ctx, { ssid, paramId, value });
  return { message: "ACCEPTED", commandId };
}
