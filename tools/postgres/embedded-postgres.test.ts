import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { commandLine, hasEnded } from "../process/processes.ts";
import { DatabaseFixture } from "../testing/database-fixture.ts";
import { query } from "../testing/sql.ts";

let fixture: DatabaseFixture;

beforeEach(() => {
  fixture = new DatabaseFixture();
});

afterEach(() => fixture.remove());

test("the owner of the database is no superuser and may create databases", async () => {
  const postgres = await fixture.start();
  const rows = await query(
    postgres.url,
    "select current_database() as name, rolsuper, rolcreatedb from pg_roles where rolname = current_user",
  );
  expect(rows).toEqual([{ name: "verandah", rolsuper: false, rolcreatedb: true }]);
  await postgres.stop();
});

test("keeps its data over a stop and a start", async () => {
  const first = await fixture.start();
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  const second = await fixture.start();
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second.stop();
});

test("stops the server of a killed start and keeps its data", async () => {
  const orphan = await fixture.start();
  await query(orphan.url, "create table kept as select 42 as answer");
  const next = await fixture.start();
  expect(commandLine(orphan.postmaster.pid)).toBeUndefined();
  expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await next.stop();
});

test("starts a killed server again, even when another process has its process id now", async () => {
  const first = await fixture.start();
  process.kill(first.postmaster.pid, "SIGKILL");
  await hasEnded(first.postmaster.pid, 5_000);
  const lock = path.join(fixture.cluster, "data/postmaster.pid");
  writeFileSync(lock, readFileSync(lock, "utf8").replace(/^\d+/, String(process.pid)));
  const second = await fixture.start();
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("only the owner of the data folder can read the passwords, and lost ones are replaced", async () => {
  const file = path.join(fixture.dataDir, "postgres-passwords.json");
  await (await fixture.start()).stop();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(file);
  const postgres = await fixture.start();
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("a wrong password is refused on the socket", async () => {
  const postgres = await fixture.start();
  const wrong = postgres.url.replace(/verandah:[0-9a-f]+@/, "verandah:wrong@");
  await expect(query(wrong, "select 1")).rejects.toThrow("password authentication failed");
  await postgres.stop();
});

test("refuses data of another major version and explains what to do", async () => {
  await (await fixture.start()).stop();
  writeFileSync(path.join(fixture.cluster, "data/PG_VERSION"), "15\n");
  await expect(fixture.start()).rejects.toThrow("was made by PostgreSQL 15; this is PostgreSQL 18");
});

test("creates the socket of a data folder with a very long path in a short one", async () => {
  fixture.dataDir = path.join(fixture.parent, "x".repeat(120));
  mkdirSync(fixture.dataDir);
  const postgres = await fixture.start();
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  const socket = new URL(postgres.url).searchParams.get("host") ?? "";
  expect(Buffer.byteLength(socket)).toBeLessThan(100);
  await postgres.stop();
});
