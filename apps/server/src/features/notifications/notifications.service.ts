import type { Language } from "@verandah/contract/language.ts";
import type { NotificationSettings } from "@verandah/contract/notifications/notification-forms.ts";
import { defaultNotificationSettings } from "@verandah/contract/notifications/notifications.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { getLastEventId } from "#features/alarms/alarm-news.service.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { listLocations } from "#features/campuses/campuses.service.ts";

import { upsertNotified } from "./digests.repository.ts";
import * as repository from "./notifications.repository.ts";

type Answer = NotificationSettings & { email: string | null };

/** The caller's settings, with the chosen floors of the present campus; null: all of its floors. */
export async function getNotificationSettings(ctx: ActorCtx): Promise<Answer> {
  const { userId } = ctx.actor;
  const settings = (await repository.findSettings(ctx.db, userId)) ?? defaultNotificationSettings;
  const own = await listFloorIds(ctx);
  const chosen = settings.floor_ids?.filter((id) => own.has(id)) ?? [];
  return {
    ...settings,
    floor_ids: chosen.length > 0 ? chosen : null,
    email: await repository.findEmail(ctx.db, userId),
  };
}

async function listFloorIds(ctx: ActorCtx): Promise<ReadonlySet<number>> {
  const places = await listLocations(ctx, ctx.actor.campusId);
  const floors = places.filter(({ zoneType }) => zoneType === "GL_LOCATION_TYPE_FLOOR");
  return new Set(floors.map(({ id }) => id));
}

/** Sets the language of the mails to a user without settings. */
export const chooseMailLanguage = (ctx: Ctx, userId: number, language: Language) =>
  repository.upsertSettings(ctx.db, userId, { ...defaultNotificationSettings, language });

/** Saves the caller's notification settings. The chosen floors of other campuses stay. @throws AppError `not-found` for a floor outside the caller's campus */
export function saveNotificationSettings(ctx: ActorCtx, input: NotificationSettings): Promise<Answer> {
  const { userId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const known = await listFloorIds(inner);
    if (input.floor_ids?.some((id) => !known.has(id))) throw new AppError("not-found");
    const { email: _, ...before } = await getNotificationSettings(inner);
    const stored = await repository.findSettings(inner.db, userId);
    const others = stored?.floor_ids?.filter((id) => !known.has(id)) ?? [];
    const floorIds = [...others, ...(input.floor_ids ?? [])];
    const settings = { ...input, floor_ids: floorIds.length > 0 ? floorIds : null };
    await repository.upsertSettings(inner.db, userId, settings);
    // Earlier alarms cause no e-mail after a user turns e-mails on.
    if (input.by_mail !== "none" && before.by_mail === "none")
      await upsertNotified(inner.db, userId, await getLastEventId(inner));
    const target = `user:${userId}`;
    await recordAudit(inner, { action: "save-notification-settings", target, before, after: input });
    return getNotificationSettings(inner);
  });
}
