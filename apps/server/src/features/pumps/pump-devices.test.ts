import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { form, start, TOPIC } from "../../testing/benches/pump-administration.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

const OTHER = "ASPump202600000000000000000078";

test("adds a pump with its plate and answers its MQTT credentials once", async () => {
  const { app, admin } = await start();
  await using _ = app;
  const answer = (await admin.post("/v1/pump_devices", form)).json();
  expect(answer).toMatchObject({
    message: "ACCEPTED",
    credentials: { username: TOPIC, topic: `v1/${TOPIC}/readings` },
  });
  expect(answer.credentials.password).toMatch(/^[\w-]{22}$/);
  const { rows } = await app.query(
    "select serial_number, manufactured_on::text from pump_plates p join devices d on d.id = p.device_id where ssid = $1",
    [TOPIC],
  );
  expect(rows).toEqual([{ serial_number: "4711", manufactured_on: "2025-12-31" }]);
  expect((await admin.get("/v1/pump_devices")).json()).toEqual([
    {
      id: expect.any(Number),
      name: "Pump 77",
      ssid: TOPIC,
      lastSeenAt: null,
      latitude: null,
      longitude: null,
    },
  ]);
  expect(JSON.stringify((await app.query("select after from audit")).rows)).not.toContain(
    answer.credentials.password,
  );
});

test.each<[name: string, change: Record<string, string>, fields: Record<string, string>]>([
  [
    "a topic id of 29 characters",
    { ss_address_value: TOPIC.slice(0, 29) },
    { ss_address_value: "Topic Id must be of length 30" },
  ],
  [
    "a topic id of 31 characters",
    { ss_address_value: `${TOPIC}1` },
    { ss_address_value: "Topic Id must be of length 30" },
  ],
  [
    "letters after the prefix",
    { ss_address_value: `${TOPIC.slice(0, 29)}x` },
    { ss_address_value: "Topic Id must start from 'ASPump' followed by numbers" },
  ],
  [
    "another prefix",
    { ss_address_value: TOPIC.replace("ASP", "ASQ") },
    { ss_address_value: "Topic Id must start from 'ASPump' followed by numbers" },
  ],
  ["a serial number with letters", { serial_number: "47A" }, { serial_number: "Only numbers are allowed" }],
  ["no type", { ss_type: "" }, { ss_type: "Please select Device Type" }],
  ["no date", { manufacturing_date: "" }, { manufacturing_date: "Please select a date." }],
  [
    "a day that does not exist",
    { manufacturing_date: "31/02/2026" },
    { manufacturing_date: "Please select a date." },
  ],
  ["the year 0", { manufacturing_date: "01/01/0000" }, { manufacturing_date: "Please select a date." }],
  ["the year 1899", { manufacturing_date: "31/12/1899" }, { manufacturing_date: "Please select a date." }],
  ["no name", { name: " " }, { name: "field cannot be empty" }],
])("rejects a pump with %s", async (_name, change, fields) => {
  const { app, admin } = await start();
  await using _ = app;
  const answer = await admin.post("/v1/pump_devices", { ...form, ...change });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test("rejects a topic id that exists, also twice at the same time", async () => {
  const { app, admin } = await start();
  await using _ = app;
  const both = await Promise.all(
    ["Pump A", "Pump B"].map((name) => admin.post("/v1/pump_devices", { ...form, name })),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.map((answer) => answer.json().code)).toContain("topic-id-taken");
});

test("changes name and topic id of a pump, and names what changed", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  await admin.post("/v1/pump_devices", { ...form, name: "Pump 78", ss_address_value: OTHER });
  const id = await idOf(TOPIC);
  const edit = async (name: string, ss_address_value: string) =>
    (await admin.post("/v1/pump_devices/edit", { id, name, ss_address_value })).json();
  expect(await edit("Pump seven", TOPIC)).toEqual({ message: "DeviceName updated" });
  const next = TOPIC.replace("2026", "2027");
  expect(await edit("Pump seven", next)).toEqual({ message: "DeviceUID updated" });
  expect(await edit("Pump 77", TOPIC)).toEqual({ message: "DeviceName and DeviceUID updated" });
  expect(await edit("Pump 77", TOPIC)).toEqual({ message: "Nothing was changed" });
  expect(await edit("Pump 78", TOPIC)).toMatchObject({ title: "devicename already exists" });
  expect(await edit("Pump 77", OTHER)).toMatchObject({ code: "topic-id-taken" });
  expect(await edit("Pump 77", TOPIC.slice(0, 29))).toMatchObject({
    fields: { ss_address_value: "UUID must be at least 30 characters long" },
  });
});

test("a pump is added to the chosen place, among those of the pumps and those beside them", async () => {
  const site = aSite();
  site.devices.push(aDevice("SOLARPUMP", "P-1", ["MotorStatus"], { location: "T/g/z1", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const admin = await app.as("administrator");
  const places = (await admin.get("/v1/pump_devices/places")).json<{ id: number; name: string }[]>();
  expect(places.map(({ name }) => name)).toEqual(["Ground, Zone 1", "Zone 2"]);
  await admin.post("/v1/pump_devices", { ...form, building_id: places[1]?.id });
  const { rows } = await app.query("select location_id as id from devices where ssid = $1", [TOPIC]);
  expect(rows).toEqual([{ id: places[1]?.id }]);
});

test("maps a pump to a customer once, and to another customer in place of the first", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  const record = {
    secret: "Malur",
    city: "Malur",
    customer_state: "Karnataka",
    farm_size_in_hector: "2",
    number_of_panels_in_array: "9",
  };
  for (const name of ["asha", "ravi"])
    await admin.post("/v1/auth/createPumpUser", {
      name,
      password: "Secret123",
      confirm_password: "Secret123",
      ...record,
    });
  const users = (await admin.get("/v1/auth/getPumpUsers")).json<
    { username: string; building_id: number }[]
  >();
  const ss_id = await idOf(TOPIC);
  const map = async (username: string) =>
    (
      await admin.post("/v1/user_devices", {
        zone_id: users.find((user) => user.username === username)?.building_id,
        ss_id,
      })
    ).json();
  expect(await map("asha")).toEqual({ message: "User and Device are successfully mapped" });
  expect(await map("asha")).toMatchObject({ status: 409, title: "User and Device are already mapped" });
  await map("ravi");
  expect((await admin.get("/v1/user_devices")).json()).toEqual([
    { userName: "ravi", userId: expect.any(Number), deviceName: "Pump 77", deviceId: TOPIC, PumpId: ss_id },
  ]);
});

test("a pump sends to its own topic only, with its newest password", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await using ingest = await startTestIngest(app);
  const first = (await admin.post("/v1/pump_devices", form)).json().credentials;
  await admin.post("/v1/pump_devices", { ...form, name: "Pump 78", ss_address_value: OTHER });
  const pump = await ingest.connect(TOPIC, { password: first.password });
  const atMs = app.now().getTime();
  await pump.publish("readings", aReading(TOPIC, "power_in_watt", atMs, 900));
  const stored = async () =>
    (await admin.get(`/v1/telemetry/latest?devices=${TOPIC}`)).json<DeviceReadings[]>()[0]?.values ?? [];
  expect((await stored()).find(({ param_id }) => param_id === "power_in_watt")).toMatchObject({
    param_value: 900,
    quality: "good",
  });
  // Values of another device, on the own topic: counted and not stored.
  await pump.publish("readings", aReading(OTHER, "power_in_watt", atMs, 1, 2));
  await pump.publish("readings", aReading("ASPump209900000000000000000001", "power_in_watt", atMs, 1, 3));
  expect(ingest.ingest.writer.counts.unknownPoint).toBe(2);
  const closed = new Promise((resolve) => void pump.client.once("close", () => resolve(undefined)));
  void pump.publish("readings", aReading(OTHER, "power_in_watt", atMs, 1, 4), OTHER).catch(() => undefined);
  await closed;
  expect(ingest.ingest.broker.counts.refusedTopics).toBe(1);

  const open = await ingest.connect(TOPIC, { password: first.password });
  const ended = new Promise((resolve) => void open.client.once("close", () => resolve(undefined)));
  const renewed = (await admin.post("/v1/pump_devices/renew_credentials", { id: await idOf(TOPIC) })).json();
  await ended;
  await expect(ingest.connect(TOPIC, { password: first.password })).rejects.toThrow("Not authorized");
  await ingest.connect(TOPIC, { password: renewed.password });
});

test("a pump that sends only readings is connected, and a new topic id ends its connection", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await using ingest = await startTestIngest(app);
  const { password } = (await admin.post("/v1/pump_devices", form)).json().credentials;
  const pump = await ingest.connect(TOPIC, { password });
  const state = async () =>
    (await app.query("select state from edges where ssid = $1", [TOPIC])).rows[0]?.["state"];
  expect(await state()).toBe("unknown");
  await pump.publish("readings", aReading(TOPIC, "power_in_watt", app.now().getTime(), 900));
  expect(await state()).toBe("online");
  await pump.publish("status", { state: "offline", at: app.now().getTime() });
  expect(await state()).toBe("offline");
  await pump.publish("readings", aReading(TOPIC, "power_in_watt", app.now().getTime(), 901, 2));
  expect(await state()).toBe("online");

  const closed = new Promise((resolve) => void pump.client.once("close", () => resolve(undefined)));
  const id = await idOf(TOPIC);
  await admin.post("/v1/pump_devices/edit", { id, name: "Pump 77", ss_address_value: OTHER });
  await closed;
  await expect(ingest.connect(TOPIC, { password })).rejects.toThrow("Not authorized");
  await ingest.connect(OTHER, { password });
});

test("a pump that was never added cannot log in, and is counted", async () => {
  const { app } = await start();
  await using _ = app;
  await using ingest = await startTestIngest(app);
  await expect(ingest.connect(TOPIC)).rejects.toThrow("Not authorized");
  expect(ingest.ingest.broker.counts.refusedLogins).toBe(1);
});
