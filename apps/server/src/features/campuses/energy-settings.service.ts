import { defaultEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import type { EnergySettings } from "@verandah/equipment/energy-settings.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./energy-settings.repository.ts";

/** Tariff, contract demand and carbon factor of the caller's campus. */
export async function getEnergySettings(ctx: ActorCtx): Promise<EnergySettings> {
  return (await repository.findSettings(ctx.db, ctx.actor.campusId)) ?? defaultEnergySettings;
}

/** Saves the energy settings of the caller's campus. They also change the costs of the past. */
export function saveEnergySettings(ctx: ActorCtx, input: EnergySettings): Promise<EnergySettings> {
  const { campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const before = await getEnergySettings(inner);
    await repository.replaceSettings(inner.db, campusId, input);
    await recordAudit(inner, {
      action: "save-energy-settings",
      target: `campus:${campusId}`,
      before,
      after: input,
    });
    return getEnergySettings(inner);
  });
}

/** Saves the energy settings of a site file, unless the campus has settings and the file does not replace them. */
export async function importEnergySettings(
  ctx: Ctx,
  campusId: number,
  settings: EnergySettings,
  replaces: boolean,
): Promise<void> {
  if (!replaces && (await repository.findSettings(ctx.db, campusId))) return;
  await repository.replaceSettings(ctx.db, campusId, settings);
}
