import { roles } from "@verandah/contract/roles.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface CustomerRow {
  id: number;
  username: string;
  city: string | null;
  state: string | null;
  farmSizeHectare: number | null;
  panels: number | null;
}

/** The pump customers of a campus by name, or one of them. */
export async function listCustomers(db: Db, campusId: number, id?: number): Promise<CustomerRow[]> {
  let query = db
    .selectFrom("users")
    .leftJoin("customer_records as r", "r.user_id", "users.id")
    .select([
      "users.id",
      "users.username",
      "r.city",
      "r.state",
      "r.farm_size_hectare as farmSizeHectare",
      "r.panels",
    ])
    .where("users.campus_id", "=", campusId)
    .where("users.role_id", "=", roles.pumpCustomer)
    .where("r.deleted_at", "is", null)
    .orderBy("users.username");
  if (id !== undefined) query = query.where("users.id", "=", id);
  return query.execute();
}

/** The customer that a pump is mapped to. */
export async function findCustomerOfPump(
  db: Db,
  deviceId: number,
): Promise<{ name: string; city: string | null; state: string | null } | undefined> {
  return db
    .selectFrom("pump_customers as c")
    .innerJoin("users", "users.id", "c.user_id")
    .leftJoin("customer_records as r", "r.user_id", "users.id")
    .select(["users.username as name", "r.city", "r.state"])
    .where("c.device_id", "=", deviceId)
    .orderBy("users.id")
    .executeTakeFirst();
}

/**
 * The names of the customers that a pump was mapped to in a time range, the earliest first. Removes the number from the name of a deleted
 * customer.
 */
export async function listCustomersOfPump(
  db: Db,
  deviceId: number,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select replace(u.username, ' (' || u.id || ')', '') as name from (
      select user_id, since, null as until from pump_customers where device_id = ${deviceId}
      union all select user_id, since, until from past_pump_customers where device_id = ${deviceId}
    ) as m join users u on u.id = m.user_id
    where coalesce(m.since < ${to}, true) and coalesce(m.until > ${from}, true)
    group by u.id order by min(coalesce(m.since, '-infinity')), u.id`.execute(db);
  return rows.map(({ name }) => name);
}

interface CustomerRecord {
  city: string;
  state: string;
  farmSizeHectare: number;
  panels: number;
}

const columnsOf = ({ city, state, farmSizeHectare, panels }: CustomerRecord) => ({
  city,
  state,
  farm_size_hectare: farmSizeHectare,
  panels,
});

export async function insertRecord(
  db: Db,
  userId: number,
  record: CustomerRecord & { secretHash: string },
): Promise<void> {
  await db
    .insertInto("customer_records")
    .values({ user_id: userId, secret_hash: record.secretHash, ...columnsOf(record) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasRecord(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("customer_records")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the record of a customer, or creates it. */
export async function saveRecord(
  db: Db,
  userId: number,
  change: CustomerRecord | { deletedAt: Date | null },
): Promise<void> {
  const columns = "deletedAt" in change ? { deleted_at: change.deletedAt } : columnsOf(change);
  await db
    .insertInto("customer_records")
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}

/** @returns false when the name is in use */
export async function updateUsername(db: Db, userId: number, username: string): Promise<boolean> {
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["username"]), "=", username.toLowerCase()))
    .where("id", "!=", userId)
    .executeTakeFirst();
  if (taken) return false;
  await db.updateTable("users").set({ username }).where("id", "=", userId).execute();
  return true;
}

/** Disables the account of a customer, deletes its tickets, and renames it, so that the name can be used again. */
export async function deleteCustomer(db: Db, { id, username }: CustomerRow, at: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({ disabled_at: at, username: `${username} (${id})` })
    .where("id", "=", id)
    .execute();
  await saveRecord(db, id, { deletedAt: at });
  await db.deleteFrom("password_tickets").where("user_id", "=", id).execute();
}

export interface StoredSecret {
  userId: number;
  /** Null when the customer has no security answer yet. */
  secretHash: string | null;
  wrongSecrets: number;
  lockedUntil: Date | null;
}

/** The security answer of a customer of a campus by name, locked until commit, so that concurrent attempts are all counted. */
export async function findSecretForUpdate(
  db: Db,
  campusId: number,
  username: string,
): Promise<StoredSecret | undefined> {
  return db
    .selectFrom("customer_records as r")
    .innerJoin("users", "users.id", "r.user_id")
    .select([
      "r.user_id as userId",
      "r.secret_hash as secretHash",
      "r.wrong_secrets as wrongSecrets",
      "r.secret_locked_until as lockedUntil",
    ])
    .where("users.campus_id", "=", campusId)
    .where("r.deleted_at", "is", null)
    .where((eb) => eb(eb.fn("lower", ["users.username"]), "=", username.toLowerCase()))
    .forUpdate("r")
    .executeTakeFirst();
}

export async function updateSecretTries(
  db: Db,
  userId: number,
  tries: { wrongSecrets: number; lockedUntil: Date | null },
): Promise<void> {
  await db
    .updateTable("customer_records")
    .set({ wrong_secrets: tries.wrongSecrets, secret_locked_until: tries.lockedUntil })
    .where("user_id", "=", userId)
    .execute();
}

/** Sets a new, unlocked security answer of a customer. */
export async function updateSecret(db: Db, userId: number, secretHash: string): Promise<void> {
  await db
    .updateTable("customer_records")
    .set({ secret_hash: secretHash, wrong_secrets: 0, secret_locked_until: null })
    .where("user_id", "=", userId)
    .execute();
}

interface Ticket {
  sha256: Buffer;
  userId: number;
  issuedTo: number;
}

/** Stores a ticket. Earlier tickets for the user are deleted. */
export async function insertTicket(db: Db, ticket: Ticket, expiresAt: Date): Promise<void> {
  await db.deleteFrom("password_tickets").where("user_id", "=", ticket.userId).execute();
  await db
    .insertInto("password_tickets")
    .values({
      ticket_sha256: ticket.sha256,
      user_id: ticket.userId,
      issued_to: ticket.issuedTo,
      expires_at: expiresAt,
    })
    .execute();
}

/** Marks a ticket as used. @returns false for a ticket that is unknown, used, too old, or issued to another administrator */
export async function updateTicketUsed(db: Db, ticket: Ticket, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("password_tickets")
    .set({ used_at: now })
    .where("ticket_sha256", "=", ticket.sha256)
    .where("user_id", "=", ticket.userId)
    .where("issued_to", "=", ticket.issuedTo)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The password hash of a user. */
export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.password_hash;
}
