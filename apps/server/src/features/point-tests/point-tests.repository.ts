import { sql } from "kysely";

import { type Db, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

type Subject = Pick<Row<"pointTests", "kind" | "subjectId" | "name">, "kind" | "subjectId" | "name">;

/** A point with the names that its test keeps. */
export interface TestablePoint extends Row<
  "pointTestPoints",
  "deviceId" | "ssid" | "deviceName" | "deviceType" | "paramId" | "unit" | "isOutput"
> {}

/** Where the devices of a test are. */
export type DevicesOf = { deviceId: number } | { edgeId: number } | { locationIds: readonly number[] };

function devicesWhere(of: DevicesOf) {
  if ("deviceId" in of) return sql`d.id = ${of.deviceId}`;
  if ("edgeId" in of) return sql`d.edge_id = ${of.edgeId}`;
  return sql`d.location_id = any (${[...of.locationIds]}::int[])`;
}

/** The points of devices, by device. */
export const listTestable = (db: Db, campusId: number, of: DevicesOf): Promise<TestablePoint[]> =>
  queryRows(db)<TestablePoint>`
    select d.id as "deviceId", d.ssid, d.name as "deviceName", d.type as "deviceType", p.param_id, p.unit, p.kind <> 'reading' as "isOutput"
    from devices as d join points as p on p.device_id = d.id
    where d.campus_id = ${campusId} and d.removed_at is null and p.hidden_at is null and ${devicesWhere(of)}
    order by d.name, d.id, p.kind <> 'reading', p.id`;

/** Adds a test. @returns undefined when its subject has an open one */
export async function insertTest(
  db: Db,
  test: Subject &
    Pick<Row<"pointTests", "campusId" | "startedBy" | "startedAt">, "campusId" | "startedBy" | "startedAt">,
  points: readonly TestablePoint[],
): Promise<string | undefined> {
  const row = await db
    .insertInto("pointTests")
    .values(test)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row)
    await runSql(db)`
      insert into point_test_points (test_id, position, device_id, ssid, device_name, device_type, param_id, unit, is_output)
      select ${row.id}, p.* from jsonb_to_recordset(${JSON.stringify(points.map((point, position) => ({ position, ...point })))}::jsonb)
        as p (position int, "deviceId" int, ssid text, "deviceName" text, "deviceType" text, "paramId" text, unit text, "isOutput" boolean)`;
  return row?.id;
}

export const findOpen = (db: Db, { kind, subjectId }: Subject) =>
  db
    .selectFrom("pointTests")
    .select("id")
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .where("finishedAt", "is", null)
    .executeTakeFirst();

export interface TestRow extends Row<
  "pointTests",
  "id" | "kind" | "name" | "startedBy" | "startedAt" | "finishedBy" | "finishedAt"
> {
  points: number;
  passed: number;
  failed: number;
  skipped: number;
}

const tests = sql`
  select t.id, t.kind, t.name, t.started_by, t.started_at, t.finished_by, t.finished_at, c.*
  from point_tests as t cross join lateral (
    select count(*)::int as points, (count(*) filter (where result = 'passed'))::int as passed,
      (count(*) filter (where result = 'failed'))::int as failed, (count(*) filter (where result = 'skipped'))::int as skipped
    from point_test_points where test_id = t.id) as c`;

/** The newest tests with a device, of the subject itself or of a part of it. */
export const listTests = (db: Db, campusId: number, of: DevicesOf, limit: number): Promise<TestRow[]> =>
  queryRows(db)<TestRow>`
    ${tests} where t.campus_id = ${campusId} and (
      t.kind = 'device' and t.subject_id in (select d.id from devices as d where ${devicesWhere(of)})
      or t.kind = 'gateway' and t.subject_id = ${"edgeId" in of ? of.edgeId : null}::int
      or t.kind = 'place' and t.subject_id = any (${"locationIds" in of ? [...of.locationIds] : []}::int[]))
    order by t.finished_at is null desc, t.started_at desc, t.id limit ${limit}`;

export const findTest = (db: Db, campusId: number, id: string): Promise<TestRow | undefined> =>
  queryRow(db)<TestRow>`${tests} where t.campus_id = ${campusId} and t.id = ${id}`;

/** A test of a campus, locked until commit. */
export const lockTest = (db: Db, campusId: number, id: string) =>
  db
    .selectFrom("pointTests")
    .select(["id", "name", "finishedAt"])
    .where("campusId", "=", campusId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

const pointColumns = [
  "position",
  "deviceId",
  "ssid",
  "deviceName",
  "deviceType",
  "paramId",
  "unit",
  "isOutput",
  "result",
  "reference",
  "tolerance",
  "reading",
  "readAt",
  "quality",
  "testedAt",
  "testedBy",
  "note",
  "commandIds",
] as const;
export interface PointRow extends Row<"pointTestPoints", (typeof pointColumns)[number]> {
  hasPhoto: boolean;
}

const pointsOf = (db: Db, testId: string) =>
  db
    .selectFrom("pointTestPoints")
    .select([...pointColumns, sql<boolean>`photo is not null`.as("hasPhoto")])
    .where("testId", "=", testId);

export const listPoints = (db: Db, testId: string): Promise<PointRow[]> =>
  pointsOf(db, testId).orderBy("position").execute();

export const findPoint = (db: Db, testId: string, position: number): Promise<PointRow | undefined> =>
  pointsOf(db, testId).where("position", "=", position).executeTakeFirst();

/** The photos of a test, or of one of its points, by position. */
export async function listPhotos(db: Db, testId: string, position?: number) {
  let query = db.selectFrom("pointTestPoints").select(["position", "photo"]).where("testId", "=", testId);
  if (position !== undefined) query = query.where("position", "=", position);
  const rows = await query.where("photo", "is not", null).orderBy("position").execute();
  return rows.flatMap(({ photo, ...row }) => (photo ? [{ ...row, photo }] : []));
}

export async function countPhotos(db: Db, testId: string): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    select count(photo)::int as count from point_test_points where test_id = ${testId}`;
  return row?.count ?? 0;
}

export async function updatePoint(
  db: Db,
  testId: string,
  position: number,
  change: Partial<Omit<PointRow, "position" | "hasPhoto">> & { photo?: Buffer | null },
): Promise<void> {
  await db
    .updateTable("pointTestPoints")
    .set(change)
    .where("testId", "=", testId)
    .where("position", "=", position)
    .execute();
}

export async function updateFinished(
  db: Db,
  id: string,
  finishedBy: string,
  finishedAt: Date,
): Promise<void> {
  await db.updateTable("pointTests").set({ finishedBy, finishedAt }).where("id", "=", id).execute();
}

/** Gives a device to a tester. @returns false while it belongs to another one */
export async function claimDevice(
  db: Db,
  tester: Row<"pointTesters", "deviceId" | "userId" | "name" | "until">,
  now: Date,
): Promise<boolean> {
  const { deviceId, userId, name, until } = tester;
  const row = await queryRow(db)<{ deviceId: number }>`
    insert into point_testers as t (device_id, user_id, name, until) values (${deviceId}, ${userId}, ${name}, ${until})
    on conflict (device_id) do update set user_id = excluded.user_id, name = excluded.name, until = excluded.until
      where t.user_id = excluded.user_id or t.until <= ${now} returning device_id`;
  return row !== undefined;
}

/** The devices of a test that other users test now. */
export const listOtherTesters = (db: Db, testId: string, userId: number, now: Date) =>
  queryRows(db)<{ ssid: string; name: string; until: Date }>`
    select distinct p.ssid, t.name, t.until from point_testers as t join point_test_points as p on p.device_id = t.device_id
    where p.test_id = ${testId} and t.user_id <> ${userId} and t.until > ${now} order by p.ssid`;
