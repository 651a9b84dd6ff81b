import type {
  getRecurringSchedule as getRoute,
  updateRecurringSchedule as updateRoute,
} from "@verandah/contract/schedules/recurring-schedules.ts";
import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import type { Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { changeRules, refuseChanged } from "./schedule-plan.service.ts";
import * as repository from "./schedule-rules.repository.ts";
import { getOwnBuilding } from "./schedules.service.ts";

const none: RecurringSchedule = { timeData: [], weekData: [], setbackCelsius: null };
/** The setback is no field of the specification: without it the data is as specified. */
const shownOf = ({ timeData, weekData, setbackCelsius }: RecurringSchedule) => ({
  timeData,
  weekData,
  ...(setbackCelsius !== null && { setbackCelsius }),
});
const dataOf = (recurring = none) => JSON.stringify(shownOf(recurring));

/** The weekly defaults of the campus. The caller's building is first. */
export const getRecurringSchedule: Service<typeof getRoute> = async (ctx) => {
  const rows = await repository.listRecurring(ctx.db, ctx.actor.campusId);
  return rows
    .toSorted(
      (a, b) => Number(b.buildingId === ctx.actor.buildingId) - Number(a.buildingId === ctx.actor.buildingId),
    )
    .map(({ buildingId, recurring }) => ({ id: buildingId, data: dataOf(recurring) }));
};

/**
 * Sets the weekly default of a building of the caller's campus. Units follow at once where it changes the current state.
 *
 * @throws AppError `not-found`, `default-schedule-changed` when the default was changed since the caller read it
 */
export const updateRecurringSchedule: Service<typeof updateRoute> = async (
  ctx,
  { id, timeData, weekData, setbackCelsius, openedOn },
) => {
  await getOwnBuilding(ctx, id);
  const recurring = { timeData, weekData: weekData.toSorted((a, b) => a - b), setbackCelsius };
  return changeRules(ctx, { buildingId: id, type: SCHEDULE_TYPE.personalCooling }, async (inner) => {
    const before = await repository.findRecurring(inner.db, id);
    refuseChanged(openedOn, dataOf(before), "default-schedule-changed");
    await repository.upsertRecurring(inner.db, id, recurring, inner.now());
    await recordAudit(inner, {
      action: "change-default-schedule",
      target: `building:${id}`,
      before: shownOf(before ?? none),
      after: shownOf(recurring),
    });
    return { result: { message: "Accepted" as const }, source: { kind: "default", id: 0, name: "" } };
  });
};
