import type pg from "pg";

/**
 * Bytes on the disk of everything that keeps readings: tables named `readings…`, with their partitions and indexes, and the latest values.
 */
export async function storedBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and (relname like 'readings%' or relname = 'latest')`,
  );
  return Number(rows[0]?.bytes);
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

/** Gives back what was deleted, as the database does by itself now and then; as superuser. */
export async function vacuumStored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and (relname like 'readings%' or relname = 'latest')`,
  );
  for (const { name } of rows) await client.query(`vacuum ${name}`);
}
