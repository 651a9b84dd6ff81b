import { roles } from "@verandah/contract/roles.ts";

import { type Db, queryColumn } from "#core/db.ts";

export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>[number];

/** The pump customers of a campus by name, or one of them. */
export async function listCustomers(db: Db, campusId: number, id?: number) {
  let query = db
    .selectFrom("users")
    .leftJoin("customerRecords as r", "r.userId", "users.id")
    .select(["users.id", "users.username", "r.city", "r.state", "r.farmSizeHectare", "r.panels"])
    .where("users.campusId", "=", campusId)
    .where("users.roleId", "=", roles.pumpCustomer)
    .where("r.deletedAt", "is", null)
    .orderBy("users.username");
  if (id !== undefined) query = query.where("users.id", "=", id);
  return query.execute();
}

export async function findCustomerOfPump(db: Db, deviceId: number) {
  return db
    .selectFrom("pumpCustomers as c")
    .innerJoin("users", "users.id", "c.userId")
    .leftJoin("customerRecords as r", "r.userId", "users.id")
    .select(["users.username as name", "r.city", "r.state"])
    .where("c.deviceId", "=", deviceId)
    .orderBy("users.id")
    .executeTakeFirst();
}

/**
 * The names of the customers that a pump was mapped to in a time range, the earliest first. Removes the number from the name of a deleted
 * customer.
 */
export function listCustomersOfPump(db: Db, deviceId: number, { from, to }: { from: Date; to: Date }) {
  return queryColumn(db)<string>`
    select replace(u.username, ' (' || u.id || ')', '') as name from (
      select user_id, since, null as until from pump_customers where device_id = ${deviceId}
      union all select user_id, since, until from past_pump_customers where device_id = ${deviceId}
    ) as m join users u on u.id = m.user_id
    where coalesce(m.since < ${to}, true) and coalesce(m.until > ${from}, true)
    group by u.id order by min(coalesce(m.since, '-infinity')), u.id`;
}

interface CustomerRecord {
  city: string;
  state: string;
  farmSizeHectare: number;
  panels: number;
}

export async function insertRecord(
  db: Db,
  userId: number,
  record: CustomerRecord & { secretHash: string },
): Promise<void> {
  await db
    .insertInto("customerRecords")
    .values({ userId, ...record })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasRecord(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("customerRecords")
    .select("userId")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the record of a customer, or creates it. */
export async function saveRecord(
  db: Db,
  userId: number,
  change: CustomerRecord | { deletedAt: Date | null },
): Promise<void> {
  await db
    .insertInto("customerRecords")
    .values({ userId, ...change })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(change))
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
    .set({ disabledAt: at, username: `${username} (${id})` })
    .where("id", "=", id)
    .execute();
  await saveRecord(db, id, { deletedAt: at });
  await db.deleteFrom("passwordTickets").where("userId", "=", id).execute();
}

/** The security answer of a customer of a campus by name, locked until commit, so that concurrent attempts are all counted. */
export async function findSecretForUpdate(db: Db, campusId: number, username: string) {
  return db
    .selectFrom("customerRecords as r")
    .innerJoin("users", "users.id", "r.userId")
    .select([
      "r.userId",
      /** Null when the customer has no security answer yet. */
      "r.secretHash",
      "r.wrongSecrets",
      "r.secretLockedUntil as lockedUntil",
    ])
    .where("users.campusId", "=", campusId)
    .where("r.deletedAt", "is", null)
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
    .updateTable("customerRecords")
    .set({ wrongSecrets: tries.wrongSecrets, secretLockedUntil: tries.lockedUntil })
    .where("userId", "=", userId)
    .execute();
}

/** Sets a new, unlocked security answer of a customer. */
export async function updateSecret(db: Db, userId: number, secretHash: string): Promise<void> {
  await db
    .updateTable("customerRecords")
    .set({ secretHash, wrongSecrets: 0, secretLockedUntil: null })
    .where("userId", "=", userId)
    .execute();
}

interface Ticket {
  sha256: Buffer;
  userId: number;
  issuedTo: number;
}

/** Stores a ticket. Earlier tickets for the user are deleted. */
export async function insertTicket(db: Db, ticket: Ticket, expiresAt: Date): Promise<void> {
  await db.deleteFrom("passwordTickets").where("userId", "=", ticket.userId).execute();
  await db
    .insertInto("passwordTickets")
    .values({
      ticketSha256: ticket.sha256,
      userId: ticket.userId,
      issuedTo: ticket.issuedTo,
      expiresAt,
    })
    .execute();
}

/** Marks a ticket as used. @returns false for a ticket that is unknown, used, too old, or issued to another administrator */
export async function updateTicketUsed(db: Db, ticket: Ticket, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("passwordTickets")
    .set({ usedAt: now })
    .where("ticketSha256", "=", ticket.sha256)
    .where("userId", "=", ticket.userId)
    .where("issuedTo", "=", ticket.issuedTo)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("userId")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom("users").select("passwordHash").where("id", "=", userId).executeTakeFirst();
  return row?.passwordHash;
}
