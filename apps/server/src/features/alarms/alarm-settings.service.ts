import { type Configuration, defaultLimitManners, type LimitManners } from "@verandah/contract/campuses.ts";

import type { Ctx } from "#core/ctx.ts";
import { listManners, loadLimitsBook, type Standpoint } from "#features/campuses/limits.service.ts";

/** What alarms go by at a place. */
export interface AlarmSettings {
  limits: Configuration;
  manners: LimitManners;
}

/** What alarms go by anywhere; undefined: the campus has no limits. */
export interface SettingsBook {
  at(place: Standpoint): AlarmSettings | undefined;
}

/** Reads the settings of every campus. */
export async function loadAlarmSettings(ctx: Ctx): Promise<SettingsBook> {
  const [limits, manners] = await Promise.all([loadLimitsBook(ctx), listManners(ctx)]);
  return {
    at(place) {
      const own = limits.at(place);
      return own && { limits: own, manners: manners.get(place.campusId) ?? defaultLimitManners };
    },
  };
}
