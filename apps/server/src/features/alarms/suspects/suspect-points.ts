import { fillNumbers } from "@verandah/equipment/alarm-messages.ts";
import { alarms, isAlarmName } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import type { Ctx } from "#core/ctx.ts";
import type { LimitSettings, SettingsByPlace } from "#features/campuses/limits.service.ts";
import type { SiteType } from "#features/equipment/equipment.service.ts";
import {
  type LatestOfDevice,
  listLatestOf,
  listOutside,
  listPlacedValues,
  type PlacedValue,
  qualityOf,
} from "#features/telemetry/telemetry.service.ts";

import { type CauseMap, causeOfEvent } from "../alarm-subjects.ts";
import { isAs, evaluateValue, type PointRule, pointRules, rulesOf } from "../evaluation/alarm-rules.ts";
import { pointOf, type Rule, suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

/** A rule of a built-in type, or of a type that one campus adds. */
interface RuleAtSite extends PointRule {
  campusId?: number;
  alarm?: EquipmentType["alarms"][string] | undefined;
}

/**
 * Every value that a rule suspects. Of normal values only those are included whose cause is in `open` (it has an active alarm or a running
 * delay), because this runs each second.
 *
 * @param deviceIds devices whose values may have changed; undefined: all
 */
export async function suspectPoints(
  ctx: Ctx,
  { settings, siteTypes }: { settings: SettingsByPlace; siteTypes: readonly SiteType[] },
  open: CauseMap<true>,
  deviceIds: readonly number[] | undefined,
): Promise<Suspicion[]> {
  const siteRules = siteTypes.flatMap(({ campusId, type }) =>
    rulesOf(type).map((rule) => ({ ...rule, campusId, alarm: type.alarms[rule.name] })),
  );
  const rules: readonly RuleAtSite[] = [...pointRules, ...siteRules];
  const outsideIds = await listOutsideIds(ctx, rules, settings, deviceIds);
  const values = await listRuledValues(ctx, rules, [...outsideIds, ...open.idsOf("point")]);
  const excuses = await listExcuses(ctx, rules, values);
  const now = ctx.now();
  const suspicions: Suspicion[] = [];
  const isExcused = ({ unless }: PointRule, { deviceId }: PlacedValue) =>
    unless.length > 0 &&
    unless.every((condition) => {
      const points = excuses.get(deviceId)?.points ?? [];
      const other = points.find(({ reading }) => reading.param_id === condition.point)?.reading;
      return other?.quality === "good" && other.param_value !== null && isAs(condition, other.param_value);
    });
  for (const rule of rules) {
    for (const value of values.get(`${rule.deviceType}/${rule.paramId}`) ?? []) {
      if (rule.campusId !== undefined && rule.campusId !== value.campusId) continue;
      const own = settings.at(value);
      const onDelayMs = rule.onDelayOf(own);
      if (onDelayMs === undefined) continue;
      const limit = rule.limitOf(own);
      const judged = { side: rule.side, deadband: rule.deadbandOf(own) };
      const isGood = qualityOf(value, now) === "good";
      const condition = isGood
        ? isExcused(rule, value)
          ? "back"
          : evaluateValue(judged, value.value, limit)
        : "unknown";
      const isOpen = open.has({ subject: { kind: "point", id: value.pointId }, rule: rule.name });
      if (condition !== "out" && !isOpen) continue;
      const numbers = rule.numbersOf(value.value, limit, own);
      suspicions.push(
        suspect(
          pointOf(value),
          { ...textOf(rule, numbers), onDelayMs, offDelayMs: rule.offDelayOf(own) },
          {
            condition,
            value: value.value,
            limit,
            explains: rule.deviceCodes.map((code) => causeOfEvent(value.deviceId, code)),
          },
        ),
      );
    }
  }
  return suspicions;
}

/** The stored message is in English; a reply has the text's name and numbers for other languages. */
function textOf({ deviceType, name, alarm, channel }: RuleAtSite, numbers: number[]): Rule {
  if (alarm) {
    const message = fillNumbers((alarm.message ?? alarm.title).en, numbers);
    return { name, code: alarm.code, text: { name: `${deviceType}/${name}`, numbers }, message };
  }
  if (!isAlarmName(name)) throw new Error(`The alarm ${name} has no text`);
  const isOfChannel = channel !== undefined && alarms[name].variants?.["channel"] !== undefined;
  return { name, text: isOfChannel ? { name: `${name}/channel`, numbers: [channel] } : { name, numbers } };
}

/** The limit of a rule that the most values are out of, of all places. */
function tightest({ side, limitOf }: PointRule, all: readonly LimitSettings[]): number {
  const limits = all.map((settings) => limitOf(settings));
  return side === "below" ? Math.max(...limits) : Math.min(...limits);
}

/** Points whose latest value is out of a limit that applies somewhere. */
const listOutsideIds = (
  ctx: Ctx,
  rules: readonly PointRule[],
  settings: SettingsByPlace,
  deviceIds: readonly number[] | undefined,
): Promise<number[]> =>
  listOutside(
    ctx,
    rules.map((rule) => ({
      deviceType: rule.deviceType,
      paramId: rule.paramId,
      side: rule.side,
      limit: tightest(rule, settings.all),
    })),
    deviceIds,
  );

/** The latest values of points, by device type and point name. */
async function listRuledValues(
  ctx: Ctx,
  rules: readonly PointRule[],
  pointIds: readonly number[],
): Promise<Map<string, PlacedValue[]>> {
  if (pointIds.length === 0) return new Map();
  const names = [...new Set(rules.map(({ paramId }) => paramId))];
  const deviceTypes = [...new Set(rules.map(({ deviceType }) => deviceType))];
  const values = await listPlacedValues(ctx, names, { deviceTypes, pointIds });
  return Map.groupBy(values, ({ deviceType, paramId }) => `${deviceType}/${paramId}`);
}

/** Values by which a rule excuses others, by device; most rounds need none. */
function listExcuses(
  ctx: Ctx,
  rules: readonly PointRule[],
  values: ReadonlyMap<string, readonly PlacedValue[]>,
): Promise<Map<number, LatestOfDevice>> {
  const excused = rules.filter(({ unless }) => unless.length > 0);
  const judged = excused.flatMap(({ deviceType, paramId }) => values.get(`${deviceType}/${paramId}`) ?? []);
  return listLatestOf(
    ctx,
    judged.map(({ deviceId }) => deviceId),
  );
}
