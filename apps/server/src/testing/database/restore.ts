import { sql } from "kysely";

import type { openDb } from "#core/db.ts";

type OpenDb = ReturnType<typeof openDb>;

interface Table {
  name: string;
  oid: number;
  /** It has rows in the template. */
  isFilled: boolean;
  key: string[];
  columns: string[];
}

/** The definitions of all tables, functions and triggers as one text, to find a test that changes them. */
const SCHEMA_STATE = `select concat_ws(' ',
    (select count(*) || ',' || sum(oid::bigint) || ',' || sum(relchecks) from pg_class
      where relnamespace = 'public'::regnamespace),
    (select count(*) || ',' || sum(atttypid::bigint) || ',' || count(*) filter (where attnotnull)
        || ',' || count(*) filter (where atthasdef) || ',' || count(*) filter (where attisdropped)
      from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)),
    (select sum(oid::bigint) from pg_constraint),
    (select sum(oid::bigint) from pg_trigger),
    (select sum(oid::bigint) from pg_namespace where nspname !~ '^pg_'),
    (select string_agg(oid || ':' || xmin, ',') from pg_proc where pronamespace = 'public'::regnamespace))`;

const join = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

/** Where the rows of a table lie, and who wrote them: it changes with every insert, update and delete. */
const placesOf = (name: string) => `(select string_agg(ctid || ':' || xmin, ',') from "${name}")`;

/** @returns all tables, those that reference others first */
async function listTables(db: OpenDb): Promise<Table[]> {
  const { rows } = await sql<Omit<Table, "isFilled">>`
    select relname as name, c.oid::int,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (indkey)) as key,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and attgenerated = '') as columns
    from pg_class c left join pg_index on indrelid = c.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(db);
  const references = await sql<{ from: number; to: number }>`
    select conrelid::int as "from", confrelid::int as "to" from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(db);
  const tables: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const free = left.filter(({ oid }) =>
      references.rows.every(({ from, to }) => to !== oid || left.every((other) => other.oid !== from)),
    );
    if (free.length === 0)
      throw new Error(`Tables reference each other: ${left.map(({ name }) => name).join(" ")}`);
    for (const table of free) {
      const filled = await sql`select from ${sql.table(table.name)} limit 1`.execute(db);
      tables.push({ ...table, isFilled: filled.rows.length > 0 });
    }
    left = left.filter((table) => !free.includes(table));
  }
  return tables;
}

/** Deletes the rows that the template does not have. */
function deleteAdded({ name, isFilled, key }: Table): string {
  const isChanged = isFilled
    ? `${placesOf(name)} is distinct from (select places from restore.places where "table" = '${name}')`
    : `pg_relation_size('"${name}"') > 0`;
  const isSame = key.map((column) => `kept."${column}" = own."${column}"`).join(" and ");
  const isAdded = isFilled ? `where not exists (select from restore."${name}" as kept where ${isSame})` : "";
  return `if ${isChanged} then
      changed := changed || '${name}'::text;
      delete from "${name}" as own ${isAdded};
    end if;`;
}

/** Restores the rows that the template has. */
function restoreKept({ name, key, columns }: Table): string {
  const values = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
    .join(", ");
  return `if '${name}' = any (changed) then
      insert into "${name}" as own (${join(columns)}) overriding system value
        select ${join(columns)} from restore."${name}" order by ${join(key)}
        on conflict (${join(key)}) do update set ${values} where own is distinct from excluded;
    end if;`;
}

/**
 * Copies the rows of a new database, and adds the function that restores them. It finds the changed tables by their files and rows, so the
 * tests list no changes.
 *
 * @returns a function that restores the database between two tests: false when the definitions of the schema have changed. @throws the error
 * of a row that cannot be restored
 */
export async function prepareRestore(db: OpenDb): Promise<() => Promise<boolean>> {
  const run = (text: string) => sql.raw(text).execute(db);
  const tables = await listTables(db);
  const filled = new Set(tables.flatMap(({ name, isFilled }) => (isFilled ? [name] : [])));
  const inserts = tables.filter(({ isFilled }) => isFilled).toReversed();
  await run(`create schema restore;
    create table restore.places ("table" text primary key, places text);
    ${inserts.map(({ name }) => `create table restore."${name}" as table "${name}";`).join("")}
    create table restore.sequences as
      select seqrelid::regclass as name, seqstart as first, pg_sequence_last_value(seqrelid) as last from pg_sequence;
    create function restore.restore() returns text[] language plpgsql as $restore$
    declare changed text[] := '{}';
    begin
      if (${SCHEMA_STATE}) is distinct from (select state from restore.schema_state) then return null; end if;
      grant update, delete on audit to current_user;
      ${tables.map(deleteAdded).join("")}
      ${inserts.map(restoreKept).join("")}
      revoke update, delete on audit from current_user;
      perform setval(name, coalesce(last, first), last is not null) from restore.sequences;
      return changed;
    end $restore$;
    create table restore.schema_state as select (${SCHEMA_STATE}) as state;`);

  /** Gives changed tables the files of new ones: no deleted rows, the rows in the order of their keys, no statistics. */
  async function tidy(changed: string[]): Promise<void> {
    if (changed.length === 0) return;
    await run(`vacuum ${join(changed)}`);
    const rewritten = changed.filter((name) => filled.has(name));
    await run(
      [
        ...rewritten.map((name) => `cluster "${name}" using "${name}_pkey"`),
        ...changed.map((name) => `select pg_clear_relation_stats('public', '${name}')`),
        ...rewritten.map(
          (name) => `insert into restore.places values ('${name}', ${placesOf(name)})
            on conflict ("table") do update set places = excluded.places`,
        ),
      ].join(";"),
    );
  }

  await tidy([...filled]);
  return async () => {
    const { rows } = await sql<{ changed: string[] | null }>`select restore.restore() as changed`.execute(db);
    const changed = rows[0]?.changed;
    if (!changed) return false;
    await tidy(changed);
    return true;
  };
}
