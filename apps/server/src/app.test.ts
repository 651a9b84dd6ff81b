import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { startTestApp } from "./testing/start-test-app.ts";

test("answers an unknown route with a problem", async () => {
  await using app = await startTestApp();
  const answer = await app.client().get("/v1/no-such-call");
  expect(answer.statusCode).toBe(404);
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ status: 404, code: "not-found", title: "Not found." });
});

test("compresses a long reply for clients that accept compression, and never compresses a short one", async () => {
  await using app = await startTestApp();
  const { token } = (await app.as("operator")).session;
  const get = (url: string, encoding?: string) =>
    app.app.inject({
      method: "GET",
      url,
      headers: { authorization: `Bearer ${token}`, ...(encoding && { "accept-encoding": encoding }) },
    });
  const plain = await get("/v1/equipment_types");
  expect(plain.headers).not.toHaveProperty("content-encoding");
  const packed = await get("/v1/equipment_types", "gzip, deflate, br, zstd");
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(Number(packed.headers["content-length"])).toBe(packed.rawPayload.length);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  expect((await get("/v1/equipment_types", "br")).headers).not.toHaveProperty("content-encoding");
  expect((await get("/v1/health", "gzip")).headers).not.toHaveProperty("content-encoding");
});

test.each(["//", "/v1/gl_zone/%zz", "/%zz", `/v1/gl_analytics/${"x".repeat(300)}/ahu`])(
  "answers the invalid address %.24s with a problem",
  async (url) => {
    await using app = await startTestApp();
    const answer = await app.app.inject({ method: "GET", url });
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "not-found"]);
  },
);

test("rejects a NUL character, which PostgreSQL cannot store, in any field", async () => {
  await using app = await startTestApp();
  const answer = await app.login("opera\0tor");
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({
    "credentials.username": "Contains a character that cannot be stored",
  });
  expect(answer.json().rules).toEqual({ "credentials.username": { code: "character" } });
  const user = await app.as("operator");
  expect((await user.get("/v1/gl_analytics/%00/ahu")).statusCode).toBe(400);
  expect((await user.get("/v1/live?devices=T-S1,%00")).statusCode).toBe(400);
});

test("names the rule that a field breaks, for fields without a text of their own", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const refusal = async (query: string) => (await user.get(`/v1/reports/user-login?${query}`)).json();
  expect(await refusal("page=0&from=x&to=2026-01-05T08:00:00Z")).toMatchObject({
    fields: { page: "At least 1", from: "An instant such as 2026-01-05T08:00:00Z" },
    rules: { page: { code: "min", value: "1" }, from: { code: "instant" } },
  });
  const { fields, rules } = await refusal("from=2026-01-05T08:00:00Z&to=2026-01-05T08:00:00Z");
  expect([fields, rules]).toEqual([{ to: "End date should be greater than start date" }, undefined]);
});

test.each([
  ["lists", "[".repeat(5_000) + "]".repeat(5_000)],
  ["objects", '{"a":'.repeat(1_500) + "1" + "}".repeat(1_500)],
])("answers 400 to a body of nested %s", async (_kind, nested) => {
  await using app = await startTestApp();
  const answer = await app.app.inject({
    method: "POST",
    url: "/v1/auth/login",
    headers: { "content-type": "application/json" },
    payload: `{"credentials":{"username":"operator","password":"x"},"more":${nested}}`,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, "body-malformed"]);
});

test("describes a wrong field without a message of its own in plain words", async () => {
  await using app = await startTestApp();
  const login = await app.client().post("/v1/auth/login", {
    credentials: { username: "operator", password: "x", role: "admin" },
    force: "yes",
  });
  expect(login.json().fields).toEqual({
    "credentials.role": "One of: guest, an empty text",
    force: "True or false",
  });
  const user = await app.as("administrator");
  const limits = await user.post("/v1/campuses/configuration", {
    temperature: { min: 18, max: 400 },
    humidity: [],
    lux: "bright",
    overParked: { overParked: -1 },
  });
  expect(limits.json().fields).toEqual({
    "temperature.max": "At most 80",
    humidity: "A group of fields",
    lux: "A group of fields",
    "overParked.overParked": "At least 0",
    wastage: "field cannot be empty",
  });
});

const bodyOf = (bytes: number) => {
  const frame = JSON.stringify({ credentials: { username: "operator", password: "" } });
  return frame.replace('"password":""', `"password":"${"x".repeat(bytes - frame.length)}"`);
};

test("accepts a body of 1 MB and answers 413 to one byte more", async () => {
  await using app = await startTestApp();
  const send = (bytes: number) =>
    app.app.inject({
      method: "POST",
      url: "/v1/auth/login",
      headers: { "content-type": "application/json" },
      payload: bodyOf(bytes),
    });
  expect((await send(1_048_576)).statusCode).toBe(400);
  const over = await send(1_048_577);
  expect([over.statusCode, over.json().code]).toEqual([413, "body-too-large"]);
});

test("explains the rejection of a body that is not JSON or has no JSON content type", async () => {
  await using app = await startTestApp();
  const send = (type: string, payload: string) =>
    app.app.inject({ method: "POST", url: "/v1/auth/login", headers: { "content-type": type }, payload });
  expect((await send("application/json", "{ nonsense")).json()).toMatchObject({
    status: 400,
    code: "body-malformed",
  });
  expect((await send("text/plain", "{}")).json()).toMatchObject({
    status: 415,
    code: "media-type-unsupported",
  });
  expect((await send("application/json", '{"__proto__": {"x": 1}}')).json().status).toBe(400);
});

test("rejects a write from another site's page and accepts one from our own", async () => {
  await using app = await startTestApp();
  const from = (origin: string) =>
    app.app.inject({
      method: "POST",
      url: "/v1/auth/login",
      headers: { origin, host: "verandah.test" },
      payload: { credentials: { username: "operator", password: "Verandah1", role: "" } },
    });
  for (const foreign of ["https://evil.example", "null", "http://verandah.test.evil.example"]) {
    expect((await from(foreign)).json()).toMatchObject({ status: 403, code: "origin-refused" });
  }
  expect((await from("http://verandah.test")).statusCode).toBe(200);
});

test.each([
  ["cross-site", 403, "origin-refused"],
  ["same-site", 403, "origin-refused"],
  ["same-origin", 200, undefined],
  ["none", 200, undefined],
])("a write without Origin from a %s page answers %i", async (site, status, code) => {
  await using app = await startTestApp();
  const answer = await app.app.inject({
    method: "POST",
    url: "/v1/auth/login",
    headers: { "sec-fetch-site": site },
    payload: { credentials: { username: "operator", password: "Verandah1", role: "" } },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test("pages, workers and pictures forbid inline scripts and framing, and replies to calls forbid everything and caching", async () => {
  await using app = await startTestApp();
  const headersOf = async (url: string) => (await app.client().get(url)).headers;
  for (const url of ["/", "/service-worker.js", "/assets/india.svg", "/assets/a.js/b"]) {
    const headers = await headersOf(url);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
    });
  }
  expect(await headersOf("/v1/health")).toMatchObject({
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  });
});

test("scripts, styles and fonts do not have the headers of documents", async () => {
  await using app = await startTestApp();
  for (const url of ["/before-paint.js", "/assets/main-a_b1.js", "/assets/main.css", "/assets/a.woff2"]) {
    const { headers } = await app.client().get(url);
    expect(headers).not.toHaveProperty("content-security-policy");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  }
});

test("health reports which parts are up", async () => {
  await using app = await startTestApp();
  expect((await app.client().get("/v1/health")).json()).toEqual({
    status: "ready",
    database: "up",
    broker: "off",
    edges: 0,
    demo: false,
  });
});

test("the OpenAPI document has every mounted route, with its roles", async () => {
  await using app = await startTestApp();
  const document = (await app.client().get("/v1/openapi.json")).json<{
    openapi: string;
    paths: Record<string, Record<string, { "x-roles": unknown; parameters: { name: string; in: string }[] }>>;
  }>();
  expect(document.openapi).toBe("3.1.0");
  for (const route of app.app.parts.mounted) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    expect(document.paths[path]?.[route.method.toLowerCase()]?.["x-roles"]).toEqual(route.access);
  }
  const trend = document.paths["/v1/telemetry/{ssid}/trend"]?.["get"];
  expect(trend?.parameters.map(({ name, in: where }) => `${where} ${name}`)).toEqual([
    "path ssid",
    "query param_id",
    "query from",
    "query to",
    "query buckets",
  ]);
});

async function addressSeenBy(trustedProxies: string[]): Promise<string> {
  await using app = await startTestApp({ trustedProxies });
  await app.app.inject({
    method: "POST",
    url: "/v1/auth/login",
    remoteAddress: "10.0.0.1",
    headers: { "x-forwarded-for": "203.0.113.7" },
    payload: { credentials: { username: "viewer", password: "Verandah1", role: "" } },
  });
  return (await app.db.selectFrom("sessions").select("address").executeTakeFirstOrThrow()).address;
}

test("takes the caller's address from a trusted proxy only", async () => {
  expect(await addressSeenBy(["10.0.0.1"])).toBe("203.0.113.7");
  expect(await addressSeenBy([])).toBe("10.0.0.1");
});
