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

async function settingsOf(ctx: Ctx, userId: number): Promise<Answer> {
  const settings = (await repository.findSettings(ctx.db, userId)) ?? defaultNotificationSettings;
  return { ...settings, email: await repository.findEmail(ctx.db, userId) };
}

export function getNotificationSettings(ctx: ActorCtx): Promise<Answer> {
  return settingsOf(ctx, ctx.actor.userId);
}

/** Sets the language of the mails to a user without settings. */
export const chooseMailLanguage = (ctx: Ctx, userId: number, language: Language) =>
  repository.upsertSettings(ctx.db, userId, { ...defaultNotificationSettings, language });

/** Saves the caller's notification settings. @throws AppError `not-found` for a floor outside the caller's campus */
export function saveNotificationSettings(ctx: ActorCtx, input: NotificationSettings): Promise<Answer> {
  const { userId, campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const floors = (await listLocations(inner, campusId)).filter(
      (row) => row.zoneType === "GL_LOCATION_TYPE_FLOOR",
    );
    const known = new Set(floors.map((floor) => floor.id));
    if (input.floor_ids?.some((id) => !known.has(id))) throw new AppError("not-found");
    const { email: _, ...before } = await settingsOf(inner, userId);
    await repository.upsertSettings(inner.db, userId, input);
    // Earlier alarms cause no e-mail after a user turns e-mails on.
    if (input.by_mail !== "none" && before.by_mail === "none")
      await upsertNotified(inner.db, userId, await getLastEventId(inner));
    const target = `user:${userId}`;
    await recordAudit(inner, { action: "save-notification-settings", target, before, after: input });
    return settingsOf(inner, userId);
  });
}
