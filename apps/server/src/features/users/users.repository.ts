import { type RoleId, roles } from "@verandah/contract/roles.ts";
import { sql } from "kysely";

import { type Db, queryRows, type Row, runSql } from "#core/db.ts";

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
    .selectFrom("campusRoles as m")
    .innerJoin("users", "users.id", "m.userId")
    .innerJoin("locations", "locations.id", "m.buildingId")
    .innerJoin("campuses", "campuses.id", "m.campusId")
    .innerJoin("locations as root", (join) =>
      join.onRef("root.campusId", "=", "m.campusId").on("root.zoneType", "=", "GL_LOCATION_TYPE_CAMPUS"),
    )
    .select((select) => [
      "users.id",
      "users.username",
      "users.email",
      "m.roleId",
      "m.campusId",
      "users.campusId as openCampusId",
      /** Id of the location that is the campus. */
      "root.id as campusPlaceId",
      "campuses.name as campusName",
      "m.buildingId",
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
      sql<boolean>`users.campus_id = m.campus_id
        and exists (select from sessions where user_id = users.id and ended_at is null and expires_at > ${now})`.as(
        "isLoggedIn",
      ),
      sql<boolean>`not exists (select from campus_roles as o
        where o.user_id = m.user_id and (o.added_at, o.campus_id) < (m.added_at, m.campus_id))`.as(
        "isManagedHere",
      ),
      sql<boolean>`exists (select from campus_roles as o where o.user_id = m.user_id and o.campus_id <> m.campus_id)`.as(
        "hasOtherCampuses",
      ),
    ])
    .where("m.campusId", "=", campusId)
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
    .innerJoin("campusRoles as m", "m.userId", "users.id")
    .select("users.id")
    .where("m.campusId", "=", campusId)
    .where("m.roleId", "=", roles.administrator)
    .where("disabledAt", "is", null)
    .orderBy("users.id")
    // Both, so that a change of a role that is committed meanwhile counts.
    .forNoKeyUpdate(["users", "m"])
    .execute();
  return rows.map((row) => row.id);
}

/** Locks a user until commit, so that the open campus stays. */
export async function lockUser(db: Db, id: number): Promise<void> {
  await db.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute();
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

type Role = Row<"campusRoles", "userId" | "campusId" | "roleId" | "buildingId">;

/** Gives a user a role in a campus. @returns false when the user has one there */
export async function insertRole(db: Db, role: Role): Promise<boolean> {
  const row = await db
    .insertInto("campusRoles")
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .returning("userId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the role of a user in a campus, also where the user has it open. */
export async function updateRole(db: Db, { userId, campusId, ...change }: Role): Promise<void> {
  await db
    .updateTable("campusRoles")
    .set(change)
    .where("userId", "=", userId)
    .where("campusId", "=", campusId)
    .execute();
  await db
    .updateTable("users")
    .set(change)
    .where("id", "=", userId)
    .where("campusId", "=", campusId)
    .execute();
}

/** Takes the role in a campus (`=`), or in all others (`!=`), from a user. */
export async function deleteRoles(
  db: Db,
  userId: number,
  which: "=" | "!=",
  campusId: number,
): Promise<void> {
  await db
    .deleteFrom("campusRoles")
    .where("userId", "=", userId)
    .where("campusId", which, campusId)
    .execute();
}

/** Makes the first campus of a user the one that opens next. */
export async function openFirstCampus(db: Db, id: number): Promise<void> {
  await runSql(db)`
    update users set campus_id = m.campus_id, role_id = m.role_id, building_id = m.building_id
    from (select * from campus_roles where user_id = ${id} order by added_at, campus_id limit 1) as m where users.id = ${id}`;
}

/** The enabled account of building staff or of a member with exactly this name, or as the only one with this e-mail address. */
export async function findAccount(db: Db, account: string): Promise<number | undefined> {
  const rows = await queryRows(db)<{ id: number; isNamed: boolean }>`
    select id, lower(username) = lower(${account}) as "isNamed" from users
    where (lower(username) = lower(${account}) or lower(email) = lower(${account})) and disabled_at is null and role_id <> ${roles.pumpCustomer}
    order by "isNamed" desc limit 2`;
  const [first] = rows;
  return first?.isNamed || rows.length === 1 ? first?.id : undefined;
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
