import type { Db, Row } from "#core/db.ts";

/** Stores the code of a process in place of its earlier one. */
export async function upsertCode(db: Db, code: Row<"setUpCodes", "process" | "codeSha256" | "expiresAt">) {
  await db
    .insertInto("setUpCodes")
    .values(code)
    .onConflict((conflict) => conflict.column("process").doUpdateSet(code))
    .execute();
}

export function findCode(db: Db, codeSha256: Buffer) {
  return db
    .selectFrom("setUpCodes")
    .select("expiresAt")
    .where("codeSha256", "=", codeSha256)
    .executeTakeFirst();
}

export async function deleteCodes(db: Db): Promise<void> {
  await db.deleteFrom("setUpCodes").execute();
}
