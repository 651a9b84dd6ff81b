import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { DatabaseFixture } from "../testing/database-fixture.ts";
import { query } from "../testing/sql.ts";
import { findOrphans, removeCluster } from "./placement.ts";

let fixture: DatabaseFixture;

beforeEach(() => {
  fixture = new DatabaseFixture();
  chmodSync(fixture.parent, 0o700);
});

afterEach(() => fixture.remove());

test("stores the database of a folder that only root may enter outside, with an id", async () => {
  const postgres = await fixture.start();
  expect(fixture.cluster.startsWith(fixture.parent)).toBe(false);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("lists and keeps an outside database whose data folder has another one", async () => {
  const postgres = await fixture.start();
  const folder = fixture.cluster;
  const id = path.join(fixture.dataDir, "postgres-id");
  expect(findOrphans()).not.toContain(folder);
  const kept = readFileSync(id, "utf8");
  rmSync(id);
  expect(findOrphans()).toContain(folder);
  writeFileSync(id, kept);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("keeps an outside database while its data folder is missing", async () => {
  await (await fixture.start()).stop();
  const folder = fixture.cluster;
  const longAgo = new Date(0);
  utimesSync(`${folder}.owner`, longAgo, longAgo);
  const moved = `${fixture.dataDir}.moved`;
  renameSync(fixture.dataDir, moved);
  const other = new DatabaseFixture();
  chmodSync(other.parent, 0o700);
  await (await other.start()).stop();
  await other.remove();
  expect(findOrphans()).toContain(folder);
  expect(statSync(path.join(folder, "data")).isDirectory()).toBe(true);
  renameSync(moved, fixture.dataDir);
});

test("a copy of a data folder gets a database of its own", async () => {
  const original = await fixture.start();
  const originalDir = fixture.dataDir;
  const originalCluster = fixture.cluster;
  fixture.dataDir = path.join(fixture.parent, "copy");
  mkdirSync(fixture.dataDir);
  writeFileSync(
    path.join(fixture.dataDir, "postgres-id"),
    readFileSync(path.join(originalDir, "postgres-id")),
  );
  const copy = await fixture.start();
  expect(fixture.cluster).not.toBe(originalCluster);
  await copy.stop();
  await removeCluster(fixture.cluster);
  fixture.dataDir = originalDir;
  await original.stop();
});
