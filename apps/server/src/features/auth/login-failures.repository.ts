import { type Db, queryRow } from "#core/db.ts";

/** The counts for a name from an address and from all addresses. */
export function listFailures(db: Db, username: string, address: string) {
  return db
    .selectFrom("loginFailures")
    .select(["address", "failures", "firstAt", "lockedUntil"])
    .where("username", "=", username)
    .where("address", "in", [address, ""])
    .execute();
}

/** Counts one more failure. The count restarts at 1 when the first failure was before `since`. The row stays locked until commit. */
export async function insertOrCountFailure(
  db: Db,
  key: { username: string; address: string },
  { at, since }: { at: Date; since: Date },
) {
  const row = await queryRow(db)<{ failures: number; lockedUntil: Date | null }>`
    insert into login_failures (username, address, failures, first_at, last_at)
    values (${key.username}, ${key.address}, 1, ${at}, ${at})
    on conflict (username, address) do update set
      failures = case when login_failures.first_at <= ${since} then 1 else login_failures.failures + 1 end,
      first_at = case when login_failures.first_at <= ${since} then ${at} else login_failures.first_at end,
      last_at = ${at}
    returning failures, locked_until`;
  return row ?? { failures: 1, lockedUntil: null };
}

export async function updateLock(
  db: Db,
  key: { username: string; address: string },
  lock: { failures: number; lockedUntil: Date },
): Promise<void> {
  await db
    .updateTable("loginFailures")
    .set({ failures: lock.failures, lockedUntil: lock.lockedUntil })
    .where("username", "=", key.username)
    .where("address", "=", key.address)
    .execute();
}

/** Deletes the wrong passwords of a name, from one address or from all. */
export async function deleteFailures(db: Db, username: string, address?: string): Promise<void> {
  let query = db.deleteFrom("loginFailures").where("username", "=", username.toLowerCase());
  if (address !== undefined) query = query.where("address", "=", address);
  await query.execute();
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("loginFailures").where("lastAt", "<", before).execute();
}

/** Whether a user has logged in from an address since `since`. */
export async function hasLoggedInFrom(
  db: Db,
  userId: number,
  address: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("userId", "=", userId)
    .where("address", "=", address)
    .where("createdAt", ">", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
