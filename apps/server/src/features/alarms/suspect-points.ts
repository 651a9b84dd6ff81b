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

/**
 * Every value that a rule suspects, as the rule sees it. Of the many that are well only those are made whose cause `isOpen`, which is
 * to say that it has an active alarm or waits out a delay: this runs each second over every value of the site.
 */
export async function suspectPoints(
  ctx: Ctx,
  limits: LimitsByCampus,
  isOpen: (cause: string) => boolean,
): Promise<Suspicion[]> {
  const values = await listRuledValues(ctx);
  const now = ctx.now();
  const suspicions: Suspicion[] = [];
  for (const rule of pointRules) {
    for (const value of values.get(`${rule.deviceType}/${rule.paramId}`) ?? []) {
      const campusLimits = limits.get(value.campusId);
      const onDelayMs = campusLimits && rule.onDelayOf(campusLimits);
      if (!campusLimits || onDelayMs === undefined) continue;
      const limit = rule.limitOf(campusLimits);
      const cause = `point:${value.pointId}:${rule.name}`;
      const standing = qualityOf(value, now) === "good" ? judge(rule, value.value, limit) : "unknown";
      if (standing !== "out" && !isOpen(cause)) continue;
      suspicions.push({
        cause,
        name: rule.name,
        standing,
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
      });
    }
  }
  return suspicions;
}

/** The latest values that some rule looks at, by device type and point name. */
async function listRuledValues(ctx: Ctx): Promise<Map<string, PlacedValue[]>> {
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
  return values;
}
