import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";

import type { Ctx } from "#core/ctx.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";
import { judge, pointRules } from "./alarm-rules.ts";
import type { SettingsBook } from "./alarm-settings.service.ts";

/**
 * Every value that a rule suspects, as the rule sees it. Of the many that are well only those are made whose cause `isOpen`, which is
 * to say that it has an active alarm or waits out a delay: this runs each second over every value of the site.
 */
export async function suspectPoints(
  ctx: Ctx,
  settings: SettingsBook,
  isOpen: (cause: string) => boolean,
): Promise<Suspicion[]> {
  const values = await listRuledValues(ctx);
  const now = ctx.now();
  const suspicions: Suspicion[] = [];
  for (const rule of pointRules) {
    for (const value of values.get(`${rule.deviceType}/${rule.paramId}`) ?? []) {
      const own = settings.at(value);
      const onDelayMs = own && rule.onDelayOf(own);
      if (!own || onDelayMs === undefined) continue;
      const limit = rule.limitOf(own);
      const cause = `point:${value.pointId}:${rule.name}`;
      const judged = { side: rule.side, deadband: rule.deadbandOf(own) };
      const standing = qualityOf(value, now) === "good" ? judge(judged, value.value, limit) : "unknown";
      if (standing !== "out" && !isOpen(cause)) continue;
      const text = { name: rule.name, numbers: rule.numbersOf(value.value, limit, own) };
      suspicions.push({
        cause,
        name: rule.name,
        standing,
        onDelayMs,
        offDelayMs: rule.offDelayOf(own),
        campusId: value.campusId,
        locationId: value.locationId,
        buildingId: value.buildingId,
        deviceId: value.deviceId,
        edgeId: null,
        pointId: value.pointId,
        sourceName: value.deviceName,
        text,
        message: alarmMessage("en", { text, message: "" }),
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
