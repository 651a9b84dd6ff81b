import { AppError } from "@verandah/contract/problems.ts";
import { type OccurrenceKind, PLAN_AHEAD_MS } from "@verandah/contract/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";

import * as occurrences from "./occurrences.repository.ts";
import * as repository from "./schedule-rules.repository.ts";
import { createTimetable, type Timetable } from "./timetable.ts";

const AIR = SCHEDULE_TYPE.personalCooling;

/** The value of a unit's on/off command; null releases the unit. */
export const valueOf = (isOn: boolean | undefined): number | null =>
  isOn === undefined ? null : isOn ? ahuSwitch.on : ahuSwitch.off;

/** A building's current rules and units. */
export interface OpenPlan {
  plan: occurrences.Plan;
  timetable: Timetable;
  units: repository.UnitRow[];
}

/** @throws AppError `not-found` for a place that is not a building */
export async function openPlan(ctx: Ctx, buildingId: number, from: Date): Promise<OpenPlan> {
  const building = await repository.findBuilding(ctx.db, buildingId);
  if (!building) throw new AppError("not-found");
  const rules = await repository.findRules(ctx.db, building, AIR, from);
  return {
    plan: { campusId: building.campusId, buildingId, type: AIR },
    timetable: createTimetable(rules),
    units: await repository.listAirUnits(ctx.db, buildingId),
  };
}

function occurrencesOf(
  { timetable, units }: OpenPlan,
  { from, to }: { from: Date; to: Date },
): occurrences.NewOccurrence[] {
  return timetable.listEvents(from, to).flatMap((event) => {
    const { writes, concerned, overriddenBy, isSetByEnd } = timetable.effectOf(event, units);
    const isIdle = concerned > 0 && writes.length === 0;
    // Start and end of a special day matter only where they switch a unit. An event that ends at its start is not overridden.
    if (isIdle && (overriddenBy === undefined || isSetByEnd)) return [];
    return [{ ...event, overriddenBy: isIdle ? overriddenBy : undefined }];
  });
}

/** The schedule or day that changed. */
export interface ChangedSource {
  kind: OccurrenceKind;
  id: number;
  name: string;
}

/**
 * Changes a building's rules and plans future occurrences again. Where the current state changes, units follow at once. The past does not
 * change. `work` returns its own result and its changes.
 */
export function changeRules<C extends Ctx, T>(
  ctx: C,
  buildingId: number,
  work: (inner: C) => Promise<{ result: T; source: ChangedSource }>,
): Promise<T> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now();
    await repository.lockPlan(inner.db, buildingId, AIR, now);
    const before = await openPlan(inner, buildingId, now);
    const { result, source } = await work(inner);
    const after = await openPlan(inner, buildingId, now);
    const to = new Date(now.getTime() + PLAN_AHEAD_MS);
    await occurrences.deleteFuture(inner.db, after.plan, now);
    await occurrences.insertOccurrences(inner.db, after.plan, occurrencesOf(after, { from: now, to }));
    await repository.updatePlannedUntil(inner.db, buildingId, AIR, to);
    const followers = after.units.flatMap((unit) => {
      const was = before.timetable.decide(unit, now).isOn;
      const { isOn } = after.timetable.decide(unit, now);
      return was === isOn ? [] : [{ deviceId: unit.deviceId, value: valueOf(isOn) }];
    });
    if (followers.length > 0) {
      const { kind, id: sourceId, name } = source;
      await occurrences.insertChange(inner.db, after.plan, { kind, sourceId, name }, now, followers);
    }
    inner.publish({ name: "schedules-changed", data: {} });
    return result;
  });
}

/** Unplanned occurrences of a downtime are added up to this far back, ms. */
const PLAN_BACK_MS = 31 * 24 * 3_600_000;

/** Plans every building 48 hours ahead, from the end of its plan. */
export async function extendPlans(ctx: Ctx): Promise<void> {
  for (const buildingId of await repository.listPlannedBuildings(ctx.db, AIR))
    await inTransaction(ctx, async (inner) => {
      const now = inner.now();
      const plannedUntil = await repository.lockPlan(inner.db, buildingId, AIR, now);
      const from = new Date(Math.max(plannedUntil.getTime(), now.getTime() - PLAN_BACK_MS));
      const to = new Date(now.getTime() + PLAN_AHEAD_MS);
      if (from >= to) return;
      const open = await openPlan(inner, buildingId, from);
      await occurrences.insertOccurrences(inner.db, open.plan, occurrencesOf(open, { from, to }));
      await repository.updatePlannedUntil(inner.db, buildingId, AIR, to);
    });
}
