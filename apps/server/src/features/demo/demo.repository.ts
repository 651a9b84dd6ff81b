import type { DemoContents } from "@verandah/contract/demo.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, queryColumn, queryRow, queryRows, type Row, runSql } from "#core/db.ts";

export interface DemoRow extends Row<"demos", "campusId" | "removingAt"> {
  name: string;
}

export const findDemo = (db: Db): Promise<DemoRow | undefined> =>
  queryRow(
    db,
  )<DemoRow>`select campus_id, removing_at, name from demos join campuses on campuses.id = campus_id`;

export async function insertDemo(db: Db, campusId: number, addedAt: Date): Promise<void> {
  await db.insertInto("demos").values({ campusId, addedAt }).execute();
}

export async function updateRemoving(db: Db, removingAt: Date): Promise<void> {
  await db.updateTable("demos").set({ removingAt }).execute();
}

export const listDeviceIds = (db: Db, campusId: number) =>
  queryColumn(db)<number>`select id from devices where campus_id = ${campusId} order by id`;

export async function countContents(db: Db, campusId: number): Promise<DemoContents> {
  const count = (table: string, condition = sql`true`) =>
    sql`(select count(*)::int from ${sql.table(table)} where campus_id = ${campusId} and ${condition})`;
  const row = await queryRow(db)<DemoContents>`
    select ${count("locations")} as places, ${count("spaces")} as spaces, ${count("edges", sql`kind = 'gateway'`)} as gateways,
      ${count("devices")} as devices, ${count("alarms")} as alarms, ${count("bookings")} as bookings`;
  if (!row) throw new Error("The query has one row");
  return row;
}

interface ForeignKey {
  child: string;
  column: string;
  isRequired: boolean;
  parent: string;
  parentColumn: string;
}

const listForeignKeys = (db: Db) => queryRows(db)<ForeignKey>`
  select k.conrelid::regclass::text as child, c.attname as column, c.attnotnull as "isRequired",
    k.confrelid::regclass::text as parent, p.attname as "parentColumn"
  from pg_constraint k
    join pg_attribute c on c.attrelid = k.conrelid and c.attnum = k.conkey[1]
    join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
  where k.contype = 'f' and k.conrelid <> k.confrelid and k.connamespace = current_schema()::regnamespace`;

/**
 * Deletes a campus with all rows that refer to it. They follow from the foreign keys of the database, so a new table needs no line here. A
 * row that names a campus belongs to that campus only; any other row belongs to its required references. A row of another campus that refers
 * to a deleted one fails the transaction.
 */
export async function deleteCampus(db: Db, campusId: number): Promise<void> {
  // An account of another campus that has opened this one last stays.
  await runSql(db)`
    update users u set campus_id = o.campus_id, building_id = o.building_id, role_id = o.role_id
    from campus_roles o where o.user_id = u.id and u.campus_id = ${campusId} and o.campus_id <> ${campusId}`;
  await runSql(
    db,
  )`delete from login_failures where username in (select lower(username) from users where campus_id = ${campusId})`;
  await runSql(db)`delete from mail_outbox where user_id is null
    and recipient in (select email from coworking_users where campus_id = ${campusId})`;
  const tables = new Set(["campuses"]);
  const keys = await listForeignKeys(db);
  for (const table of tables) for (const { child, parent } of keys) if (parent === table) tables.add(child);

  function rowsOf(table: string): RawBuilder<unknown> {
    if (table === "campuses") return sql`id = ${campusId}`;
    const own = keys.filter(({ child, parent }) => child === table && tables.has(parent));
    if (own.some(({ column }) => column === "campus_id")) return sql`campus_id = ${campusId}`;
    const required = own.filter(({ isRequired }) => isRequired);
    const conditions = (required.length > 0 ? required : own).map(
      ({ column, parent, parentColumn }) =>
        sql`${sql.ref(column)} in (select ${sql.ref(parentColumn)} from ${sql.table(parent)} where ${rowsOf(parent)})`,
    );
    return sql`(${sql.join(conditions, sql` or `)})`;
  }

  while (tables.size > 0) {
    const last = [...tables].find(
      (table) => !keys.some(({ child, parent }) => parent === table && tables.has(child)),
    );
    if (last === undefined) throw new Error(`Tables refer to each other: ${[...tables].join(", ")}`);
    await runSql(db)`delete from ${sql.table(last)} where ${rowsOf(last)}`;
    tables.delete(last);
  }
}
