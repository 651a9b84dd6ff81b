import type { Language } from "@verandah/contract/language.ts";
import { sql } from "kysely";

import type { Db, Row } from "#core/db.ts";

export type EndReason = "logout" | "replaced" | "expired" | "password-changed" | "administrator" | "switched";

const userColumns = [
  "id",
  "username",
  "email",
  "passwordHash",
  "roleId",
  "campusId",
  "disabledAt",
  "lastLoginAt",
] as const;

export type LoginUser = Row<"users", (typeof userColumns)[number]>;

/** Names are unique in lower case. */
export function findUserByName(db: Db, username: string): Promise<LoginUser | undefined> {
  return db
    .selectFrom("users")
    .select(userColumns)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
}

/** The user's row, locked until commit, so that other logins of this user wait. */
export function findUserForUpdate(db: Db, id: number): Promise<LoginUser | undefined> {
  return db.selectFrom("users").select(userColumns).where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function findMailLanguage(db: Db, userId: number): Promise<Language> {
  const found = await db
    .selectFrom("notificationSettings")
    .select("language")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return found?.language ?? "en";
}

export async function updateLastLogin(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("users").set({ lastLoginAt: at }).where("id", "=", id).execute();
}

/** The campuses of a user by name, with the user's role and building in each. */
export function listCampusesOf(db: Db, userId: number) {
  return db
    .selectFrom("campusRoles as m")
    .innerJoin("campuses", "campuses.id", "m.campusId")
    .innerJoin("locations as root", (join) =>
      join.onRef("root.campusId", "=", "m.campusId").on("root.zoneType", "=", "GL_LOCATION_TYPE_CAMPUS"),
    )
    .select(["m.campusId", "m.roleId", "m.buildingId", "root.id as campusLocationId", "campuses.name"])
    .where("m.userId", "=", userId)
    .orderBy("campuses.name")
    .orderBy("m.campusId")
    .execute();
}

/** Makes a campus the one that a user opens. */
export async function updateOpenCampus(
  db: Db,
  id: number,
  campus: Row<"campusRoles", "campusId" | "roleId" | "buildingId">,
): Promise<void> {
  await db.updateTable("users").set(campus).where("id", "=", id).execute();
}

export async function updateBuilding(db: Db, id: number, buildingId: number): Promise<void> {
  await db.updateTable("users").set({ buildingId }).where("id", "=", id).execute();
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable("users").set({ passwordHash }).where("id", "=", id).execute();
}

export function findOpenSession(db: Db, userId: number) {
  return db
    .selectFrom("sessions")
    .select(["id", "isGuest", "createdAt", "expiresAt"])
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}

export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: number;
    isGuest: boolean;
    address: string;
    userAgent: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** Ends a session. A later end does not change the first one. */
export async function updateSessionEnd(
  db: Db,
  id: string,
  end: { at: Date; reason: EndReason },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ endedAt: end.at, endReason: end.reason })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();
}

/** A session with its user, building and campus, open or ended. */
export function findSession(db: Db, id: string) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .innerJoin("campuses", "campuses.id", "users.campusId")
    .innerJoin("locations", "locations.id", "users.buildingId")
    .innerJoin("locations as root", (join) =>
      join.onRef("root.campusId", "=", "users.campusId").on("root.zoneType", "=", "GL_LOCATION_TYPE_CAMPUS"),
    )
    .select((select) => [
      select
        .selectFrom("sessions as earlier")
        .select((earlier) => earlier.fn.max("earlier.createdAt").as("at"))
        .whereRef("earlier.userId", "=", "users.id")
        .whereRef("earlier.createdAt", "<", "sessions.createdAt")
        .as("previousLoginAt"),
      "sessions.id as sessionId",
      "sessions.expiresAt",
      "sessions.endedAt",
      "sessions.endReason",
      "users.id as userId",
      "users.username",
      "users.roleId",
      "users.disabledAt",
      "users.campusId",
      "root.id as campusLocationId",
      "campuses.name as campusName",
      "campuses.timeZone",
      "users.buildingId",
      "locations.name as buildingName",
    ])
    .where("sessions.id", "=", id)
    .executeTakeFirst();
}

/** The given sessions that have ended, have expired by `now`, or have a disabled user. */
export async function listSessionsOver(db: Db, ids: readonly string[], now: Date) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select(["sessions.id", "endedAt", "endReason", "disabledAt"])
    .where("sessions.id", "=", sql<string>`any (${[...ids]}::uuid[])`)
    .where((where) =>
      where.or([
        where("endedAt", "is not", null),
        where("expiresAt", "<=", now),
        where("disabledAt", "is not", null),
      ]),
    )
    .execute();
}

export async function insertPasswordReset(
  db: Db,
  reset: { tokenSha256: Buffer; userId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insertInto("passwordResets").values(reset).execute();
}

/** Number of links mailed to a user since `since`. */
export async function countResets(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom("passwordResets")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("userId", "=", userId)
    .where("createdAt", ">", since)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Invalidates all open links of a user. */
export async function updateResetsUsed(db: Db, userId: number, at: Date): Promise<void> {
  await db
    .updateTable("passwordResets")
    .set({ usedAt: at })
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .execute();
}

/** Marks a link and all other links of its user as used. Only one caller gets the user. */
export async function updateResetUsed(db: Db, tokenSha256: Buffer, at: Date): Promise<number | undefined> {
  const row = await db
    .updateTable("passwordResets")
    .set({ usedAt: at })
    .where("tokenSha256", "=", tokenSha256)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", at)
    .returning("userId")
    .executeTakeFirst();
  if (row) await updateResetsUsed(db, row.userId, at);
  return row?.userId;
}

/** A secret of the server. The first process that needs the secret creates it. */
export async function findOrInsertSecret(db: Db, name: string, create: () => string): Promise<string> {
  const stored = db.selectFrom("serverSecrets").select("value").where("name", "=", name);
  const found = await stored.executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("serverSecrets")
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).value;
}
