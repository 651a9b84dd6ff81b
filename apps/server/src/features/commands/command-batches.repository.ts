import {
  COMMAND_PRIORITY,
  type CommandOrigin,
  type WriteRefusal,
} from "@verandah/contract/commands/commands.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRows, queryColumn, runSql } from "#core/db.ts";

import { ends, isAccepted, replaces } from "./overrides.repository.ts";

/** A point for a write, with the data from which the server decides whether the write is possible. */
export interface WriteTarget {
  pointId: number;
  ssid: string;
  deviceType: string;
  paramId: string;
  kind: "reading" | "setpoint" | "command";
  /** Whether its gateway has another unit for it. */
  isOtherUnit: boolean;
  min: number | null;
  max: number | null;
  deviceState: "unknown" | "online" | "offline";
  /** Whether neither the device nor a place above it is deactivated. */
  isActive: boolean;
  edgeState: "unknown" | "online" | "offline";
  /** The latest value of the point. */
  before: number | null;
}

/** The given points of a campus. Unknown points are left out. */
export function listTargets(db: Db, campusId: number, points: readonly { ssid: string; paramId: string }[]) {
  return queryRows(db)<WriteTarget>`
    select p.id as "pointId", d.ssid, d.type as "deviceType", p.param_id, p.kind, p.sent_unit is not null as "isOtherUnit", p.min_value as min, p.max_value as max,
      d.state as "deviceState", d.is_active and place_is_active(d.location_id) as "isActive", e.state as "edgeState", l.value as before
    from (
      select distinct * from unnest(${points.map((one) => one.ssid)}::text[], ${points.map((one) => one.paramId)}::text[])
    ) as n (ssid, param_id)
    join devices as d on d.ssid = n.ssid and d.campus_id = ${campusId} and d.removed_at is null
    join edges as e on e.id = d.edge_id
    join points as p on p.device_id = d.id and p.param_id = n.param_id and p.hidden_at is null
    left join latest as l on l.point_id = p.id`;
}

/** Locks points until commit, so that writes to one point, or to one light, are handled one after the other. */
export async function lockPoints(db: Db, pointIds: readonly number[]): Promise<void> {
  // The order by id prevents deadlocks between batches.
  await runSql(db)`select id from points where id in (
      select q.id from points as p join points as q on ${replaces} where p.id = any (${[...pointIds]}::int[]))
    order by id for no key update`;
}

export interface NewBatch extends Row<
  "commandBatches",
  "id" | "campusId" | "userId" | "originName" | "reason" | "idempotencyKey" | "seriesId" | "createdAt"
> {
  origin: CommandOrigin["kind"];
  contentSha256: Buffer;
  until: Date | null;
}

/** Adds a batch. @returns false when a batch with its idempotency key exists */
export async function insertBatch(db: Db, { until, ...batch }: NewBatch): Promise<boolean> {
  const row = await db
    .insertInto("commandBatches")
    .values({ ...batch, refused: "[]", overrideUntil: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface Refusal {
  ssid: string;
  paramId: string;
  code: WriteRefusal;
}

export async function updateReason(db: Db, batchId: string, reason: string): Promise<void> {
  await db.updateTable("commandBatches").set({ reason }).where("id", "=", batchId).execute();
}

export async function updateRefused(db: Db, batchId: string, refused: readonly Refusal[]): Promise<void> {
  await db
    .updateTable("commandBatches")
    .set({ refused: JSON.stringify(refused) })
    .where("id", "=", batchId)
    .execute();
}

export interface BatchRow extends Row<
  "commandBatches",
  "id" | "campusId" | "originName" | "reason" | "contentSha256" | "createdAt" | "userId"
> {
  origin: CommandOrigin["kind"];
  /** A stored list of `Refusal`. */
  refused: unknown;
  /** When the values of the batch are released. */
  until: Date | null;
  username: string | null;
}

function batches(db: Db) {
  return db
    .selectFrom("commandBatches as batch")
    .leftJoin("users", "users.id", "batch.userId")
    .select([
      "batch.id",
      "batch.campusId",
      "batch.origin",
      "batch.originName",
      "batch.reason",
      "batch.contentSha256",
      "batch.refused",
      "batch.createdAt",
      "batch.overrideUntil as until",
      "batch.userId",
      "users.username",
    ]);
}

export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return batches(db).where("batch.id", "=", id).executeTakeFirst();
}

/** The batch with an idempotency key of a user. */
export function findBatchOfKey(
  db: Db,
  owner: { campusId: number; userId: number | null },
  key: string,
): Promise<BatchRow | undefined> {
  return batches(db)
    .where("batch.campusId", "=", owner.campusId)
    .where(sql`coalesce(batch.user_id, 0)`, "=", owner.userId ?? 0)
    .where("batch.idempotencyKey", "=", key)
    .executeTakeFirst();
}

export interface NewCommand {
  id: string;
  pointId: number;
  value: number | null;
  before: number | null;
}

/** A value of a person, with its end and reason. */
export interface EarlierValue {
  value: number | null;
  until: Date | null;
  reason: string | null;
}

/**
 * The values of people that commands to points replace, in force or written by open commands, by the id of the commanded point. Null after
 * a release.
 *
 * @param since older commands have no value in force any more
 */
export async function listEarlierValues(
  db: Db,
  pointIds: readonly number[],
  since: Date,
): Promise<Map<number, EarlierValue & { earlierPointId: number }>> {
  const rows = await queryRows(db)<EarlierValue & { pointId: number; earlierPointId: number }>`
    select distinct on (p.id) p.id as "pointId", q.id as "earlierPointId", case when c.released_at is null then c.value end as value,
      c.override_until as until, b.reason
    from points as p join points as q on ${replaces}
      join commands as c on c.point_id = q.id join command_batches as b on b.id = c.batch_id
    where p.id = any (${[...pointIds]}::int[]) and c.priority = ${COMMAND_PRIORITY.person} and c.created_at >= ${since}
      and (c.ended_at is null or ${isAccepted})
    order by p.id, c.created_at desc, c.position desc`;
  return new Map(rows.map(({ pointId, ...one }) => [pointId, one]));
}

/** The points of a batch, locked until commit. */
export async function lockBatchPoints(db: Db, batchId: string): Promise<void> {
  const rows = await db.selectFrom("commands").select("pointId").where("batchId", "=", batchId).execute();
  await lockPoints(
    db,
    rows.map(({ pointId }) => pointId),
  );
}

/** A command that can be undone, and the value that it replaced: of `earlierParamId`. */
export interface ReplacedValue extends EarlierValue {
  ssid: string;
  paramId: string;
  earlierParamId: string;
}

/** What the commands of a batch replaced. Commands without an effect, and points with a newer command of a person, are left out. */
export function listReplaced(db: Db, batchId: string) {
  return queryRows(db)<ReplacedValue>`
    select d.ssid, p.param_id, coalesce(e.param_id, p.param_id) as "earlierParamId",
      c.earlier_value as value, c.earlier_until as until, c.earlier_reason as reason
    from commands as c join points as p on p.id = c.point_id join devices as d on d.id = p.device_id
      left join points as e on e.id = c.earlier_point_id
    where c.batch_id = ${batchId} and (c.state not in ('failed', 'expired') or c.failure in ('overridden', 'not-followed'))
      and not exists (select from points as q join commands as n on n.point_id = q.id where ${replaces} and n.priority = c.priority
        and n.created_at >= c.created_at and n.batch_id <> c.batch_id)
    order by c.position`;
}

/** Adds the commands of a batch. All have the same priority. */
export async function insertCommands(
  db: Db,
  commands: readonly NewCommand[],
  common: {
    batchId: string;
    priority: number;
    userId: number | null;
    createdAt: Date;
    expiresAt: Date;
    until: Date | null;
    /** What the commands replace, by the id of the point. */
    earlier: Awaited<ReturnType<typeof listEarlierValues>>;
  },
): Promise<void> {
  await db
    .insertInto("commands")
    .values(
      commands.map((command, position) => ({
        id: command.id,
        batchId: common.batchId,
        position,
        pointId: command.pointId,
        value: command.value,
        beforeValue: command.before,
        priority: common.priority,
        state: "accepted" as const,
        userId: common.userId,
        createdAt: common.createdAt,
        expiresAt: common.expiresAt,
        overrideUntil: command.value === null ? null : common.until,
        earlierValue: common.earlier.get(command.pointId)?.value ?? null,
        earlierUntil: common.earlier.get(command.pointId)?.until ?? null,
        earlierReason: common.earlier.get(command.pointId)?.reason ?? null,
        earlierPointId: common.earlier.get(command.pointId)?.earlierPointId ?? null,
      })),
    )
    .execute();
}

/** Ends the open commands that newer commands for the same point or light supersede at the same priority. @returns their ids */
export function updateSuperseded(
  db: Db,
  newer: readonly { id: string; pointId: number; value: number | null }[],
  priority: number,
  at: Date,
) {
  return queryColumn(db)<string>`
    update commands as c set state = 'superseded', ended_at = ${at}, superseded_by = n.id
    from unnest(${newer.map((one) => one.id)}::uuid[], ${newer.map((one) => one.pointId)}::int[], ${newer.map((one) => one.value)}::float8[])
        as n (id, point_id, value)
      join points as p on p.id = n.point_id join points as q on ${ends(sql`n.value`)}
    where c.point_id = q.id and c.priority = ${priority} and c.ended_at is null and c.id <> all (${newer.map((one) => one.id)}::uuid[])
    returning c.id`;
}

/** Origin and time of one command per device of a campus: the command whose value is in force, or else the newest command. */
export function listNewestOrigins(
  db: Db,
  campusId: number,
  { ssids, paramIds }: { ssids: readonly string[]; paramIds: readonly string[] },
) {
  return queryRows(db)<{ ssid: string; origin: CommandOrigin["kind"]; at: Date }>`
    select distinct on (d.id) d.ssid, b.origin, c.created_at as at
    from devices as d join points as p on p.device_id = d.id join commands as c on c.point_id = p.id
      join command_batches as b on b.id = c.batch_id
    where d.campus_id = ${campusId} and d.ssid = any (${[...ssids]}::text[]) and p.param_id = any (${[...paramIds]}::text[])
    order by d.id, case when c.released_at is null and c.value is not null
      and (${isAccepted} or c.ended_at is null) then c.priority end, c.created_at desc`;
}
