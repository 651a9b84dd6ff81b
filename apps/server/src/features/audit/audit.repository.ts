import type { Db, Row } from "#core/db.ts";

export interface AuditRow extends Row<
  "audit",
  "at" | "campusId" | "userId" | "sessionId" | "address" | "action" | "target"
> {
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
        ...row,
        before: row.before === undefined ? null : JSON.stringify(row.before),
        after: row.after === undefined ? null : JSON.stringify(row.after),
      })),
    )
    .execute();
}
