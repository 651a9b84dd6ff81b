import type { FedVav } from "@verandah/contract/hvac/hvac.ts";
import { AIR_FLOW, DESIGN_AIR_FLOW } from "@verandah/equipment/types/vav.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getDeviceOfType, listFed } from "#features/devices/devices.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** An air handling unit of the caller's campus. @throws AppError `not-found`, for other types of device as well */
export const getUnit = (ctx: ActorCtx, ssid: string) => getDeviceOfType(ctx, ssid, "AHU");

/** The boxes that a unit feeds, with their flow. @throws AppError `not-found` */
export async function listFedVavs(ctx: ActorCtx, input: { ssid: string }): Promise<FedVav[]> {
  const vavs = await listFed(ctx, (await getUnit(ctx, input.ssid)).id);
  const latest = await listLatestOf(
    ctx,
    vavs.map((vav) => vav.id),
  );
  return vavs.flatMap(({ id, ssid, name, state }) => {
    const readingOf = (paramId: string) =>
      latest.get(id)?.points.find(({ reading }) => reading.param_id === paramId)?.reading;
    const [cfm, designCfm] = [readingOf(AIR_FLOW), readingOf(DESIGN_AIR_FLOW)];
    // A unit without an air flow is not a box.
    return cfm && designCfm ? [{ ssid, name, state, cfm, designCfm }] : [];
  });
}
