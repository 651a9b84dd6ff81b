import { Socket } from "node:net";

import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";

import { type CampusShares, SHARES } from "./campus-shares.ts";
import { hostAddresses } from "./database/host-addresses.ts";
import { type PreparedStatements, prepareStatements } from "./database/prepared-statements.ts";
import type { Tables } from "./database/tables.ts";
import { codeOf } from "./errors.ts";

export type Db = Kysely<Tables> | Transaction<Tables>;

/** Columns of a table as a query returns them. */
export type Row<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<
  Selectable<Tables[T]>,
  C
>;

/** A call that gets no connection within this time answers 503, ms. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Jobs run every minute: this keeps open the connections that they need, with their cached catalogues. */
const IDLE_MS = 5 * 60_000;
/** Longest statement of a call, ms. Long work is split into several statements. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A connection is treated as broken when it sends nothing for this time longer than the longest statement, ms. */
const SILENCE_EXTRA_MS = 5_000;

const streamOf = ({ connection: { stream } }: pg.PoolClient) =>
  stream instanceof Socket ? stream : undefined;

/**
 * Ends a connection in use that is silent for too long. An idle one stays open: on a busy machine the next user would wait for the login of
 * another.
 */
function watchSilence(pool: pg.Pool, silenceMaxMs: number): void {
  pool.on("connect", (client) => {
    const stream = streamOf(client);
    stream?.on("timeout", () => {
      stream.destroy(Object.assign(new Error("The database does not respond"), { code: "ETIMEDOUT" }));
    });
  });
  pool.on("acquire", (client) => void streamOf(client)?.setTimeout(silenceMaxMs));
  pool.on("release", (_error, client) => void streamOf(client)?.setTimeout(0));
}

export interface DbOptions {
  connectionsMax?: number;
  /** Connections that are not used stay open. */
  staysOpen?: boolean;
  /** No limit for statements: for migrations. */
  hasNoStatementTimeout?: boolean;
  /** Longest statement, and longest pause within a transaction, ms; for actions that a user starts and waits for. */
  statementMaxMs?: number;
  /**
   * A statement that must be fast for users. Each new connection prepares it, and so reads the catalogues of its tables, when it is first
   * released.
   */
  preparedAhead?: Pick<RawBuilder<unknown>, "compile">;
  /** Connections to a server that accepts no writes, such as a standby, are refused. */
  needsWrites?: boolean;
}

/**
 * A pool of connections. It drops a connection that breaks while idle, and the next call opens another. With several hosts in the address,
 * the connections go to the first one that accepts writes.
 */
export function openDb(connectionString: string, options: DbOptions = {}): Kysely<Tables> {
  const addresses = hostAddresses(connectionString);
  const opened = addresses.map((address) =>
    openPool(address, { ...options, needsWrites: addresses.length > 1 }),
  );
  const [first, ...others] = opened.map(({ pool }) => pool);
  const pool = first && others.length === 0 ? first : openHosts(opened.map((host) => host.pool));
  const db = openKysely(pool);
  if (options.preparedAhead)
    for (const host of opened) prepareAhead(host.pool, host.fresh, options.preparedAhead.compile(db));
  return db;
}

/**
 * The names of tables and columns are snake_case in the database and camelCase here. The keys of `jsonb` values, which may be ids of points,
 * are not converted. The text of `sql` fragments has the names of the database, and its rows have converted names.
 */
export function openKysely(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** The pools of several hosts. A connection comes from the host of the last connection, or else from the next host that has one. */
function openHosts(pools: readonly pg.Pool[]): PostgresPool {
  let current = 0;
  return {
    options: {},
    async connect() {
      const failures: unknown[] = [];
      for (let tried = 0; tried < pools.length; tried += 1) {
        const at = (current + tried) % pools.length;
        try {
          const client = await pools[at]?.connect();
          if (!client) continue;
          current = at;
          return client;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          failures.push(error);
        }
      }
      throw failures[0];
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Source: PostgreSQL 18 Appendix A, read_only_sql_transaction. */
const READ_ONLY = "25006";

/** @throws Error with code 25006 for a server that accepts no writes */
async function checkWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "on")
    throw Object.assign(new Error("The database is read-only"), { code: READ_ONLY });
}

/** The connections of `openDb`. `fresh` has those that were not released yet. */
export function openPool(connectionString: string, options: DbOptions) {
  const statementMaxMs = options.statementMaxMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: options.staysOpen ? 0 : IDLE_MS,
    application_name: "verandah",
    ...(options.needsWrites && {
      verify(client: pg.PoolClient, done: (error?: Error) => void) {
        checkWrites(client).then(() => done(), done);
      },
    }),
    ...(!options.hasNoStatementTimeout && {
      statement_timeout: statementMaxMs,
      idle_in_transaction_session_timeout: statementMaxMs,
      // The kernel finds out that the host of an idle connection is gone.
      keepAlive: true,
    }),
  });
  if (!options.hasNoStatementTimeout) watchSilence(pool, statementMaxMs + SILENCE_EXTRA_MS);
  // Without a listener a broken connection would end the process: idle (event of the pool) or between two statements (event of the client).
  // The pool replaces it, and the next statement on it fails.
  pool.on("error", () => undefined);
  const fresh = new WeakMap<pg.PoolClient, PreparedStatements>();
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (!options.hasNoStatementTimeout) fresh.set(client, prepareStatements(client));
  });
  return { pool, fresh };
}

/**
 * Prepares `statement` once on each `fresh` connection when it is first released. The next user of the connection may wait for some
 * milliseconds.
 */
function prepareAhead(
  pool: pg.Pool,
  fresh: WeakMap<pg.PoolClient, PreparedStatements>,
  statement: CompiledQuery,
): void {
  let isReported = false;
  pool.on("release", (broken, client) => {
    const statements = fresh.get(client);
    fresh.delete(client);
    if (!statements || broken) return;
    statements.prepareAhead(statement.sql, statement.parameters).catch((error: unknown) => {
      // The next user of a lost connection gets the error. Other errors do no harm, and the log may not be open yet.
      if (isReported || isDatabaseUnavailable(error)) return;
      isReported = true;
      process.emitWarning(`A statement could not be prepared ahead: ${String(error)}`);
    });
  });
}

const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  // The listener does not accept connections: its queue is full.
  "EAGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * Whether a server refuses an unlogged table because it is a standby, or a primary that has not recovered. Source: get_relation_info of
 * PostgreSQL, which uses the code of a missing feature.
 */
const isInRecovery = (error: Error): boolean =>
  codeOf(error) === "0A000" && "routine" in error && error.routine === "get_relation_info";

/** Whether the database cannot be reached now, as opposed to an error in the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined) {
    // 08: connection, 53: resources, 57P: shutdown, 58: failed disk, 25P03: idle transaction ended, 57014: statement timeout.
    if (/^(08|53|57P|58)/.test(code) || ["25P03", "57014", READ_ONLY].includes(code)) return true;
    if (unavailableCodes.has(code) || isInRecovery(error)) return true;
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|driver has already been destroyed/.test(
    error.message,
  );
}

/** Explains to the person who starts a program why the database cannot be used; undefined for other errors. */
export function explainDbRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // 28: wrong user or password, 3D: no such database, 42501: missing right.
  const isRefused = /^(28|3D)/.test(codeOf(error) ?? "") || codeOf(error) === "42501";
  if (!isRefused && !isDatabaseUnavailable(error)) return undefined;
  return `The database of DATABASE_URL cannot be used: ${error.message || (codeOf(error) ?? "no answer")}`;
}

/** Whether the values themselves can never be stored. Source: SQLSTATE class 22, data exception. */
export function isInvalidData(error: unknown): boolean {
  return codeOf(error)?.startsWith("22") ?? false;
}

/** Whether a retry of the work may succeed: after an outage, a deadlock or a serialization failure. Source: SQLSTATE class 40. */
export function isTemporary(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (codeOf(error)?.startsWith("40") ?? false);
}

/** Whether an exclusion constraint rejects a row because it overlaps another row. Source: SQLSTATE 23P01. */
export const isOverlap = (error: unknown): boolean => codeOf(error) === "23P01";

/** A pattern of `ilike` for texts that contain `text`. Wildcards in `text` are escaped. */
export const containsPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The rows of a query in SQL. */
export const queryRows =
  (db: Db) =>
  async <T>(...query: Parameters<typeof sql>): Promise<T[]> =>
    (await sql<T>(...query).execute(db)).rows;

/** The first row of a query in SQL. */
export const queryRow =
  (db: Db) =>
  async <T>(...query: Parameters<typeof sql>): Promise<T | undefined> =>
    (await queryRows(db)<T>(...query))[0];

/** The values of the only column of a query in SQL. */
export const queryColumn =
  (db: Db) =>
  async <T>(...query: Parameters<typeof sql>): Promise<T[]> =>
    (await queryRows(db)<Record<string, T>>(...query)).flatMap((row) => Object.values(row));

/** Runs a statement in SQL whose result is not used. */
export const runSql =
  (db: Db) =>
  async (...statement: Parameters<typeof sql>): Promise<void> =>
    void (await sql(...statement).execute(db));

/** Sends an empty query to the database. @throws the error when the database does not answer */
export async function pingDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether a campus is of some shares. @param campusId its column */
export const inShares = (campusId: string, shares: CampusShares) =>
  shares ? sql<boolean>`${sql.ref(campusId)} % ${SHARES} = any (${[...shares]}::int[])` : sql<boolean>`true`;

export interface DbState {
  isReadOnly: boolean;
  /** Whether a commit waits for a synchronous standby. */
  hasStandby: boolean;
  /** The clock of the database. */
  now: Date;
}

/** A condition in SQL. */
export type Condition = RawBuilder<boolean>;

/** Which conditions are true, by one statement. */
export async function checkConditions(db: Db, conditions: readonly Condition[]): Promise<boolean[]> {
  const row = await queryRow(db)<{ met: boolean[] }>`
    select array[${sql.join(conditions.map((condition) => sql`(${condition})`))}] as met`;
  return row?.met ?? [];
}

/** @throws the driver's error when the database does not answer */
export async function inspectDb(db: Db): Promise<DbState> {
  // Patroni empties synchronous_standby_names while there is no standby.
  const state = await queryRow(db)<DbState>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('synchronous_standby_names') <> '' as "hasStandby", clock_timestamp() as now`;
  if (!state) throw new Error("The database returned no row");
  return state;
}
