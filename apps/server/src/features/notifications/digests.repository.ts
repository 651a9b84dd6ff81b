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
    .selectFrom("notificationSettings")
    .innerJoin("users", "users.id", "notificationSettings.userId")
    .select([
      "users.id as userId",
      "users.campusId",
      "users.email",
      "byMail as classes",
      "floorIds",
      "digestMinutes",
      "language",
    ])
    .where("byMail", "!=", "none")
    .where("users.email", "is not", null)
    .where("users.disabledAt", "is", null)
    .where("users.roleId", "in", [...buildingStaff])
    .orderBy("users.id")
    .execute();
  return rows.flatMap(({ email, classes, ...rest }) =>
    email === null || classes === "none" ? [] : [{ ...rest, email, classes }],
  );
}

/** The last notified event of a user, locked until commit; undefined when another server has locked it. */
export async function findMailForUpdate(db: Db, userId: number) {
  return db
    .selectFrom("notificationMails")
    .select(["toldEventId as notifiedEventId", "sentAt"])
    .where("userId", "=", userId)
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
    .updateTable("notificationMails")
    .set({ toldEventId: notified.notifiedEventId, ...(notified.sentAt && { sentAt: notified.sentAt }) })
    .where("userId", "=", userId)
    .execute();
}

/** Stores the last event that a user was notified of. */
export async function upsertNotified(db: Db, userId: number, notifiedEventId: string): Promise<void> {
  await db
    .insertInto("notificationMails")
    .values({ userId, toldEventId: notifiedEventId })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ toldEventId: notifiedEventId }))
    .execute();
}
