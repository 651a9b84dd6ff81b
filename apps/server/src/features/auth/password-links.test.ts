import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

const bodyOf = (text: string | undefined) => ({
  token: text?.match(/token=([\w-]+)/)?.[1],
  new_password: "NewPass12",
  confirm_password: "NewPass12",
});

test("only the newest link works", async () => {
  await using app = await startTestApp();
  for (let at = 0; at < 2; at += 1)
    await app.client().post("/v1/auth/forgot-password", { username: "operator" });
  const [first, second] = (await app.mails()).map((mail) => bodyOf(mail.text));
  const complete = (body: object = {}) => app.client().post("/v1/auth/forgot-password/complete", body);
  expect((await complete(first)).json().code).toBe("reset-link-invalid");
  expect((await complete(second)).statusCode).toBe(200);
});

test("mails at most three links per hour and name, with the same answer", async () => {
  await using app = await startTestApp();
  const ask = () => app.client().post("/v1/auth/forgot-password", { username: "operator" });
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await app.mails()).toHaveLength(3);
  app.advance(3_600_000);
  await ask();
  expect(await app.mails()).toHaveLength(4);
});

test("requests for links do not count as logins of their address", async () => {
  await using app = await startTestApp();
  const ask = () => app.client().post("/v1/auth/forgot-password", { username: "nobody" });
  const asked = await Promise.all(Array.from({ length: 130 }, ask));
  expect(asked.filter((answer) => answer.statusCode === 429)).toHaveLength(110);
  for (let at = 0; at < 119; at += 1)
    expect((await app.client().post("/v1/auth/forgot-password/complete")).statusCode).toBe(400);
  expect((await app.login("operator")).statusCode).toBe(200);
});

test("of two concurrent uses of one link only one sets the password", async () => {
  await using app = await startTestApp();
  await app.client().post("/v1/auth/forgot-password", { username: "operator" });
  const body = bodyOf((await app.mails())[0]?.text);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.client().post("/v1/auth/forgot-password/complete", body)),
  );
  const statuses = answers.map((answer) => answer.statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
});

test("with generic messages, only a caller with the right password learns that an account is disabled", async () => {
  await using app = await startTestApp({ auth: { loginMessages: "generic" } });
  await app.db.updateTable("users").set({ disabledAt: app.now() }).where("username", "=", "viewer").execute();
  expect((await app.login("viewer", false, "Wrong1234")).json().code).toBe("credentials-invalid");
  expect((await app.login("viewer")).json().code).toBe("user-disabled");
});
