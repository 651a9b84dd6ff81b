import type { FedVav } from "@verandah/contract/hvac/hvac.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDeviceOfType, listFed } from "#features/devices/devices.service.ts";

/** An air handling unit of the caller's campus. @throws AppError `not-found`, for other types of device as well */
export const getUnit = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, "AHU");

/** The boxes that a unit feeds. @throws AppError `not-found` */
export async function listFedVavs(ctx: ActorCtx, input: { ssid: string }): Promise<FedVav[]> {
  const vavs = await listFed(ctx, (await getUnit(ctx, input.ssid)).id);
  return vavs.map(({ ssid, name, state }) => ({ ssid, name, state }));
}
