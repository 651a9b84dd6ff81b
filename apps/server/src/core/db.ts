import { readdir, readFile } from "node:fs/promises";
import { Socket } from "node:net";

import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";

import { codeOf } from "./errors.ts";
import { type PreparedStatements, prepareStatements } from "./prepared-statements.ts";
import { type Say, sayMeanwhile } from "./progress.ts";
import type { Tables } from "./tables.ts";

export type Db = Kysely<Tables> | Transaction<Tables>;

/** How long a call waits for a connection before it answers 503, ms. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Longest statement of a call, ms; long work is done in pieces. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A connection that is silent for so much longer than the longest statement is dead, although nothing says so, ms. */
const SILENCE_MORE_MS = 5_000;

function openSocket(silenceMaxMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMaxMs, () => {
    socket.destroy(Object.assign(new Error("The database is silent"), { code: "ETIMEDOUT" }));
  });
  return socket;
}

export interface DbOptions {
  connectionsMax?: number;
  /** Statements may take as long as they take: for migrations. */
  isPatient?: boolean;
  /** Longest statement, and longest pause within a transaction, ms; for what a person waits for on purpose. */
  statementMaxMs?: number;
  /** What a person must not wait for: each new connection prepares it, and so reads its tables' catalogues, once its first user is done. */
  preparedAhead?: Pick<RawBuilder<unknown>, "compile">;
}

/** A pool of connections. A connection that breaks while idle is dropped and replaced by the next call. */
export function openDb(connectionString: string, options: DbOptions = {}): Kysely<Tables> {
  const statementMaxMs = options.statementMaxMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "verandah",
    ...(!options.isPatient && {
      statement_timeout: statementMaxMs,
      idle_in_transaction_session_timeout: statementMaxMs,
      stream: () => openSocket(statementMaxMs + SILENCE_MORE_MS),
    }),
  });
  // Without a listener a connection that breaks would end the process, be it idle (the pool's event) or in use between two statements
  // (its own). The pool replaces it, and the next statement on it fails.
  pool.on("error", () => undefined);
  const fresh = new WeakMap<pg.PoolClient, PreparedStatements>();
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (!options.isPatient) fresh.set(client, prepareStatements(client));
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  if (options.preparedAhead) prepareAhead(pool, fresh, options.preparedAhead.compile(db));
  return db;
}

/** Prepares `statement` once on each connection that is `fresh`, when it is given back for the first time: who comes next may wait some milliseconds. */
function prepareAhead(
  pool: pg.Pool,
  fresh: WeakMap<pg.PoolClient, PreparedStatements>,
  statement: CompiledQuery,
): void {
  let isTold = false;
  pool.on("release", (broken, client) => {
    const statements = fresh.get(client);
    fresh.delete(client);
    if (!statements || broken) return;
    statements.prepareAhead(statement.sql, statement.parameters).catch((error: unknown) => {
      // Of a connection that is lost its next user hears. What else is wrong harms nobody, and there may be no log yet to tell it to.
      if (isTold || isDatabaseAway(error)) return;
      isTold = true;
      process.emitWarning(`A statement could not be prepared ahead: ${String(error)}`);
    });
  });
}

const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  // A listener that hangs: its queue of connections is full.
  "EAGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Whether `error` says that the database cannot be reached now, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined) {
    // 08: connection, 53: resources, 57P: shutdown, 25P03: idle transaction ended, 57014: statement time-out.
    if (/^(08|53|57P)/.test(code) || code === "25P03" || code === "57014") return true;
    if (awayCodes.has(code)) return true;
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|driver has already been destroyed/.test(
    error.message,
  );
}

/** What keeps us out of the database, in words for who starts a program; undefined when it is something else. */
export function explainDbRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // 28: wrong user or password, 3D: no such database, 42501: missing right.
  const isRefused = /^(28|3D)/.test(codeOf(error) ?? "") || codeOf(error) === "42501";
  if (!isRefused && !isDatabaseAway(error)) return undefined;
  return `The database of DATABASE_URL cannot be used: ${error.message || (codeOf(error) ?? "no answer")}`;
}

/** Whether `error` says that the values themselves cannot be stored, today or ever. Source: SQLSTATE class 22, data exception. */
export function isImpossibleData(error: unknown): boolean {
  return codeOf(error)?.startsWith("22") ?? false;
}

/** Whether the same statement, tried again, may well go through: a deadlock or a clash of transactions. Source: SQLSTATE class 40. */
export function isLostRace(error: unknown): boolean {
  return codeOf(error)?.startsWith("40") ?? false;
}

/** Asks the database for nothing but an answer. @throws whatever keeps it from answering */
export async function pingDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Brings the schema up to date with `migrations/*.sql`, in order of name, and says meanwhile which of them takes long.
 * @throws the first failure, rolled back.
 */
export async function migrate(connectionString: string, say: Say = () => undefined): Promise<void> {
  const db = openDb(connectionString, { connectionsMax: 1, isPatient: true });
  try {
    await migrateToLatest(db, say);
  } finally {
    await db.destroy();
  }
}

async function migrateToLatest(db: Kysely<Tables>, say: Say): Promise<void> {
  const folder = new URL("../../migrations/", import.meta.url);
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = (await readdir(folder)).filter((file) => file.endsWith(".sql"));
        const entries = await Promise.all(
          files.map(async (file): Promise<[string, Migration]> => {
            const text = await readFile(new URL(file, folder), "utf8");
            const step = `Bringing the database into its new form (${file.replace(/\.sql$/, "")})`;
            return [
              file,
              { up: async (target) => void (await sayMeanwhile(say, step, sql.raw(text).execute(target))) },
            ];
          }),
        );
        return Object.fromEntries(entries);
      },
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error("Migration failed", { cause: error });
}
