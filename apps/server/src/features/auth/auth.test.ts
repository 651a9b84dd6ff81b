import type { LoginReply } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";
import { expect, test } from "vitest";

import { PASSWORD, startTestApp } from "../../testing/start-test-app.ts";

const minutes = (count: number) => count * 60_000;

test("a login returns the session in the specification's format", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });

  const answer = await app.login("operator");

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    token: expect.stringMatching(/^JWT [\w-]+\.[\w-]+\.[\w-]+$/),
    user: { id: expect.any(Number), name: "operator" },
    building: { id: app.places[0]?.buildingId, name: "Tower" },
    campus: { id: expect.any(Number), name: "Test Campus", timeZone: "Asia/Kolkata" },
    role: { id: 1 },
    lastLogin: null,
  });
});

test("lastLogin is the previous login", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.login("operator");
  app.advance(minutes(10));

  const session = (await app.login("operator", true)).json<LoginReply>();

  expect(session.lastLogin).toBe("2026-01-05T08:00:00.000Z");
  const again = await app.client(session.token).get("/v1/auth/session");
  expect(again.json()).toMatchObject({ lastLogin: "2026-01-05T08:00:00.000Z" });
});

test.each(["Bearer JWT ", "Bearer ", "JWT "])("accepts the token after '%s'", async (scheme) => {
  await using app = await startTestApp();
  const bare = (await app.login("viewer")).json<LoginReply>().token.replace("JWT ", "");
  const answer = await app.app.inject({ url: "/v1/auth/session", headers: { authorization: scheme + bare } });
  expect(answer.statusCode).toBe(200);
});

test("reports both empty fields together, with the exact text", async () => {
  await using app = await startTestApp();
  const answer = await app.client().post("/v1/auth/login", { credentials: { username: "", password: "" } });
  expect(answer.statusCode).toBe(400);
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(answer.json().fields).toEqual({
    "credentials.username": "field cannot be empty",
    "credentials.password": "field cannot be empty",
  });
});

test("distinguishes an unknown name from a wrong password, with the exact texts", async () => {
  await using app = await startTestApp();
  const unknown = await app.login("nobody");
  const wrong = await app.login("operator", false, "Wrong1234");
  expect([unknown.statusCode, unknown.json().title]).toEqual([422, "Username doesn't exists !"]);
  expect([wrong.statusCode, wrong.json().title]).toEqual([422, "Invalid credentials"]);
});

test("does not distinguish them with generic messages", async () => {
  await using app = await startTestApp({ auth: { loginMessages: "generic" } });
  expect((await app.login("nobody")).json().title).toBe("Invalid credentials");
});

test("ignores the case of names and rejects a disabled user", async () => {
  await using app = await startTestApp();
  expect((await app.login("OPERATOR")).statusCode).toBe(200);
  await app.db.updateTable("users").set({ disabledAt: app.now() }).where("username", "=", "viewer").execute();
  expect((await app.login("viewer")).json()).toMatchObject({ title: "Invalid User,Please check Username" });
});

test("the fifth wrong password locks the account at its address for 15 minutes, for any password", async () => {
  await using app = await startTestApp();
  for (let tries = 1; tries <= 4; tries += 1) {
    const answer = await app.login("operator", false, "Wrong1234");
    expect(answer.json().title).toBe("Invalid credentials");
  }
  const fifth = await app.login("operator", false, "Wrong1234");
  expect([fifth.statusCode, fifth.json().title]).toEqual([423, "Account Locked for 15 mins"]);

  app.advance(minutes(15) - 1);
  expect((await app.login("operator")).json().title).toBe("Account Locked for 15 mins");
  app.advance(1);
  expect((await app.login("operator")).statusCode).toBe(200);
});

test("a right password after four wrong ones restarts the count", async () => {
  await using app = await startTestApp();
  for (const round of [1, 2]) {
    for (let tries = 1; tries <= 4; tries += 1) await app.login("operator", false, "Wrong1234");
    expect((await app.login("operator", round === 2)).statusCode).toBe(200);
  }
});

test("counts all concurrent wrong passwords", async () => {
  await using app = await startTestApp();
  await Promise.all(Array.from({ length: 12 }, () => app.login("operator", false, "Wrong1234")));
  expect((await app.login("operator")).json().title).toBe("Account Locked for 15 mins");
});

test("a second login is rejected, and a forced one ends the first session with 440", async () => {
  await using app = await startTestApp();
  const first = (await app.login("operator")).json<LoginReply>();

  const refused = await app.login("operator");
  expect([refused.statusCode, refused.json().title]).toEqual([409, "User Already Logged In"]);
  expect((await app.client(first.token).get("/v1/auth/session")).statusCode).toBe(200);

  const second = (await app.login("operator", true)).json<LoginReply>();
  expect((await app.client(first.token).get("/v1/auth/session")).statusCode).toBe(440);
  expect((await app.client(second.token).get("/v1/auth/session")).statusCode).toBe(200);
});

test.each([false, true])("of 60 concurrent logins (force %s) one session stays open", async (force) => {
  await using app = await startTestApp();
  const answers = await Promise.all(Array.from({ length: 60 }, () => app.login("operator", force)));

  const open = await app.db.selectFrom("sessions").select("id").where("endedAt", "is", null).execute();
  expect(open).toHaveLength(1);
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(force ? 60 : 1);
  expect(answers.filter((answer) => answer.statusCode >= 500)).toEqual([]);
});

test("logout ends the session and clears the cookies", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const answer = await user.post("/v1/auth/logout");
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
    ["token", ""],
    ["role", ""],
  ]);
  expect((await user.get("/v1/auth/session")).statusCode).toBe(440);
  expect((await app.login("operator")).statusCode).toBe(200);
});

test("distinguishes a closed session from a replaced one", async () => {
  await using app = await startTestApp();
  const first = await app.as("operator");
  const second = await app.as("operator");
  expect((await first.get("/v1/auth/session")).json().code).toBe("session-replaced");
  await second.post("/v1/auth/logout");
  expect((await second.get("/v1/auth/session")).json().code).toBe("session-closed");
});

test("answers 401 to a missing, malformed, forged or expired token", async () => {
  await using app = await startTestApp();
  const { token } = (await app.login("operator")).json<LoginReply>();
  const [header, , signature] = token.split(".");
  const forged = `${header}.${Buffer.from('{"jti":"x","iss":"verandah"}').toString("base64url")}.${signature}`;
  for (const bad of [undefined, "JWT abc", forged]) {
    expect((await app.client(bad).get("/v1/auth/session")).statusCode).toBe(401);
  }
  app.advance(minutes(12 * 60));
  expect((await app.client(token).get("/v1/auth/session")).statusCode).toBe(401);
  expect((await app.login("operator")).statusCode).toBe(200);
});

test("a mailed link sets a new password once, within its hour, stored as an argon2id hash", async () => {
  await using app = await startTestApp();
  const open = await app.as("operator");
  await app.client().post("/v1/auth/forgot-password", { username: "operator" });
  const link = /http:\/\/verandah\.test\/reset-password\?token=([\w-]+)/.exec(
    (await app.mails())[0]?.text ?? "",
  );
  const body = { token: link?.[1], new_password: "NewPass12", confirm_password: "NewPass12" };

  expect((await app.mails())[0]?.to).toBe("operator@test.example");
  expect((await app.client().post("/v1/auth/forgot-password/complete", body)).statusCode).toBe(200);
  expect((await open.get("/v1/auth/session")).statusCode).toBe(440);
  expect((await app.login("operator", true, "NewPass12")).statusCode).toBe(200);
  const { rows } = await app.query("select password_hash from users where username = 'operator'");
  expect(rows[0]?.["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await app.client().post("/v1/auth/forgot-password/complete", body)).json().title).toBe(
    "This link has expired or was already used.",
  );
});

test("rejects a link after an hour, and gives the same answer to an unknown name without an e-mail", async () => {
  await using app = await startTestApp();
  const known = await app.client().post("/v1/auth/forgot-password", { username: "operator" });
  const unknown = await app.client().post("/v1/auth/forgot-password", { username: "nobody" });
  expect(unknown.json()).toEqual(known.json());
  expect(await app.mails()).toHaveLength(1);

  app.advance(minutes(60));
  const token = (await app.mails())[0]?.text.match(/token=([\w-]+)/)?.[1];
  const body = { token, new_password: "NewPass12", confirm_password: "NewPass12" };
  expect((await app.client().post("/v1/auth/forgot-password/complete", body)).statusCode).toBe(422);
  expect((await app.login("operator")).statusCode).toBe(200);
});

test.each([
  ["", "field cannot be empty"],
  ["Abcdef1", "A password has at least 8 characters"],
  ["Abcdefghijklmn12", "A password has at most 15 characters"],
  ["abcdefg1", "A password needs an uppercase letter"],
  ["ABCDEFG1", "A password needs a lowercase letter"],
  ["Abcdefgh", "A password needs a digit"],
])("explains the rejection of the new password '%s'", async (password, text) => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const answer = await user.post("/v1/auth/reset-password", {
    password: PASSWORD,
    new_password: password,
    confirm_password: password,
  });
  expect(answer.json().fields).toEqual({ new_password: text });
});

test.each(["", "Abcdef1", "Abcdefghijklmn12", "abcdefg1", "ABCDEFG1", "Abcdefgh"])(
  "rejects the new password '%s' of a pump customer with the specification's text",
  async (password) => {
    await using app = await startTestApp();
    const customer = await app.as("pumpCustomer");
    const body = { password: PASSWORD, new_password: password, confirm_password: password };
    expect((await customer.post("/v1/auth/reset-password", body)).json().fields).toEqual({
      new_password:
        "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.",
    });
  },
);

test("changes the user's own password only with the current password", async () => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const body = { new_password: "NewPass12", confirm_password: "NewPass12" };
  const wrong = await user.post("/v1/auth/reset-password", { ...body, password: "Wrong1234" });
  expect(wrong.json().fields).toEqual({ password: "Invalid credentials" });
  expect((await user.post("/v1/auth/reset-password", { ...body, password: PASSWORD })).statusCode).toBe(200);
  expect((await app.login("member", true, "NewPass12")).statusCode).toBe(200);
});

test("a wrong current password counts like a wrong password at the login", async () => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const body = { password: "Wrong1234", new_password: "NewPass12", confirm_password: "NewPass12" };
  for (let tries = 1; tries <= 4; tries += 1)
    expect((await user.post("/v1/auth/reset-password", body)).statusCode).toBe(400);
  expect((await user.post("/v1/auth/reset-password", body)).json().title).toBe("Account Locked for 15 mins");
  expect((await user.post("/v1/auth/reset-password", { ...body, password: PASSWORD })).statusCode).toBe(423);
});

test("stores the guest flag with the session", async () => {
  await using app = await startTestApp();
  await app.client().post("/v1/auth/login", {
    credentials: { username: "viewer", password: PASSWORD, role: "guest" },
  });
  const session = await app.db.selectFrom("sessions").select("isGuest").executeTakeFirstOrThrow();
  expect(session.isGuest).toBe(true);
});

test("limits logins from one address", async () => {
  await using app = await startTestApp();
  const answers = await Promise.all(Array.from({ length: 121 }, (_, at) => app.login(`nobody-${at}`)));
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(1);
  expect(answers.find((answer) => answer.statusCode === 429)?.json()).toMatchObject({
    code: "too-many-requests",
  });
});

test("limits logins for one name", async () => {
  await using app = await startTestApp();
  const answers = await Promise.all(Array.from({ length: 81 }, () => app.login("nobody")));
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(1);
});

test("shows demo accounts in demo mode only", async () => {
  await using app = await startTestApp({ isDemo: false });
  const answer = await app.client().get("/v1/auth/demo-accounts");
  expect(answer.json()).toEqual({ accounts: [] });
});

test("every role logs in", async () => {
  await using app = await startTestApp();
  for (const [name, id] of Object.entries(roles)) {
    expect((await app.login(name)).json<LoginReply>().role).toEqual({ id });
  }
});
