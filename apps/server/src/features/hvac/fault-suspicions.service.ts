import type { AlarmEvidence } from "@verandah/contract/alarms.ts";
import { alarmMessage, faultTextName } from "@verandah/equipment/alarm-texts.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import { vav } from "@verandah/equipment/types/vav.ts";

import type { Ctx } from "#core/ctx.ts";
import type { Suspicion } from "#features/alarms/alarm-evaluation.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { type FaultRule, faultRules, judgedPoints, type UnitView } from "./fault-rules.ts";

/** Most zones in an alarm's evidence: more lines cannot be told apart. */
const ZONES_SHOWN_MAX = 6;
const MS_PER_SECOND = 1_000;

/** One air handling unit with its own and its boxes' readings; fresh and good values are separate. */
interface Unit {
  points: Map<string, PlacedValue>;
  zones: PlacedValue[];
  view: UnitView;
}

/**
 * Faults of air handling units that the rules suspect now. What cannot be judged (a unit that is off, a value that is stale or suspect)
 * begins nothing and ends nothing.
 */
export async function suspectUnits(ctx: Ctx, isOpen: (cause: string) => boolean): Promise<Suspicion[]> {
  const suspicions: Suspicion[] = [];
  for (const unit of await listUnits(ctx)) {
    for (const rule of faultRules) {
      const point = unit.points.get(rule.point);
      if (!point) continue;
      const cause = `point:${point.pointId}:${rule.name}`;
      const found = rule.judge(unit.view);
      if (found?.standing !== "out" && !isOpen(cause)) continue;
      const text = { name: faultTextName(rule.name, rule), numbers: found?.numbers ?? [] };
      suspicions.push({
        cause,
        name: rule.name,
        standing: found?.standing ?? "between",
        onDelayMs: rule.onDelaySeconds * MS_PER_SECOND,
        offDelayMs: rule.offDelaySeconds * MS_PER_SECOND,
        campusId: point.campusId,
        locationId: point.locationId,
        buildingId: point.buildingId,
        deviceId: point.deviceId,
        edgeId: null,
        pointId: point.pointId,
        sourceName: point.deviceName,
        text,
        message: alarmMessage("en", { text, message: "" }),
        value: null,
        limit: null,
        evidence: evidenceOf(rule, unit),
      });
    }
  }
  return suspicions;
}

async function listUnits(ctx: Ctx): Promise<Unit[]> {
  const [points, zones] = await Promise.all([
    listPlacedValues(ctx, judgedPoints, { deviceType: ahu.type }),
    listPlacedValues(
      ctx,
      comparedPoints(vav).map(({ reading }) => reading),
      { deviceType: vav.type },
    ),
  ]);
  const now = ctx.now();
  const isGood = (value: PlacedValue) => qualityOf(value, now) === "good";
  const goodZones = Map.groupBy(zones.filter(isGood), (zone) => zone.fedBy);
  return [...Map.groupBy(points, (point) => point.deviceId)].map(([deviceId, own]) => {
    const fed = goodZones.get(deviceId) ?? [];
    return {
      points: new Map(own.map((point) => [point.paramId, point])),
      zones: fed,
      view: {
        values: new Map(own.filter(isGood).map((point) => [point.paramId, point.value])),
        zoneCelsius: fed.map((zone) => zone.value),
      },
    };
  });
}

/** The points that a rule has judged by, the one that the alarm is about first. */
function evidenceOf(rule: FaultRule, unit: Unit): AlarmEvidence["points"] {
  const own = [rule.point, ...rule.evidence].flatMap((paramId) => unit.points.get(paramId) ?? []);
  const zones = rule.usesZones ? unit.zones.slice(0, ZONES_SHOWN_MAX) : [];
  return [...own, ...zones].map((point) => ({
    ssid: point.ssid,
    name: point.deviceName,
    param_id: point.paramId,
    unit: point.unit,
    param_value: point.value,
  }));
}
