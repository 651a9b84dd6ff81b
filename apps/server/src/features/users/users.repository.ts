import type { RoleId } from "@verandah/contract/roles.ts";

import type { Db } from "#core/db.ts";

export interface NewUser {
  campusId: number;
  buildingId: number;
  username: string;
  email: string | null;
  passwordHash: string;
  roleId: RoleId;
  createdAt: Date;
}

/** Stores a user. @returns undefined when the name is taken */
export async function insertUser(db: Db, user: NewUser): Promise<number | undefined> {
  const row = await db
    .insertInto("users")
    .values({
      campus_id: user.campusId,
      building_id: user.buildingId,
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      role_id: user.roleId,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function listUsernames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("users").select("username").orderBy("id").execute();
  return rows.map((row) => row.username);
}

export async function findUserId(db: Db, campusId: number, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("campus_id", "=", campusId)
    .where("username", "=", username)
    .executeTakeFirst();
  return row?.id;
}
