import type { Language } from "@verandah/contract/language.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface Recipient {
  userId: number;
  /** Where the user may see alarms. */
  campuses: { id: number; name: string; floorIds: number[] | null }[];
  email: string;
  classes: "critical" | "all";
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
      "users.email",
      "byMail as classes",
      "digestMinutes",
      "language",
      // The chosen floors are those of several campuses. A campus without one of them sends the alarms of all its floors.
      sql<
        Recipient["campuses"]
      >`(select json_agg(json_build_object('id', m.campus_id, 'name', c.name, 'floorIds', (
          select json_agg(f.id) from locations f where f.campus_id = m.campus_id and f.id = any (floor_ids))) order by m.campus_id)
        from campus_roles m join campuses c on c.id = m.campus_id where m.user_id = users.id and m.role_id = any (${[...buildingStaff]}::int[]))`.as(
        "campuses",
      ),
    ])
    .where("byMail", "!=", "none")
    .where("users.email", "is not", null)
    .where("users.disabledAt", "is", null)
    .orderBy("users.id")
    .execute();
  return rows.flatMap(({ email, classes, ...rest }) =>
    email === null || classes === "none" || rest.campuses === null ? [] : [{ ...rest, email, classes }],
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
