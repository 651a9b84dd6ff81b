import type * as contract from "@verandah/contract/alarms/alarm-actions.ts";
import {
  ACKNOWLEDGE_UNDO_MS,
  SHELVE_DEFAULT_MS,
  SHELVE_MAX_MS,
} from "@verandah/contract/alarms/alarm-actions.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { recordAudits } from "#features/audit/audit.service.ts";

import * as repository from "./alarm-actions.repository.ts";

type Answer = ReplyOf<typeof contract.acknowledgeAlarm>;

async function getHandled(ctx: ActorCtx, id: number): Promise<repository.HandledAlarm> {
  const alarm = await repository.findHandled(ctx.db, ctx.actor.campusId, id);
  if (!alarm) throw new AppError("not-found");
  return alarm;
}

function toAnswer(alarm: repository.HandledAlarm): Answer {
  return {
    message: "ACCEPTED",
    Alarm_Id: alarm.id,
    Acknowledge: alarm.acknowledgedAt ? 1 : 0,
    acknowledgedBy: alarm.acknowledgedBy,
    acknowledgedAt: alarm.acknowledgedAt?.toISOString() ?? null,
    ignoredBy: alarm.ignoredBy,
    ignoredAt: alarm.ignoredAt?.toISOString() ?? null,
    ignoredUntil: alarm.ignoredUntil?.toISOString() ?? null,
  };
}

/** The alarms of a call, each once. @throws AppError `not-found` when one of them is not an alarm of the caller's campus */
async function checkedIds(ctx: ActorCtx, given: readonly number[]): Promise<number[]> {
  const ids = [...new Set(given)];
  if ((await repository.countOfCampus(ctx.db, ctx.actor.campusId, ids)) < ids.length)
    throw new AppError("not-found");
  return ids;
}

/** Acknowledges alarms of the caller's campus with their events. @returns those of `ids` that were not acknowledged before */
async function acknowledge(ctx: ActorCtx, ids: readonly number[]): Promise<number[]> {
  const by = { userId: ctx.actor.userId, at: ctx.now() };
  const changed = new Set(await repository.updateAcknowledged(ctx.db, ctx.actor.campusId, ids, by));
  if (changed.size === 0) return [];
  await repository.insertEvents(ctx.db, [...changed], { kind: "acknowledged", ...by });
  const own = ids.filter((id) => changed.has(id));
  await recordAudits(
    ctx,
    own.map((id) => ({
      action: "acknowledge-alarm",
      target: `alarm:${id}`,
      // A single alarm includes the alarms that it explains.
      after: { alarms: ids.length === 1 ? changed.size : 1 },
    })),
  );
  return own;
}

/**
 * Acknowledges an alarm of the caller's campus, with those of the same code that it explains. A second call changes nothing and returns the
 * first user.
 *
 * @throws AppError `not-found`, also for another campus's alarm
 */
export const acknowledgeAlarm: Service<typeof contract.acknowledgeAlarm> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    await getHandled(inner, input.id);
    await acknowledge(inner, [input.id]);
    return toAnswer(await getHandled(inner, input.id));
  });

/**
 * Acknowledges several alarms of the caller's campus at once. Alarms that other users acknowledged meanwhile keep their acknowledger.
 *
 * @throws AppError `not-found` when one of them is not an alarm of the campus; nothing is acknowledged then
 */
export const acknowledgeAlarms: Service<typeof contract.acknowledgeAlarms> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const ids = await checkedIds(inner, input.ids);
    const own = new Set(await acknowledge(inner, ids));
    const left = ids.filter((id) => !own.has(id));
    const others = left.length
      ? await repository.listAcknowledgers(inner.db, inner.actor.campusId, left)
      : [];
    return {
      message: "ACCEPTED",
      acknowledged: own.size,
      alreadyAcknowledged: left.length,
      others: others.map(({ id, by }) => ({ Alarm_Id: id, by })),
    };
  });

/**
 * Takes back acknowledgements that the caller made within the last minute, with those that the same calls made of other alarms.
 *
 * @throws AppError `not-found` when one of them is not an alarm of the campus
 * @throws AppError `undo-over` when none of them can be taken back
 */
export const undoAcknowledge: Service<typeof contract.undoAcknowledge> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const ids = await checkedIds(inner, input.ids);
    const { campusId, userId } = inner.actor;
    const since = new Date(inner.now().getTime() - ACKNOWLEDGE_UNDO_MS);
    const undone = new Set(await repository.updateUnacknowledged(inner.db, campusId, ids, { userId, since }));
    if (undone.size === 0) throw new AppError("undo-over");
    const event = { kind: "unacknowledged", at: inner.now(), userId } as const;
    await repository.insertEvents(inner.db, [...undone], event);
    const own = ids.filter((id) => undone.has(id));
    await recordAudits(
      inner,
      own.map((id) => ({ action: "undo-acknowledge-alarm", target: `alarm:${id}` })),
    );
    return { message: "ACCEPTED", undone: own.length };
  });

/** @throws AppError `input-invalid` for an end in the past, or too late */
function endOf(until: string | undefined, now: Date): Date {
  if (until === undefined) return new Date(now.getTime() + SHELVE_DEFAULT_MS);
  const end = new Date(until);
  const lengthMs = end.getTime() - now.getTime();
  if (lengthMs <= 0) throw new AppError("input-invalid", { fields: { until: "Choose a future end time" } });
  if (lengthMs > SHELVE_MAX_MS)
    throw new AppError("input-invalid", { fields: { until: "Choose an end within 7 days" } });
  return end;
}

/**
 * Shelves active, low alarms of the caller's campus until an end, with their events.
 *
 * @returns those that were not shelved before, and those that cannot be shelved
 * @throws AppError `not-found` when one of them is not an alarm of the campus; nothing is shelved then
 * @throws AppError `input-invalid` for an end in the past, or later than 7 days
 */
async function shelve(
  ctx: ActorCtx,
  given: readonly number[],
  { reason, until: end }: { reason: string; until?: string | undefined },
): Promise<Pick<ReplyOf<typeof contract.ignoreAlarms>, "ignored" | "refused">> {
  const ids = await checkedIds(ctx, given);
  const { campusId, userId } = ctx.actor;
  const by = { userId, at: ctx.now(), reason, until: endOf(end, ctx.now()) };
  const ignored = await repository.updateShelved(ctx.db, campusId, ids, by);
  const unshelvable = await repository.listUnshelvable(ctx.db, campusId, ids);
  await repository.insertEvents(ctx.db, ignored, { kind: "ignored", at: by.at, userId, note: reason });
  await recordAudits(
    ctx,
    ignored.map((id) => ({
      action: "ignore-alarm",
      target: `alarm:${id}`,
      after: { reason, until: by.until },
    })),
  );
  const refused = unshelvable.map(({ id, isCritical }) => ({
    Alarm_Id: id,
    code: isCritical ? ("critical-alarm-shelved" as const) : ("alarm-returned" as const),
  }));
  return { ignored, refused };
}

/** Ends the shelving of alarms, with their events. @returns those that were shelved @throws AppError `not-found` */
async function unshelve(ctx: ActorCtx, given: readonly number[]): Promise<number[]> {
  const ids = await checkedIds(ctx, given);
  const { campusId, userId } = ctx.actor;
  const unshelved = await repository.updateUnshelved(ctx.db, campusId, ids);
  await repository.insertEvents(ctx.db, unshelved, { kind: "unshelved", at: ctx.now(), userId });
  await recordAudits(
    ctx,
    unshelved.map((id) => ({ action: "unshelve-alarm", target: `alarm:${id}` })),
  );
  return unshelved;
}

/**
 * Shelves an active, non-critical alarm of the caller's campus until an end. A second call changes nothing and returns the first user.
 *
 * @throws AppError `not-found`, also for another campus's alarm
 * @throws AppError `critical-alarm-shelved`
 * @throws AppError `alarm-returned`
 * @throws AppError `input-invalid` for an end in the past, or later than 7 days
 */
export const ignoreAlarm: Service<typeof contract.ignoreAlarm> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const { refused } = await shelve(inner, [input.id], input);
    if (refused[0]) throw new AppError(refused[0].code);
    return toAnswer(await getHandled(inner, input.id));
  });

/**
 * Shelves several alarms of the caller's campus with one reason and one end. Critical alarms and those that have returned are refused; the
 * others are shelved.
 *
 * @throws AppError `not-found` when one of them is not an alarm of the campus; nothing is shelved then
 * @throws AppError `input-invalid` for an end in the past, or later than 7 days
 */
export const ignoreAlarms: Service<typeof contract.ignoreAlarms> = (ctx, input) =>
  inTransaction(ctx, async (inner) => ({
    message: "ACCEPTED",
    ...(await shelve(inner, input.ids, input)),
  }));

/** Ends the shelving of an alarm of the caller's campus; changes nothing when it is not shelved. @throws AppError `not-found` */
export function unshelveAlarm(ctx: ActorCtx, input: { id: number }): Promise<Answer> {
  return inTransaction(ctx, async (inner) => {
    await unshelve(inner, [input.id]);
    return toAnswer(await getHandled(inner, input.id));
  });
}

/** Ends the shelving of several alarms; those that are not shelved stay as they are. @throws AppError `not-found` */
export const unshelveAlarms: Service<typeof contract.unshelveAlarms> = (ctx, input) =>
  inTransaction(ctx, async (inner) => ({
    message: "ACCEPTED",
    unshelved: await unshelve(inner, input.ids),
  }));

export const isShelvingExpired = (ctx: Ctx) => repository.isAnyShelvingExpired(ctx.now());

/** Ends the shelving of all alarms whose end has passed. They are announced like new alarms. */
export async function unshelveExpired(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const expired = await repository.updateExpiredShelvings(inner.db, inner.now());
    if (expired.length === 0) return;
    const ids = expired.map(({ id }) => id);
    await repository.insertEvents(inner.db, ids, { kind: "shelving-expired", at: inner.now() });
    for (const { campusId } of expired) publishChange(inner, "alarms", { campusId });
  });
}
