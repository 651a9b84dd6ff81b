import { sql } from "kysely";
import type { TestProject } from "vitest/node";

import { createLocalBus } from "#core/bus.ts";
import { systemCtx } from "#core/ctx.ts";
import { migrate } from "#core/database/migrate.ts";
import { openDb } from "#core/db.ts";

import { aSite } from "../sites.ts";
import { addTestSite, type TestPlace } from "../test-site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated, empty database. Test apps with their own sites run on a copy. A connection to it would make copies fail. */
    templateUrl: string;
    /** The same with `aSite()` and its users, for all other test apps. */
    readySite: { url: string; place: TestPlace };
    /** A migrated, empty database for tests that connect to it themselves, and change nothing. */
    openUrl: string;
  }
}

const EMPTY = `verandah_template_${process.pid}`;
const READY = `verandah_ready_${process.pid}`;
const OPEN = `${EMPTY}_open`;
/** Creation time of the users in `readySite`: not later than the clock of any test. */
const MADE_AT = new Date("2026-01-01T00:00:00Z");

/** Creates the databases that tests copy, once for all test files, on the PostgreSQL of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = process.env["TEST_DATABASE_URL"];
  if (!adminUrl)
    throw new Error(
      "Set TEST_DATABASE_URL to a PostgreSQL whose user may create databases (npm test does it).",
    );
  const admin = openDb(adminUrl, { connectionsMax: 1 });
  const urlOf = (name: string) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;

  await sql`create database ${sql.ref(EMPTY)}`.execute(admin);
  await migrate(urlOf(EMPTY));
  project.provide("templateUrl", urlOf(EMPTY));

  await sql`create database ${sql.ref(READY)} template ${sql.ref(EMPTY)}`.execute(admin);
  project.provide("readySite", { url: urlOf(READY), place: await addSiteTo(urlOf(READY)) });

  await sql`create database ${sql.ref(OPEN)} template ${sql.ref(EMPTY)}`.execute(admin);
  project.provide("openUrl", urlOf(OPEN));
  for (const name of [EMPTY, READY])
    await sql`alter database ${sql.ref(name)} allow_connections false`.execute(admin);

  return async () => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where datname ~ ${`^(${EMPTY}|${READY})(_|$)`}`.execute(admin);
    for (const { name } of rows) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and usename = current_user`.execute(admin);
      await sql`drop database ${sql.ref(name)}`.execute(admin);
    }
    await admin.destroy();
  };
}

async function addSiteTo(url: string): Promise<TestPlace> {
  const db = openDb(url);
  try {
    return await addTestSite(systemCtx({ db, bus: createLocalBus(), now: () => MADE_AT }), aSite());
  } finally {
    await db.destroy();
  }
}
