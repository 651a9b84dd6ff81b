import { SET_UP_CODE_LIFETIME_MS } from "@verandah/contract/set-up.ts";
import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { createFirstCampus } from "../campuses/first-campus.service.ts";
import { createSetUpCode } from "./set-up.service.ts";

const campus = {
  name: "Acme Park",
  building_name: "Block 1",
  city: "Pune",
  time_zone: "Asia/Kolkata",
  latitude: 18.52,
  longitude: 73.86,
};
const administrator = { username: "boss", email: "", password: "Secret123", language: "hi" };

/** An app without users, and the code of its set-up. */
async function startEmpty() {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await startTestApp({ sites: [] }));
  const code = await createSetUpCode(app.ctx, "host:3000");
  const { get, post } = app.client();
  const running = opening.move();
  return {
    app,
    code,
    get,
    post,
    setUp: (change: object = {}) => post("/v1/set-up", { code, ...administrator, campus, ...change }),
    codeOf: async (answer: ReturnType<typeof post>) => (await answer).json<{ code?: string }>().code,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test("creates campus, building and administrator at once, who can then log in", async () => {
  await using empty = await startEmpty();
  expect((await empty.get("/v1/set-up")).json()).toEqual({});
  expect((await empty.setUp()).json()).toEqual({
    campus_key: "acme-park",
    building_key: "acme-park/block-1",
  });
  expect((await empty.app.login("boss", false, "Secret123")).json()).toMatchObject({
    campus: { name: "Acme Park", timeZone: "Asia/Kolkata" },
    building: { name: "Block 1" },
    role: { id: 2 },
  });
  const { rows } = await empty.app.query(
    "select action, username, audit.campus_id, language from audit join users on users.id = user_id join notification_settings s on s.user_id = users.id where action = 'set-up'",
  );
  expect(rows).toEqual([{ action: "set-up", username: "boss", campus_id: 1, language: "hi" }]);
});

test.each(["GET /v1/users", "POST /v1/auth/login", "GET /v1/auth/demo-accounts", "GET /%761/auth/session"])(
  "while there is no user, %s answers that the set-up comes first",
  async (call) => {
    await using empty = await startEmpty();
    const [method, url = ""] = call.split(" ");
    const answer = await (method === "GET" ? empty.get(url) : empty.post(url));
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: "set-up-needed" }),
    ]);
    await empty.setUp();
    const later = await (method === "GET" ? empty.get(url) : empty.post(url));
    expect(later.json()).not.toMatchObject({ code: "set-up-needed" });
  },
);

test("health and readiness answer before the set-up, and an unknown call is not found", async () => {
  await using empty = await startEmpty();
  expect((await empty.get("/v1/health")).statusCode).toBe(200);
  expect((await empty.get("/v1/ready")).statusCode).toBe(200);
  expect((await empty.get("/v1/none")).statusCode).toBe(404);
});

test("a code is used once, and the set-up is then gone", async () => {
  await using empty = await startEmpty();
  await empty.setUp();
  expect(await empty.codeOf(empty.setUp({ username: "other" }))).toBe("set-up-done");
  expect(await empty.codeOf(empty.post("/v1/set-up/check", { code: empty.code }))).toBe("set-up-done");
  expect((await empty.get("/v1/set-up")).statusCode).toBe(404);
  const { rows } = await empty.app.query("select from set_up_codes");
  expect(rows).toEqual([]);
});

test("of two set-ups at the same time one succeeds, and the other learns that it is done", async () => {
  await using empty = await startEmpty();
  const both = await Promise.all([empty.setUp(), empty.setUp({ username: "other" })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "set-up-done" });
  const { rows } = await empty.app.query("select from users cross join campuses");
  expect(rows).toHaveLength(1);
});

test("a code may be typed in lower case, without its hyphen, and with letters for digits", async () => {
  await using empty = await startEmpty();
  const typed = ` ${empty.code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
  expect((await empty.post("/v1/set-up/check", { code: typed })).json()).toEqual({ buildings: [] });
});

test("each process has its code; a new start of a process replaces its code", async () => {
  await using empty = await startEmpty();
  const { app, code } = empty;
  const check = (one: string) => empty.codeOf(empty.post("/v1/set-up/check", { code: one }));
  const other = await createSetUpCode(app.ctx, "host:3001");
  expect(await check(code)).toBeUndefined();
  expect(await check(other)).toBeUndefined();
  const next = await createSetUpCode(app.ctx, "host:3000");
  expect(next).not.toBe(code);
  expect(await check(code)).toBe("set-up-code-wrong");
  expect(await check(next)).toBeUndefined();
  const { rows } = await app.query("select code_sha256::text as hash from set_up_codes");
  expect(JSON.stringify(rows)).not.toContain(next.replace("-", ""));
});

test("a code expires after a day", async () => {
  await using empty = await startEmpty();
  empty.app.advance(SET_UP_CODE_LIFETIME_MS - 1);
  expect((await empty.post("/v1/set-up/check", { code: empty.code })).statusCode).toBe(200);
  empty.app.advance(1);
  expect(await empty.codeOf(empty.setUp())).toBe("set-up-code-expired");
});

test("an address may try 20 codes in a minute", async () => {
  await using empty = await startEmpty();
  const guess = (code: string) => empty.codeOf(empty.post("/v1/set-up/check", { code }));
  for (let tries = 1; tries <= 20; tries += 1)
    expect(await guess(`WRONG-${tries}`)).toBe("set-up-code-wrong");
  expect(await guess(empty.code)).toBe("too-many-requests");
  expect(await empty.codeOf(empty.setUp())).toBe("too-many-requests");
  empty.app.advance(60_000);
  expect(await guess(empty.code)).toBeUndefined();
});

test.each([
  [{ campus: { ...campus, time_zone: "Asia/Nowhere" } }, "campus.time_zone"],
  [{ campus: { ...campus, time_zone: "+05:30" } }, "campus.time_zone"],
  [{ campus: { ...campus, latitude: 91 } }, "campus.latitude"],
  [{ campus: { ...campus, longitude: null } }, "campus.longitude"],
  [{ campus: { ...campus, name: " \u200b " } }, "campus.name"],
  [{ campus: undefined }, "campus"],
  [{ username: "" }, "username"],
  [{ email: "no" }, "email"],
  [{ password: "weak" }, "password"],
  [{ language: "fr" }, "language"],
])("%j is refused with its field, and creates nothing", async (change, field) => {
  await using empty = await startEmpty();
  const refused = await empty.setUp(change);
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json<{ fields: object }>().fields)).toEqual([field]);
  expect((await empty.app.query("select from campuses")).rows).toEqual([]);
  expect((await empty.setUp()).statusCode).toBe(200);
});

test("when a campus is there, the administrator gets one of its buildings, and no second campus", async () => {
  await using empty = await startEmpty();
  const { buildingId } = await createFirstCampus(empty.app.ctx, { ...campus, name: "North" });
  const { buildings } = (await empty.post("/v1/set-up/check", { code: empty.code })).json();
  expect(buildings).toEqual([{ id: buildingId, name: "Block 1", campus: "North" }]);
  expect((await empty.setUp()).json()).toMatchObject({ fields: { building: "Invalid value" } });
  expect((await empty.setUp({ campus: undefined, building: buildingId })).json()).toMatchObject({
    campus_key: "north",
  });
  expect((await empty.app.query("select from campuses")).rows).toHaveLength(1);
});

test("a name without Latin letters or digits has a plain key", async () => {
  await using empty = await startEmpty();
  const answer = await empty.setUp({ campus: { ...campus, name: "ವೆರಾಂಡಾ", building_name: "Café Ü 2" } });
  expect(answer.json()).toEqual({ campus_key: "campus", building_key: "campus/cafe-u-2" });
});
