import { expect, test } from "vitest";

import { openDb } from "#core/db.ts";

import { startTestApp } from "../../testing/start-test-app.ts";

const MINUTE_MS = 60_000;

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Logs in from another address, through a trusted proxy. */
const loginFrom = (app: App, address: string, username: string, password = "Verandah1") =>
  app.app.inject({
    method: "POST",
    url: "/v1/auth/login",
    headers: { "x-forwarded-for": address },
    payload: { credentials: { username, password }, force: true },
  });

const behindProxy = { trustedProxies: ["127.0.0.1"] };

test("wrong passwords from one address do not lock the user at another", async () => {
  await using app = await startTestApp(behindProxy);
  for (let tries = 1; tries <= 5; tries += 1) await loginFrom(app, "10.0.0.1", "administrator", "Wrong1234");
  expect((await loginFrom(app, "10.0.0.1", "administrator")).json().title).toBe("Account Locked for 15 mins");
  expect((await loginFrom(app, "10.0.0.2", "administrator")).statusCode).toBe(200);
});

test("after 50 wrong passwords an hour a name must wait longer each time, except at its user's known addresses", async () => {
  await using app = await startTestApp(behindProxy);
  expect((await loginFrom(app, "10.0.0.1", "administrator")).statusCode).toBe(200);
  const fail = (at: number) => loginFrom(app, `10.1.0.${at}`, "administrator", "Wrong1234");
  for (let at = 1; at <= 49; at += 1) expect((await fail(at)).statusCode).toBe(422);
  expect((await loginFrom(app, "10.2.0.1", "administrator")).statusCode).toBe(200);
  await fail(50);
  const stranger = () => loginFrom(app, "10.3.0.1", "administrator");
  expect((await stranger()).json().code).toBe("too-many-requests");
  expect((await loginFrom(app, "10.0.0.1", "administrator")).statusCode).toBe(200);
  app.advance(1_000);
  await fail(51);
  app.advance(1_999);
  expect((await stranger()).statusCode).toBe(429);
  app.advance(1);
  expect((await stranger()).statusCode).toBe(200);
});

test("wrong passwords for a name expire after an hour", async () => {
  await using app = await startTestApp(behindProxy);
  const fail = (at: number) => loginFrom(app, `10.1.0.${at}`, "administrator", "Wrong1234");
  for (let at = 1; at <= 49; at += 1) await fail(at);
  app.advance(60 * MINUTE_MS);
  await fail(50);
  expect((await loginFrom(app, "10.3.0.1", "administrator")).statusCode).toBe(200);
});

test("with generic messages an unknown name is locked like a known one", async () => {
  await using app = await startTestApp({ ...behindProxy, auth: { loginMessages: "generic" } });
  const answersOf = async (username: string) => {
    const titles: string[] = [];
    for (let tries = 1; tries <= 6; tries += 1)
      titles.push((await loginFrom(app, "10.0.0.1", username, "Wrong1234")).json().title);
    return titles;
  };
  const unknown = await answersOf("nobody");
  expect(unknown).toEqual(await answersOf("operator"));
  expect(unknown.at(-1)).toBe("Account Locked for 15 mins");
});

test("60 logins that wait for one user's row leave connections to other users", async () => {
  await using app = await startTestApp();
  const viewer = await app.as("viewer");
  const other = openDb(app.databaseUrl, { connectionsMax: 1 });
  const { waiting, meanwhile } = await other.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom("users")
      .select("id")
      .where("username", "=", "operator")
      .forUpdate()
      .execute();
    const logins = Array.from({ length: 60 }, () => app.login("operator", true));
    await new Promise((done) => setTimeout(done, 300));
    const answers = await Promise.all(Array.from({ length: 20 }, () => viewer.get("/v1/auth/session")));
    return { waiting: logins, meanwhile: answers };
  });
  const answers = await Promise.all(waiting);
  await other.destroy();
  expect(new Set(meanwhile.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
});
