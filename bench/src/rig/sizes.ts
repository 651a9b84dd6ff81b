import type pg from "pg";

/** Tables of readings: those named `readings…`, including partitions, and the latest values. */
const storedTables = `select oid, relname from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and (relname like 'readings%' or relname = 'latest')`;

/** Bytes on the disk of every table that keeps readings, with its indexes, by name. */
export async function storedBytes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from (${storedTables}) as t order by relname`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Bytes on the disk of one table with its indexes. */
export async function tableBytes(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_total_relation_size($1::regclass) as bytes",
    [table],
  );
  return Number(rows[0]?.bytes);
}

/** Bytes that the write-ahead log has grown to since the database began. */
export async function logBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  );
  return Number(rows[0]?.bytes);
}

/** Removes deleted rows: `plain` like the database by itself, `full` without any free space left; as superuser. */
export async function vacuumStored(client: pg.Client, kind: "plain" | "full"): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from (${storedTables}) as t`,
  );
  for (const { name } of rows) await client.query(`vacuum ${kind === "full" ? "full " : ""}${name}`);
}
