import type { NotificationSettings } from "@verandah/contract/notifications/notification-forms.ts";

import type { Db } from "#core/db.ts";

/** The settings that a user has saved, if any. */
export async function findSettings(db: Db, userId: number): Promise<NotificationSettings | undefined> {
  return db
    .selectFrom("notification_settings")
    .select(["by_mail", "in_browser", "floor_ids", "digest_minutes", "language"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function upsertSettings(db: Db, userId: number, settings: NotificationSettings): Promise<void> {
  const { by_mail, in_browser, floor_ids, digest_minutes, language } = settings;
  const values = { by_mail, in_browser, floor_ids, digest_minutes, language };
  await db
    .insertInto("notification_settings")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** The e-mail address of a user. */
export async function findEmail(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? null;
}
