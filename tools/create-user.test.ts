import { spawnSync } from "node:child_process";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { DataFolder } from "./system/data-folder.ts";
import { query } from "./testing/sql.ts";
import { makeDataFolder } from "./testing/started-system.ts";

const data = makeDataFolder({ isQuick: true });

afterAll(() => data.remove());

function createUser(answers: readonly string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [path.join(import.meta.dirname, "create-user.ts")], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: data.path, DATABASE_URL: "", SITE_FILES: "" },
    input: `${answers.join("\n")}\n`,
  });
}

test("creates users in the embedded database, whether or not it runs", { timeout: 60_000 }, async () => {
  const campus = ["Acme Park", "Pune", "Asia/Kolkata", "18.52, 73.86", "Block 1"];
  const first = createUser([...campus, "boss", "", "administrator", "Secret123"]);
  expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining("boss can log in now.") });

  const folder = new DataFolder(data.path);
  const postgres = await startEmbeddedPostgres({ dataDir: data.path });
  const second = createUser(["guard", "", "viewer", "Secret123"]);
  expect(second).toMatchObject({ status: 0, stderr: expect.stringContaining("guard can log in now.") });
  expect(await query(postgres.url, "select username from users order by id")).toEqual([
    { username: "boss" },
    { username: "guard" },
  ]);
  await postgres.stop();
  folder.release();
});
