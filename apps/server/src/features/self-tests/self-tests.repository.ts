import { sql } from "kysely";

import type { Condition, Db, Row } from "#core/db.ts";
import { instantOf, localTime } from "#core/local-time.ts";

const columns = [
  "id",
  "campusId",
  /** The floor whose emergency lights are tested; null for a UPS. */
  "floorId",
  /** The UPS that is tested. */
  "ssid",
  "kind",
  "plannedAt",
  "isMonthly",
  "state",
  "results",
] as const;

export type SelfTestRow = Row<"selfTests", (typeof columns)[number]>;

/** The tested equipment: the emergency lights of a floor, or a UPS. */
export type Tested = Pick<SelfTestRow, "floorId" | "ssid">;

/** All planned tests of a floor or device, then its newest other tests; both newest first. */
export async function listTests(db: Db, of: Tested, othersMax: number): Promise<SelfTestRow[]> {
  const tests = db
    .selectFrom("selfTests")
    .select(columns)
    .where((where) => where.or([where("floorId", "=", of.floorId), where("ssid", "=", of.ssid)]))
    .orderBy("plannedAt", "desc");
  const planned = await tests.where("state", "=", "planned").execute();
  return [...planned, ...(await tests.where("state", "<>", "planned").limit(othersMax).execute())];
}

/** @returns undefined when another test is planned for this time */
export function insertTest(
  db: Db,
  test: Omit<SelfTestRow, "id" | "state" | "results">,
  createdAt: Date,
): Promise<SelfTestRow | undefined> {
  return db
    .insertInto("selfTests")
    .values({
      ...test,
      firstAt: test.plannedAt,
      state: "planned",
      results: "[]",
      nextCheckAt: test.plannedAt,
      createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Plans the next test of a monthly series: the first time after `now` on the day and at the time of the first test, on the clock of the
 * campus. In a shorter month the test is on the last day.
 */
export async function insertNext(db: Db, id: string, now: Date): Promise<void> {
  const zone = sql`c.time_zone`;
  const firstLocal = localTime(sql`t.first_at`, zone);
  await sql`
    insert into self_tests (campus_id, floor_id, ssid, kind, planned_at, first_at, is_monthly, state, next_check_at, created_at)
    select t.campus_id, t.floor_id, t.ssid, t.kind, next.at, t.first_at, true, 'planned', next.at, ${now}
    from self_tests t join campuses c on c.id = t.campus_id
    cross join lateral (
      select ${instantOf(sql`${firstLocal} + make_interval(months => n)`, zone)} as at
      from generate_series(1, 1200) n) next
    where t.id = ${id} and next.at > greatest(t.planned_at, ${now}::timestamptz) and not exists (
      select from self_tests other
      where (other.floor_id = t.floor_id or other.ssid = t.ssid)
        and other.planned_at = next.at and other.state = 'planned')
    order by next.at limit 1`.execute(db);
}

/** Whether a test is due for a check. */
export const isAnyDue = (now: Date): Condition =>
  sql`exists (select from self_tests where state in ('planned', 'running') and next_check_at <= ${now})`;

/** Locks the earliest test that is due for a check until commit. */
export function claimDue(db: Db, now: Date): Promise<SelfTestRow | undefined> {
  return db
    .selectFrom("selfTests")
    .select(columns)
    .where("state", "in", ["planned", "running"])
    .where("nextCheckAt", "<=", now)
    .orderBy("nextCheckAt")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** A test of a campus, locked until commit. */
export function lockTest(db: Db, campusId: number, id: string): Promise<SelfTestRow | undefined> {
  return db
    .selectFrom("selfTests")
    .select(columns)
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateResults(
  db: Db,
  id: string,
  { state, results, nextCheckAt }: Pick<SelfTestRow, "state" | "results"> & { nextCheckAt: Date },
): Promise<void> {
  await db
    .updateTable("selfTests")
    .set({ state, results: JSON.stringify(results), nextCheckAt })
    .where("id", "=", id)
    .execute();
}

export async function updateNextCheck(db: Db, id: string, nextCheckAt: Date): Promise<void> {
  await db.updateTable("selfTests").set({ nextCheckAt }).where("id", "=", id).execute();
}

export async function deleteTest(db: Db, id: string): Promise<void> {
  await db.deleteFrom("selfTests").where("id", "=", id).execute();
}
