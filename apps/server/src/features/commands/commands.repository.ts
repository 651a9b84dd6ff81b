import { sql } from "kysely";

import { type Condition, type Db, queryColumn, queryRow } from "#core/db.ts";
import type { EdgesOfProcess } from "#features/devices/devices.service.ts";

function commands(db: Db) {
  return db
    .selectFrom("commands")
    .innerJoin("commandBatches as batch", "batch.id", "commands.batchId")
    .innerJoin("points", "points.id", "commands.pointId")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("edges", "edges.id", "devices.edgeId")
    .leftJoin("users", "users.id", "commands.userId")
    .leftJoin("commands as later", "later.id", "commands.supersededBy")
    .leftJoin("commandBatches as laterBatch", "laterBatch.id", "later.batchId")
    .leftJoin("users as laterUser", "laterUser.id", "later.userId")
    .select([
      "commands.id",
      "commands.batchId",
      "commands.position",
      "commands.pointId",
      "devices.campusId",
      "edges.id as edgeId",
      "edges.ssid as edgeSsid",
      "devices.ssid",
      "devices.name as deviceName",
      "devices.type as deviceType",
      "points.paramId",
      "points.unit",
      "commands.value",
      "commands.priority",
      "commands.state",
      "commands.failure",
      "commands.readBack",
      "commands.beforeValue as before",
      "batch.origin",
      "batch.originName",
      "batch.reason",
      "commands.userId",
      "users.username",
      "commands.createdAt",
      "commands.expiresAt",
      "commands.overrideUntil as until",
      "commands.sentAt",
      "commands.acknowledgedAt",
      "commands.endedAt",
      "commands.supersededBy",
      "commands.releasedAt",
      "commands.winningPriority",
      "commands.lostAt",
      "commands.lostValue",
    ])
    .select((eb) =>
      eb.fn
        .coalesce("laterUser.username", "laterBatch.originName", "laterBatch.origin")
        .as("supersedingName"),
    );
}

/** `supersedingName`: user or origin of the command that superseded it. */
export type CommandRow = Awaited<ReturnType<ReturnType<typeof commands>["execute"]>>[number];

export function findCommand(db: Db, id: string): Promise<CommandRow | undefined> {
  return commands(db).where("commands.id", "=", id).executeTakeFirst();
}

export function listCommandsByIds(db: Db, ids: readonly string[]): Promise<CommandRow[]> {
  return commands(db)
    .where("commands.id", "in", [...ids])
    .execute();
}

/** Attempts of the same command: commands of the same series and point. */
const tries = sql`command_batches as b join commands as c on c.batch_id = b.id
  where b.series_id = batch.series_id and c.point_id = commands.point_id`;
/** Whether a later attempt of the command exists. */
const isRepeated = sql`exists (select from ${tries} and (c.created_at, c.id) > (commands.created_at, commands.id))`;

/**
 * Commands of a campus, newest first; optionally of one device, one building or a time range (`to` excluded). Contains only the newest of
 * several attempts.
 */
export function listCommands(
  db: Db,
  within: {
    campusId: number;
    deviceId?: number | undefined;
    buildingId?: number | undefined;
    from?: Date | undefined;
    to?: Date | undefined;
    before?: CommandRow | undefined;
    limit: number;
  },
): Promise<(CommandRow & { tries: number })[]> {
  let query = commands(db)
    .select(sql<number>`greatest(1, (select count(*)::int from ${tries}))`.as("tries"))
    .where("devices.campusId", "=", within.campusId)
    .where(sql<boolean>`not ${isRepeated}`);
  if (within.deviceId !== undefined) query = query.where("devices.id", "=", within.deviceId);
  if (within.buildingId !== undefined)
    query = query
      .innerJoin("locations", "locations.id", "devices.locationId")
      .where("locations.buildingId", "=", within.buildingId);
  if (within.from) query = query.where("commands.createdAt", ">=", within.from);
  if (within.to) query = query.where("commands.createdAt", "<", within.to);
  const { before } = within;
  if (before)
    query =
      query.where(sql<boolean>`(commands.created_at < ${before.createdAt} or commands.created_at = ${before.createdAt}
      and (commands.position, commands.id) > (${before.position}, ${before.id}::uuid))`);
  return query
    .orderBy("commands.createdAt", "desc")
    .orderBy("commands.position")
    .orderBy("commands.id")
    .limit(within.limit)
    .execute();
}

/** Commands of users in a building since an instant. Of several attempts only the newest counts. */
export async function countSince(
  db: Db,
  buildingId: number,
  since: Date,
): Promise<{ sent: number; failed: number }> {
  const row = await queryRow(db)<{ sent: number; failed: number }>`
    select count(*)::int as sent, count(*) filter (where commands.state in ('failed', 'expired'))::int as failed
    from commands join command_batches as batch on batch.id = commands.batch_id
      join points on points.id = commands.point_id join devices on devices.id = points.device_id
      join locations on locations.id = devices.location_id
    where locations.building_id = ${buildingId} and commands.created_at >= ${since}
      and commands.user_id is not null and not ${isRepeated}`;
  return row ?? { sent: 0, failed: 0 };
}

export async function listDeviceIds(db: Db, commandIds: readonly string[]): Promise<number[]> {
  if (commandIds.length === 0) return [];
  const rows = await db
    .selectFrom("commands")
    .innerJoin("points", "points.id", "commands.pointId")
    .select("points.deviceId")
    .distinct()
    .where(sql<boolean>`commands.id = any (${[...commandIds]}::uuid[])`)
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}

/** The commands of a batch in the order of the batch. */
export function listCommandsOfBatch(db: Db, batchId: string): Promise<CommandRow[]> {
  return commands(db).where("commands.batchId", "=", batchId).orderBy("commands.position").execute();
}

/**
 * Unsent commands of edges that are connected to a process, or to none, in order; of all edges without a process. They are locked until
 * commit, and so are their edges: a login elsewhere waits, and then queues the commands that were sent here.
 */
export function listUnsentForUpdate(
  db: Db,
  {
    processId,
    after,
    limit,
  }: {
    processId: number | undefined;
    after: Pick<CommandRow, "createdAt" | "position" | "id"> | undefined;
    limit: number;
  },
): Promise<CommandRow[]> {
  let query = commands(db)
    .where("commands.state", "in", ["accepted", "queued"])
    // Redundant, but it lets the query use an index.
    .where("commands.endedAt", "is", null);
  if (processId !== undefined)
    query = query.where((eb) =>
      eb.or([eb("edges.processId", "is", null), eb("edges.processId", "=", processId)]),
    );
  if (after)
    query = query.where((eb) =>
      eb(
        eb.refTuple("commands.createdAt", "commands.position", "commands.id"),
        ">",
        eb.tuple(after.createdAt, after.position, after.id),
      ),
    );
  return query
    .orderBy("commands.createdAt")
    .orderBy("commands.position")
    .orderBy("commands.id")
    .limit(limit)
    .modifyEnd(sql`for update of commands skip locked for share of edges skip locked`)
    .execute();
}

export async function updateSent(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("commands")
    .set({ state: "sent", sentAt: at })
    .where("id", "in", [...ids])
    .execute();
}

/** Sets commands to queued, because their gateway is not connected. */
export async function updateQueued(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("commands")
    .set({ state: "queued" })
    .where("id", "in", [...ids])
    .execute();
}

/** Sets sent commands of edges to queued, unless their result is known. @returns their ids */
export function updateRequeued(db: Db, edgeIds: readonly number[]) {
  return queryColumn(db)<string>`
    with locked as (
      select c.id from commands as c join points as p on p.id = c.point_id join devices as d on d.id = p.device_id
      where d.edge_id = any (${[...edgeIds]}::int[]) and c.state = 'sent' and c.ended_at is null order by c.id for no key update of c
    )
    update commands set state = 'queued' from locked where commands.id = locked.id returning commands.id`;
}

/** Ends commands past their deadline. @returns their ids */
export async function updateExpired(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable("commands")
    .set({ state: "expired", endedAt: now })
    .where("endedAt", "is", null)
    .where("expiresAt", "<=", now)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a command has not ended. */
export const isAnyOpen: Condition = sql`exists (select from commands where ended_at is null)`;

/** Number of open commands to the edges of a process, by state. States without commands are left out. */
export async function countOpenByState(db: Db, { processId, withoutProcess }: EdgesOfProcess) {
  const rows = await db
    .selectFrom("commands")
    .innerJoin("points", "points.id", "commands.pointId")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("edges", "edges.id", "devices.edgeId")
    .select((select) => ["commands.state", select.fn.countAll<string>().as("count")])
    .where("commands.endedAt", "is", null)
    .where((eb) =>
      eb.or([
        eb("edges.processId", "=", processId),
        ...(withoutProcess ? [eb("edges.processId", "is", null)] : []),
      ]),
    )
    .groupBy("commands.state")
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
