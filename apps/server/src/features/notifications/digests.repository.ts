import type { Language } from "@verandah/contract/language.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";

import type { Db } from "#core/db.ts";

export interface Recipient {
  userId: number;
  campusId: number;
  email: string;
  classes: "critical" | "all";
  floorIds: number[] | null;
  digestMinutes: number;
  language: Language;
}

/** Users who have turned e-mails on, have an address and may see alarms. */
export async function listRecipients(db: Db): Promise<Recipient[]> {
  const rows = await db
    .selectFrom("notification_settings")
    .innerJoin("users", "users.id", "notification_settings.user_id")
    .select([
      "users.id as userId",
      "users.campus_id as campusId",
      "users.email",
      "by_mail as classes",
      "floor_ids as floorIds",
      "digest_minutes as digestMinutes",
      "language",
    ])
    .where("by_mail", "!=", "none")
    .where("users.email", "is not", null)
    .where("users.disabled_at", "is", null)
    .where("users.role_id", "in", [...buildingStaff])
    .orderBy("users.id")
    .execute();
  return rows.flatMap(({ email, classes, ...rest }) =>
    email === null || classes === "none" ? [] : [{ ...rest, email, classes }],
  );
}

/** The last notified event of a user, locked until commit; undefined when another server has locked it. */
export async function findMailForUpdate(
  db: Db,
  userId: number,
): Promise<{ notifiedEventId: string; sentAt: Date | null } | undefined> {
  return db
    .selectFrom("notification_mails")
    .select(["told_event_id as notifiedEventId", "sent_at as sentAt"])
    .where("user_id", "=", userId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function updateNotified(
  db: Db,
  userId: number,
  notified: { notifiedEventId: string; sentAt?: Date },
): Promise<void> {
  await db
    .updateTable("notification_mails")
    .set({ told_event_id: notified.notifiedEventId, ...(notified.sentAt && { sent_at: notified.sentAt }) })
    .where("user_id", "=", userId)
    .execute();
}

/** Stores the last event that a user was notified of. */
export async function upsertNotified(db: Db, userId: number, notifiedEventId: string): Promise<void> {
  await db
    .insertInto("notification_mails")
    .values({ user_id: userId, told_event_id: notifiedEventId })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ told_event_id: notifiedEventId }))
    .execute();
}
