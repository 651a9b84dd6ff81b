import type { EmergencyResult, EmergencyTestKind } from "@verandah/contract/emergency-tests.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface EmergencyTestRow {
  id: string;
  campusId: number;
  floorId: number;
  kind: EmergencyTestKind;
  plannedAt: Date;
  isMonthly: boolean;
  state: "planned" | "running" | "done";
  results: EmergencyResult[];
}

const columns = [
  "id",
  "campus_id as campusId",
  "floor_id as floorId",
  "kind",
  "planned_at as plannedAt",
  "is_monthly as isMonthly",
  "state",
  "results",
] as const;

/** The planned tests of a floor and its newest others, newest first. */
export async function listTests(db: Db, floorId: number, othersMax: number): Promise<EmergencyTestRow[]> {
  const ofFloor = db
    .selectFrom("emergency_tests")
    .select(columns)
    .where("floor_id", "=", floorId)
    .orderBy("planned_at", "desc");
  const planned = await ofFloor.where("state", "=", "planned").execute();
  return [...planned, ...(await ofFloor.where("state", "<>", "planned").limit(othersMax).execute())];
}

/** @returns undefined when a test of the floor is planned for this time */
export function insertTest(
  db: Db,
  test: Omit<EmergencyTestRow, "id" | "state" | "results">,
  createdAt: Date,
): Promise<EmergencyTestRow | undefined> {
  return db
    .insertInto("emergency_tests")
    .values({
      campus_id: test.campusId,
      floor_id: test.floorId,
      kind: test.kind,
      planned_at: test.plannedAt,
      first_at: test.plannedAt,
      is_monthly: test.isMonthly,
      state: "planned",
      results: "[]",
      next_check_at: test.plannedAt,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Plans the next test of a monthly series: the first time after `now` on the day and at the time of the first test, on the clock of the
 * campus. A shorter month has it on its last day.
 */
export async function insertNext(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    insert into emergency_tests (campus_id, floor_id, kind, planned_at, first_at, is_monthly, state, next_check_at, created_at)
    select t.campus_id, t.floor_id, t.kind, next.at, t.first_at, true, 'planned', next.at, ${now}
    from emergency_tests t join campuses c on c.id = t.campus_id
    cross join lateral (
      select ((t.first_at at time zone c.time_zone) + make_interval(months => n)) at time zone c.time_zone as at
      from generate_series(1, 1200) n) next
    where t.id = ${id} and next.at > greatest(t.planned_at, ${now}::timestamptz) and not exists (
      select from emergency_tests other
      where other.floor_id = t.floor_id and other.planned_at = next.at and other.state = 'planned')
    order by next.at limit 1`.execute(db);
}

/** Locks the earliest test that is due for a check until commit. */
export function claimDue(db: Db, now: Date): Promise<EmergencyTestRow | undefined> {
  return db
    .selectFrom("emergency_tests")
    .select(columns)
    .where("state", "in", ["planned", "running"])
    .where("next_check_at", "<=", now)
    .orderBy("next_check_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** A test of a campus, locked until commit. */
export function lockTest(db: Db, campusId: number, id: string): Promise<EmergencyTestRow | undefined> {
  return db
    .selectFrom("emergency_tests")
    .select(columns)
    .where("campus_id", "=", campusId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateResults(
  db: Db,
  id: string,
  { state, results, nextCheckAt }: Pick<EmergencyTestRow, "state" | "results"> & { nextCheckAt: Date },
): Promise<void> {
  await db
    .updateTable("emergency_tests")
    .set({ state, results: JSON.stringify(results), next_check_at: nextCheckAt })
    .where("id", "=", id)
    .execute();
}

export async function updateNextCheck(db: Db, id: string, nextCheckAt: Date): Promise<void> {
  await db.updateTable("emergency_tests").set({ next_check_at: nextCheckAt }).where("id", "=", id).execute();
}

export async function deleteTest(db: Db, id: string): Promise<void> {
  await db.deleteFrom("emergency_tests").where("id", "=", id).execute();
}
