import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Counts one more call of a key. A window begins with the first call after the one before. */
export async function upsertCount(
  db: Db,
  key: string,
  { at, windowMs }: { at: Date; windowMs: number },
): Promise<{ count: number; endsAt: Date }> {
  const endsAt = new Date(at.getTime() + windowMs);
  const { rows } = await sql<{ count: number; endsAt: Date }>`
    insert into call_counts as c (key, count, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      count = case when c.ends_at <= ${at} then 1 else c.count + 1 end,
      ends_at = case when c.ends_at <= ${at} then excluded.ends_at else c.ends_at end
    returning count, ends_at`.execute(db);
  return rows[0] ?? { count: 1, endsAt };
}

export async function deleteCountsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("callCounts").where("endsAt", "<", before).execute();
}
