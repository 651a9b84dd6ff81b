import type { CommandState } from "@verandah/contract/commands.ts";

import type { Db } from "#core/db.ts";

export interface CommandRow {
  id: string;
  pointId: number;
  campusId: number;
  edgeId: number;
  edgeSsid: string;
  ssid: string;
  paramId: string;
  value: number | null;
  priority: number;
  state: CommandState;
  failure: string | null;
  readBack: number | null;
  createdAt: Date;
  expiresAt: Date;
  until: Date | null;
  endedAt: Date | null;
}

function commands(db: Db) {
  return db
    .selectFrom("commands")
    .innerJoin("points", "points.id", "commands.point_id")
    .innerJoin("devices", "devices.id", "points.device_id")
    .innerJoin("edges", "edges.id", "devices.edge_id")
    .select([
      "commands.id",
      "commands.point_id as pointId",
      "devices.campus_id as campusId",
      "edges.id as edgeId",
      "edges.ssid as edgeSsid",
      "devices.ssid",
      "points.param_id as paramId",
      "commands.value",
      "commands.priority",
      "commands.state",
      "commands.failure",
      "commands.read_back as readBack",
      "commands.created_at as createdAt",
      "commands.expires_at as expiresAt",
      "commands.override_until as until",
      "commands.ended_at as endedAt",
    ]);
}

export function findCommand(db: Db, id: string): Promise<CommandRow | undefined> {
  return commands(db).where("commands.id", "=", id).executeTakeFirst();
}

/** Holds a point until the transaction ends, so that orders for it come one after the other. */
export async function findPointForUpdate(db: Db, pointId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("points")
    .select("id")
    .where("id", "=", pointId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}

export async function insertCommand(
  db: Db,
  command: {
    id: string;
    pointId: number;
    value: number | null;
    priority: number;
    userId: number | null;
    createdAt: Date;
    expiresAt: Date;
    until: Date | null;
  },
): Promise<void> {
  await db
    .insertInto("commands")
    .values({
      id: command.id,
      point_id: command.pointId,
      value: command.value,
      priority: command.priority,
      state: "queued",
      user_id: command.userId,
      created_at: command.createdAt,
      expires_at: command.expiresAt,
      override_until: command.until,
    })
    .execute();
}

/** Ends the open commands of a point at one priority, because a newer one takes their place. @returns their ids */
export async function updateSuperseded(
  db: Db,
  pointId: number,
  priority: number,
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable("commands")
    .set({ state: "superseded", ended_at: at })
    .where("point_id", "=", pointId)
    .where("priority", "=", priority)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Queued commands in order, held against other servers until the transaction ends. */
export function listQueuedForUpdate(db: Db): Promise<CommandRow[]> {
  return (
    commands(db)
      .where("commands.state", "=", "queued")
      // Says no more than the line above, but has an index.
      .where("commands.ended_at", "is", null)
      .orderBy("commands.created_at")
      .limit(100)
      .forUpdate("commands")
      .skipLocked()
      .execute()
  );
}

export async function updateSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("commands").set({ state: "sent", sent_at: at }).where("id", "=", id).execute();
}

/** Brings an open command on. @returns false when it has ended already */
export async function updateState(
  db: Db,
  id: string,
  change: { state: CommandState; failure: string | null; readBack: number | null; endedAt: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable("commands")
    .set({
      state: change.state,
      failure: change.failure,
      read_back: change.readBack,
      ended_at: change.endedAt,
    })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends what is past its deadline. @returns the ids */
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

/** How many commands have not ended, by state; a state without any is left out. */
export async function countOpenByState(db: Db): Promise<{ state: CommandState; count: number }[]> {
  const rows = await db
    .selectFrom("commands")
    .select((select) => ["state", select.fn.countAll<string>().as("count")])
    .where("ended_at", "is", null)
    .groupBy("state")
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
