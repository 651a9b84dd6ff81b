import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const snmp = {
  ssid: "UPS-9",
  name: "UPS 9",
  type: "UPS",
  protocol: "snmp",
  address: { address: "192.168.1.9:161", version: "2c", community: "a secret word" },
  profile: "snmp-ups",
  intervalMs: 5_000,
};

async function startGateway(app: App) {
  const admin = await app.as("administrator");
  const { id } = (await admin.post("/v1/gateways", { name: "Tower", ssid: "GW-9" })).json();
  const { rows } = await app.query(
    "select id from locations where zone_type = 'GL_LOCATION_TYPE_ZONE' order by id limit 1",
  );
  const place = rows[0]?.["id"];
  return {
    admin,
    id,
    place,
    read: async () => (await admin.get(`/v1/gateways/${id}`)).json(),
    add: (change: object = {}) => admin.post(`/v1/gateways/${id}/devices`, { ...snmp, place, ...change }),
    edit: (change: object = {}) => {
      const { ssid, name: _name, type: _type, ...reach } = snmp;
      return admin.post(`/v1/gateways/devices/${ssid}/edit`, { ...reach, ...change });
    },
    pointsOf: async (ssid: string) =>
      (
        await app.query(
          "select p.param_id, p.interval_ms from points p join devices d on d.id = p.device_id where d.ssid = $1 order by p.id",
          [ssid],
        )
      ).rows,
  };
}

test("a new device has the points that its type and its profile have, and no reply has its secrets", async () => {
  await using app = await startTestApp();
  const bench = await startGateway(app);
  expect((await bench.add()).statusCode).toBe(200);
  const points = await bench.pointsOf("UPS-9");
  expect(points).toContainEqual({ param_id: "ups_Load", interval_ms: 5_000 });
  const { devices } = await bench.read();
  expect(devices).toEqual([
    expect.objectContaining({
      ssid: "UPS-9",
      reach: {
        protocol: "snmp",
        address: { address: "192.168.1.9:161", version: "2c" },
        profile: "snmp-ups",
        intervalMs: 5_000,
      },
    }),
  ]);
  const audits = await app.query("select after::text from audit where action = 'add-device'");
  expect(JSON.stringify(audits.rows)).not.toContain("a secret word");
  expect((await bench.add()).json()).toMatchObject({
    code: "device-id-taken",
    fields: { ssid: expect.any(String) },
  });
});

test("a changed address keeps the secrets that are left out", async () => {
  await using app = await startTestApp();
  const bench = await startGateway(app);
  await bench.add();
  const address = { address: "192.168.1.10:161", version: "2c" };
  expect((await bench.edit({ address, intervalMs: null })).statusCode).toBe(200);
  const stored = await app.query("select address from gateway_devices");
  expect(stored.rows).toEqual([{ address: { ...address, community: "a secret word" } }]);
  // The gateway polls every 10 s unless its settings have another interval.
  expect(await bench.pointsOf("UPS-9")).toContainEqual({ param_id: "ups_Load", interval_ms: 10_000 });
  await bench.admin.post(`/v1/gateways/${bench.id}/edit`, { settings: { polling: { intervalMs: 20_000 } } });
  expect(await bench.pointsOf("UPS-9")).toContainEqual({ param_id: "ups_Load", interval_ms: 20_000 });
});

test.each([
  [{ address: { address: "ups.local", version: "2c", community: "x" } }, "address.address"],
  [{ address: { address: "192.168.1.9:161", version: "2c" } }, "address.community"],
  [{ profile: "nut-ups" }, "profile"],
  [{ profile: "none" }, "profile"],
  [{ type: "AHU" }, "profile"],
  [{ type: "NONE" }, "type"],
  [{ protocol: "telnet" }, "protocol"],
])("refuses %j at the field %s", async (change, field) => {
  await using app = await startTestApp();
  const bench = await startGateway(app);
  const { code, fields } = (await bench.add(change)).json();
  expect([code, Object.keys(fields)]).toEqual(["input-invalid", [field]]);
});

test("wrong settings are refused at their field", async () => {
  await using app = await startTestApp();
  const { admin, id } = await startGateway(app);
  const answer = await admin.post(`/v1/gateways/${id}/edit`, {
    settings: { bacnet: { interface: "here" }, polling: { intervalMs: 1 } },
  });
  expect(Object.keys(answer.json().fields)).toEqual([
    "settings.bacnet.interface",
    "settings.polling.intervalMs",
  ]);
});

test("a profile is removed when no device has it, also no removed one, and a removal is undone", async () => {
  await using app = await startTestApp();
  const bench = await startGateway(app);
  const yaml = "extends: snmp-ups";
  const save = () => bench.admin.post("/v1/gateway_profiles", { name: "own-ups", yaml });
  const remove = (name = "own-ups") => bench.admin.post(`/v1/gateway_profiles/${name}/remove`);
  expect((await save()).statusCode).toBe(200);
  await bench.add({ profile: "own-ups" });
  expect((await remove()).json()).toMatchObject({ code: "item-in-use", fields: { devices: "UPS 9" } });
  await app.query("update devices set removed_at = now() where ssid = 'UPS-9'");
  expect((await remove()).json()).toMatchObject({ code: "item-in-use", fields: { devices: "UPS 9" } });
  expect((await bench.admin.get("/v1/gateway_profiles/own-ups")).statusCode).toBe(200);
  await app.query("delete from gateway_devices");
  expect((await remove()).statusCode).toBe(200);
  for (const name of ["own-ups", "snmp-ups"]) expect((await remove(name)).statusCode).toBe(404);
  expect((await bench.admin.get("/v1/gateway_profiles/own-ups")).statusCode).toBe(404);
  expect((await save()).statusCode).toBe(200);
  expect((await bench.admin.get("/v1/gateway_profiles/own-ups")).json()).toMatchObject({ yaml });
});

test("a profile of the campus is checked by line, and its new points come to its devices", async () => {
  await using app = await startTestApp();
  const bench = await startGateway(app);
  const save = (yaml: string, name = "own-ups") => bench.admin.post("/v1/gateway_profiles", { name, yaml });
  const wrong = async (yaml: string) => (await save(yaml)).json().fields.yaml;
  expect(await wrong("protocol: snmp\ntype: UPS\npoints:\n  - { id: ups_Load }")).toMatch(
    /^Line 4: points\.0\.oid/,
  );
  expect(await wrong("protocol: snmp\ntype: [UPS")).toMatch(/^Line 2: /);
  expect(await wrong("extends: none")).toBe("Line 1: There is no profile none");
  expect(
    await wrong("protocol: snmp\ntype: UPS\npoints:\n  - { id: none, oid: 1.3.6.1.2.1.33.1.2.4.0 }"),
  ).toMatch(/^Line 4: UPS has no point "none"/);
  expect((await save("extends: snmp-ups", "snmp-ups")).json().fields).toHaveProperty("name");

  const oid = "oid: 1.3.6.1.2.1.33.1.4.4.1.5.1";
  await save(`protocol: snmp\ntype: UPS\npoints:\n  - { id: ups_Load, ${oid} }`);
  await bench.add({ profile: "own-ups" });
  const ids = async () => (await bench.pointsOf("UPS-9")).map((row) => row["param_id"]);
  expect(await ids()).not.toContain("ups_BatteryCharge");
  const whole = "# Ours\nextends: snmp-ups\n";
  expect((await save(whole)).statusCode).toBe(200);
  expect(await ids()).toContain("ups_BatteryCharge");
  expect((await bench.admin.get("/v1/gateway_profiles/own-ups")).json()).toMatchObject({
    yaml: whole,
    isOwn: true,
  });
  expect((await bench.admin.get("/v1/gateway_profiles")).json()).toContainEqual({
    name: "own-ups",
    protocol: "snmp",
    type: "UPS",
    points: expect.any(Number),
    isOwn: true,
  });
  expect((await save("extends: bacnet-ahu")).json().fields).toHaveProperty("yaml");
});

const file = `ssid: T-GW
uplink: { url: "mqtt://server:1883", password: secret }
dataDir: data
polling: { intervalMs: 7000 }
profiles:
  own-meter: { extends: modbus-energy-meter, registersPerRead: 60 }
devices:
  - { ssid: EM-8, driver: modbus, profile: own-meter, address: 192.168.1.8:502 }
  - { ssid: T-AHU, driver: bacnet, profile: bacnet-ahu, address: 192.168.1.7:47808, instance: 7 }
`;

test("the settings file of a gateway is shown as a difference, then stored as its model", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const { admin, place } = await startGateway(app);
  const known = (await admin.get("/v1/gateways")).json().find((row: { ssid: string }) => row.ssid === "T-GW");
  const importFile = (yaml: string, isConfirmed = false) =>
    admin.post(`/v1/gateways/${known.id}/import`, { yaml, place, isConfirmed });
  const difference = {
    devices: [
      { ssid: "EM-8", type: "ENERGYMETER", isNew: true },
      { ssid: "T-AHU", type: "AHU", isNew: false },
    ],
    profiles: ["own-meter"],
    sections: ["polling"],
  };
  expect((await importFile(file)).json()).toEqual(difference);
  expect((await app.query("select count(*)::int from gateway_devices")).rows).toEqual([{ count: 0 }]);
  expect((await importFile(file, true)).json()).toEqual(difference);
  const gateway = (await admin.get(`/v1/gateways/${known.id}`)).json();
  expect(gateway.model.settings).toEqual({ polling: { intervalMs: 7_000 } });
  // Nothing of the file is a difference any more, and the gateway of files goes on.
  expect((await importFile(file)).json().devices[0].isNew).toBe(false);
  const edge = await field.connect("T-GW");
  await edge.publish("readings", aReading("T-AHU", "Return Air Temperature", app.now().getTime(), 24));
  expect((await admin.post(`/v1/gateways/${known.id}/code`)).statusCode).toBe(200);

  const wrong = async (yaml: string) => (await importFile(yaml)).json().fields.yaml;
  expect(await wrong(file.replace("T-GW", "GW-1"))).toContain("of the gateway GW-1");
  expect(await wrong(file.replace("instance: 7", "instance: x"))).toMatch(/^Line 9: devices\.1\.instance/);
  expect(await wrong(file.replace("7000", "1"))).toMatch(/^Line 4: polling\.intervalMs/);
  expect(await wrong(file.replace("profile: own-meter", "profile: none"))).toContain(
    "Line 8: There is no profile none",
  );
  expect(await wrong(file.replace("EM-8", "T-S1"))).toContain("T-S1 is not a device of this gateway");
});

test("a sensor gets a password that works, and a new one that ends it", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const { admin, place } = await startGateway(app);
  const sensor = { name: "Air 9", ssid: "S-9", type: "ENVIRONMENT", place };
  const access = (await admin.post("/v1/mqtt_sensors", sensor)).json();
  expect(access).toMatchObject({ ssid: "S-9", topic: "v1/S-9/readings", address: { isEncrypted: false } });
  expect(access.line).toMatch(
    /^mosquitto_pub -h \S+ -p 1883 -i S-9 -u S-9 -P \S+ -q 1 -t v1\/S-9\/readings -m '/,
  );
  const message = /-m '(.*)'$/.exec(access.line)?.[1] ?? "";
  const seconds = String(Math.floor(app.now().getTime() / 1_000));
  const { publish } = await field.connect("S-9", { password: access.password });
  await publish("readings", message.replaceAll("'$(date +%s)'", seconds));
  expect((await app.query("select value from latest where value = 21.5")).rows).toHaveLength(1);
  const [row] = (await admin.get("/v1/mqtt_sensors"))
    .json()
    .filter((one: { ssid: string }) => one.ssid === "S-9");
  const renewed = (await admin.post(`/v1/mqtt_sensors/${row.id}/renew`)).json();
  await expect(field.connect("S-9", { password: access.password })).rejects.toMatchObject({ code: 5 });
  await field.connect("S-9", { password: renewed.password });
  expect((await admin.post("/v1/mqtt_sensors", sensor)).json()).toMatchObject({ code: "device-id-taken" });
});
