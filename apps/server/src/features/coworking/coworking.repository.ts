import {
  type CoworkingClient,
  type CoworkingColumn,
  coworkingColumns,
  type CoworkingUser,
} from "@verandah/contract/coworking.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, containsPattern, type Row, queryRow, queryRows, runSql } from "#core/db.ts";

/** A person of an uploaded file. */
export interface NewPerson extends Row<"coworkingUsers", "externalId" | "name" | "email" | "contactNo"> {
  client: string;
}

const cells: Record<CoworkingColumn, RawBuilder<unknown>> = {
  user_id: sql`u.external_id`,
  user_name: sql`u.name`,
  user_email: sql`u.email`,
  user_contact_no: sql`u.contact_no`,
  client: sql`c.name`,
};

const people = sql`coworking_users u join coworking_clients c on c.id = u.client_id`;
/** The names of the columns are those of the API, so these statements run without the conversion of names. */
const columns = sql`u.id, u.external_id as user_id, u.name as user_name, u.email as user_email,
  u.contact_no as user_contact_no, json_build_object('id', c.id, 'name', c.name) as client`;

interface PeopleQuery {
  campusId: number;
  clientId: number | undefined;
  /** One of the cells must contain this text, in any case. */
  search: string | undefined;
  /** The cell of each column must contain its text. */
  filters: Partial<Record<CoworkingColumn, string | undefined>>;
  sort: CoworkingColumn;
  order: "asc" | "desc";
  offset: number;
  limit: number;
  /** The count stops at this number. */
  countedMax: number;
}

function conditionOf({ campusId, clientId, search, filters }: PeopleQuery): RawBuilder<unknown> {
  const parts = [sql`u.campus_id = ${campusId} and u.deleted_at is null`];
  if (clientId !== undefined) parts.push(sql`u.client_id = ${clientId}`);
  if (search)
    parts.push(sql`concat_ws(chr(10), ${sql.join(Object.values(cells))}) ilike ${containsPattern(search)}`);
  for (const column of coworkingColumns) {
    const text = filters[column];
    const cell = cells[column];
    if (text) parts.push(sql`${cell} ilike ${containsPattern(text)}`);
  }
  return sql.join(parts, sql` and `);
}

/** One page of people, and the number of all matches, up to `countedMax` + 1. */
export async function findPage(db: Db, query: PeopleQuery) {
  const matching = sql`from ${people} where ${conditionOf(query)}`;
  const rows = await queryRows(db.withoutPlugins())<CoworkingUser>`
    select ${columns} ${matching} order by lower(${cells[query.sort]}) ${sql.raw(query.order)}, u.id
    offset ${query.offset} limit ${query.limit}`;
  const counts = await sql<{ counted: number }>`
    select count(*)::int as counted from (select ${matching} limit ${query.countedMax + 1}) as m`.execute(db);
  return { rows, counted: counts.rows[0]?.counted ?? 0 };
}

/** A person, unless deleted. */
export function findPerson(db: Db, campusId: number, id: number) {
  return queryRow(db.withoutPlugins())<CoworkingUser>`
    select ${columns} from ${people} where u.campus_id = ${campusId} and u.id = ${id} and u.deleted_at is null`;
}

/** Whether a campus has, or had, coworking users. */
export async function hasPeople(db: Db, campusId: number): Promise<boolean> {
  const row = await db
    .selectFrom("coworkingUsers")
    .select("id")
    .where("campusId", "=", campusId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The companies that have people, by name. */
export function listClients(db: Db, campusId: number) {
  return queryRows(db)<CoworkingClient>`
    select c.id, c.name, count(*)::int as users from ${people}
    where u.campus_id = ${campusId} and u.deleted_at is null group by c.id order by lower(c.name)`;
}

/** Adds people, and replaces people with the same ids. All uploads store people in the same order, which prevents a deadlock. */
export async function storePeople(
  db: Db,
  campusId: number,
  rows: readonly NewPerson[],
  now: Date,
): Promise<void> {
  // The first spelling of a company counts. Only the database compares names, because lower case differs between programs.
  const clients = rows.map(({ client }) => client);
  await runSql(db)`
    insert into coworking_clients (campus_id, name)
    select distinct on (lower(n.name)) ${campusId}::int, n.name from unnest(${clients}::text[]) with ordinality as n (name, at)
    order by lower(n.name), n.at on conflict do nothing`;
  const { numAffectedRows } = await sql`
    insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
    select ${campusId}, c.id, n.external_id, n.name, n.email, n.contact_no, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${rows.map((row) => row.externalId)}::text[], ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.email)}::text[], ${rows.map((row) => row.contactNo)}::text[],
      ${clients}::text[]) as n (external_id, name, email, contact_no, client)
      join coworking_clients c on c.campus_id = ${campusId} and lower(c.name) = lower(n.client)
    order by n.external_id
    on conflict (campus_id, external_id) do update set client_id = excluded.client_id, name = excluded.name,
      email = excluded.email, contact_no = excluded.contact_no, updated_at = excluded.updated_at, deleted_at = null`.execute(
    db,
  );
  if (Number(numAffectedRows) !== rows.length)
    throw new Error(`${numAffectedRows} of ${rows.length} people stored`);
}

/** The number of the given ids that belong to people of a campus. */
export async function countExisting(
  db: Db,
  campusId: number,
  externalIds: readonly string[],
): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    select count(*)::int as count from coworking_users
    where campus_id = ${campusId} and deleted_at is null and external_id = any (${[...externalIds]}::text[])`;
  return row?.count ?? 0;
}

/** Marks people as deleted. @returns their ids, and the ids that their companies use */
export function deletePeople(db: Db, campusId: number, ids: readonly number[], now: Date) {
  return queryRows(db)<{ id: number; externalId: string }>`
    update coworking_users set deleted_at = ${now}
    where campus_id = ${campusId} and id = any (${[...ids]}::int[]) and deleted_at is null returning id, external_id`;
}
