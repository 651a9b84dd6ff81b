import type { acknowledgeAlarm as acknowledgeAlarmRoute } from "@verandah/contract/alarms.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./alarm-deeds.repository.ts";
import { listBuildingIds } from "./alarms.repository.ts";

type Answer = ReplyOf<typeof acknowledgeAlarmRoute>;

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
  };
}

async function publishChange(ctx: ActorCtx): Promise<void> {
  const buildingIds = await listBuildingIds(ctx.db, [ctx.actor.campusId]);
  ctx.publish({ name: "alarms-changed", data: { buildingIds, raisedIds: [] } });
}

/**
 * Acknowledges an alarm of the caller's campus, with those of the same code that it explains. A second time it changes nothing and
 * answers who was first.
 *
 * @throws AppError `not-found`, for another campus's as well
 */
export function acknowledgeAlarm(ctx: ActorCtx, input: { id: number }): Promise<Answer> {
  return inTransaction(ctx, async (inner) => {
    const alarm = await getHandled(inner, input.id);
    const at = inner.now();
    const { userId } = inner.actor;
    const ids = await repository.updateAcknowledged(inner.db, alarm, { userId, at });
    if (ids.length > 0) {
      await repository.insertEvents(inner.db, ids, { kind: "acknowledged", at, userId });
      await recordAudit(inner, {
        action: "acknowledge-alarm",
        target: `alarm:${alarm.id}`,
        after: { alarms: ids.length },
      });
      await publishChange(inner);
    }
    return toAnswer(await getHandled(inner, input.id));
  });
}

/**
 * Ignores (shelves) an alarm of the caller's campus until it returns; it is never deleted. A second time it changes nothing and answers
 * who was first.
 *
 * @throws AppError `not-found`, for another campus's as well
 */
export function ignoreAlarm(ctx: ActorCtx, input: { id: number; reason: string }): Promise<Answer> {
  return inTransaction(ctx, async (inner) => {
    const alarm = await getHandled(inner, input.id);
    const { reason } = input;
    const by = { userId: inner.actor.userId, at: inner.now(), reason };
    if (await repository.updateIgnored(inner.db, alarm, by)) {
      const event = { kind: "ignored", at: by.at, userId: by.userId, note: reason } as const;
      await repository.insertEvents(inner.db, [alarm.id], event);
      await recordAudit(inner, {
        action: "ignore-alarm",
        target: `alarm:${alarm.id}`,
        after: { reason },
      });
      await publishChange(inner);
    }
    return toAnswer(await getHandled(inner, input.id));
  });
}
