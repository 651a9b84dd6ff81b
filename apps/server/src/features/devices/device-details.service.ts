import type { getDevice as getDeviceRoute } from "@verandah/contract/devices/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import type { ActorCtx } from "#core/ctx.ts";

import { findDeviceDetails } from "./device-details.repository.ts";

/** A device of the caller's campus with its place, connection and points. @throws AppError `not-found` */
export async function getDeviceDetails(
  ctx: ActorCtx,
  input: { ssid: string },
): Promise<ReplyOf<typeof getDeviceRoute>> {
  const device = await findDeviceDetails(ctx.db, ctx.actor.campusId, input.ssid);
  if (!device) throw new AppError("not-found");
  return { ...device, stateSince: device.stateSince?.toISOString() ?? null };
}
