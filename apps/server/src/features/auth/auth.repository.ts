import type { Language } from "@verandah/contract/language.ts";
import type { RoleId } from "@verandah/contract/roles.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export type EndReason = "logout" | "replaced" | "expired" | "password-changed" | "administrator";

export interface LoginUser {
  id: number;
  username: string;
  email: string | null;
  passwordHash: string;
  roleId: RoleId;
  campusId: number;
  disabledAt: Date | null;
  lastLoginAt: Date | null;
}

const userColumns = [
  "id",
  "username",
  "email",
  "password_hash as passwordHash",
  "role_id as roleId",
  "campus_id as campusId",
  "disabled_at as disabledAt",
  "last_login_at as lastLoginAt",
] as const;

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

/** The language of a user's mails. */
export async function findMailLanguage(db: Db, userId: number): Promise<Language> {
  const found = await db
    .selectFrom("notification_settings")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found?.language ?? "en";
}

export async function updateLastLogin(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable("users").set({ last_login_at: at }).where("id", "=", id).execute();
}

export async function updateBuilding(db: Db, id: number, buildingId: number): Promise<void> {
  await db.updateTable("users").set({ building_id: buildingId }).where("id", "=", id).execute();
}

export async function updatePasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();
}

export function findOpenSession(
  db: Db,
  userId: number,
): Promise<{ id: string; expires_at: Date } | undefined> {
  return db
    .selectFrom("sessions")
    .select(["id", "expires_at"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
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
  await db
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      is_guest: session.isGuest,
      address: session.address,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Ends a session. A later end does not change the first one. */
export async function updateSessionEnd(
  db: Db,
  id: string,
  end: { at: Date; reason: EndReason },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ ended_at: end.at, end_reason: end.reason })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** A session with its user, building and campus, open or ended. */
export function findSession(db: Db, id: string) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("campuses", "campuses.id", "users.campus_id")
    .innerJoin("locations", "locations.id", "users.building_id")
    .innerJoin("locations as root", (join) =>
      join
        .onRef("root.campus_id", "=", "users.campus_id")
        .on("root.zone_type", "=", "GL_LOCATION_TYPE_CAMPUS"),
    )
    .select((select) => [
      select
        .selectFrom("sessions as earlier")
        .select((earlier) => earlier.fn.max("earlier.created_at").as("at"))
        .whereRef("earlier.user_id", "=", "users.id")
        .whereRef("earlier.created_at", "<", "sessions.created_at")
        .as("previousLoginAt"),
      "sessions.id as sessionId",
      "sessions.expires_at as expiresAt",
      "sessions.ended_at as endedAt",
      "sessions.end_reason as endReason",
      "users.id as userId",
      "users.username",
      "users.role_id as roleId",
      "users.disabled_at as disabledAt",
      "users.campus_id as campusId",
      "root.id as campusLocationId",
      "campuses.name as campusName",
      "campuses.time_zone as timeZone",
      "users.building_id as buildingId",
      "locations.name as buildingName",
    ])
    .where("sessions.id", "=", id)
    .executeTakeFirst();
}

/** The given sessions that have ended, have expired by `now`, or have a disabled user. */
export async function listSessionsOver(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; endedAt: Date | null; endReason: EndReason | null; disabledAt: Date | null }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id", "ended_at as endedAt", "end_reason as endReason", "disabled_at as disabledAt"])
    .where("sessions.id", "=", sql<string>`any (${[...ids]}::uuid[])`)
    .where((where) =>
      where.or([
        where("ended_at", "is not", null),
        where("expires_at", "<=", now),
        where("disabled_at", "is not", null),
      ]),
    )
    .execute();
}

export async function insertPasswordReset(
  db: Db,
  reset: { tokenSha256: Buffer; userId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("password_resets")
    .values({
      token_sha256: reset.tokenSha256,
      user_id: reset.userId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

/** Number of links mailed to a user since `since`. */
export async function countResets(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom("password_resets")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Invalidates all open links of a user. */
export async function updateResetsUsed(db: Db, userId: number, at: Date): Promise<void> {
  await db
    .updateTable("password_resets")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

/** Marks a link and all other links of its user as used. Only one caller gets the user. */
export async function updateResetUsed(db: Db, tokenSha256: Buffer, at: Date): Promise<number | undefined> {
  const row = await db
    .updateTable("password_resets")
    .set({ used_at: at })
    .where("token_sha256", "=", tokenSha256)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("user_id")
    .executeTakeFirst();
  if (row) await updateResetsUsed(db, row.user_id, at);
  return row?.user_id;
}

/** A secret of the server. The first process that needs the secret creates it. */
export async function findOrInsertSecret(db: Db, name: string, create: () => string): Promise<string> {
  const stored = db.selectFrom("server_secrets").select("value").where("name", "=", name);
  const found = await stored.executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("server_secrets")
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).value;
}
