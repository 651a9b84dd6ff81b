import { expect, test } from "vitest";

import { form as device, start, TOPIC } from "../../testing/benches/pump-administration.ts";

const customer = {
  name: "asha",
  password: "Secret123",
  confirm_password: "Secret123",
  secret: "Hoskote",
  city: "Malur",
  customer_state: "Karnataka",
  farm_size_in_hector: "2",
  number_of_panels_in_array: "12",
};
const OTHER = TOPIC.replace(/77$/, "78");

async function startWithCalls() {
  const bench = await start();
  const { app, admin } = bench;
  const create = (input: object) => admin.post("/v1/pump_customers", { customer, ...input });
  const mappings = async () => (await admin.get("/v1/user_devices")).json();
  /** What a failed call must not leave behind. */
  const made = async () =>
    (
      await app.query(`select (select count(*)::int from users where username like 'asha%') as users,
        (select count(*)::int from customer_records) as records, (select count(*)::int from pump_customers) as mappings,
        (select count(*)::int from devices where type = 'SOLARPUMP') as pumps, (select count(*)::int from pump_plates) as plates,
        (select count(*)::int from edges where kind = 'device') as edges`)
    ).rows[0];
  return { ...bench, create, mappings, made };
}

test("creates a customer with a new pump, who can log in and sees the pump", async () => {
  const { app, create, mappings } = await startWithCalls();
  await using _ = app;
  const answer = (await create({ device })).json();
  expect(answer).toEqual({
    message: "ACCEPTED",
    ssid: TOPIC,
    credentials: { username: TOPIC, password: expect.any(String), topic: `v1/${TOPIC}/readings` },
  });
  expect(await mappings()).toMatchObject([{ userName: "asha", deviceName: "Pump 77", deviceId: TOPIC }]);
  expect((await app.login("asha", false, "Secret123")).json()).toMatchObject({ role: { id: 4 } });
  const { rows } = await app.query("select action, after from audit where action <> 'log-in' order by id");
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["create-user", "add-device", "map-pumps"]),
  );
  expect(JSON.stringify(rows)).not.toContain(answer.credentials.password);
});

test("gives a customer a free pump, and no pump that a customer has", async () => {
  const { app, admin, create, idOf, mappings, made } = await startWithCalls();
  await using _ = app;
  await admin.post("/v1/pump_devices", device);
  const ssId = await idOf(TOPIC);
  expect((await create({ ss_id: ssId })).json()).toEqual({ message: "ACCEPTED", ssid: TOPIC });
  expect(await mappings()).toMatchObject([{ userName: "asha", PumpId: ssId }]);
  const before = await made();
  const second = await create({ customer: { ...customer, name: "asha2" }, ss_id: ssId });
  expect(second.json()).toMatchObject({
    status: 409,
    code: "pump-taken",
    fields: { ss_id: "This pump has a customer already. Choose another one." },
  });
  expect(await made()).toEqual(before);
});

test.each<[name: string, change: object, code: string, fields: object | undefined]>([
  [
    "a user name",
    { customer: { ...customer, name: "Ravi" } },
    "customer-exists",
    { "customer.name": "User already exits" },
  ],
  [
    "a topic id",
    { device: { ...device, name: "Pump 79" } },
    "topic-id-taken",
    { "device.ss_address_value": "Another device has this topic id." },
  ],
  [
    "a device name",
    { device: { ...device, ss_address_value: OTHER } },
    "device-name-taken",
    { "device.name": "devicename already exists" },
  ],
  ["a pump that does not exist", { device: undefined, ss_id: 99_999 }, "not-found", undefined],
])("leaves nothing behind after %s that cannot be used", async (_name, change, code, fields) => {
  const { app, admin, create, made } = await startWithCalls();
  await using _ = app;
  await admin.post("/v1/pump_devices", device);
  await admin.post("/v1/auth/createPumpUser", { ...customer, name: "ravi" });
  const before = await made();
  const free = { ...device, name: "Pump 78", ss_address_value: OTHER };
  const problem = (await create({ device: free, ...change })).json();
  expect([problem.code, problem.fields]).toEqual([code, fields]);
  expect(await made()).toEqual(before);
});

test("marks every wrong field of both parts with the messages of their own forms", async () => {
  const { app, create } = await startWithCalls();
  await using _ = app;
  const wrong = await create({
    customer: { ...customer, password: "short", confirm_password: "short", farm_size_in_hector: "2.5" },
    device: { ...device, serial_number: "47A", ss_address_value: TOPIC.slice(0, 29) },
  });
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    400,
    {
      "customer.password":
        "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.",
      "customer.farm_size_in_hector": "Only numbers are allowed",
      "device.serial_number": "Only numbers are allowed",
      "device.ss_address_value": "Topic Id must be of length 30",
    },
  ]);
  for (const choice of [{}, { device, ss_id: 1 }])
    expect((await create(choice)).json().fields).toEqual({ ss_id: "Choose a new pump or a free one" });
});
