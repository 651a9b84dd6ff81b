import type { Configuration } from "@verandah/contract/campuses.ts";

import type { Ctx } from "#core/ctx.ts";
import { getLimits, listCampuses } from "#features/campuses/campuses.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";
import { judge, pointRules } from "./alarm-rules.ts";

export type LimitsByCampus = ReadonlyMap<number, Configuration>;

/** The limits of every campus. */
export async function loadLimits(ctx: Ctx): Promise<LimitsByCampus> {
  const campuses = await listCampuses(ctx);
  return new Map(await Promise.all(campuses.map(async ({ id }) => [id, await getLimits(ctx, id)] as const)));
}

/** Every value that a rule looks at, as the rule sees it. */
export async function suspectPoints(ctx: Ctx, limits: LimitsByCampus): Promise<Suspicion[]> {
  const values = new Map<string, PlacedValue[]>();
  for (const deviceType of new Set(pointRules.map((rule) => rule.deviceType))) {
    const names = pointRules.filter((rule) => rule.deviceType === deviceType).map((rule) => rule.paramId);
    for (const value of await listPlacedValues(ctx, [...new Set(names)], { deviceType })) {
      const key = `${deviceType}/${value.paramId}`;
      const list = values.get(key);
      if (list) list.push(value);
      else values.set(key, [value]);
    }
  }
  const now = ctx.now();
  return pointRules.flatMap((rule) =>
    (values.get(`${rule.deviceType}/${rule.paramId}`) ?? []).flatMap((value): Suspicion[] => {
      const campusLimits = limits.get(value.campusId);
      if (!campusLimits) return [];
      const limit = rule.limitOf(campusLimits);
      const onDelayMs = rule.onDelayOf(campusLimits);
      if (onDelayMs === undefined) return [];
      return [
        {
          cause: `point:${value.pointId}:${rule.name}`,
          name: rule.name,
          standing: qualityOf(value, now) === "good" ? judge(rule, value.value, limit) : "unknown",
          onDelayMs,
          offDelayMs: rule.offDelayMs,
          campusId: value.campusId,
          locationId: value.locationId,
          deviceId: value.deviceId,
          edgeId: null,
          pointId: value.pointId,
          sourceName: value.deviceName,
          message: rule.message(value.value, limit, campusLimits),
          value: value.value,
          limit,
        },
      ];
    }),
  );
}
