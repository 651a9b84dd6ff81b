import type { NotificationSettings } from "@verandah/contract/notifications/notification-forms.ts";

import type { Db } from "#core/db.ts";

/** The settings that a user has saved, if any. */
export async function findSettings(db: Db, userId: number): Promise<NotificationSettings | undefined> {
  const row = await db
    .selectFrom("notificationSettings")
    .select(["byMail", "inBrowser", "floorIds", "digestMinutes", "language"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  return (
    row && {
      by_mail: row.byMail,
      in_browser: row.inBrowser,
      floor_ids: row.floorIds,
      digest_minutes: row.digestMinutes,
      language: row.language,
    }
  );
}

export async function upsertSettings(db: Db, userId: number, settings: NotificationSettings): Promise<void> {
  const values = {
    byMail: settings.by_mail,
    inBrowser: settings.in_browser,
    floorIds: settings.floor_ids,
    digestMinutes: settings.digest_minutes,
    language: settings.language,
  };
  await db
    .insertInto("notificationSettings")
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

export async function findEmail(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? null;
}
