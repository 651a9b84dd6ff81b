import { chmodSync, cpSync, renameSync } from "node:fs";
import path from "node:path";

import { afterEach, expect, test } from "vitest";

import { query } from "../testing/sql.ts";
import { makeDataFolder } from "../testing/started-system.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findCluster, findOrphans } from "./placement.ts";

const folders: ReturnType<typeof makeDataFolder>[] = [];

afterEach(() => Promise.all(folders.splice(0).map((folder) => folder.remove())));

/** A data folder that only root may enter. */
function makePrivateDataFolder() {
  const folder = makeDataFolder();
  chmodSync(folder.path, 0o700);
  folders.push(folder);
  return folder.path;
}

test("stores the database of a folder that only root may enter outside, and keeps it without that folder", async () => {
  const dataDir = makePrivateDataFolder();
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const cluster = findCluster(dataDir) ?? dataDir;
  expect(cluster.startsWith(dataDir)).toBe(false);
  expect(findOrphans()).not.toContain(cluster);
  renameSync(dataDir, `${dataDir}.moved`);
  await startEmbeddedPostgres({ dataDir: makePrivateDataFolder() });
  await folders.pop()?.remove();
  expect(findOrphans()).toContain(cluster);
  renameSync(`${dataDir}.moved`, dataDir);
  const { url } = await startEmbeddedPostgres({ dataDir });
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(findCluster(dataDir)).toBe(cluster);
});

test("a copy of a data folder gets a database of its own", async () => {
  const [dataDir, copiedDir] = [makePrivateDataFolder(), makePrivateDataFolder()];
  const original = await startEmbeddedPostgres({ dataDir });
  cpSync(path.join(dataDir, "postgres-id"), path.join(copiedDir, "postgres-id"));
  const copy = await startEmbeddedPostgres({ dataDir: copiedDir });
  expect(findCluster(copiedDir)).not.toBe(findCluster(dataDir));
  expect(copy.postmaster.pid).not.toBe(original.postmaster.pid);
});
