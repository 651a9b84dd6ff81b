import { type Db, type Row, queryRows } from "#core/db.ts";

type CallCount = Row<"callCounts", "key" | "count" | "endsAt">;

/** Counts one more call for each item of `keys`. A window of a key begins with the first call after the one before. */
export function upsertCounts(
  db: Db,
  keys: readonly string[],
  { at, windowMs }: { at: Date; windowMs: number },
) {
  return queryRows(db)<CallCount>`
    insert into call_counts as c (key, count, ends_at)
    select key, count(*), ${new Date(at.getTime() + windowMs)}::timestamptz
    from unnest(${[...keys]}::text[]) as k (key) group by key order by key
    on conflict (key) do update set
      count = case when c.ends_at <= ${at} then excluded.count else c.count + excluded.count end,
      ends_at = case when c.ends_at <= ${at} then excluded.ends_at else c.ends_at end
    returning key, count, ends_at`;
}

/** Deletes ended windows, except those that another process is counting. */
export async function deleteCountsBefore(db: Db, before: Date): Promise<void> {
  const ended = db.selectFrom("callCounts").select("key").where("endsAt", "<", before);
  await db.deleteFrom("callCounts").where("key", "in", ended.forUpdate().skipLocked()).execute();
}
