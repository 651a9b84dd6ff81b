import type { getReasons as getReasonsRoute } from "@verandah/contract/commands/why.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { lightTypes } from "@verandah/equipment/light-group.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { listReasons } from "#features/commands/reasons.service.ts";

import { scheduleNameOf } from "./occurrences.service.ts";
import { openPlan, type OpenPlan } from "./schedule-plan.service.ts";
import { findBuildingOf } from "./schedule-rules.repository.ts";

/** How far ahead the end of a schedule is searched, ms. */
const SEARCH_MS = 31 * 24 * 3_600_000;

/** What set the present value of each commanded point of a device; a value of a schedule has the time until which it runs. @throws AppError `not-found` */
export async function getReasons(
  ctx: ActorCtx,
  input: InputOf<typeof getReasonsRoute>,
): Promise<ReplyOf<typeof getReasonsRoute>> {
  const reasons = await listReasons(ctx, input);
  const buildingId = reasons.points.some(({ source }) => source === "schedule")
    ? await findBuildingOf(ctx.db, ctx.actor.campusId, input.ssid)
    : undefined;
  if (buildingId === undefined) return reasons;
  const isLight = lightTypes.some((type) => type === reasons.deviceType);
  const type = isLight ? SCHEDULE_TYPE.lighting : SCHEDULE_TYPE.personalCooling;
  const now = ctx.now();
  const range = { from: now, to: new Date(now.getTime() + SEARCH_MS) };
  const plan = await openPlan(ctx, { buildingId, type }, range);
  return {
    ...reasons,
    points: reasons.points.map((point) => {
      if (point.source !== "schedule") return point;
      const unit = plan.units.find(({ ssid, paramId }) => ssid === input.ssid && paramId === point.param_id);
      const until = unit && endOf(plan, unit, point.name, range);
      return { ...point, until: until?.toISOString() ?? null };
    }),
  };
}

/** When the rule of a unit's present value ends or changes it; undefined for a rule with another name. */
function endOf(
  { timetable }: OpenPlan,
  unit: OpenPlan["units"][number],
  name: string | null,
  { from, to }: { from: Date; to: Date },
): Date | undefined {
  const { rule, percent } = timetable.decide(unit, from);
  if (scheduleNameOf(rule.name) !== name) return undefined;
  return timetable.listEvents(from, to).find(({ at }) => {
    const next = timetable.decide(unit, at);
    return next.rule.kind !== rule.kind || next.rule.id !== rule.id || next.percent !== percent;
  })?.at;
}
