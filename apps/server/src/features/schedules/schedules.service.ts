import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import {
  offStepText,
  repeatError,
  SCHEDULE_STEP_MINUTES,
  type ScheduleData,
} from "@verandah/contract/schedules/schedule-forms.ts";
import {
  intensityColor,
  type listSchedules as listRoute,
  type Schedule,
  SCHEDULE_ACTION,
  SCHEDULE_CHANNEL,
  SCHEDULE_LEAD_MS,
  SCHEDULE_TYPE,
  SCHEDULES_MAX,
  type ScheduleType,
} from "@verandah/contract/schedules/schedules.ts";
import { currentSpan } from "@verandah/time/repeat.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, listLocations } from "#features/campuses/campuses.service.ts";

import { changeRules, getClock } from "./schedule-plan.service.ts";
import type { PlanKey } from "./schedule-rules.repository.ts";
import * as repository from "./schedules.repository.ts";

/** The types of schedules that a call may access. */
type Types = readonly ScheduleType[];
const MINUTE_MS = 60_000;

/** A building of the caller's campus; by default the caller's building. @throws AppError `not-found` */
export async function getOwnBuilding(ctx: ActorCtx, id = ctx.actor.buildingId): Promise<{ id: number }> {
  const location = await getLocationRow(ctx, id);
  if (location.zoneType !== "GL_LOCATION_TYPE_BUILDING") throw new AppError("not-found");
  return location;
}

function toSchedule(row: repository.ScheduleRow): Schedule {
  const { id, title, floor, zones, action, type, intensity, startsAt, endsAt, repeat, preparedRoom } = row;
  const { personalCooling, other } = SCHEDULE_CHANNEL;
  return {
    id,
    title,
    floor,
    zones,
    action,
    type,
    channel: type === SCHEDULE_TYPE.personalCooling ? personalCooling : other,
    intensity,
    intensityFlag: action === SCHEDULE_ACTION.intensity,
    hexColor: intensityColor(intensity),
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    repeat: repeat && { weekdays: [...repeat.weekdays], until: repeat.until },
    preparedRoom,
  };
}

/**
 * The schedule's floor with its building, and its zones. Checks that they belong together.
 *
 * @throws AppError `not-found` for a floor outside the caller's campus, `input-invalid` for zones of another floor
 */
export async function getPlaces(
  ctx: ActorCtx,
  data: Pick<ScheduleData, "floor" | "zones">,
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
export function intensityOf({ action, intensity }: Pick<ScheduleData, "action" | "intensity">): number {
  if (action === SCHEDULE_ACTION.intensity) return intensity;
  return action === SCHEDULE_ACTION.off ? 0 : 100;
}

const leadOf = (ctx: ActorCtx, at: Date) => at.getTime() - ctx.now().getTime();

/** @throws AppError `schedule-in-past`, `schedule-too-late` when it begins within SCHEDULE_LEAD_MS. Source: spec 1 §5 */
function checkLead(ctx: ActorCtx, startsAt: Date): void {
  const leadMs = leadOf(ctx, startsAt);
  if (leadMs <= 0) throw new AppError("schedule-in-past");
  if (leadMs <= SCHEDULE_LEAD_MS) throw new AppError("schedule-too-late");
}

type Times = Pick<ScheduleData, "start" | "end" | "repeat">;

/** The times of a schedule, checked in the time zone of the building. @throws AppError `input-invalid` */
export async function timesOf(
  ctx: ActorCtx,
  buildingId: number,
  { start, end, repeat }: Times,
): Promise<Pick<repository.ScheduleValues, "startsAt" | "endsAt" | "repeat">> {
  const clock = await getClock(ctx, buildingId);
  const wholeMinute = (text: string) => new Date(Math.floor(Date.parse(text) / MINUTE_MS) * MINUTE_MS);
  const startsAt = wholeMinute(start);
  const requestedEnd = wholeMinute(end);
  // An end at midnight becomes 23:59. Source: spec 1 §4.
  const endTime = clock.read(requestedEnd).time;
  const isMidnight = endTime === "00:00";
  const endsAt = isMidnight ? new Date(requestedEnd.getTime() - MINUTE_MS) : requestedEnd;
  if (endTime !== "23:59" && Number(endTime.slice(3)) % SCHEDULE_STEP_MINUTES !== 0)
    throw new AppError("input-invalid", { fields: { "data.end": offStepText } });
  if (endsAt <= startsAt)
    throw new AppError("input-invalid", {
      fields: { "data.end": "End date should be greater than start date" },
    });
  const wrong = repeatError(repeat, clock.read(startsAt).day);
  if (wrong) throw new AppError("input-invalid", { fields: { "data.repeat": wrong } });
  return { startsAt, endsAt, repeat };
}

async function valuesOf(
  ctx: ActorCtx,
  data: ScheduleData,
): Promise<{ buildingId: number; values: repository.ScheduleValues }> {
  const { buildingId, zoneIds } = await getPlaces(ctx, data);
  const times = await timesOf(ctx, buildingId, data);
  const { title, floor, action } = data;
  return {
    buildingId,
    values: { title, floorId: floor.id, zoneIds, action, intensity: intensityOf(data), ...times },
  };
}

async function getSchedule(ctx: ActorCtx, types: Types, id: number): Promise<repository.ScheduleRow> {
  const row = await repository.findSchedule(ctx.db, ctx.actor.campusId, types, id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** A schedule that people may change. @throws AppError `not-found`, `schedule-of-booking` */
async function getOwnSchedule(ctx: ActorCtx, types: Types, id: number): Promise<repository.ScheduleRow> {
  const row = await getSchedule(ctx, types, id);
  if (row.bookingId !== null) throw new AppError("schedule-of-booking");
  return row;
}

/** @throws AppError `schedule-name-taken` */
async function checkTitle(ctx: ActorCtx, key: PlanKey, title: string, exceptId?: number): Promise<void> {
  if (await repository.hasTitle(ctx.db, key.buildingId, key.type, title, exceptId))
    throw new AppError("schedule-name-taken");
}

/**
 * Adds a schedule, which may repeat weekly.
 *
 * @throws AppError `schedule-in-past`, `schedule-too-late`, `schedule-name-taken`, `not-found`, `input-invalid`
 */
export async function createSchedule(
  ctx: ActorCtx,
  type: ScheduleType,
  { data }: { data: ScheduleData },
): Promise<Schedule> {
  const { buildingId, values } = await valuesOf(ctx, data);
  checkLead(ctx, values.startsAt);
  const key = { buildingId, type };
  return changeRules(ctx, key, async (inner) => {
    await checkTitle(inner, key, values.title);
    const { campusId, userId } = inner.actor;
    const of = { campusId, ...key, createdBy: userId, createdAt: inner.now() };
    const id = await repository.insertSchedule(inner.db, of, values);
    const result = toSchedule(await getSchedule(inner, [type], id));
    await recordAudit(inner, { action: "create-schedule", target: `schedule:${id}`, after: result });
    return { result, source: { kind: "schedule", id, name: result.title } };
  });
}

/** The current or next occurrence of a schedule. */
const spanNow = async (ctx: ActorCtx, { startsAt, endsAt, repeat, buildingId }: repository.ScheduleRow) =>
  currentSpan({ start: startsAt, end: endsAt, repeat }, await getClock(ctx, buildingId), ctx.now());

/**
 * Changes a schedule, but not its type. Its old start (of the current or next day if it repeats) and its new start must be more than
 * SCHEDULE_LEAD_MS from now.
 *
 * @throws AppError as `createSchedule`
 */
export async function editSchedule(
  ctx: ActorCtx,
  types: Types,
  input: { id: number; data: ScheduleData },
): Promise<Schedule> {
  const known = await getOwnSchedule(ctx, types, input.id);
  const { buildingId, values } = await valuesOf(ctx, input.data);
  // A floor of another building would move the schedule to that building.
  if (buildingId !== known.buildingId) throw new AppError("not-found");
  return changeRules(ctx, known, async (inner) => {
    const before = await getSchedule(inner, types, input.id);
    if (leadOf(inner, (await spanNow(inner, before)).start) <= SCHEDULE_LEAD_MS)
      throw new AppError("schedule-too-late");
    checkLead(inner, values.startsAt);
    await checkTitle(inner, known, values.title, input.id);
    await repository.updateSchedule(inner.db, input.id, values);
    const result = toSchedule(await getSchedule(inner, types, input.id));
    await recordAudit(inner, {
      action: "edit-schedule",
      target: `schedule:${input.id}`,
      before: toSchedule(before),
      after: result,
    });
    return { result, source: { kind: "schedule", id: input.id, name: result.title } };
  });
}

/**
 * Deletes a schedule with all its days. A running schedule ends now, and its units follow the other rules.
 *
 * @throws AppError `schedule-too-late` when the schedule begins, or ends if it is running, within SCHEDULE_LEAD_MS. Source: spec 1 §4, spec
 * 2 §4 Schedule
 */
export async function deleteSchedule(
  ctx: ActorCtx,
  types: Types,
  { id }: { id: number },
): Promise<{ id: number }> {
  const known = await getOwnSchedule(ctx, types, id);
  return changeRules(ctx, known, async (inner) => {
    const before = await getSchedule(inner, types, id);
    const { start, end } = await spanNow(inner, before);
    const isRunning = leadOf(inner, start) <= 0;
    if (leadOf(inner, isRunning ? end : start) <= SCHEDULE_LEAD_MS) throw new AppError("schedule-too-late");
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

/** Schedules of a building that overlap a range. @throws AppError `not-found` */
export async function listSchedules(
  ctx: ActorCtx,
  types: Types,
  input: InputOf<typeof listRoute>,
): Promise<ReplyOf<typeof listRoute>> {
  const building = await getOwnBuilding(ctx, input.building);
  const range = { from: instantOf(input.from), to: instantOf(input.to), limit: SCHEDULES_MAX };
  const rows = await repository.listSchedules(ctx.db, building.id, types, range);
  return { schedules: rows.map(toSchedule) };
}
