import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";

/** Runs the command with answers on its standard input. */
async function create(
  databaseUrl: string,
  answers: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [new URL("create-administrator.ts", import.meta.url).pathname], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ...settings },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(`${answers.join("\n")}\n`);
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, said };
}

test("the first administrator is created from answers, and can log in", async () => {
  await using app = await startTestApp();
  const { code, said } = await create(app.databaseUrl, ["boss", "boss@acme.example", "Secret123"]);
  expect([code, said]).toEqual([0, expect.stringContaining("The administrator boss can log in now.")]);
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({ role: { id: 2 } });
});

test("an empty database is given its first campus", async () => {
  await using app = await startTestApp({ sites: [] });
  const answers = ["Acme Park", "Pune", "Asia/Kolkata", "Block 1", "boss", "", "Secret123"];
  expect((await create(app.databaseUrl, answers)).code).toBe(0);
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({
    campus: { name: "Acme Park", timeZone: "Asia/Kolkata" },
    building: { name: "Block 1" },
  });
});

test("with a site file the first administrator is one of that site, and no campus is asked for", async () => {
  await using app = await startTestApp({ sites: [] });
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-site-"));
  const file = path.join(folder, "site.json");
  await writeFile(file, JSON.stringify(aSite()));
  const { code } = await create(app.databaseUrl, ["boss", "", "Secret123"], { SITE_FILES: file });
  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({ campus: { name: "Test Campus" }, building: { name: "Tower" } });
});

test.each([
  [["boss", "x", "weak"], "Password must contain at least 8 characters"],
  [["operator", "x", "Secret123"], "User already exits"],
  [["boss"], "The input has ended before everything was answered."],
])("%j creates nobody and says why", async (answers, why) => {
  await using app = await startTestApp();
  const { code, said } = await create(app.databaseUrl, answers);
  expect([code, said]).toEqual([1, expect.stringContaining(why)]);
  expect((await app.login("boss", false, "Secret123")).json().code).toBe("username-unknown");
});
