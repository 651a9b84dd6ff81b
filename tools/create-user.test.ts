import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { DataFolder } from "./system/data-folder.ts";
import { query } from "./testing/sql.ts";
import { makeDataFolder } from "./testing/started-system.ts";

const data = makeDataFolder({ isQuick: true });

afterAll(() => data.remove());

async function createUser(answers: readonly string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "create-user.ts")], {
    env: { ...process.env, DATA_DIR: data.path, DATABASE_URL: "", SITE_FILES: "" },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(`${answers.join("\n")}\n`);
  const [code] = await once(child, "close");
  return { code, output };
}

test("creates users in the embedded database, whether or not it runs", { timeout: 60_000 }, async () => {
  const campus = ["Acme Park", "Pune", "Asia/Kolkata", "Block 1"];
  const first = await createUser([...campus, "boss", "", "administrator", "Secret123"]);
  expect([first.code, first.output]).toEqual([0, expect.stringContaining("boss can log in now.")]);

  const folder = new DataFolder(data.path);
  const postgres = await startEmbeddedPostgres({ dataDir: data.path });
  const second = await createUser(["guard", "", "viewer", "Secret123"]);
  expect([second.code, second.output]).toEqual([0, expect.stringContaining("guard can log in now.")]);
  expect(await query(postgres.url, "select username from users order by id")).toEqual([
    { username: "boss" },
    { username: "guard" },
  ]);
  await postgres.stop();
  folder.release();
});
