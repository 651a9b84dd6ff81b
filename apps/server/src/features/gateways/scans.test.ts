import { createHash } from "node:crypto";

import type { FoundDevice } from "@verandah/field/found-devices.ts";
import { type TaskMessage, taskMessage } from "@verandah/field/payloads.ts";
import { expect, test, vi } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { startTestIngest } from "../../testing/start-test-ingest.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const unit = (instance: number): FoundDevice => ({
  protocol: "bacnet",
  key: String(instance),
  address: { address: `192.168.1.${instance}:47808`, instance },
  name: `Floor 1 AHU-${instance}`,
  model: "DDC 100",
  pointsFrom: 0,
  remarks: [],
  points: [
    {
      name: "SUP-AIR-TEMP",
      address: { object: ["analog-input", 2] },
      unit: "degF",
      value: 61,
      isWritable: false,
    },
    {
      name: "RET-AIR-TEMP",
      address: { object: ["analog-input", 1] },
      unit: "degC",
      value: 24,
      isWritable: false,
    },
    { name: "SPARE-7", address: { object: ["analog-value", 7] }, isWritable: true },
  ],
});

/** A gateway with a model, which has connected; `tasks` are those that it received. */
async function startScans() {
  const app = await startTestApp();
  const field = await startTestIngest(app);
  const admin = await app.as("administrator");
  const { id } = (await admin.post("/v1/gateways", { name: "Tower", ssid: "GW-9" })).json();
  await app.query("update edges set password_sha256 = $1 where ssid = 'GW-9'", [sha256("secret")]);
  const connect = async () => {
    const { client, publish } = await field.connect("GW-9", { password: "secret" });
    const tasks: TaskMessage[] = [];
    client.on("message", (topic, payload) => {
      if (topic.endsWith("/tasks")) tasks.push(taskMessage.parse(JSON.parse(payload.toString())));
    });
    await client.subscribeAsync("v1/GW-9/tasks", { qos: 1 });
    await publish("status", { state: "online", at: Date.now(), model: { version: "" } });
    return { client, tasks, answer: (answer: object) => publish("answers", { asked: 0, ...answer }) };
  };
  const { rows } = await app.query(
    "select id from locations where zone_type = 'GL_LOCATION_TYPE_ZONE' limit 1",
  );
  return {
    app,
    admin,
    id: Number(id),
    place: Number(rows[0]?.["id"]),
    connect,
    found: async () => (await admin.get(`/v1/gateways/${id}/found`)).json(),
    start: (protocol: string, settings: object, isAgain = false) =>
      admin.post(`/v1/gateways/${id}/scan`, { protocol, settings, isAgain }),
    async [Symbol.asyncDispose]() {
      await field[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

test("a scan goes to the gateway, and its finds are shown with type, place and points", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  expect((await scans.start("bacnet", { waitMs: 500 })).statusCode).toBe(200);
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const [task] = gateway.tasks;
  expect(task).toMatchObject({ kind: "scan", protocol: "bacnet", settings: { waitMs: 500 }, known: [] });
  await gateway.answer({ id: task?.id, state: "running", asked: 1, total: 3, devices: [unit(1)] });
  await gateway.answer({
    id: task?.id,
    state: "running",
    asked: 2,
    devices: [unit(2)],
    silent: [{ key: "3", why: "no answer" }],
  });
  expect(await scans.found()).toMatchObject({
    scan: { protocol: "bacnet", state: "running", asked: 2, total: 3 },
    devices: [
      { key: "1", type: { type: "AHU" }, profile: null, ssid: null, newSsid: "Floor-1-AHU-1", points: 3 },
      { key: "2" },
    ],
    silent: [{ key: "3", why: "no answer" }],
  });
  const { devices } = await scans.found();
  expect(devices[0].group).toBe(devices[1].group);
  await gateway.answer({ id: task?.id, state: "done", asked: 3 });
  expect((await scans.found()).scan).toMatchObject({ state: "done", asked: 3, total: 3 });
});

const sensor = (room: number): FoundDevice => ({
  protocol: "mqtt",
  key: `0x${room}`,
  address: { topic: `zigbee/room ${room}` },
  name: `room ${room}`,
  pointsFrom: 0,
  remarks: [],
  points: [
    { name: "temperature", address: { path: "temperature" }, unit: "degC", id: "TEMPERATURE" },
    { name: "seen", address: { topic: `zigbee/room ${room}` }, obstacle: "A time, and no number" },
  ],
});

test("sensors at the site's broker with the same points are one group, and each is in the campus for itself", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("mqtt", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const { id } = gateway.tasks[0] ?? {};
  await gateway.answer({ id, state: "done", devices: [sensor(9), sensor(10), sensor(2)] });
  const before: { name: string; group: string }[] = (await scans.found()).devices;
  expect(before.map(({ name }) => name)).toEqual(["room 2", "room 9", "room 10"]);
  expect(new Set(before.map(({ group }) => group)).size).toBe(1);
  const devices = [
    { protocol: "mqtt", key: "0x2", ssid: "ENV-2", name: "Room 2", type: "ENVIRONMENT", place: scans.place },
  ];
  const points = [{ name: "temperature", pointId: "TEMPERATURE" }];
  const added = await scans.admin.post(`/v1/gateways/${scans.id}/found/add`, {
    devices,
    intervalMs: null,
    points,
  });
  expect(added.statusCode).toBe(200);
  expect((await scans.found()).devices).toMatchObject([
    { key: "0x9", ssid: null },
    { key: "0x10", ssid: null },
    { key: "0x2", ssid: "ENV-2" },
  ]);
});

test("a device with many points comes in parts, and a part that comes twice counts once", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const { id } = gateway.tasks[0] ?? {};
  const part = { ...unit(1), pointsFrom: 3, points: [{ name: "MORE", address: {} }] };
  for (const device of [unit(1), part, part])
    await gateway.answer({ id, state: "running", devices: [device] });
  expect((await scans.found()).devices).toMatchObject([{ points: 4 }]);
});

test("a scan that a broken connection has ended goes on with the known devices, and a stop reaches the gateway", async () => {
  await using scans = await startScans();
  const first = await scans.connect();
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(first.tasks).toHaveLength(1));
  const { id } = first.tasks[0] ?? {};
  await first.answer({ id, state: "running", devices: [unit(1)] });
  await first.client.endAsync();
  const second = await scans.connect();
  await vi.waitFor(() => expect(second.tasks).toMatchObject([{ id, kind: "scan", known: ["1"] }]));
  expect((await scans.admin.post(`/v1/gateways/${scans.id}/scan/stop`)).statusCode).toBe(200);
  await vi.waitFor(() => expect(second.tasks.at(-1)).toEqual({ id, kind: "stop" }));
  await second.answer({ id, state: "stopped" });
  const { scan, devices } = await scans.found();
  expect(scan).toMatchObject({ state: "stopped" });
  expect(devices).toHaveLength(1);
});

test("a second scan changes nothing that was found, unless it reads again; an answer to the first is left out, and a device without one is named", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const { id } = gateway.tasks[0] ?? {};
  await gateway.answer({ id, state: "done", devices: [unit(1)] });
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(2));
  expect(gateway.tasks[1]).toMatchObject({ known: ["1"] });
  await gateway.answer({ id, state: "running", devices: [unit(2)] });
  expect((await scans.found()).devices).toHaveLength(1);
  await scans.start("bacnet", {}, true);
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(3));
  expect(gateway.tasks[2]).toMatchObject({ known: [] });
  await gateway.answer({ id: gateway.tasks[2]?.id, state: "done" });
  expect(await scans.found()).toMatchObject({ devices: [{ key: "1" }], silent: [{ key: "1", why: "" }] });
});

const foundMeter = (host: string, value: number): FoundDevice => ({
  ...unit(1),
  protocol: "modbus",
  key: `${host}:502/1`,
  points: [
    { name: "energyTotal", address: {}, value },
    { name: "voltage", address: {}, value: 230 },
  ],
});

test("chosen devices are read again with the settings of the search, and each point has the time of its last change", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("modbus", { hosts: "192.168.1.20-60" });
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const devices = [foundMeter("192.168.1.20", 5), foundMeter("192.168.1.21", 6)];
  await gateway.answer({ id: gateway.tasks[0]?.id, state: "done", devices });
  const points = async () =>
    (
      await scans.admin.get(
        `/v1/gateways/${scans.id}/found/points?protocol=modbus&key=192.168.1.20:502/1&type=ENERGYMETER`,
      )
    ).json();
  expect(await points()).toMatchObject([
    { name: "energyTotal", changedAt: null },
    { name: "voltage", changedAt: null },
  ]);
  const again = { protocol: "modbus", keys: ["192.168.1.20:502/1"] };
  expect((await scans.admin.post(`/v1/gateways/${scans.id}/scan`, again)).statusCode).toBe(200);
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(2));
  expect(gateway.tasks[1]).toMatchObject({
    settings: { hosts: "192.168.1.20" },
    known: ["192.168.1.21:502/1"],
  });
  const { id } = gateway.tasks[1] ?? {};
  const [first, second] = foundMeter("192.168.1.20", 7).points;
  const part = { ...devices[0], points: [{ ...second, value: 231 }], pointsFrom: 1 };
  await gateway.answer({ id, state: "running", devices: [{ ...part, points: [first], pointsFrom: 0 }] });
  // A repeated part is not a change.
  await gateway.answer({ id, state: "running", devices: [part, part] });
  const changedAt = scans.app.now().toISOString();
  expect(await points()).toMatchObject([
    { name: "energyTotal", value: 7, changedAt },
    { name: "voltage", value: 231, changedAt },
  ]);
});

test("two points with one suggestion both keep it, and the less sure one is marked", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const [supply] = unit(1).points;
  const points = [supply, { ...supply, name: "SUP-AIR-TEMP-2" }];
  await gateway.answer({ id: gateway.tasks[0]?.id, state: "done", devices: [{ ...unit(1), points }] });
  const found = await scans.admin.get(`/v1/gateways/${scans.id}/found/points?protocol=bacnet&key=1&type=AHU`);
  expect(found.json()).toMatchObject([
    { name: "SUP-AIR-TEMP", suggestion: { pointId: "Supply Air Temperature" }, conflictsWith: null },
    {
      name: "SUP-AIR-TEMP-2",
      suggestion: { pointId: "Supply Air Temperature" },
      conflictsWith: "SUP-AIR-TEMP",
    },
  ]);
});

test("one mapping makes all devices of a group devices of the campus, with units converted", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  await scans.start("bacnet", {});
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  await gateway.answer({ id: gateway.tasks[0]?.id, state: "done", devices: [unit(1), unit(2)] });
  const points = (
    await scans.admin.get(`/v1/gateways/${scans.id}/found/points?protocol=bacnet&key=1&type=AHU`)
  ).json();
  expect(points).toMatchObject([
    { name: "SUP-AIR-TEMP", unit: "degF", value: 61, suggestion: { pointId: "Supply Air Temperature" } },
    { name: "RET-AIR-TEMP", suggestion: { pointId: "Return Air Temperature" } },
    { name: "SPARE-7", isWritable: true, suggestion: null },
  ]);
  const device = (key: string) => ({
    protocol: "bacnet",
    key,
    ssid: `AHU-${key}`,
    name: `AHU ${key}`,
    type: "AHU",
    place: scans.place,
  });
  const add = (devices: object[], chosen: object[]) =>
    scans.admin.post(`/v1/gateways/${scans.id}/found/add`, { devices, intervalMs: null, points: chosen });
  const chosen = [
    { name: "SUP-AIR-TEMP", pointId: "Supply Air Temperature" },
    { name: "RET-AIR-TEMP", pointId: "Return Air Temperature" },
  ];
  const wrong = await add([device("1")], [{ name: "SUP-AIR-TEMP", pointId: "No such point" }]);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain("No such point");
  expect((await add([device("1"), { ...device("2"), ssid: "AHU-1" }], chosen)).statusCode).toBe(409);
  expect((await scans.admin.get(`/v1/gateways/${scans.id}`)).json().devices).toEqual([]);

  const added = await add([device("1"), device("2")], chosen);
  expect(added.statusCode).toBe(200);
  const { profile } = added.json();
  expect(profile).toBe("bacnet-ddc-100");
  const { yaml } = (await scans.admin.get(`/v1/gateway_profiles/${profile}`)).json();
  expect(yaml).toContain("unit: degF");
  expect((await scans.admin.get(`/v1/gateways/${scans.id}`)).json().devices).toMatchObject([
    { ssid: "AHU-1", reach: { profile, address: { instance: 1 } } },
    { ssid: "AHU-2", reach: { profile, address: { instance: 2 } } },
  ]);
  expect((await scans.found()).devices).toMatchObject([{ ssid: "AHU-1" }, { ssid: "AHU-2" }]);
});

test("secrets of a scan are in no reply, and wrong settings name the field", async () => {
  await using scans = await startScans();
  const gateway = await scans.connect();
  const wrong = await scans.start("modbus", { hosts: "everywhere" });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toMatchObject({ fields: { "settings.hosts": expect.any(String) } });
  expect((await scans.start("telex", {})).json()).toMatchObject({ fields: { protocol: expect.any(String) } });
  await scans.start("snmp", { hosts: "192.168.1.9", access: { version: "2c", community: "a secret word" } });
  await vi.waitFor(() => expect(gateway.tasks).toHaveLength(1));
  const device = {
    ...unit(1),
    protocol: "snmp",
    profile: "snmp-ups",
    address: { address: "192.168.1.9:161", version: "2c", community: "a secret word" },
  };
  await gateway.answer({ id: gateway.tasks[0]?.id, state: "done", devices: [device] });
  const found = await scans.admin.get(`/v1/gateways/${scans.id}/found`);
  expect(found.json().devices).toMatchObject([{ type: { type: "UPS", confidence: 1 } }]);
  expect(found.body).not.toContain("a secret word");
});

test("an EDE file brings devices and points as a scan does; the address comes with the choice", async () => {
  await using scans = await startScans();
  const send = (text: string, kind = "ede") =>
    scans.admin.post(`/v1/gateways/${scans.id}/found/file`, {
      kind,
      content: Buffer.from(text).toString("base64"),
    });
  const heading =
    "# keyname;device obj.-instance;object-name;object-type;object-instance;description;unit-code";
  const wrong = await send(`${heading}\nA;12;SUP-AIR-TEMP;0;2;;62\nB;12;RET-AIR-TEMP;0;many;;62`);
  expect(wrong.json()).toMatchObject({
    errorCount: 1,
    errors: [{ row: 3, column: "object-instance", code: "number", value: "many" }],
  });
  expect((await scans.found()).devices).toEqual([]);
  expect((await send(`${heading}\nA;12;SUP-AIR-TEMP;0;2;;64\nB;12;RET-AIR-TEMP;0;1;;62`)).json()).toEqual({
    devices: 1,
    errorCount: 0,
    errors: [],
  });
  expect((await scans.found()).devices).toMatchObject([
    { key: "12", points: 2, type: { type: "AHU" }, address: { instance: 12 } },
  ]);
  const add = (address?: object) =>
    scans.admin.post(`/v1/gateways/${scans.id}/found/add`, {
      devices: [
        {
          protocol: "bacnet",
          key: "12",
          ssid: "AHU-12",
          name: "AHU 12",
          type: "AHU",
          place: scans.place,
          address,
        },
      ],
      intervalMs: null,
      points: [{ name: "SUP-AIR-TEMP", pointId: "Supply Air Temperature" }],
    });
  expect((await add()).json()).toMatchObject({ fields: { "address.address": expect.any(String) } });
  expect((await add({ address: "192.168.1.12:47808" })).statusCode).toBe(200);
});

test("a file of points brings devices with their addresses", async () => {
  await using scans = await startScans();
  const text =
    "device,device_name,protocol,address.address,address.unitId,point,unit,point_address.register,point_address.type\n" +
    "EM-12,Meter 12,modbus,192.168.1.12:502,3,energyTotal,kilowattHour,200,float64\n";
  const content = Buffer.from(text).toString("base64");
  expect(
    (await scans.admin.post(`/v1/gateways/${scans.id}/found/file`, { kind: "points", content })).json(),
  ).toMatchObject({ devices: 1, errorCount: 0 });
  const added = await scans.admin.post(`/v1/gateways/${scans.id}/found/add`, {
    devices: [
      {
        protocol: "modbus",
        key: "EM-12",
        ssid: "EM-12",
        name: "Meter 12",
        type: "ENERGYMETER",
        place: scans.place,
      },
    ],
    intervalMs: null,
    points: [{ name: "energyTotal", pointId: "energyTotal" }],
  });
  expect(added.statusCode).toBe(200);
  const { yaml } = (await scans.admin.get(`/v1/gateway_profiles/${added.json().profile}`)).json();
  expect(yaml).toContain("register: 200");
});
