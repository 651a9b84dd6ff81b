import type { Db } from "#core/db.ts";

export interface AuditRow {
  at: Date;
  campusId: number | null;
  userId: number | null;
  sessionId: string | null;
  address: string;
  action: string;
  target: string;
  /** Name of the host that writes the row. */
  server: string;
  before: unknown;
  after: unknown;
}

/** The user who last acted on a target. */
export async function findLastActor(db: Db, campusId: number, target: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("audit")
    .innerJoin("users", "users.id", "audit.userId")
    .select("users.username")
    .where("audit.campusId", "=", campusId)
    .where("target", "=", target)
    .orderBy("audit.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.username;
}

export async function insertAudits(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await db
    .insertInto("audit")
    .values(
      rows.map((row) => ({
        at: row.at,
        campusId: row.campusId,
        userId: row.userId,
        sessionId: row.sessionId,
        address: row.address,
        action: row.action,
        target: row.target,
        server: row.server,
        before: row.before === undefined ? null : JSON.stringify(row.before),
        after: row.after === undefined ? null : JSON.stringify(row.after),
      })),
    )
    .execute();
}
