import type { getReasons as getReasonsRoute } from "@verandah/contract/commands/why.ts";
import { AppError } from "@verandah/contract/problems.ts";
import {
  type listDeviceChanges as listDeviceChangesRoute,
  PLAN_AHEAD_MS,
} from "@verandah/contract/schedules/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { lightTypes } from "@verandah/equipment/light-group.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { listReasons } from "#features/commands/reasons.service.ts";

import { scheduleNameOf } from "./occurrences/occurrences.service.ts";
import { openPlan, type OpenPlan, writesOf } from "./schedule-plan.service.ts";
import { findDevice } from "./schedule-rules.repository.ts";
import { isSameValue } from "./timetable.ts";

/** How far ahead the end of a schedule is searched, ms. */
const SEARCH_MS = 31 * 24 * 3_600_000;

/** The plan of a device with only its units; undefined for a device without a building. @throws AppError `not-found` */
async function openDevicePlan(
  ctx: ActorCtx,
  ssid: string,
  range: { from: Date; to: Date },
): Promise<OpenPlan | undefined> {
  const device = await findDevice(ctx.db, ctx.actor.campusId, ssid);
  if (!device) throw new AppError("not-found");
  const { buildingId } = device;
  if (buildingId === null) return undefined;
  const isLight = lightTypes.some((type) => type === device.type);
  const type = isLight ? SCHEDULE_TYPE.lighting : SCHEDULE_TYPE.personalCooling;
  const open = await openPlan(ctx, { buildingId, type }, range);
  return { ...open, points: open.points.filter((unit) => unit.ssid === ssid) };
}

/**
 * The source of the present value of each commanded point of a device. For a schedule also when the value ends.
 *
 * @throws AppError `not-found`
 */
export const getReasons: Service<typeof getReasonsRoute> = async (ctx, input) => {
  const reasons = await listReasons(ctx, input);
  if (!reasons.points.some(({ source }) => source === "schedule")) return reasons;
  const now = ctx.now();
  const range = { from: now, to: new Date(presentStep(ctx).getTime() + SEARCH_MS) };
  const plan = await openDevicePlan(ctx, input.ssid, range);
  if (!plan) return reasons;
  ctx.changesAt(...plan.timetable.listEvents(range.from, range.to).map(({ at }) => at));
  return {
    ...reasons,
    points: reasons.points.map((point) => {
      if (point.source !== "schedule") return point;
      const unit = plan.points.find(({ paramId }) => paramId === point.param_id);
      const until = unit && endOf(plan, unit, point.name, range);
      return { ...point, until: until?.toISOString() ?? null };
    }),
  };
};

/** When the rule of the present value of a unit ends or changes the value; undefined for a rule with another name. */
function endOf(
  { timetable }: OpenPlan,
  unit: OpenPlan["units"][number],
  name: string | null,
  { from, to }: { from: Date; to: Date },
): Date | undefined {
  const present = timetable.decide(unit, from);
  const { rule } = present;
  if (scheduleNameOf(rule.name) !== name) return undefined;
  return timetable.listEvents(from, to).find(({ at }) => {
    const next = timetable.decide(unit, at);
    return next.rule.kind !== rule.kind || next.rule.id !== rule.id || !isSameValue(next, present);
  })?.at;
}

/** The values that schedules will write to a device, by the current rules. @throws AppError `not-found` */
export const listDeviceChanges: Service<typeof listDeviceChangesRoute> = async (ctx, { ssid }) => {
  const now = ctx.now();
  const range = { from: now, to: new Date(presentStep(ctx).getTime() + PLAN_AHEAD_MS) };
  const open = await openDevicePlan(ctx, ssid, range);
  if (!open || open.points.length === 0) return null;
  const events = open.timetable.listEvents(range.from, range.to);
  ctx.changesAt(...events.map(({ at }) => at));
  return events.flatMap((event) =>
    writesOf(open, event).writes.map(({ paramId, value }) => ({
      at: event.at.toISOString(),
      kind: event.kind,
      name: event.name,
      param_id: paramId,
      value,
    })),
  );
};
