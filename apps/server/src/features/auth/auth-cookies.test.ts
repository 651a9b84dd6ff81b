import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

test("sends the token in a cookie that scripts cannot read, and the role in one that they can read", async () => {
  await using app = await startTestApp();
  const answer = await app.login("administrator");
  const [token, role] = answer.cookies as {
    name: string;
    value: string;
    httpOnly?: boolean;
    sameSite?: string;
    path?: string;
  }[];
  expect(token).toMatchObject({ name: "token", httpOnly: true, sameSite: "Strict", path: "/" });
  expect(role).toMatchObject({ name: "role", value: "2" });
  expect(role?.httpOnly).toBeUndefined();
  const byCookie = await app.app.inject({ url: "/v1/auth/session", cookies: { token: token?.value ?? "" } });
  expect(byCookie.statusCode).toBe(200);
});

test("the role cookie of a pump customer, which the page needs to show its last data, remains after the session", async () => {
  await using app = await startTestApp();
  const ages = async (user: "administrator" | "pumpCustomer") =>
    (await app.login(user)).cookies.map(({ name, maxAge }) => [name, maxAge]);
  const hour = 3_600;
  expect(await ages("pumpCustomer")).toEqual([
    ["token", 12 * hour],
    ["role", 7 * 24 * hour],
  ]);
  expect(await ages("administrator")).toEqual([
    ["token", 12 * hour],
    ["role", 12 * hour],
  ]);
});
