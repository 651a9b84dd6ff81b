import type { CommandOrigin, CommandState } from "@verandah/contract/commands/commands.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface CommandRow {
  id: string;
  batchId: string;
  /** Position in the batch. */
  position: number;
  pointId: number;
  campusId: number;
  edgeId: number;
  edgeSsid: string;
  ssid: string;
  deviceName: string;
  deviceType: string;
  paramId: string;
  unit: string;
  value: number | null;
  priority: number;
  state: CommandState;
  failure: string | null;
  readBack: number | null;
  before: number | null;
  origin: CommandOrigin["kind"];
  originName: string | null;
  reason: string | null;
  userId: number | null;
  username: string | null;
  createdAt: Date;
  expiresAt: Date;
  until: Date | null;
  sentAt: Date | null;
  acknowledgedAt: Date | null;
  endedAt: Date | null;
  supersededBy: string | null;
  /** User or origin of the command that superseded it. */
  supersedingName: string | null;
  releasedAt: Date | null;
  winningPriority: number | null;
  lostAt: Date | null;
  lostValue: number | null;
}

function commands(db: Db) {
  return db
    .selectFrom("commands")
    .innerJoin("command_batches as batch", "batch.id", "commands.batch_id")
    .innerJoin("points", "points.id", "commands.point_id")
    .innerJoin("devices", "devices.id", "points.device_id")
    .innerJoin("edges", "edges.id", "devices.edge_id")
    .leftJoin("users", "users.id", "commands.user_id")
    .leftJoin("commands as later", "later.id", "commands.superseded_by")
    .leftJoin("command_batches as later_batch", "later_batch.id", "later.batch_id")
    .leftJoin("users as later_user", "later_user.id", "later.user_id")
    .select([
      "commands.id",
      "commands.batch_id as batchId",
      "commands.position",
      "commands.point_id as pointId",
      "devices.campus_id as campusId",
      "edges.id as edgeId",
      "edges.ssid as edgeSsid",
      "devices.ssid",
      "devices.name as deviceName",
      "devices.type as deviceType",
      "points.param_id as paramId",
      "points.unit",
      "commands.value",
      "commands.priority",
      "commands.state",
      "commands.failure",
      "commands.read_back as readBack",
      "commands.before_value as before",
      "batch.origin",
      "batch.origin_name as originName",
      "batch.reason",
      "commands.user_id as userId",
      "users.username",
      "commands.created_at as createdAt",
      "commands.expires_at as expiresAt",
      "commands.override_until as until",
      "commands.sent_at as sentAt",
      "commands.acknowledged_at as acknowledgedAt",
      "commands.ended_at as endedAt",
      "commands.superseded_by as supersededBy",
      "commands.released_at as releasedAt",
      "commands.winning_priority as winningPriority",
      "commands.lost_at as lostAt",
      "commands.lost_value as lostValue",
    ])
    .select((eb) =>
      eb.fn
        .coalesce("later_user.username", "later_batch.origin_name", "later_batch.origin")
        .as("supersedingName"),
    );
}

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
    .where("devices.campus_id", "=", within.campusId)
    .where(
      sql<boolean>`not exists (select from ${tries} and (c.created_at, c.id) > (commands.created_at, commands.id))`,
    );
  if (within.deviceId !== undefined) query = query.where("devices.id", "=", within.deviceId);
  if (within.buildingId !== undefined)
    query = query
      .innerJoin("locations", "locations.id", "devices.location_id")
      .where("locations.building_id", "=", within.buildingId);
  if (within.from) query = query.where("commands.created_at", ">=", within.from);
  if (within.to) query = query.where("commands.created_at", "<", within.to);
  const { before } = within;
  if (before)
    query =
      query.where(sql<boolean>`(commands.created_at < ${before.createdAt} or commands.created_at = ${before.createdAt}
      and (commands.position, commands.id) > (${before.position}, ${before.id}::uuid))`);
  return query
    .orderBy("commands.created_at", "desc")
    .orderBy("commands.position")
    .orderBy("commands.id")
    .limit(within.limit)
    .execute();
}

/** The commands of a batch in the order of the batch. */
export function listCommandsOfBatch(db: Db, batchId: string): Promise<CommandRow[]> {
  return commands(db).where("commands.batch_id", "=", batchId).orderBy("commands.position").execute();
}

/** Unsent commands in order, locked until commit. */
export function listUnsentForUpdate(
  db: Db,
  after: Pick<CommandRow, "createdAt" | "position" | "id"> | undefined,
  limit: number,
): Promise<CommandRow[]> {
  let query = commands(db)
    .where("commands.state", "in", ["accepted", "queued"])
    // Redundant, but it lets the query use an index.
    .where("commands.ended_at", "is", null);
  if (after)
    query = query.where((eb) =>
      eb(
        eb.refTuple("commands.created_at", "commands.position", "commands.id"),
        ">",
        eb.tuple(after.createdAt, after.position, after.id),
      ),
    );
  return query
    .orderBy("commands.created_at")
    .orderBy("commands.position")
    .orderBy("commands.id")
    .limit(limit)
    .forUpdate("commands")
    .skipLocked()
    .execute();
}

export async function updateSent(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("commands")
    .set({ state: "sent", sent_at: at })
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

/** Ends commands past their deadline. @returns their ids */
export async function updateExpired(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable("commands")
    .set({ state: "expired", ended_at: now })
    .where("ended_at", "is", null)
    .where("expires_at", "<=", now)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Number of open commands by state. States without commands are left out. */
export async function countOpenByState(db: Db): Promise<{ state: CommandState; count: number }[]> {
  const rows = await db
    .selectFrom("commands")
    .select((select) => ["state", select.fn.countAll<string>().as("count")])
    .where("ended_at", "is", null)
    .groupBy("state")
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
