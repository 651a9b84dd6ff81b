import { sql } from "kysely";
import type { TestProject } from "vitest/node";

import { migrate, openDb } from "#core/db.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A database that is migrated and empty; each test app runs on a copy. */
    templateUrl: string;
  }
}

const TEMPLATE = `verandah_template_${process.pid}`;

/** Makes the migrated database once for all test files, on the PostgreSQL of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = process.env["TEST_DATABASE_URL"];
  if (!adminUrl)
    throw new Error(
      "Set TEST_DATABASE_URL to a PostgreSQL whose user may create databases (npm test does it).",
    );
  const admin = openDb(adminUrl, { connectionsMax: 1 });
  await sql`create database ${sql.ref(TEMPLATE)}`.execute(admin);
  const templateUrl = new URL(adminUrl);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrate(templateUrl.href);
  project.provide("templateUrl", templateUrl.href);
  return async () => {
    await sql`drop database if exists ${sql.ref(TEMPLATE)}`.execute(admin);
    await admin.destroy();
  };
}
