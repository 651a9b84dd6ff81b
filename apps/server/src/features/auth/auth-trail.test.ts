import { expect, test } from "vitest";

import { PASSWORD, startTestApp } from "../../testing/start-test-app.ts";
import { updateSessionEnd } from "./auth.repository.ts";
import { hashPassword } from "./passwords.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const fresh = (password: string) => ({ new_password: password, confirm_password: password });

async function disable(app: App, username: string): Promise<void> {
  await app.db.updateTable("users").set({ disabledAt: app.now() }).where("username", "=", username).execute();
}

async function openLink(app: App, username: string): Promise<void> {
  await app.client().post("/v1/auth/forgot-password", { username });
  const token = (await app.mails()).at(-1)?.text.match(/token=([\w-]+)/)?.[1];
  const answer = await app
    .client()
    .post("/v1/auth/forgot-password/complete", { token, ...fresh("NewPass12") });
  expect(answer.statusCode).toBe(200);
}

test("audits every login, rejection, lock, logout and password change with its user", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  await user.post("/v1/auth/reset-password", { password: PASSWORD, ...fresh("Another12") });
  await user.post("/v1/auth/logout");
  for (let tries = 0; tries < 5; tries += 1) await app.login("operator", false, "Wrong1234");
  await openLink(app, "operator");

  const rows = await app.db
    .selectFrom("audit")
    .select(["action", "target", "userId", "sessionId"])
    .where("target", "=", `user:${user.session.user.id}`)
    .where("action", "!=", "create-user")
    .orderBy("id")
    .execute();
  expect(rows.map((row) => row.action)).toEqual([
    "login",
    "change-password",
    "logout",
    ...Array.from({ length: 4 }, () => "login-refused"),
    "lock-account",
    "request-password-link",
    "set-password-by-link",
  ]);
  expect(new Set(rows.map((row) => row.userId))).toEqual(new Set([user.session.user.id]));
  expect(new Set(rows.slice(0, 3).map((row) => row.sessionId)).size).toBe(1);
  expect(rows[0]?.sessionId).not.toBeNull();
});

test("a new password by link unlocks the account", async () => {
  await using app = await startTestApp();
  for (let tries = 0; tries < 5; tries += 1) await app.login("operator", false, "Wrong1234");
  expect((await app.login("operator")).statusCode).toBe(423);
  await openLink(app, "operator");
  expect((await app.login("operator", false, "NewPass12")).statusCode).toBe(200);
});

test("rejects the next call of a disabled user, and sends no link", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  await disable(app, "viewer");
  const answer = await user.get("/v1/auth/session");
  expect([answer.statusCode, answer.json().code]).toEqual([440, "session-closed"]);
  expect((await app.client().post("/v1/auth/forgot-password", { username: "viewer" })).statusCode).toBe(200);
  expect(await app.mails()).toEqual([]);
});

test("keeps the first end of a session", async () => {
  await using app = await startTestApp();
  const first = await app.as("operator");
  await app.as("operator");
  const { id } = await app.db
    .selectFrom("sessions")
    .select("id")
    .where("endReason", "=", "replaced")
    .executeTakeFirstOrThrow();
  await updateSessionEnd(app.db, id, { at: app.now(), reason: "logout" });
  expect((await first.get("/v1/auth/session")).json().code).toBe("session-replaced");
});

test("the check of an unknown name is queued like any other and takes as long", async () => {
  await using app = await startTestApp();
  let checked = 0;
  const others = Array.from({ length: 40 }, () => hashPassword(PASSWORD).then(() => (checked += 1)));
  expect((await app.login("nobody")).json().code).toBe("username-unknown");
  // Four are checked concurrently, so the last ones may end together.
  expect(checked).toBeGreaterThanOrEqual(36);
  await Promise.all(others);
});

test("limits attempts with passwords and links to 120 calls per minute and address", async () => {
  await using app = await startTestApp();
  const paths = ["forgot-password/complete", "reset-password", "login"];
  const post = (path: string) => app.client().post(`/v1/auth/${path}`);
  for (let at = 0; at < 120; at += 1) expect((await post("forgot-password/complete")).statusCode).toBe(400);
  for (const path of paths) {
    const answer = await post(path);
    expect([path, answer.statusCode]).toEqual([path, 429]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
});

const spellings = ["somebody", " SomeBody "];

test("the limit of a name ignores upper and lower case", async () => {
  await using app = await startTestApp();
  const post = (at: number) =>
    app.client().post("/v1/auth/login", { credentials: { username: spellings[at % 2], password: "x" } });
  for (let at = 0; at < 80; at += 1) expect((await post(at)).statusCode).toBe(422);
  expect([(await post(80)).statusCode, (await post(81)).statusCode]).toEqual([429, 429]);
});

test("after a minute calls are allowed again, and the counts before are removed", async () => {
  await using app = await startTestApp();
  const ask = () => app.client().post("/v1/auth/forgot-password", { username: "nobody" });
  const asked = await Promise.all(Array.from({ length: 21 }, ask));
  const refused = asked.filter(({ statusCode }) => statusCode === 429);
  expect(refused.map(({ headers }) => headers["retry-after"])).toEqual(["60"]);
  await app.login("operator");
  const keys = async () =>
    (await app.query("select key from call_counts order by key")).rows.map(({ key }) => key);
  expect(await keys()).toEqual(["login 127.0.0.1", "login 127.0.0.1 operator", "mail 127.0.0.1"]);
  app.advance(60_001);
  expect((await ask()).statusCode).toBe(200);
  expect(await keys()).toEqual(["mail 127.0.0.1"]);
});
