import { type Db, queryRow, queryRows } from "#core/db.ts";

/** Replaces the claim code of a gateway. */
export async function upsertCode(
  db: Db,
  code: { edgeId: number; codeSha256: string; expiresAt: Date },
): Promise<void> {
  const unused = { usedAt: null, passwordSha256: null };
  await db
    .insertInto("claimCodes")
    .values(code)
    .onConflict((conflict) => conflict.column("edgeId").doUpdateSet({ ...code, ...unused }))
    .execute();
}

/** Whether there is a claim code, unless the guesses of one of `limits` are at their maximum. */
export async function isCode(
  db: Db,
  codeSha256: string,
  limits: readonly { key: string; max: number }[],
  at: Date,
): Promise<boolean> {
  const rows = await queryRows(db)`
    select from claim_codes where code_sha256 = ${codeSha256} and not exists (
      select from unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(({ max }) => max)}::int[]) as l (key, max)
      join call_counts c on c.key = l.key and c.count >= l.max and c.ends_at > ${at})`;
  return rows.length > 0;
}

/** A claim code with its gateway, locked until commit. */
export function findCodeForUpdate(db: Db, codeSha256: string) {
  return queryRow(db)<{
    edgeId: number;
    campusId: number;
    ssid: string;
    name: string;
    expiresAt: Date;
    usedAt: Date | null;
    passwordSha256: string | null;
  }>`
    select e.id as "edgeId", e.campus_id, e.ssid, e.name, c.expires_at, c.used_at, c.password_sha256
    from claim_codes c join edges e on e.id = c.edge_id where c.code_sha256 = ${codeSha256} for update of c`;
}

/** The gateway has joined: its new password is in force, and it has not reported a model yet. */
export async function updateJoined(
  db: Db,
  { edgeId, passwordSha256, at }: { edgeId: number; passwordSha256: string; at: Date },
): Promise<void> {
  await db
    .updateTable("claimCodes")
    .set({ usedAt: at, passwordSha256 })
    .where("edgeId", "=", edgeId)
    .execute();
  await db
    .updateTable("edges")
    .set({
      passwordSha256,
      modelVersion: null,
      modelRefusedVersion: null,
      modelRefusedWhy: null,
      trustedCertificates: null,
    })
    .where("id", "=", edgeId)
    .execute();
}
