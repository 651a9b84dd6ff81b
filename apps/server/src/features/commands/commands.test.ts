import type { Command, CommandBatch, AcceptedBatch } from "@verandah/contract/commands/commands.ts";
import { expect, test, vi } from "vitest";

import { campusCtx } from "#core/ctx.ts";
import { recordEdgeStatus } from "#features/devices/devices.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { openStream } from "../../testing/open-stream.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { sendCommands } from "./commands.service.ts";

const RAT = "ahu_in_air_temperature_sp";
const VALVE = "ahu_chilled_valve_sp";
const write = (param_id: string, value: unknown, ssid = "T-AHU") => ({ ssid, param_id, value });

type User = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>["as"]>>;
const sendBatch = async (user: User, body: object) =>
  (await user.post("/v1/commands", body)).json<AcceptedBatch>();
const commandOf = async (user: User, id: string | undefined) =>
  (await user.get(`/v1/commands/${id}`)).json<Command>();

test("accepts a batch in one call, rejects only impossible writes, and audits each write", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  const batch = await sendBatch(user, {
    writes: [
      write(RAT, 22),
      write(VALVE, 40),
      write(RAT, 23),
      write("ahu_on_off_sp", 5),
      write("Fire Alarm", 1),
      write("no such point", 1),
      write(RAT, 22, "T-NONE"),
      write(RAT, 36, "T-AHU"),
    ],
    reason: " Test of the valve ",
  });
  expect(batch.commands.map(({ param_id }) => param_id)).toEqual([RAT, VALVE]);
  expect(batch.refused.map(({ ssid, param_id, code }) => [ssid, param_id, code])).toEqual([
    ["T-AHU", RAT, "write-repeated"],
    ["T-AHU", "ahu_on_off_sp", "on-off-value-unknown"],
    ["T-AHU", "Fire Alarm", "point-not-writable"],
    ["T-AHU", "no such point", "not-found"],
    ["T-NONE", RAT, "not-found"],
    ["T-AHU", RAT, "write-repeated"],
  ]);
  expect(batch.refused[1]?.message).toBe("Allowed values are 10 (on) and 0 (off).");

  const whole = (await user.get(`/v1/commands/batches/${batch.batchId}`)).json<CommandBatch>();
  expect(whole).toMatchObject({
    reason: "Test of the valve",
    origin: { kind: "api", name: null },
    by: { name: "operator" },
    counts: { accepted: 2 },
  });
  expect(whole.commands.map((command) => [command.param_id, command.before])).toEqual([
    [RAT, 24],
    [VALVE, null],
  ]);
  const audits = await app.db.selectFrom("audit").select("target").where("action", "=", "command").execute();
  expect(audits.map((row) => row.target)).toEqual([`point:T-AHU/${RAT}`, `point:T-AHU/${VALVE}`]);
});

test("a command has the times when it was sent, acknowledged and verified, and a batch counts its states", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const { batchId, commands } = await sendBatch(user, { writes: [write(RAT, 22), write(VALVE, 40)] });
  const [first, second] = commands.map((one) => one.commandId);
  app.advance(100);
  await gateway.dispatch();
  app.advance(200);
  await gateway.answer(first ?? "", "acknowledged");
  app.advance(300);
  await gateway.answer(first ?? "", "verified", { value: 22 });
  await gateway.answer(second ?? "", "acknowledged");
  await gateway.answer(second ?? "", "failed", { failure: "not-verified", value: 0 });
  expect(await commandOf(user, first)).toMatchObject({
    state: "verified",
    createdAt: "2026-01-05T08:00:00.000Z",
    sentAt: "2026-01-05T08:00:00.100Z",
    acknowledgedAt: "2026-01-05T08:00:00.300Z",
    endedAt: "2026-01-05T08:00:00.600Z",
    until: "2026-01-05T12:00:00.000Z",
  });
  expect(await commandOf(user, second)).toMatchObject({
    state: "failed",
    failure: "not-verified",
    readBack: 0,
  });
  const batch = (await user.get(`/v1/commands/batches/${batchId}`)).json<CommandBatch>();
  expect(batch.counts).toEqual({ verified: 1, failed: 1 });
  const newest = (await user.get("/v1/commands?ssid=T-AHU&limit=1")).json<Command[]>();
  expect(newest).toHaveLength(1);
  const at = Date.parse(batch.createdAt);
  const inRange = async (fromMs: number, toMs: number) => {
    const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
    return (await user.get(`/v1/commands?ssid=T-AHU&${range}`)).json<Command[]>().length;
  };
  expect([await inRange(at, at + 1), await inRange(at - 1, at), await inRange(at + 1, at + 2)]).toEqual([
    2, 0, 0,
  ]);
  expect((await user.get("/v1/commands?to=now")).json().code).toBe("input-invalid");
});

test("queues a command whose gateway is connected to another process, and sends it after a reconnect here", async () => {
  await using app = await startTestApp();
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const { commands } = await sendBatch(user, { writes: [write(RAT, 22)] });
  const state = async () => (await commandOf(user, commands[0]?.commandId)).state;
  expect(await state()).toBe("accepted");
  await gateway.dispatch(false);
  expect(await state()).toBe("queued");
  await gateway.dispatch();
  expect(await state()).toBe("sent");
});

test("the same key returns the same batch, and different writes with this key are a conflict", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  const body = { writes: [write(RAT, 22), write("Fire Alarm", 1)], idempotencyKey: "k-1" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendBatch(user, body)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.commands).toHaveLength(1);
  expect(await app.db.selectFrom("commands").select("id").execute()).toHaveLength(1);
  const other = await user.post("/v1/commands", { ...body, writes: [write(RAT, 23)] });
  expect([other.statusCode, other.json().message]).toEqual([
    409,
    "This key was already used for another command.",
  ]);
  // Keys of different users are independent.
  const colleague = await app.as("administrator");
  expect((await sendBatch(colleague, { ...body, writes: [write(VALVE, 10)] })).commands).toHaveLength(1);
});

test.each([
  ["22", { "writes.0.value": "A number" }],
  [undefined, { "writes.0.value": "field cannot be empty" }],
])("a value of %j rejects the whole request", async (value, fields) => {
  await using app = await startTestApp();
  await bringUp(app);
  const answer = await (await app.as("operator")).post("/v1/commands", { writes: [write(RAT, value)] });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  expect(await app.db.selectFrom("commandBatches").select("id").execute()).toEqual([]);
});

test("rejects NaN and 1e309 in a request", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  for (const text of ["1e309", "-1e309", "NaN"]) {
    const answer = await app.app.inject({
      method: "POST",
      url: "/v1/commands",
      headers: { authorization: `Bearer ${user.session.token}`, "content-type": "application/json" },
      payload: `{"writes":[{"ssid":"T-AHU","param_id":"${RAT}","value":${text}}]}`,
    });
    expect([text, answer.statusCode]).toEqual([text, 400]);
  }
});

test("accepts 500 writes in a batch and rejects 501", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  const writes = Array.from({ length: 501 }, (_, at) => write(`p${at}`, 1));
  const tooMany = await user.post("/v1/commands", { writes });
  expect([tooMany.statusCode, tooMany.json().fields]).toEqual([400, { writes: "At most 500 entries" }]);
  expect((await sendBatch(user, { writes: writes.slice(0, 500) })).refused).toHaveLength(500);
  expect((await user.post("/v1/commands", { writes: [] })).json().fields).toEqual({
    writes: "field cannot be empty",
  });
});

test("sends more commands than one page together, in the order of the request", async () => {
  const site = aSite();
  const unit = site.devices.find((device) => device.ssid === "T-AHU");
  if (!unit) throw new Error("no unit");
  const points = Array.from({ length: 250 }, (_, at) => ({
    paramId: `sp-${at}`,
    unit: "none" as const,
    kind: "setpoint" as const,
    intervalMs: 10_000,
  }));
  unit.points.push(...points);
  await using app = await startTestApp({ sites: [site] });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  await sendBatch(user, { writes: points.map(({ paramId }) => write(paramId, 1)) });
  await gateway.dispatch();
  expect(gateway.sent).toHaveLength(250);
  expect(gateway.sent.map((message) => message.point)).toEqual(points.map(({ paramId }) => paramId));
});

test("the newer command of two users wins, and the other user sees at once who sent it", async () => {
  await using app = await startTestApp();
  const gateway = await bringUp(app);
  await using stream = await openStream(app, "operator", (building) => `building=${building}`);
  const [first, second] = [stream.user, await app.as("administrator")];
  const mine = (await sendBatch(first, { writes: [write(RAT, 21)] })).commands[0]?.commandId;
  const theirs = (await sendBatch(second, { writes: [write(RAT, 23)] })).commands[0]?.commandId;
  await gateway.dispatch();
  expect(gateway.sent.map((message) => message.value)).toEqual([23]);
  expect(await commandOf(first, mine)).toMatchObject({
    state: "superseded",
    supersededBy: { commandId: theirs, name: "administrator" },
  });
  await vi.waitFor(() =>
    expect(stream.named("command")).toContainEqual(
      expect.objectContaining({ id: mine, state: "superseded" }),
    ),
  );
});

test("a schedule writes at 16 without an end and without a user, and does not supersede a user's command", async () => {
  await using app = await startTestApp();
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  await sendBatch(user, { writes: [write(RAT, 21)] });
  const campusId = app.places[0]?.campusId ?? 0;
  app.advance(1);
  const { commands } = await sendCommands(campusCtx(app.ctx, campusId, "Weekdays"), {
    writes: [{ ssid: "T-AHU", paramId: RAT, value: 25 }],
    origin: { kind: "schedule", name: "Weekdays" },
  });
  await gateway.dispatch();
  expect(gateway.sent.map(({ priority, until }) => [priority, until !== undefined])).toEqual([
    [8, true],
    [16, false],
  ]);
  expect(await commandOf(user, commands[0]?.commandId)).toMatchObject({
    priority: 16,
    by: null,
    origin: { kind: "schedule", name: "Weekdays" },
    until: null,
  });
});

test("accepts an end in the future within 7 days", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const fieldsOf = async (until: string) =>
    (await user.post("/v1/commands", { writes: [write(RAT, 21)], until })).json().fields;
  expect(await fieldsOf("2026-01-05T08:00:00Z")).toEqual({ until: "Choose a future end time" });
  expect(await fieldsOf("2026-01-12T08:00:01Z")).toEqual({ until: "Choose an end within 7 days" });
  expect(await fieldsOf("tomorrow")).toEqual({ until: "Choose a date and a time" });
  expect(await fieldsOf("2026-01-12T08:00:00Z")).toBeUndefined();
  await gateway.dispatch();
  expect(gateway.sent[0]?.until).toBe(Date.parse("2026-01-12T08:00:00Z"));
});

test("viewers see commands and cannot send any, and members see none", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const { batchId, commands } = await sendBatch(await app.as("operator"), { writes: [write(RAT, 21)] });
  const viewer = await app.as("viewer");
  expect((await commandOf(viewer, commands[0]?.commandId)).value).toBe(21);
  expect((await viewer.post("/v1/commands", { writes: [write(RAT, 22)] })).statusCode).toBe(403);
  const member = await app.as("member");
  expect((await member.get(`/v1/commands/batches/${batchId}`)).statusCode).toBe(403);
});

test("rejects writes to another campus's units, and answers 404 to its batches", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await bringUp(app);
  const { batchId } = await sendBatch(await app.as("operator"), { writes: [write(RAT, 21)] });
  const stranger = await app.as("other-operator");
  expect((await stranger.get(`/v1/commands/batches/${batchId}`)).statusCode).toBe(404);
  expect((await stranger.get("/v1/commands?ssid=T-AHU")).statusCode).toBe(404);
  expect((await stranger.get("/v1/commands")).json()).toEqual([]);
  expect((await sendBatch(stranger, { writes: [write(RAT, 21)] })).refused[0]?.code).toBe("not-found");
});

test("rejects a write to an offline unit with the specification's text", async () => {
  await using app = await startTestApp();
  const { gateway } = await bringUp(app);
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  const user = await app.as("operator");
  const until = new Date(app.ctx.now().getTime() + 3_600_000).toISOString();
  const { batchId, refused } = await sendBatch(user, { writes: [write(RAT, 21)], until });
  expect(refused).toEqual([
    { ssid: "T-AHU", param_id: RAT, code: "device-unreachable", message: "please connect to network" },
  ]);
  // A retry needs the same end.
  expect((await user.get(`/v1/commands/batches/${batchId}`)).json<CommandBatch>().until).toBe(until);
});
