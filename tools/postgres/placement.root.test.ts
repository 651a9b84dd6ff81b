import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { commandLine } from "../process/processes.ts";
import { DatabaseFixture, query } from "../testing/database-fixture.ts";
import { removeOrphans } from "./placement.ts";

let fixture: DatabaseFixture;

beforeEach(() => {
  fixture = new DatabaseFixture();
  chmodSync(fixture.parent, 0o700);
});

afterEach(() => fixture.remove());

/** Whoever else starts on this machine meanwhile removes it as well, and may be the one who ends it. */
const isGone = (folder: string) =>
  vi.waitFor(() => expect(() => statSync(folder)).toThrow("ENOENT"), { timeout: 5_000 });

test("below a folder that only root may enter, the database lies outside under an id", async () => {
  const postgres = await fixture.start();
  expect(fixture.cluster.startsWith(fixture.parent)).toBe(false);
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("a database outside is removed when its data folder has another one", async () => {
  const postgres = await fixture.start();
  const folder = fixture.cluster;
  rmSync(path.join(fixture.dataDir, "postgres-id"));
  await removeOrphans(new Date());
  await isGone(folder);
  expect(commandLine(postgres.postmaster.pid)).toBeUndefined();
});

test("a database outside is kept for a day when its data folder has vanished", async () => {
  const postgres = await fixture.start();
  await postgres.stop();
  const folder = fixture.cluster;
  // Lately enough for whoever else starts on this machine meanwhile.
  const lastUsedAt = new Date();
  utimesSync(`${folder}.owner`, lastUsedAt, lastUsedAt);
  rmSync(fixture.dataDir, { recursive: true });
  const dayMs = 24 * 60 * 60_000;
  await removeOrphans(new Date(lastUsedAt.getTime() + dayMs - 1_000));
  expect(statSync(folder).isDirectory()).toBe(true);
  await removeOrphans(new Date(lastUsedAt.getTime() + dayMs));
  await isGone(folder);
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
  await copy.remove();
  fixture.dataDir = originalDir;
  await original.stop();
});
