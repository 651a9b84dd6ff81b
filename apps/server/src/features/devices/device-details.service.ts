import type { getDevice as getDeviceRoute } from "@verandah/contract/devices/devices.ts";
import { AppError } from "@verandah/contract/problems.ts";

import type { Service } from "#core/ctx.ts";

import { findDeviceDetails } from "./device-details.repository.ts";

/** A device of the caller's campus with its place, connection and points. @throws AppError `not-found` */
export const getDeviceDetails: Service<typeof getDeviceRoute> = async (ctx, input) => {
  const device = await findDeviceDetails(ctx.db, ctx.actor.campusId, input.ssid);
  if (!device) throw new AppError("not-found");
  return { ...device, stateSince: device.stateSince?.toISOString() ?? null };
};
