import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { query } from "../testing/sql.ts";
import { makeDataFolder } from "../testing/started-system.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const folder = makeDataFolder();
const dataDir = path.join(folder.path, "data");
mkdirSync(dataDir);
// As the home of root.
chmodSync(folder.path, 0o700);

afterAll(() => folder.remove());

test("keeps the database of a data folder that only root may enter in it, and runs as another account", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir });
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(statSync(`/proc/${postgres.postmaster.pid}`).uid).toBeGreaterThan(0);
  await postgres.stop();
});

test("refuses a data folder with a database in the place of earlier versions, and says how to move it", async () => {
  const older = `/var/tmp/verandah/${randomUUID()}`;
  mkdirSync(older, { recursive: true });
  writeFileSync(path.join(dataDir, "postgres-id"), path.basename(older));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`mv ${older} ${dataDir}/postgres`);
  rmSync(older, { recursive: true });
});
