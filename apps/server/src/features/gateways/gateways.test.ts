import { createHash } from "node:crypto";

import { addressCertificate, certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test, vi } from "vitest";

import { certificateOf } from "#core/mqtt/public-address.ts";

import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";
import { createJoining } from "./claims.service.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

type App = Awaited<ReturnType<typeof startTestApp>>;
type Field = Awaited<ReturnType<typeof startTestIngest>>;
type Admin = Awaited<ReturnType<App["as"]>>;

/** Sends a claim with a code, and returns the answer. @throws the error when the broker rejects the code */
async function join(field: Field, code: string, password: string) {
  const id = `join-${sha256(password).slice(0, 8)}`;
  const { client, publish } = await field.connect(id, { username: "join", password: code });
  const answer = new Promise<{ topic: string; message: unknown }>((resolve) => {
    client.on("message", (topic, payload) => resolve({ topic, message: JSON.parse(payload.toString()) }));
  });
  await client.subscribeAsync(`v1/${id}/claimed`, { qos: 1 });
  await publish("claim", { passwordSha256: sha256(password) });
  const { topic, message } = await answer;
  expect(topic).toBe(`v1/${id}/claimed`);
  await client.endAsync();
  return message;
}

/** A gateway with a model at the broker; `models` are those that it received. */
async function connectGateway(field: Field, ssid: string, password: string) {
  const { client, publish } = await field.connect(ssid, { password });
  const models: { version: string; model: { devices: { ssid: string }[] }; overrides?: object[] }[] = [];
  client.on("message", (topic, payload) => {
    if (topic.endsWith("/model")) models.push(JSON.parse(payload.toString()));
  });
  await client.subscribeAsync([`v1/${ssid}/commands`, `v1/${ssid}/model`], { qos: 1 });
  const report = (model: object) => publish("status", { state: "online", at: Date.now(), model });
  return { client, publish, models, report };
}

const meter = {
  ssid: "EM-9",
  name: "Meter 9",
  type: "ENERGYMETER",
  protocol: "modbus",
  address: { address: "192.168.1.9:502", unitId: 3 },
  profile: "modbus-energy-meter",
  intervalMs: null,
};

async function addGateway(admin: Admin, ssid = "GW-9") {
  const answer = await admin.post("/v1/gateways", { name: "Tower", ssid });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ id: number; code: string; expiresAt: string }>();
}

/** The product with one more gateway, which has not joined. */
async function startProduct() {
  await using parts = new AsyncDisposableStack();
  const app = parts.use(await startTestApp());
  const field = parts.use(await startTestIngest(app));
  const admin = await app.as("administrator");
  const all = parts.move();
  return { app, field, admin, ...(await addGateway(admin)), [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The product with a gateway that has joined, is connected and has its first model. */
async function startJoined() {
  const product = await startProduct();
  await join(product.field, product.code, "secret");
  const gateway = await connectGateway(product.field, "GW-9", "secret");
  await gateway.report({ version: "" });
  await vi.waitFor(() => expect(gateway.models).toHaveLength(1));
  return { ...product, gateway };
}

async function addDevice(admin: Admin, app: App, id: number, change: object = {}) {
  const { rows } = await app.query(
    "select id from locations where zone_type = 'GL_LOCATION_TYPE_ZONE' limit 1",
  );
  return admin.post(`/v1/gateways/${id}/devices`, { ...meter, place: rows[0]?.["id"], ...change });
}

const one = async (admin: Admin, id: number) => (await admin.get(`/v1/gateways/${id}`)).json();

test("a gateway joins with its code, gets its model, and sends live values", async () => {
  await using product = await startProduct();
  const { app, field, admin, id, code, expiresAt } = product;
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/);
  expect(Date.parse(expiresAt) - app.now().getTime()).toBe(15 * 60_000);
  expect(await one(admin, id)).toMatchObject({ hasJoined: false, codeUntil: expiresAt });
  const changes = app.collectChanges("gateways");
  expect(await join(field, code.toLowerCase().replaceAll("-", " "), "secret")).toEqual({
    state: "joined",
    ssid: "GW-9",
    name: "Tower",
  });
  expect(changes).toHaveLength(1);
  expect(await one(admin, id)).toMatchObject({ hasJoined: true, codeUntil: null });
  expect((await app.query("select action, address from audit where action = 'join-gateway'")).rows).toEqual([
    { action: "join-gateway", address: "127.0.0.1" },
  ]);

  const gateway = await connectGateway(field, "GW-9", "secret");
  await gateway.report({ version: "" });
  await vi.waitFor(() => expect(gateway.models).toHaveLength(1));
  expect(gateway.models[0]?.model.devices).toEqual([]);

  expect((await addDevice(admin, app, id)).statusCode).toBe(200);
  await vi.waitFor(() => expect(gateway.models).toHaveLength(2));
  const { version = "", model } = gateway.models[1] ?? {};
  expect(model?.devices).toEqual([
    { address: "192.168.1.9:502", unitId: 3, ssid: "EM-9", driver: "modbus", profile: "modbus-energy-meter" },
  ]);
  await gateway.report({ version });
  expect(await one(admin, id)).toMatchObject({ model: { version, inForce: version, refused: null } });
  expect(gateway.models).toHaveLength(2);

  const { rows } = await app.query(
    "select param_id from points p join devices d on d.id = p.device_id where d.ssid = 'EM-9' order by p.id limit 1",
  );
  const paramId = String(rows[0]?.["param_id"]);
  await gateway.publish("readings", aReading("EM-9", paramId, app.now().getTime(), 5));
  expect((await app.query("select value from latest order by at desc limit 1")).rows).toEqual([{ value: 5 }]);
});

test("a code is used once; the same claim again has the same answer until the code ends", async () => {
  await using product = await startProduct();
  const { app, field, code } = product;
  const joined = { state: "joined", ssid: "GW-9", name: "Tower" };
  expect(await join(field, code, "secret")).toEqual(joined);
  await field.connect("GW-9", { password: "secret" });
  expect(await join(field, code, "secret")).toEqual(joined);
  expect(await join(field, code, "other")).toEqual({ state: "refused", why: "used" });
  await expect(field.connect("GW-9", { password: "other" })).rejects.toMatchObject({ code: 5 });
  app.advance(15 * 60_000);
  expect(await join(field, code, "secret")).toEqual({ state: "refused", why: "expired" });
  expect((await app.query("select count(*)::int from audit where action = 'join-gateway'")).rows).toEqual([
    { count: 1 },
  ]);
});

test("an expired code is refused with its reason, and a new code replaces it", async () => {
  await using product = await startProduct();
  const { app, field, admin, id, code } = product;
  app.advance(15 * 60_000);
  expect(await join(field, code, "secret")).toEqual({ state: "refused", why: "expired" });
  const renewed = (await admin.post(`/v1/gateways/${id}/code`)).json();
  await expect(join(field, code, "secret")).rejects.toMatchObject({ code: 5 });
  expect(await join(field, renewed.code, "secret")).toMatchObject({ state: "joined" });
});

test("a lost gateway keeps its connection until another has joined in its place", async () => {
  await using product = await startProduct();
  const { app, field: a, admin, id, code } = product;
  await using b = await startTestIngest(app);
  await join(a, code, "old");
  const old = await connectGateway(a, "GW-9", "old");
  const { code: next } = (await admin.post(`/v1/gateways/${id}/code`)).json();
  await old.report({ version: "" });
  expect(old.client.connected).toBe(true);
  await join(b, next, "new");
  await vi.waitFor(() => expect(old.client.connected).toBe(false));
  await expect(a.connect("GW-9", { password: "old" })).rejects.toMatchObject({ code: 5 });
  await b.connect("GW-9", { password: "new" });
});

test("two processes give a code to one of two gateways", async () => {
  await using product = await startProduct();
  const { app, field: a, code } = product;
  await using b = await startTestIngest(app);
  const answers = await Promise.all([join(a, code, "one"), join(b, code, "two")]);
  expect(answers).toContainEqual({ state: "joined", ssid: "GW-9", name: "Tower" });
  expect(answers).toContainEqual({ state: "refused", why: "used" });
});

test("1,000 guesses find no code, and edges still log in", async () => {
  await using product = await startProduct();
  const { app, field, code } = product;
  const guesses = Array.from({ length: 1_000 }, (_, at) =>
    field.connect(`join-${at}`, { username: "join", password: `guess-${at}` }).then(
      () => "accepted",
      (error: { code: number }) => error.code,
    ),
  );
  const codes = await Promise.all(guesses);
  expect(codes.filter((given) => given === 5).length).toBeLessThanOrEqual(10);
  expect(codes.filter((given) => given === 3).length).toBeGreaterThanOrEqual(990);
  // The limit of the name `join` does not hold for edges of the same address.
  await field.connect("T-S1");
  await expect(join(field, code, "secret")).rejects.toMatchObject({ code: 3 });
  app.advance(60_000);
});

test("guesses from many addresses have a common limit in all processes", async () => {
  await using app = await startTestApp();
  const { code } = await addGateway(await app.as("administrator"));
  const processes = [createJoining(app.ctx), createJoining(app.ctx)];
  const guess = (given: string, at: number) =>
    processes[at % 2]?.isCode(given, "join", `10.0.${at >> 8}.${at % 256}`);
  for (let at = 0; at < 300; at += 1) expect(await guess(`wrong-${at}`, at)).toBe(false);
  expect(await guess(code, 400)).toBe(false);
  app.advance(60_000);
  expect(await guess(code, 400)).toBe(true);
});

test("a client that joins can do nothing else, and an edge can claim nothing", async () => {
  await using product = await startProduct();
  const { app, field, code } = product;
  const joiner = await field.connect("join-1", { username: "join", password: code });
  for (const topic of ["v1/join-1/commands", "v1/T-GW/commands", "v1/T-GW/claimed"])
    await expect(joiner.client.subscribeAsync(topic)).rejects.toThrow("Subscribe error");
  const closed = new Promise((resolve) => void joiner.client.once("close", () => resolve(undefined)));
  joiner.client.publish("v1/join-1/readings", "{}");
  await closed;
  const edge = await field.connect("T-S1");
  await expect(edge.client.subscribeAsync("v1/T-S1/claimed")).rejects.toThrow("Subscribe error");
  await edge.publish("claim", { passwordSha256: sha256("x") });
  expect((await app.query("select used_at from claim_codes")).rows).toEqual([{ used_at: null }]);
  await expect(field.connect("gw-1", { username: "join", password: code })).rejects.toMatchObject({
    code: 5,
  });
});

test("a refused model is shown with its reason, and is not sent again", async () => {
  await using joined = await startJoined();
  const { admin, id, gateway } = joined;
  const version = gateway.models[0]?.version ?? "";
  const refused = { version, why: "Two devices at one address" };
  await gateway.report({ version: "", refused });
  await gateway.report({ version: "", refused });
  expect(await one(admin, id)).toMatchObject({ model: { inForce: "", refused: refused.why } });
  expect(gateway.models).toHaveLength(1);
  // A periodic status with another version gets the model again.
  await gateway.report({ version: "older" });
  await vi.waitFor(() => expect(gateway.models).toHaveLength(2));
});

test("a gateway of files gets no model and no code", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const admin = await app.as("administrator");
  const { client, publish } = await field.connect("T-GW");
  const received: string[] = [];
  client.on("message", (topic) => received.push(topic));
  await client.subscribeAsync("v1/T-GW/model", { qos: 1 });
  await publish("status", { state: "online", at: Date.now(), model: { version: "" } });
  const gateway = (await admin.get("/v1/gateways"))
    .json()
    .find((row: { ssid: string }) => row.ssid === "T-GW");
  expect(gateway).toMatchObject({ model: null, state: "online" });
  expect((await admin.post(`/v1/gateways/${gateway.id}/code`)).json()).toMatchObject({
    code: "gateway-of-files",
  });
  await publish("status", { state: "online", at: Date.now(), model: { version: "" } });
  expect(received).toEqual([]);
});

test("a gateway without devices is removed with its password, and comes back with a new code", async () => {
  await using product = await startProduct();
  const { app, field, admin, id, code } = product;
  await join(field, code, "secret");
  const { client } = await field.connect("GW-9", { password: "secret" });
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  await addDevice(admin, app, id);
  expect((await admin.post(`/v1/gateways/${id}/remove`)).json()).toMatchObject({
    code: "gateway-has-devices",
  });
  await app.query("update devices set removed_at = now() where ssid = 'EM-9'");
  expect((await admin.post(`/v1/gateways/${id}/remove`)).statusCode).toBe(200);
  await closed;
  await expect(field.connect("GW-9", { password: "secret" })).rejects.toMatchObject({ code: 5 });
  expect((await admin.get("/v1/gateways")).json()).not.toContainEqual(expect.objectContaining({ id }));
  expect((await admin.get(`/v1/gateways/${id}`)).statusCode).toBe(404);
  expect((await admin.get("/v1/network")).body).not.toContain("GW-9");

  expect((await admin.post(`/v1/gateways/${id}/restore`)).statusCode).toBe(200);
  expect(await one(admin, id)).toMatchObject({ ssid: "GW-9", hasJoined: false, codeUntil: null });
  const renewed = (await admin.post(`/v1/gateways/${id}/code`)).json();
  expect(await join(field, renewed.code, "other")).toMatchObject({ state: "joined" });
});

test("the password of the site's broker is in no reply and no audit, reaches the gateway, and stays when it is left out", async () => {
  await using joined = await startJoined();
  const { app, admin, id, gateway } = joined;
  const edit = (mqtt: object) => admin.post(`/v1/gateways/${id}/edit`, { settings: { mqtt } });
  await edit({ url: "mqtt://192.168.1.5:1883", user: "verandah", password: "of the broker" });
  await edit({ url: "mqtt://192.168.1.6:1883", user: "verandah" });
  await vi.waitFor(() =>
    expect(gateway.models.at(-1)?.model).toMatchObject({
      mqtt: { url: "mqtt://192.168.1.6:1883", password: "of the broker" },
    }),
  );
  for (const path of ["/v1/gateways", `/v1/gateways/${id}`])
    expect((await admin.get(path)).body).not.toContain("of the broker");
  expect(JSON.stringify((await app.query("select * from audit")).rows)).not.toContain("of the broker");
});

test("a gateway in place of a lost one gets the overrides that it has to end, once", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const admin = await app.as("administrator");
  const { id, code } = await addGateway(admin);
  await addDevice(admin, app, id);
  const at = app.now();
  const until = new Date(at.getTime() + 3_600_000);
  const commandId = "0198c5de-7f4e-7000-8000-000000000000";
  const { rows } = await app.query(
    "select p.id, p.param_id from points p join devices d on d.id = p.device_id where d.ssid = 'EM-9' order by p.id limit 1",
  );
  await app.query(
    `with batch as (
      insert into command_batches (id, campus_id, user_id, origin, reason, idempotency_key, created_at, override_until)
      select gen_random_uuid(), campus_id, id, 'person', 'Test', 'lost', $1, $2 from users order by id limit 1 returning id, user_id
    )
    insert into commands (id, batch_id, point_id, user_id, value, before_value, priority, state, created_at, expires_at, sent_at,
      acknowledged_at, ended_at, override_until)
    select $3::uuid, batch.id, $4, batch.user_id, 30, 20, 8, 'verified', $1, $1, $1, $1, $1, $2 from batch`,
    [at, until, commandId, rows[0]?.["id"]],
  );
  await join(field, code, "secret");
  const gateway = await connectGateway(field, "GW-9", "secret");
  await gateway.report({ version: "" });
  await vi.waitFor(() => expect(gateway.models).toHaveLength(1));
  const { version = "", overrides } = gateway.models[0] ?? {};
  expect(overrides).toEqual([
    {
      device: "EM-9",
      point: rows[0]?.["param_id"],
      priority: 8,
      commandId,
      value: 30,
      until: until.getTime(),
      before: 20,
    },
  ]);
  await gateway.report({ version });
  await addDevice(admin, app, id, { ssid: "EM-10" });
  await vi.waitFor(() => expect(gateway.models).toHaveLength(2));
  expect(gateway.models[1]?.overrides).toBeUndefined();
});

test("a gateway gets the server's next certificate over its connection, and the page shows that", async () => {
  const certificates = [certificateOf(certificate.cert), certificateOf(addressCertificate.cert)];
  await using app = await startTestApp({ certificates });
  await using field = await startTestIngest(app, { certificates });
  const admin = await app.as("administrator");
  const { id, code } = await addGateway(admin);
  await join(field, code, "secret");
  const gateway = await connectGateway(field, "GW-9", "secret");
  const received: unknown[] = [];
  gateway.client.on("message", (topic, payload) => {
    if (topic.endsWith("/certificates")) received.push(JSON.parse(payload.toString()));
  });
  await gateway.client.subscribeAsync("v1/GW-9/certificates", { qos: 1 });
  await gateway.report({ version: "" });
  expect((await one(admin, id)).certificate).toBeNull();
  const [present, next] = certificates.map((certified) => certified.sha256);
  await gateway.report({ version: "", trusted: [present] });
  await vi.waitFor(() => expect(received).toEqual([{ certificates: certificates.map(({ pem }) => pem) }]));
  const shown = (isKnown: boolean) => ({
    validUntil: certificates[0]?.validUntil.toISOString(),
    next: { validUntil: certificates[1]?.validUntil.toISOString(), isKnown },
  });
  expect((await one(admin, id)).certificate).toEqual(shown(false));
  await gateway.report({ version: "", trusted: [present, next] });
  expect((await one(admin, id)).certificate).toEqual(shown(true));
  expect(received).toHaveLength(1);
});
