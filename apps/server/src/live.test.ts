import { connect } from "node:net";

import { expect, test, vi } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { listClosedSessions } from "#features/auth/auth.service.ts";
import { recordEdgeStatus, refreshDeviceStates } from "#features/devices/devices.service.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { raiseFireAlarm } from "./testing/benches/alarms.ts";
import { bringUp } from "./testing/benches/command-bench.ts";
import { startLoopClock } from "./testing/loop-clock.ts";
import { openStream } from "./testing/open-stream.ts";
import { aDevice, aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";

const building = (id: number) => `building=${id}`;

test("a stream begins with hello and is never cached", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.response.headers.get("cache-control")).toBe("no-store");
  await vi.waitFor(() => expect(stream.events[0]?.name).toBe("hello"));
});

test("a new value updates the metrics of its floor only", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "member", building);
  // Without a change the first metrics can take as long as the time that they have here.
  app.endSharedAnswers();
  await vi.waitFor(() => expect(stream.named("metrics")).toHaveLength(1));
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 31 });
  await vi.waitFor(() => expect(stream.named("metrics")).toHaveLength(2));
  const { buildingId } = app.places[0] ?? {};
  expect(stream.named("metrics")[1]).toMatchObject({
    buildingId,
    building: { state: "unknown", noOfDevices: 4 },
    floors: [{ name: "Ground", parameters: [{ name: "TEMPERATURE", value: 31 }, {}, {}, {}] }],
  });
});

test("a lost gateway updates the status cards for staff, and members receive no device states", async () => {
  await using app = await startTestApp();
  await using staff = await openStream(app, "operator", building);
  await using member = await openStream(app, "member", (id) => `${building(id)}&devices=T-AHU`);
  const gateway = await getEdge(app.ctx, "T-GW");
  if (!gateway) throw new Error("no gateway");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await refreshDeviceStates(app.ctx);
  await vi.waitFor(() =>
    expect(staff.named("statuses").at(-1)).toMatchObject({
      subsystems: [{ network: { state: "ok" } }, {}, {}, {}, {}],
    }),
  );
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await vi.waitFor(() =>
    expect(staff.named("statuses").at(-1)).toMatchObject({
      subsystems: [{ network: { state: "warning" } }, {}, {}, {}, {}],
    }),
  );
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await vi.waitFor(() => expect(staff.named("metrics").length).toBeGreaterThan(0));
  expect(member.named("statuses")).toEqual([]);
  expect(member.named("readings")).toEqual([]);
});

test("does not push past values that an edge sends late", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", () => "devices=T-AHU");
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(1));
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 23.5 }, 1_000);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 19 }, 9 * 3_600_000);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 23.6 });
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(3));
  const pushed = stream
    .named("readings")
    .slice(1)
    .map((event) => JSON.stringify(event));
  expect(pushed.map((event) => /"param_value":([\d.]+)/.exec(event)?.[1])).toEqual(["23.5", "23.6"]);
});

test("sends all values of followed devices, then their new ones, and none of others", async () => {
  await using app = await startTestApp();
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 23 }, 1_000);
  await using stream = await openStream(app, "viewer", () => "devices=T-AHU,T-NONE");
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(1));
  const points = await app.query(
    "select count(*) from points join devices on devices.id = device_id where ssid = 'T-AHU'",
  );
  expect(stream.named("readings")[0]?.values).toHaveLength(Number(points.rows[0]?.["count"]));
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 23.5 });
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(2));
  expect(stream.named("readings")[1]).toMatchObject({
    ssid: "T-AHU",
    values: [{ param_id: "Return Air Temperature", param_value: 23.5, quality: "good" }],
  });
});

test("a page follows a whole floor of 500 devices", async () => {
  const site = aSite();
  const ssids = Array.from({ length: 500 }, (_, at) => `DALI-TOWER-G-${at + 1_000}`);
  for (const ssid of ssids)
    site.devices.push(aDevice("DALI", ssid, ["Status"], { location: "T/g/z1", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const devices = `devices=${encodeURIComponent(ssids.join())}`;
  await using stream = await openStream(app, "viewer", () => devices);
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(500));
  expect((await stream.user.get(`/v1/telemetry/latest?${devices}`)).json()).toHaveLength(500);
  const more = await stream.user.get(`/v1/telemetry/latest?${devices},T-AHU`);
  expect(more.json()).toMatchObject({ code: "input-invalid" });
});

test("a page follows a floor whose values of one commit are more than a slow browser may leave unread", async () => {
  const site = aSite();
  const ssids = Array.from({ length: 500 }, (_, at) => `DALI-${at + 1_000}`);
  const points = Array.from({ length: 10 }, (_, at) => `Point ${at}`);
  for (const ssid of ssids)
    site.devices.push(aDevice("DALI", ssid, points, { location: "T/g/z1", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  await using stream = await openStream(app, "viewer", () => `devices=${ssids.join()}`);
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(500));
  const devices = await app.db.selectFrom("devices").select("id").where("ssid", "in", ssids).execute();
  app.bus.publish({ name: "readings-stored", data: { deviceIds: devices.map(({ id }) => id) } });
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(1_000));
  expect(stream.isClosed()).toBe(false);
});

test("a stream whose values cannot be read ends, so that its browser opens another", async () => {
  await using app = await startTestApp();
  await app.query("alter table latest rename to latest_away");
  await using stream = await openStream(app, "viewer", () => "devices=T-AHU");
  await vi.waitFor(() => expect(stream.isClosed()).toBe(true));
  await app.query("alter table latest_away rename to latest");
});

test("a login elsewhere ends the stream and sends the reason", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "operator", building);
  await vi.waitFor(() => expect(stream.events).not.toHaveLength(0));
  await app.login("operator", true);
  await vi.waitFor(() => expect(stream.isClosed()).toBe(true));
  expect(stream.named("session-over")).toEqual([{ code: "session-replaced" }]);
});

test.each([
  ["a new role", { role: 3 }],
  ["a disabled account", { disabled: true }],
])("ends the stream of a user with %s at once", async (_what, change) => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "operator", building);
  const admin = await app.as("administrator");
  const { id } = stream.user.session.user;
  await admin.post(`/v1/users/${id}/edit`, change);
  expect(app.hub.list()).toEqual([]);
  await vi.waitFor(() => expect(stream.named("session-over")).toEqual([{ code: "session-closed" }]));
});

test("ends the stream of a user whom another program disabled within about a second", async () => {
  const clock = startLoopClock();
  await using app = await startTestApp();
  await using stream = await openStream(app, "operator", building);
  await app.db.updateTable("users").set({ disabledAt: app.now() }).execute();
  const disabledAt = clock.seconds();
  await clock.until(() => stream.named("session-over").length > 0);
  expect(clock.seconds() - disabledAt).toBeLessThan(2.5);
  expect(stream.named("session-over")).toEqual([{ code: "session-closed" }]);
});

test("a stream whose session expires is ended with 401", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "operator", building);
  await vi.waitFor(() => expect(stream.events).not.toHaveLength(0));
  const sessionId = app.hub.list()[0]?.actor.sessionId ?? "";
  expect(await listClosedSessions(app.ctx, [sessionId])).toEqual([]);
  app.advance(12 * 3_600_000);
  for (const over of await listClosedSessions(app.ctx, [sessionId])) app.hub.end(over.sessionId, over.code);
  await vi.waitFor(() => expect(stream.named("session-over")).toEqual([{ code: "session-ended" }]));
});

test("a browser that disconnects before its stream opens leaves no stream open", async () => {
  await using app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  const { port } = new URL(stream.response.url);
  const { token } = stream.user.session;
  for (let at = 0; at < 40; at += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET /v1/live HTTP/1.1\r\nHost: verandah.test\r\nAuthorization: ${token}\r\n\r\n`);
    setTimeout(() => socket.destroy(), at % 8);
  }
  await new Promise((done) => setTimeout(done, 500));
  await vi.waitFor(() => expect(app.hub.list()).toHaveLength(1));
});

test("ends the oldest streams of a session with more than twenty", async () => {
  await using app = await startTestApp();
  await using oldest = await openStream(app, "viewer", building);
  const port = new URL(oldest.response.url).port;
  const aborted = new AbortController();
  const headers = { authorization: `Bearer ${oldest.user.session.token}` };
  // Keeps a reference: otherwise the garbage collector would end the stream.
  const responses: Response[] = [];
  for (let more = 0; more < 20; more += 1)
    responses.push(await fetch(`http://127.0.0.1:${port}/v1/live`, { headers, signal: aborted.signal }));
  await vi.waitFor(() => expect(oldest.isClosed()).toBe(true));
  expect(app.hub.list()).toHaveLength(responses.length);
  aborted.abort();
});

test("closing the app ends open streams", async () => {
  const app = await startTestApp();
  await using stream = await openStream(app, "viewer", building);
  app.hub.close();
  await app[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(stream.isClosed()).toBe(true));
});

test("a pump customer may follow their own pumps and receives no commands and no alarms of the building", async () => {
  const site = aSite("T");
  site.devices.push(aDevice("SOLARPUMP", "P-1", ["MotorStatus"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const { session } = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid = 'P-1'", [
    session.user.id,
  ]);
  const gateway = await bringUp(app);
  await using staff = await openStream(app, "operator", building);
  await using stream = await openStream(app, "pumpCustomer", () => "devices=P-1");
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(1));
  const points = ["ahu_chilled_valve_sp", "ahu_in_air_temperature_sp"];
  const writes = points.map((id) => ({ ssid: "T-AHU", param_id: id, value: 22 }));
  await staff.user.post("/v1/commands", { writes });
  await gateway.dispatch();
  await raiseFireAlarm(app);
  await vi.waitFor(() => expect(staff.named("changed")).toContainEqual({ topic: "alarms" }));
  await vi.waitFor(() =>
    expect(staff.named("command")).toMatchObject([{ state: "sent" }, { state: "sent" }]),
  );
  await app.measure("T-GW", "P-1", { MotorStatus: 1 });
  await vi.waitFor(() =>
    expect(stream.named("readings").slice(1)).toEqual([
      expect.objectContaining({ ssid: "P-1", values: [expect.objectContaining({ param_value: 1 })] }),
    ]),
  );
  // A test of more than five seconds also gets heartbeats.
  const names = stream.events.map(({ name }) => name).filter((name) => name !== "heartbeat");
  expect(new Set(names)).toEqual(new Set(["hello", "changed", "readings"]));
  expect(stream.named("changed")).toContainEqual({ topic: "alarms" });
});

test("sends a pump customer the values of their own pumps only", async () => {
  const site = aSite();
  for (const ssid of ["P-OWN", "P-FOREIGN"])
    site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  await app.query(
    "insert into pump_customers select u.id, d.id from users u, devices d where u.username = 'pumpCustomer' and d.ssid = 'P-OWN'",
  );
  await using stream = await openStream(app, "pumpCustomer", () => "devices=P-OWN,P-FOREIGN");
  await vi.waitFor(() => expect(stream.events[0]?.name).toBe("hello"));
  for (const ssid of ["P-FOREIGN", "P-OWN"]) {
    await app.measure("T-GW", ssid, { FaultCondition: 2 });
    await evaluateAlarms(app.ctx);
  }
  await vi.waitFor(() => expect(stream.named("changed")).toContainEqual({ topic: "alarms" }));
  expect(new Set(stream.named("readings").map(({ ssid }) => ssid))).toEqual(new Set(["P-OWN"]));
  expect(stream.named("metrics")).toEqual([]);
});

test("a pump that moves to another customer, or is deleted, is removed from an open stream", async () => {
  const site = aSite();
  for (const ssid of ["P-1", "P-2", "P-3"])
    site.devices.push(aDevice("SOLARPUMP", ssid, ["MotorStatus"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  await app.query(
    "insert into pump_customers select u.id, d.id from users u, devices d where u.username = 'pumpCustomer' and d.type = 'SOLARPUMP'",
  );
  await app.query(
    `insert into users (campus_id, building_id, username, role_id, password_hash, created_at)
      select campus_id, building_id, 'asha', role_id, password_hash, created_at from users where username = 'pumpCustomer'`,
  );
  const admin = await app.as("administrator");
  await using stream = await openStream(app, "pumpCustomer", () => "devices=P-1,P-2,P-3");
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(3));
  const { rows } = await app.query("select id, ssid from devices where type = 'SOLARPUMP' order by ssid");
  const [first, second] = rows.map(({ id }) => Number(id));
  const users = await app.query("select id from users where username = 'asha'");
  const moved = await admin.post("/v1/user_devices", {
    zone_id: Number(users.rows[0]?.["id"]),
    ss_id: first,
  });
  expect(moved.statusCode).toBe(200);
  await admin.post("/v1/pump_devices/delete", { id: second });
  await vi.waitFor(() => expect([first, second].some((id) => app.hub.hasFollowers(id ?? 0))).toBe(false));
  for (const ssid of ["P-1", "P-3"]) await app.measure("T-GW", ssid, { MotorStatus: 1 });
  await vi.waitFor(() => expect(stream.named("readings")).toHaveLength(4));
  expect(stream.named("readings").at(-1)).toMatchObject({ ssid: "P-3" });
});
