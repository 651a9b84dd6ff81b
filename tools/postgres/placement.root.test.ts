import { chmodSync, cpSync, mkdirSync, renameSync } from "node:fs";
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

test("stores the database of a folder that only root may enter outside, and keeps it without that folder", async () => {
  await (await fixture.start()).stop();
  const folder = fixture.cluster;
  expect(folder.startsWith(fixture.parent)).toBe(false);
  expect(findOrphans()).not.toContain(folder);
  const moved = `${fixture.dataDir}.moved`;
  renameSync(fixture.dataDir, moved);
  const other = new DatabaseFixture();
  chmodSync(other.parent, 0o700);
  await other.start();
  await other.remove();
  expect(findOrphans()).toContain(folder);
  renameSync(moved, fixture.dataDir);
  const { url } = await fixture.start();
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(fixture.cluster).toBe(folder);
});

test("a copy of a data folder gets a database of its own", async () => {
  const original = await fixture.start();
  const { dataDir, cluster } = fixture;
  fixture.dataDir = path.join(fixture.parent, "copy");
  mkdirSync(fixture.dataDir);
  cpSync(path.join(dataDir, "postgres-id"), path.join(fixture.dataDir, "postgres-id"));
  const copy = await fixture.start();
  expect(fixture.cluster).not.toBe(cluster);
  expect(copy.postmaster.pid).not.toBe(original.postmaster.pid);
  await removeCluster(fixture.cluster);
  fixture.dataDir = dataDir;
});
