import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import type { Kysely } from "kysely";
import pg from "pg";

import { openProbeDb } from "#core/database/database-timeout.ts";
import type { Tables } from "#core/database/tables.ts";
import { openDb, openKysely, openPool, pingDb } from "#core/db.ts";
import { openExportDb } from "#features/reports/export/reports-export.service.ts";

import { prepareRestore } from "./restore.ts";

type Database = Awaited<ReturnType<typeof createDatabase>>;
type Pool = ReturnType<typeof openPool>["pool"];

/** Databases of this worker that no test uses. The global set-up drops them after the last test. */
const restored: Database[] = [];

/** Connections that stay open between two tests. */
const KEPT_CONNECTIONS = 4;

/**
 * Runs a statement on the database of TEST_DATABASE_URL. Without the product's time limits: copies of databases keep PostgreSQL busy for
 * seconds.
 */
async function runAsAdmin(template: string, statement: string): Promise<void> {
  const admin = new pg.Client(Object.assign(new URL(template), { pathname: "/postgres" }).href);
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** The name of a template, and of its copies. */
const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function createDatabase(template: string) {
  const name = `${nameOf(template)}_${randomUUID().slice(0, 8)}`;
  // A copy of the files takes a third less time than a copy through the write-ahead log.
  await runAsAdmin(template, `create database "${name}" template "${nameOf(template)}" strategy file_copy`);
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href;
  const { pool } = openPool(url, { staysOpen: true });
  const restore = await prepareRestore(openKysely(pool));
  return { name, url, template, pool, probeDb: openProbeDb(url), restore };
}

async function drop({ pool, probeDb, name, template }: Database): Promise<void> {
  await pool.end();
  await probeDb.destroy();
  // Without `force`, which may fail while autovacuum runs. The command without it waits for autovacuum.
  await runAsAdmin(template, `drop database "${name}"`);
}

/** Ends what a test may leave in a session, and closes the connections that few tests need. */
async function cleanConnections(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  let isClean = false;
  try {
    for (const client of clients.slice(0, KEPT_CONNECTIONS))
      await client.query("rollback; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp");
    isClean = true;
  } finally {
    // The pool lends the connection that was released last.
    for (const [at, client] of [...clients.entries()].toReversed())
      client.release(!isClean || at >= KEPT_CONNECTIONS);
  }
}

async function giveBack(database: Database): Promise<void> {
  try {
    await cleanConnections(database.pool);
    if (await database.restore()) {
      restored.push(database);
      return;
    }
  } catch {
    // A test can change rows so that they cannot be restored. The next one gets a new copy.
  }
  await drop(database);
}

/** Connections of one test from a pool that stays open. Closing them waits for the statements that still run. */
function openLease(pool: Pool): Kysely<Tables> {
  let isOpen = true;
  const isBusy = () => pool.totalCount > pool.idleCount || pool.waitingCount > 0;
  return openKysely({
    options: pool.options,
    async connect() {
      if (!isOpen) throw new Error("The test has ended");
      return pool.connect();
    },
    async end() {
      isOpen = false;
      while (isBusy()) await setTimeout(1);
    },
  });
}

/**
 * A copy of a template, and the connections of an app. The tests of a worker use the same copy one after the other: it is restored between
 * them. A copy whose `url` a test reads is dropped after the test, because other connections may have changed it.
 *
 * @param via returns the address of a proxy between the connections and the database
 */
export async function takeDatabase(template: string, via?: (url: string) => string | Promise<string>) {
  const at = restored.findIndex((one) => one.template === template);
  const [database = await createDatabase(template)] = at < 0 ? [] : restored.splice(at, 1);
  let isReused = via === undefined;
  const url = via ? await via(database.url) : database.url;
  const db = via ? openDb(url) : openLease(database.pool);
  const exportDb = openExportDb(url);
  const probeDb = via ? openProbeDb(url) : database.probeDb;
  if (!via) pingDb(probeDb).catch(() => undefined);
  return {
    db,
    exportDb,
    probeDb,
    get url() {
      isReused = false;
      return url;
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await exportDb.destroy();
      if (via) await probeDb.destroy();
      await (isReused ? giveBack(database) : drop(database));
    },
  };
}
