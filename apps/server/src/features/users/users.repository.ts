import { type RoleId, roles } from "@verandah/contract/roles.ts";
import { sql } from "kysely";

import type { Db, Row } from "#core/db.ts";

export type NewUser = Row<
  "users",
  "campusId" | "buildingId" | "username" | "email" | "passwordHash" | "roleId" | "createdAt"
>;

/** Stores a user. @returns undefined when the name is in use */
export async function insertUser(db: Db, user: NewUser): Promise<number | undefined> {
  const row = await db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

/** The users of a campus by name, or one of them. */
export function listUsers(db: Db, { campusId, id, now }: { campusId: number; id?: number; now: Date }) {
  let query = db
    .selectFrom("users")
    .innerJoin("locations", "locations.id", "users.buildingId")
    .innerJoin("campuses", "campuses.id", "users.campusId")
    .innerJoin("locations as root", (join) =>
      join.onRef("root.campusId", "=", "users.campusId").on("root.zoneType", "=", "GL_LOCATION_TYPE_CAMPUS"),
    )
    .select((select) => [
      "users.id",
      "users.username",
      "users.email",
      "users.roleId",
      "users.campusId",
      /** Id of the location that is the campus. */
      "root.id as campusPlaceId",
      "campuses.name as campusName",
      "users.buildingId",
      "locations.name as buildingName",
      "users.createdAt",
      "users.lastLoginAt",
      "users.disabledAt",
      select
        .selectFrom("loginFailures")
        .select((lock) => lock.fn.max("lockedUntil").as("until"))
        .where("loginFailures.username", "=", sql<string>`lower(users.username)`)
        .where("lockedUntil", ">", now)
        .as("lockedUntil"),
      sql<boolean>`exists (select from sessions where user_id = users.id and ended_at is null and expires_at > ${now})`.as(
        "isLoggedIn",
      ),
    ])
    .where("users.campusId", "=", campusId)
    .orderBy(sql`lower(users.username)`);
  if (id !== undefined) query = query.where("users.id", "=", id);
  return query.execute();
}

/**
 * Locks the administrators of a campus until commit, so that two concurrent changes cannot remove the last two. Their bookings are not
 * blocked.
 */
export async function listAdministratorsForUpdate(db: Db, campusId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("campusId", "=", campusId)
    .where("roleId", "=", roles.administrator)
    .where("disabledAt", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export async function updateUser(
  db: Db,
  id: number,
  change: {
    email?: string | null;
    roleId?: RoleId;
    campusId?: number;
    buildingId?: number;
    disabledAt?: Date | null;
    passwordHash?: string;
  },
): Promise<void> {
  if (Object.keys(change).length > 0)
    await db.updateTable("users").set(change).where("id", "=", id).execute();
}

/** The user with a name, in any case and of any campus. */
export async function findUserByName(db: Db, username: string) {
  return db
    .selectFrom("users")
    .select(["id", "campusId"])
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
}

/** Whether there is a user. */
export async function findAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function lockTable(db: Db): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(db);
}

export async function listUsernames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("users").select("username").orderBy("id").execute();
  return rows.map((row) => row.username);
}

export async function findUserId(db: Db, campusId: number, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("campusId", "=", campusId)
    .where("username", "=", username)
    .executeTakeFirst();
  return row?.id;
}
