import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { commandLine, hasEnded } from "../process/processes.ts";
import { query } from "../testing/sql.ts";
import { makeDataFolder } from "../testing/started-system.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const folder = makeDataFolder();
const start = (dataDir = folder.path) => startEmbeddedPostgres({ dataDir });
const cluster = (file: string) => path.join(folder.path, "postgres/data", file);
const one = (url: string) => query(url, "select 1 as one");

afterAll(() => folder.remove());

test("the owner of the database is no superuser and may create databases", async () => {
  const { url } = await start();
  const rows = await query(
    url,
    "select current_database() as name, rolsuper, rolcreatedb from pg_roles where rolname = current_user",
  );
  expect(rows).toEqual([{ name: "verandah", rolsuper: false, rolcreatedb: true }]);
});

test("refuses a wrong password on the socket", async () => {
  const { url } = await start();
  const wrong = url.replace(/verandah:[0-9a-f]+@/, "verandah:wrong@");
  await expect(query(wrong, "select 1")).rejects.toThrow("password authentication failed");
});

test("keeps its data over a stop and a start, and over a killed start, whose server it stops", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  const orphan = await start();
  expect(await query(orphan.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  const next = await start();
  expect(commandLine(orphan.postmaster.pid)).toBeUndefined();
  expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("starts a killed server again, even when another process has its process id now", async () => {
  const { postmaster } = await start();
  process.kill(postmaster.pid, "SIGKILL");
  await hasEnded(postmaster.pid, 5_000);
  const lock = cluster("postmaster.pid");
  writeFileSync(lock, readFileSync(lock, "utf8").replace(/^\d+/, String(process.pid)));
  expect(await one((await start()).url)).toEqual([{ one: 1 }]);
});

test("only the owner of the data folder can read the passwords, and lost ones are replaced", async () => {
  const file = path.join(folder.path, "postgres-passwords.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(file);
  expect(await one((await start()).url)).toEqual([{ one: 1 }]);
});

test("refuses data of another major version and explains what to do", async () => {
  await (await start()).stop();
  writeFileSync(cluster("PG_VERSION"), "15\n");
  await expect(start()).rejects.toThrow("was made by PostgreSQL 15; this is PostgreSQL 18");
});

test("creates the socket of a data folder with a very long path in a short one", async () => {
  const dataDir = path.join(folder.path, "x".repeat(120));
  mkdirSync(dataDir);
  const postgres = await start(dataDir);
  expect(await one(postgres.url)).toEqual([{ one: 1 }]);
  expect(Buffer.byteLength(new URL(postgres.url).searchParams.get("host") ?? "")).toBeLessThan(100);
  await postgres.stop();
});
