import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";
import { vav } from "@verandah/equipment/types/vav.ts";

import type { Ctx } from "#core/ctx.ts";
import { type IsOpen, suspectFault, type Suspicion } from "#features/alarms/evaluation/suspicion.service.ts";
import type { EvaluatedDevice } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { type FaultRule, faultRules, rulePoints, type UnitView } from "./fault-rules.ts";

/** Maximum zones in an alarm's evidence: a chart cannot show more lines. */
const ZONES_SHOWN_MAX = 6;

/** One air handling unit with its own and its boxes' readings; fresh and good values are separate. */
interface Unit {
  points: Map<string, PlacedValue>;
  zones: PlacedValue[];
  view: UnitView;
}

/**
 * Present faults of air handling units. A unit that cannot be evaluated (off, stale or suspect values) neither begins nor ends an alarm.
 */
export async function suspectUnits(
  ctx: Ctx,
  isOpen: IsOpen,
  devices?: readonly EvaluatedDevice[],
): Promise<Suspicion[]> {
  return (await listUnits(ctx, devices && unitIdsOf(devices))).flatMap((unit) =>
    faultRules.flatMap((rule) => {
      const point = unit.points.get(rule.point);
      const found = rule.evaluate(unit.view);
      return point ? suspectFault({ rule, point, found, evidence: evidenceOf(rule, unit) }, isOpen) : [];
    }),
  );
}

/** The units among some devices, and those that supply a box among them. */
const unitIdsOf = (devices: readonly EvaluatedDevice[]): number[] => [
  ...new Set(
    devices.flatMap(({ id, type, fedBy }) =>
      type === ahu.type ? id : type === vav.type ? (fedBy ?? []) : [],
    ),
  ),
];

/** Some or all units. */
async function listUnits(ctx: Ctx, unitIds: readonly number[] | undefined): Promise<Unit[]> {
  if (unitIds?.length === 0) return [];
  const points = await listPlacedValues(ctx, rulePoints, { deviceTypes: [ahu.type], deviceIds: unitIds });
  const zones = await listPlacedValues(
    ctx,
    comparedPoints(vav).map(({ reading }) => reading),
    { deviceTypes: [vav.type], fedByIds: unitIds },
  );
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

/** The points that a rule used, first the one that the alarm is about. */
function evidenceOf(rule: FaultRule, unit: Unit): PlacedValue[] {
  const own = [rule.point, ...rule.evidence].flatMap((paramId) => unit.points.get(paramId) ?? []);
  return [...own, ...(rule.usesZones ? unit.zones.slice(0, ZONES_SHOWN_MAX) : [])];
}
