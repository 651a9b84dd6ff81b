import type { PreviewedWrite } from "@verandah/contract/commands/commands.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { previewHoliday as previewHolidayRoute } from "@verandah/contract/schedules/schedule-days.ts";
import {
  type previewSchedule as previewRoute,
  SCHEDULE_TYPE,
} from "@verandah/contract/schedules/schedules.ts";
import { modeCommandOf } from "@verandah/equipment/light-group.ts";
import { repeatedSpans } from "@verandah/time/repeat.ts";
import { addDays } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep, today } from "#core/reply-times.ts";
import { previewWrites } from "#features/commands/command-preview.service.ts";

import { getClock, openPlan, valueOf } from "./schedule-plan.service.ts";
import { getOwnBuilding, getPlaces, intensityOf, timesOf } from "./schedules.service.ts";
import { getCalendar } from "./special-days/holiday-calendars.service.ts";
import { createTimetable, type Decision, isFor, type OneTime } from "./timetable.ts";

/** How far ahead a preview searches for other schedules, ms. */
const PREVIEW_MS = 31 * 24 * 3_600_000;

/**
 * The effects of a schedule: its equipment, with obstacles that exist now, and other schedules at the same times.
 *
 * @throws AppError `not-found`, `input-invalid`
 */
export const previewSchedule: Service<typeof previewRoute> = async (ctx, { id, data }) => {
  const { buildingId, zoneIds } = await getPlaces(ctx, data);
  const { startsAt, endsAt, repeat } = await timesOf(ctx, buildingId, data);
  const range = { from: startsAt, to: new Date(startsAt.getTime() + PREVIEW_MS) };
  const { timetable, units, rules } = await openPlan(ctx, { buildingId, type: data.type }, range);
  const own = units.filter((unit) => isFor({ zoneIds }, unit));
  const spans = repeatedSpans({ start: startsAt, end: endsAt, repeat }, timetable.clock, range);
  const others = rules.oneTime.filter(
    (one) =>
      one.id !== id &&
      own.some((unit) => isFor(one, unit)) &&
      spans.some(({ start, end }) => one.startsAt < end && one.endsAt > start),
  );
  return {
    units: await previewUnits(ctx, own, {
      type: data.type,
      value: valueOf(data.type, intensityOf(data)),
      startsAt,
    }),
    overlaps: [...new Map(others.map(({ id: other, title }) => [other, { id: other, title }])).values()],
  };
};

const isOn = ({ percent = 0, setbackCelsius }: Decision) => percent > 0 || setbackCelsius !== null;
const isFree = ({ percent }: Decision) => percent === undefined;
const titlesOf = (found: readonly OneTime[]) => [...new Set(found.map(({ title }) => title))].toSorted();

/**
 * The effects of a holiday before it is saved; on the present day, of its rest. Lighting changes only where a schedule repeats, because it has no default.
 *
 * @throws AppError `not-found`
 */
export const previewHoliday: Service<typeof previewHolidayRoute> = async (
  ctx,
  { building, calendar, day },
) => {
  const buildings =
    calendar === undefined
      ? [(await getOwnBuilding(ctx, building)).id]
      : (await getCalendar(ctx, calendar)).buildings;
  const effects = {
    unitsOff: 0,
    unscheduledOff: 0,
    overridden: new Set<string>(),
    rooms: 0,
    pausedLighting: new Set<string>(),
  };
  for (const id of buildings) {
    const of = await previewHolidayAt(ctx, id, day);
    effects.unitsOff += of.unitsOff;
    effects.unscheduledOff += of.unscheduledOff;
    effects.rooms += of.rooms;
    for (const title of of.overridden) effects.overridden.add(title);
    for (const title of of.pausedLighting) effects.pausedLighting.add(title);
  }
  return {
    ...effects,
    overridden: [...effects.overridden].toSorted(),
    pausedLighting: [...effects.pausedLighting].toSorted(),
  };
};

async function previewHolidayAt(
  ctx: ActorCtx,
  buildingId: number,
  day: string,
): Promise<ReplyOf<typeof previewHolidayRoute>> {
  const clock = await getClock(ctx, buildingId);
  const range = {
    from: day === today(ctx, clock) ? presentStep(ctx) : clock.instantOf(day, "00:00"),
    to: clock.instantOf(addDays(day, 1), "00:00"),
  };
  const isOnDay = ({ startsAt, endsAt }: OneTime) => startsAt < range.to && endsAt > range.from;

  const air = await openPlan(ctx, { buildingId, type: SCHEDULE_TYPE.personalCooling }, range);
  const without = createTimetable({ ...air.rules, days: air.rules.days.filter((one) => one.day !== day) });
  const changes = without.listEvents(range.from, range.to).filter(({ at }) => at < range.to);
  const instants = [range.from, ...changes.map(({ at }) => at)];
  const levels = air.units.map((unit) => instants.map((at) => without.decide(unit, at)));
  const overridden = air.rules.oneTime.filter(isOnDay);
  const lighting = await openPlan(ctx, { buildingId, type: SCHEDULE_TYPE.lighting }, range);
  return {
    unitsOff: levels.filter((ofUnit) => ofUnit.some(isOn)).length,
    unscheduledOff: levels.filter((ofUnit) => ofUnit.some(isFree) && !ofUnit.some(isOn)).length,
    overridden: titlesOf(overridden.filter(({ isForBooking }) => !isForBooking)),
    rooms: new Set(overridden.flatMap(({ preparedSpaceId }) => preparedSpaceId ?? [])).size,
    pausedLighting: titlesOf(
      lighting.rules.oneTime.filter(
        (one) => one.isRepeated && isOnDay(one) && clock.read(one.startsAt).day === day,
      ),
    ),
  };
}

async function previewUnits(
  ctx: ActorCtx,
  units: readonly { ssid: string; paramId: string }[],
  { type, value, startsAt }: { type: number; value: number | null; startsAt: Date },
): Promise<PreviewedWrite[]> {
  const origin = { kind: "schedule" as const };
  const preview = (write: (paramId: string) => { paramId: string; value: number | null }) =>
    previewWrites(
      ctx,
      { writes: units.map(({ ssid, paramId }) => ({ ssid, ...write(paramId) })), origin },
      startsAt,
    );
  const previewed = await preview((paramId) => ({ paramId, value }));
  // A person's Auto override blocks a schedule's level of a lamp.
  const modes =
    type === SCHEDULE_TYPE.lighting
      ? await preview((paramId) => ({ paramId: modeCommandOf(paramId), value: 0 }))
      : [];
  return previewed.map((unit, at) => {
    const mode = modes[at];
    if (mode?.outcome === "overridden") return { ...unit, outcome: mode.outcome, heldBy: mode.heldBy };
    // The present value may have changed at the start of the schedule.
    return unit.outcome === "same" ? { ...unit, outcome: "changes" } : unit;
  });
}
