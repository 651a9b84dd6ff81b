import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { offStepText, SCHEDULE_STEP_MINUTES, type ScheduleData } from "@verandah/contract/schedule-forms.ts";
import {
  type createHvacSchedule as createRoute,
  type editHvacSchedule as editRoute,
  intensityColor,
  type listHvacSchedules as listRoute,
  type Schedule,
  SCHEDULE_ACTION,
  SCHEDULE_CHANNEL,
  SCHEDULE_LEAD_MS,
  SCHEDULE_TYPE,
  SCHEDULES_MAX,
} from "@verandah/contract/schedules.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, listLocations } from "#features/campuses/campuses.service.ts";

import { changeRules, openPlan } from "./schedule-plan.service.ts";
import * as repository from "./schedules.repository.ts";

const AIR = SCHEDULE_TYPE.personalCooling;
const MINUTE_MS = 60_000;

/** A building of the caller's campus; by default the caller's own. @throws AppError `not-found` */
export async function getOwnBuilding(ctx: ActorCtx, id = ctx.actor.buildingId): Promise<{ id: number }> {
  const location = await getLocationRow(ctx, id);
  if (location.zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  return location;
}

function toSchedule(row: repository.ScheduleRow): Schedule {
  const { id, title, floor, zones, action, type, intensity, startsAt, endsAt } = row;
  const { personalCooling, other } = SCHEDULE_CHANNEL;
  return {
    id,
    title,
    floor,
    zones,
    action,
    type,
    channel: type === AIR ? personalCooling : other,
    intensity,
    intensityFlag: action === SCHEDULE_ACTION.intensity,
    hexColor: intensityColor(intensity),
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
  };
}

/**
 * The schedule's floor with its building, and its zones. Checks that they belong together.
 *
 * @throws AppError `not-found` for a floor outside the caller's campus, `input-invalid` for zones of another floor
 */
async function getPlaces(
  ctx: ActorCtx,
  data: ScheduleData,
): Promise<{ buildingId: number; zoneIds: number[] }> {
  const floor = await getLocationRow(ctx, data.floor.id);
  if (floor.zoneType !== "GL_LOCATION_TYPE_FLOOR" || floor.buildingId === null)
    throw new AppError("not-found");
  const ofFloor = new Set(
    (await listLocations(ctx, ctx.actor.campusId))
      .filter((one) => one.zoneType === "GL_LOCATION_TYPE_ZONE" && one.floorId === floor.id)
      .map((one) => one.id),
  );
  const zoneIds = [...new Set(data.zones.map((zone) => zone.id))].toSorted((a, b) => a - b);
  if (!zoneIds.every((id) => ofFloor.has(id)))
    throw new AppError("input-invalid", { fields: { "data.zones": "Choose zones of the floor" } });
  return { buildingId: floor.buildingId, zoneIds };
}

/** Off has intensity 0, and on without an intensity is full. Source: spec 1 §4 Schedule action. */
function intensityOf({ action, intensity }: ScheduleData): number {
  if (action === SCHEDULE_ACTION.intensity) return intensity;
  return action === SCHEDULE_ACTION.off ? 0 : 100;
}

/** @throws AppError `schedule-in-past`, `schedule-too-late` when it begins within SCHEDULE_LEAD_MS. Source: spec 1 §5 */
function checkLead(ctx: ActorCtx, startsAt: Date): void {
  const leadMs = startsAt.getTime() - ctx.now().getTime();
  if (leadMs <= 0) throw new AppError("schedule-in-past");
  if (leadMs <= SCHEDULE_LEAD_MS) throw new AppError("schedule-too-late");
}

async function valuesOf(
  ctx: ActorCtx,
  data: ScheduleData,
): Promise<{ buildingId: number; values: repository.ScheduleValues }> {
  const { buildingId, zoneIds } = await getPlaces(ctx, data);
  const { timetable } = await openPlan(ctx, buildingId, ctx.now());
  const wholeMinute = (text: string) => new Date(Math.floor(Date.parse(text) / MINUTE_MS) * MINUTE_MS);
  const startsAt = wholeMinute(data.start);
  const requestedEnd = wholeMinute(data.end);
  // An end at midnight becomes 23:59. Source: spec 1 §4.
  const endTime = timetable.clock.read(requestedEnd).time;
  const isMidnight = endTime === "00:00";
  const endsAt = isMidnight ? new Date(requestedEnd.getTime() - MINUTE_MS) : requestedEnd;
  if (endTime !== "23:59" && Number(endTime.slice(3)) % SCHEDULE_STEP_MINUTES !== 0)
    throw new AppError("input-invalid", { fields: { "data.end": offStepText } });
  if (endsAt <= startsAt)
    throw new AppError("input-invalid", {
      fields: { "data.end": "End date should be greater than start date" },
    });
  return {
    buildingId,
    values: {
      title: data.title,
      floorId: data.floor.id,
      zoneIds,
      action: data.action,
      intensity: intensityOf(data),
      startsAt,
      endsAt,
    },
  };
}

async function getSchedule(ctx: ActorCtx, id: number): Promise<repository.ScheduleRow> {
  const row = await repository.findSchedule(ctx.db, ctx.actor.campusId, AIR, id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** @throws AppError `schedule-name-taken` */
async function checkTitle(
  ctx: ActorCtx,
  buildingId: number,
  title: string,
  exceptId?: number,
): Promise<void> {
  if (await repository.hasTitle(ctx.db, buildingId, AIR, title, exceptId))
    throw new AppError("schedule-name-taken");
}

/**
 * Adds a one-time schedule.
 *
 * @throws AppError `schedule-in-past`, `schedule-too-late`, `schedule-name-taken`, `not-found`, `input-invalid`
 */
export async function createHvacSchedule(
  ctx: ActorCtx,
  { data }: InputOf<typeof createRoute>,
): Promise<Schedule> {
  const { buildingId, values } = await valuesOf(ctx, data);
  checkLead(ctx, values.startsAt);
  return changeRules(ctx, buildingId, async (inner) => {
    await checkTitle(inner, buildingId, values.title);
    const { campusId, userId } = inner.actor;
    const of = { campusId, buildingId, type: AIR, createdBy: userId, createdAt: inner.now() };
    const id = await repository.insertSchedule(inner.db, of, values);
    const result = toSchedule(await getSchedule(inner, id));
    await recordAudit(inner, { action: "create-schedule", target: `schedule:${id}`, after: result });
    return { result, source: { kind: "schedule", id, name: result.title } };
  });
}

/**
 * Changes a one-time schedule. Old and new start must be later than SCHEDULE_LEAD_MS from now.
 *
 * @throws AppError as `createHvacSchedule`
 */
export async function editHvacSchedule(ctx: ActorCtx, input: InputOf<typeof editRoute>): Promise<Schedule> {
  const known = await getSchedule(ctx, input.id);
  const { buildingId, values } = await valuesOf(ctx, input.data);
  // A floor of another building would move the schedule to that building.
  if (buildingId !== known.buildingId) throw new AppError("not-found");
  return changeRules(ctx, buildingId, async (inner) => {
    const before = await getSchedule(inner, input.id);
    if (isBegun(inner, before)) throw new AppError("schedule-too-late");
    checkLead(inner, values.startsAt);
    await checkTitle(inner, buildingId, values.title, input.id);
    await repository.updateSchedule(inner.db, input.id, values);
    const result = toSchedule(await getSchedule(inner, input.id));
    await recordAudit(inner, {
      action: "edit-schedule",
      target: `schedule:${input.id}`,
      before: toSchedule(before),
      after: result,
    });
    return { result, source: { kind: "schedule", id: input.id, name: result.title } };
  });
}

const leadOf = (ctx: ActorCtx, at: Date) => at.getTime() - ctx.now().getTime();
/** Whether it begins within SCHEDULE_LEAD_MS, or began. */
const isBegun = (ctx: ActorCtx, { startsAt }: repository.ScheduleRow) =>
  leadOf(ctx, startsAt) <= SCHEDULE_LEAD_MS;

/**
 * Deletes a one-time schedule. A running one ends now, and its units follow the other rules.
 *
 * @throws AppError `schedule-too-late` when it begins within SCHEDULE_LEAD_MS, or ends within it. Source: spec 1 §4, spec 2 §4 Schedule
 */
export async function deleteHvacSchedule(ctx: ActorCtx, { id }: { id: number }): Promise<{ id: number }> {
  const { buildingId } = await getSchedule(ctx, id);
  return changeRules(ctx, buildingId, async (inner) => {
    const before = await getSchedule(inner, id);
    const isRunning = leadOf(inner, before.startsAt) <= 0;
    const isTooLate = isRunning ? leadOf(inner, before.endsAt) <= SCHEDULE_LEAD_MS : isBegun(inner, before);
    if (isTooLate) throw new AppError("schedule-too-late");
    await repository.deleteSchedule(inner.db, id, inner.now());
    await recordAudit(inner, {
      action: "delete-schedule",
      target: `schedule:${id}`,
      before: toSchedule(before),
    });
    return { result: { id }, source: { kind: "schedule", id, name: before.title } };
  });
}

const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** One-time schedules of a building that overlap a range. @throws AppError `not-found` */
export async function listHvacSchedules(
  ctx: ActorCtx,
  input: InputOf<typeof listRoute>,
): Promise<ReplyOf<typeof listRoute>> {
  const building = await getOwnBuilding(ctx, input.building);
  const range = { from: instantOf(input.from), to: instantOf(input.to), limit: SCHEDULES_MAX };
  const rows = await repository.listSchedules(ctx.db, building.id, AIR, range);
  return { schedules: rows.map(toSchedule) };
}
