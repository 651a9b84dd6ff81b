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
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [new URL("create-user.ts", import.meta.url).pathname], {
    env: { ...process.env, DATABASE_URL: databaseUrl, ...settings },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(`${answers.join("\n")}\n`);
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return { code, output };
}

test("creates the first administrator from the answers", async () => {
  await using app = await startTestApp();
  const { code, output } = await create(app.databaseUrl, [
    "boss",
    "boss@acme.example",
    "administrator",
    "Secret123",
  ]);
  expect([code, output]).toEqual([0, expect.stringContaining("boss can log in now.")]);
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({ role: { id: 2 } });
});

test("adds the first campus to an empty database", async () => {
  await using app = await startTestApp({ sites: [] });
  const campus = ["Acme Park", "Boston", "America/New_York", "42.36, -71.06", "Block 1"];
  const answers = [...campus, "boss", "", "administrator", "Secret123"];
  const { code, output } = await create(app.databaseUrl, answers);
  expect(code).toBe(0);
  expect(output).toContain(
    "start the server and open the address in its log, or name a site file in SITE_FILES",
  );
  expect(output).toContain('the campus has the key "acme-park", and the building "acme-park/block-1"');
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({
    campus: { name: "Acme Park", timeZone: "America/New_York" },
    building: { name: "Block 1" },
  });
  const { rows } = await app.query("select latitude, longitude from campuses");
  expect(rows).toEqual([{ latitude: 42.36, longitude: -71.06 }]);
});

test.each(["", "0", "91, 0", "12.97 north, 77.59 east"])(
  "refuses the place %j of the first campus",
  async (place) => {
    await using app = await startTestApp({ sites: [] });
    const { code, output } = await create(app.databaseUrl, ["Acme Park", "Pune", "Asia/Kolkata", place]);
    expect([code, output]).toEqual([1, expect.stringContaining("Enter a latitude from -90 to 90")]);
  },
);

test("refuses an unknown time zone of the first campus", async () => {
  await using app = await startTestApp({ sites: [] });
  const { code, output } = await create(app.databaseUrl, [
    "Acme Park",
    "Pune",
    "Asia/Nowhere",
    "18.52 73.86",
    "Block 1",
  ]);
  expect([code, output]).toEqual([1, expect.stringContaining("Choose a time zone such as Asia/Kolkata")]);
  expect((await app.query("select from campuses")).rows).toEqual([]);
});

test("with a site file, adds the first administrator to its campus without asking for one", async () => {
  await using app = await startTestApp({ sites: [] });
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-site-"));
  const file = path.join(folder, "site.json");
  await writeFile(file, JSON.stringify(aSite()));
  const { code } = await create(app.databaseUrl, ["boss", "", "administrator", "Secret123"], {
    SITE_FILES: file,
  });
  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  const answer = await app.login("boss", false, "Secret123");
  expect(answer.json()).toMatchObject({ campus: { name: "Test Campus" }, building: { name: "Tower" } });
});

test.each([
  [["boss", "x", "administrator", "weak"], "A password has at least 8 characters"],
  [["boss", "x", "king", "Secret123"], "Choose one of these roles: operator, administrator, viewer"],
  [["operator", "no"], "Nothing was changed."],
  [["boss"], "The input ended before all questions were answered."],
])("%j creates no user and explains why", async (answers, why) => {
  await using app = await startTestApp();
  const { code, output } = await create(app.databaseUrl, answers);
  expect([code, output]).toEqual([1, expect.stringContaining(why)]);
  expect((await app.login("boss", false, "Secret123")).json().code).toBe("username-unknown");
});

test.each([
  ["operator", 1],
  ["viewer", 3],
  ["pumpCustomer", 4],
  ["member", 5],
])("creates a user with the role %s in the chosen building of any campus", async (role, id) => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const { code, output } = await create(app.databaseUrl, ["2", "newcomer", "", role, "Secret123"]);
  expect([code, output]).toEqual([0, expect.stringContaining("2  Other Campus, Tower")]);
  const answer = await app.login("newcomer", false, "Secret123");
  expect(answer.json()).toMatchObject({ role: { id }, campus: { name: "Other Campus" } });
});

test("refuses the number of a building that does not exist", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const { code, output } = await create(app.databaseUrl, ["3", "newcomer", "", "viewer", "Secret123"]);
  expect([code, output]).toEqual([1, expect.stringContaining("Choose a number from 1 to 2.")]);
});

test("resets the password of a locked and disabled administrator", async () => {
  await using app = await startTestApp();
  for (let tries = 1; tries <= 5; tries += 1) await app.login("administrator", false, "Wrong1234");
  await app.db.updateTable("users").set({ disabledAt: app.now() }).execute();
  const answers = ["administrator", "yes", "administrator", "Secret123"];
  expect((await create(app.databaseUrl, answers)).code).toBe(0);
  expect((await app.login("administrator", false, "Secret123")).statusCode).toBe(200);
});

test("restores the account of a deleted customer, with its record", async () => {
  await using app = await startTestApp();
  const admin = await app.as("administrator");
  const customers = async () => (await admin.get("/v1/auth/getPumpUsers")).json<{ username: string }[]>();
  const { rows } = await app.query("select id from users where username = 'pumpCustomer'");
  const id = Number(rows[0]?.["id"]);
  await admin.post("/v1/auth/deletePumpUser", { id });
  expect(await customers()).toEqual([]);
  const username = `pumpCustomer (${id})`;
  const { code } = await create(app.databaseUrl, [username, "yes", "pumpCustomer", "Secret123"]);
  expect(code).toBe(0);
  expect(await customers()).toMatchObject([{ username }]);
});
