import { isDeepStrictEqual } from "node:util";

import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";
import { type OccurrenceKind, PLAN_AHEAD_MS } from "@verandah/contract/schedules/schedule-days.ts";
import { SCHEDULE_TYPE, type ScheduleType } from "@verandah/contract/schedules/schedules.ts";
import { ahuSwitch, SETBACK_SETPOINT } from "@verandah/equipment/types/ahu.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";

import * as occurrences from "./occurrences/occurrences.repository.ts";
import { pointKey } from "./occurrences/reconcile.repository.ts";
import * as repository from "./schedule-rules.repository.ts";
import {
  createTimetable,
  type Decision,
  type PlannedEvent,
  type Rules,
  type Timetable,
} from "./timetable.ts";

/** The value that a schedule writes to the switch or the level of its units. */
export function valueOf(type: ScheduleType, percent: number): number {
  if (type === SCHEDULE_TYPE.lighting) return percent;
  return percent > 0 ? ahuSwitch.on : ahuSwitch.off;
}

/**
 * The value of a point by a decision; null releases it. Released lights return to their automatic mode, and a released setpoint to the
 * unit's own. A unit in setback runs; one without the setpoint is off.
 */
export function valueAt(
  type: ScheduleType,
  { paramId, canSetBack }: repository.UnitRow,
  { percent, setbackCelsius }: Decision,
): number | null {
  const setback = canSetBack ? setbackCelsius : null;
  if (paramId === SETBACK_SETPOINT) return setback;
  if (percent === undefined) return null;
  return setback === null ? valueOf(type, percent) : ahuSwitch.on;
}

/** The values that an event writes. A setpoint is written only where it changes. */
export function writesOf({ plan: { type }, timetable, points }: OpenPlan, event: PlannedEvent) {
  const { writes, ...effect } = timetable.effectOf(event, points);
  return {
    ...effect,
    writes: writes
      .map(({ unit, before, after }) => ({
        ...unit,
        value: valueAt(type, unit, after),
        isSame: valueAt(type, unit, before) === valueAt(type, unit, after),
      }))
      .filter(({ paramId, isSame }) => paramId !== SETBACK_SETPOINT || !isSame),
  };
}

/** The current rules and units of a plan. */
export interface OpenPlan {
  plan: occurrences.Plan;
  rules: Rules;
  timetable: Timetable;
  /** The switch of each air handling unit, or the level of each channel of a lamp. */
  units: repository.UnitRow[];
  /** The units, and the setpoints of those that can be set back. */
  points: repository.UnitRow[];
}

async function getBuilding(ctx: Ctx, buildingId: number): Promise<repository.BuildingRow> {
  const building = await repository.findBuilding(ctx.db, buildingId);
  if (!building) throw new AppError("not-found");
  return building;
}

/** The clock of a building. @throws AppError `not-found` for a place that is not a building */
export const getClock = async (ctx: Ctx, buildingId: number): Promise<WallClock> =>
  createWallClock((await getBuilding(ctx, buildingId)).timeZone);

/**
 * @param deviceIds only these units; undefined: all
 * @throws AppError `not-found` for a place that is not a building
 */
export async function openPlan(
  ctx: Ctx,
  { buildingId, type }: repository.PlanKey,
  range: { from: Date; to: Date },
  deviceIds?: readonly number[],
): Promise<OpenPlan> {
  const building = await getBuilding(ctx, buildingId);
  const rules = await repository.findRules(ctx.db, building, type, range);
  const listUnits = type === SCHEDULE_TYPE.lighting ? repository.listLightChannels : repository.listAirUnits;
  const units = await listUnits(ctx.db, buildingId, deviceIds);
  const setpoints = units
    .filter(({ canSetBack }) => canSetBack)
    .map((unit) => ({ ...unit, paramId: SETBACK_SETPOINT }));
  return {
    plan: { campusId: building.campusId, buildingId, type },
    rules,
    timetable: createTimetable(rules),
    units,
    points: [...units, ...setpoints],
  };
}

function occurrencesOf(open: OpenPlan, { from, to }: { from: Date; to: Date }): occurrences.NewOccurrence[] {
  return open.timetable.listEvents(from, to).flatMap((event) => {
    const { writes, concerned, overriddenBy, isSetByEnd } = writesOf(open, event);
    // All units are in groups.
    if (event.kind === "default" && concerned === 0 && open.units.length > 0) return [];
    const isIdle = concerned > 0 && writes.length === 0;
    // Leaves out the start and end of a special day without a switched unit, and an event whose effect comes from the end of another rule.
    if (isIdle && (overriddenBy === undefined || isSetByEnd)) return [];
    return [{ ...event, overriddenBy: isIdle ? overriddenBy : undefined }];
  });
}

/** The schedule or day that changed. */
interface ChangedSource {
  kind: OccurrenceKind;
  id: number;
  name: string;
}

/** The result of a change, and its source. Without a source, the cause of a command is the rule that now applies. */
interface Changed<T> {
  result: T;
  source?: ChangedSource;
}

/**
 * Changes the rules of a plan, or its units, and plans its future occurrences again. Units whose current value changes follow at once. Past
 * occurrences do not change.
 */
export async function changeRules<C extends Ctx, T>(
  ctx: C,
  key: repository.PlanKey,
  work: (inner: C) => Promise<Changed<T>>,
): Promise<T> {
  return (await changePlan(ctx, key, work, new Map())).result;
}

/** Refuses a change if the present values are not those that the caller read; undefined is not checked. @throws AppError of the code */
export function refuseChanged<T>(openedOn: T | undefined, present: T, code: ProblemCode): void {
  if (openedOn !== undefined && !isDeepStrictEqual(openedOn, present)) throw new AppError(code);
}

export const planTypes = [SCHEDULE_TYPE.lighting, SCHEDULE_TYPE.personalCooling];

/** Changes the rules of all plans of buildings, or moves their equipment. */
export async function changeBuildings<C extends Ctx, T>(
  ctx: C,
  buildingIds: Iterable<number>,
  work: (inner: C) => Promise<Changed<T>>,
): Promise<T> {
  // A fixed order prevents deadlocks between two changes.
  const keys = [...new Set(buildingIds)]
    .toSorted((a, b) => a - b)
    .flatMap((buildingId) => planTypes.map((type) => ({ buildingId, type })));
  const earlier = new Map<string, number | null>();
  const outermost = keys.reduceRight<(inner: C) => Promise<Changed<T>>>(
    (next, key) => (inner) => changePlan(inner, key, next, earlier),
    work,
  );
  return (await inTransaction(ctx, outermost)).result;
}

/** Changes of several plans share `earlier`, the values of units before the change, because a unit may come from another plan. */
function changePlan<C extends Ctx, T>(
  ctx: C,
  key: repository.PlanKey,
  work: (inner: C) => Promise<Changed<T>>,
  earlier: Map<string, number | null>,
): Promise<Changed<T>> {
  return inTransaction(ctx, async (inner) => {
    const now = inner.now();
    const range = { from: now, to: new Date(now.getTime() + PLAN_AHEAD_MS) };
    await repository.lockPlan(inner.db, key, now);
    const before = await openPlan(inner, key, range);
    for (const unit of before.points)
      earlier.set(pointKey(unit), valueAt(key.type, unit, before.timetable.decide(unit, now)));
    const changed = await work(inner);
    const after = await openPlan(inner, key, range);
    await occurrences.deleteFuture(inner.db, after.plan, now);
    await occurrences.insertOccurrences(inner.db, after.plan, occurrencesOf(after, range));
    await repository.updatePlannedUntil(inner.db, key, range.to);
    const followers = after.points.flatMap((unit) => {
      const decision = after.timetable.decide(unit, now);
      const value = valueAt(key.type, unit, decision);
      const source = changed.source ?? decision.rule;
      return earlier.get(pointKey(unit)) === value ? [] : [{ ...unit, value, source }];
    });
    for (const units of Map.groupBy(followers, (unit) => `${unit.source.kind}/${unit.source.id}`).values()) {
      const [first] = units;
      if (!first) continue;
      const { kind, id: sourceId, name } = first.source;
      await occurrences.insertChange(inner.db, after.plan, { kind, sourceId, name }, now, units);
    }
    publishChange(inner, "schedules", { campusId: after.plan.campusId });
    return changed;
  });
}

/** Occurrences that were not planned because no server ran are added up to this time back, ms. */
const PLAN_BACK_MS = 31 * 24 * 3_600_000;

/** Extends every plan of some campuses to 48 hours ahead. */
export async function extendPlans(ctx: Ctx, shares?: CampusShares): Promise<void> {
  for (const key of await repository.listPlans(ctx.db, shares))
    await inTransaction(ctx, async (inner) => {
      const now = inner.now();
      const plannedUntil = await repository.lockPlan(inner.db, key, now);
      const from = new Date(Math.max(plannedUntil.getTime(), now.getTime() - PLAN_BACK_MS));
      const to = new Date(now.getTime() + PLAN_AHEAD_MS);
      if (from >= to) return;
      const open = await openPlan(inner, key, { from, to });
      const added = occurrencesOf(open, { from, to });
      await occurrences.insertOccurrences(inner.db, open.plan, added);
      await repository.updatePlannedUntil(inner.db, key, to);
      if (added.length > 0) publishChange(inner, "schedules", { campusId: open.plan.campusId });
    });
}
