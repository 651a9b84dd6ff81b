import { sql } from "kysely";

import { type Db, type Row, queryColumn } from "#core/db.ts";
import type { ServerRole } from "#core/settings.ts";

export type RegisteredProcess = Row<"processes", "id" | "startedAt">;

interface ProcessDescription {
  name: string;
  host: string;
  roles: readonly ServerRole[];
  diskFreePercent: number;
}

/** The instant of the statement by the clock of the database, which all processes share. */
const now = sql<Date>`clock_timestamp()`;

/** Registers a process that starts. @returns its row, which has the same id as before a restart */
export function upsertProcess(db: Db, described: ProcessDescription): Promise<RegisteredProcess> {
  const { name, ...rest } = described;
  const row = { ...rest, roles: [...rest.roles], startedAt: now, seenAt: now };
  return db
    .insertInto("processes")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .returning(["id", "startedAt"])
    .executeTakeFirstOrThrow();
}

/** Registers a process whose row was deleted. @returns nothing when another process has its name */
export function insertProcess(
  db: Db,
  { roles, ...described }: ProcessDescription,
): Promise<RegisteredProcess | undefined> {
  return db
    .insertInto("processes")
    .values({ ...described, roles: [...roles], startedAt: now, seenAt: now })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning(["id", "startedAt"])
    .executeTakeFirst();
}

/** Records that a process runs. @returns false when it is no longer registered */
export async function updateSeen(
  db: Db,
  { id, startedAt }: RegisteredProcess,
  diskFreePercent: number,
): Promise<boolean> {
  const row = await db
    .updateTable("processes")
    .set({ seenAt: now, diskFreePercent })
    .where("id", "=", id)
    .where("startedAt", "=", startedAt)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function listProcesses(db: Db) {
  return db.selectFrom("processes").select(["id", "roles", "startedAt", "seenAt"]).execute();
}

/** Locks processes until commit, in the order of their ids. @returns those that have not started again */
export function lockProcesses(db: Db, processes: readonly RegisteredProcess[]) {
  return queryColumn(db)<number>`
    select p.id from processes as p
    join unnest(${processes.map(({ id }) => id)}::int[], ${processes.map(({ startedAt }) => startedAt)}::timestamptz[]) as e (id, started_at)
      using (id, started_at)
    order by p.id for update of p`;
}

export async function deleteProcesses(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("processes")
    .where(sql<boolean>`id = any (${[...ids]}::int[])`)
    .execute();
}

/** Processes with a role that have been seen within some time. */
export async function listSeen(
  db: Db,
  { role, withinMs }: { role: ServerRole; withinMs: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("processes")
    .select("id")
    .where(sql<boolean>`${role} = any (roles)`)
    .where(sql<boolean>`seen_at > ${now} - ${withinMs} * interval '1 ms'`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The process with a role that was registered first; null without one. */
export async function findFirst(db: Db, role: ServerRole): Promise<number | null> {
  const row = await db
    .selectFrom("processes")
    .select((eb) => eb.fn.min("id").as("first"))
    .where(sql<boolean>`${role} = any (roles)`)
    .executeTakeFirst();
  return row?.first ?? null;
}

/** Free space of the fullest disk of all processes, %; null without a process. */
export async function findLeastDiskFree(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("processes")
    .select((eb) => eb.fn.min("diskFreePercent").as("least"))
    .executeTakeFirst();
  return row?.least ?? null;
}
