import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { deviceProfile, protocolData } from "@verandah/field/protocols/protocols.ts";
import { writeGatewayFile } from "@verandah/simulator/gateway-file.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test } from "vitest";

import { profileOf, PROFILES_FOLDER } from "./device-profile.ts";
import { readGatewaySettings } from "./settings.ts";
import { readYaml, SettingsError } from "./yaml-file.ts";

function settingsOf(yaml: string) {
  using folder = temporaryFolder();
  const file = join(folder.path, "gateway.yaml");
  writeFileSync(file, yaml);
  return readGatewaySettings(file);
}

const small = `
ssid: GW-1
dataDir: /var/lib/verandah
uplink: { url: "mqtt://server:1883", password: secret }
devices: []
`;

const ahu = {
  ssid: "AHU-1",
  driver: "bacnet",
  profile: "bacnet-ahu",
  address: "127.0.0.1:47901",
  instance: 1_001,
} as const;

test("accepts a small file; other settings have defaults", () => {
  expect(settingsOf(small)).toMatchObject({
    bacnet: { interface: "0.0.0.0", port: 47_808 },
    polling: { intervalMs: 10_000 },
    outbox: { maxBytes: 268_435_456, graceMs: 2_000 },
    commands: { verifyMs: 10_000 },
  });
});

test("accepts the file that the simulator writes", () => {
  using folder = temporaryFolder();
  const file = writeGatewayFile({
    folder: folder.path,
    ssid: "GW-BLR-A",
    password: "secret",
    uplinkUrl: "mqtt://127.0.0.1:4711",
    devices: [ahu],
  });
  expect(readGatewaySettings(file).devices).toEqual([ahu]);
});

test("reports every wrong field", () => {
  const wrong = `
ssid: "GW/1"
dataDir: ""
uplink: { url: "http://server", password: "" }
colour: red
devices:
  - { ssid: A, driver: pigeon, profile: x, address: "1.2.3.4:5", instance: 1 }
  - { ssid: B, driver: snmp, profile: x, address: "1.2.3.4:5", version: "3", user: me, authKey: short }
  - { ssid: C, driver: snmp, profile: x, address: "1.2.3.4:5", version: "2c" }
`;
  expect(() => settingsOf(wrong)).toThrow(SettingsError);
  for (const field of ["ssid", "dataDir", "uplink.url", "uplink.password", "colour", "devices[0].driver"])
    expect(() => settingsOf(wrong)).toThrow(field);
  expect(() => settingsOf(wrong)).toThrow("A passphrase has at least 8 characters");
});

const needs = (device: string) => () => settingsOf(small.replace("[]", `[${device}]`));

test("requires the settings of a device's security", () => {
  const at = 'profile: snmp-ups, address: "1.2.3.4:161"';
  expect(needs(`{ ssid: C, driver: snmp, ${at}, version: "2c" }`)).toThrow("Required for SNMP version 2c");
  expect(needs(`{ ssid: C, driver: snmp, ${at}, version: "3", user: me, authKey: twelve345 }`)).toThrow(
    "privKey",
  );
  expect(needs(`{ ssid: C, driver: snmp, ${at}, version: "2c", community: public }`)()).toMatchObject({
    devices: [{ authProtocol: "sha256" }],
  });
});

test("reports a device that is listed twice, an invalid file and a missing file", () => {
  const device = '{ ssid: A, driver: bacnet, profile: x, address: "1.2.3.4:5", instance: 1 }';
  expect(() => settingsOf(small.replace("[]", `[${device}, ${device}]`))).toThrow("A device is listed twice");
  expect(() => settingsOf("ssid: [")).toThrow("Cannot read gateway settings");
  expect(() => readGatewaySettings("/nowhere/gateway.yaml")).toThrow("/nowhere/gateway.yaml");
});

test("refuses a profile that does not exist, is of another protocol, or is impossible", () => {
  using folder = temporaryFolder();
  const odd = (yaml: string) => () => {
    writeFileSync(join(folder.path, "odd.yaml"), yaml);
    return profileOf("modbus", "odd", { folder: folder.path });
  };
  const modbus = (point: string) => odd(`protocol: modbus\npoints: [{ id: X, unit: none, ${point} }]`);
  expect(() => profileOf("bacnet", "no-such-device")).toThrow("Cannot read device profile");
  expect(() => profileOf("bacnet", "snmp-ups")).toThrow("is for snmp, not for bacnet");
  expect(odd("protocol: bacnet\npoints: [{ id: X, object: [teapot, 1], unit: none }]")).toThrow(
    "An object type is one of",
  );
  expect(modbus("register: 65535, type: float32")).toThrow("The registers end at 65535");
  expect(modbus("register: 1, type: float32, table: input, write: [0, 1]")).toThrow("read-only");
  expect(modbus("register: 1, type: float32, scale: 0")).toThrow("A scale is not 0");
  expect(modbus("register: 1, type: float16")).toThrow("type");
  expect(odd("protocol: modbus\npoints: [{ id: X, register: 1, type: int16, unit: furlong }]")).toThrow(
    "unit",
  );
  expect(odd("protocol: pigeon\npoints: []")).toThrow("protocol");
});

test("a profile in the settings takes precedence over one of the folder", () => {
  const settings = settingsOf(
    `${small}profiles: { modbus-energy-meter: { protocol: modbus, points: [{ id: X, register: 7, type: int16, unit: none }] } }`,
  );
  expect(profileOf("modbus", "modbus-energy-meter", { own: settings.profiles }).points).toMatchObject([
    { id: "X", register: 7, table: "holding", wordOrder: "high-first", scale: 1 },
  ]);
});

test("the example of the documentation is valid, profiles included", () => {
  const file = join(import.meta.dirname, "../site.example.yaml");
  const settings = readGatewaySettings(file);
  expect(settings.dataDir).toBe(join(import.meta.dirname, "../gateway-data"));
  for (const { driver, profile } of settings.devices)
    expect(
      profileOf(driver, profile, { own: settings.profiles, types: settings.types }).points.length,
    ).toBeGreaterThan(0);
  expect(new Set(settings.devices.map(({ driver }) => driver))).toEqual(new Set(Object.keys(protocolData)));
});

test("every profile of the folder is valid, and its name begins with its protocol", () => {
  const files = readdirSync(PROFILES_FOLDER);
  expect(files.length).toBeGreaterThanOrEqual(6);
  for (const file of files) {
    const { protocol } = readYaml(join(PROFILES_FOLDER, file), deviceProfile, "device profile");
    expect(file).toMatch(new RegExp(`^${protocol}-[a-z0-9-]+\\.yaml$`));
  }
});

test.each(Object.entries(protocolData))(
  "%s has one name in the registry, settings and profiles",
  (name, one) => {
    expect(one.profile.shape.protocol.value).toBe(name);
    expect(one.device.shape.driver.value).toBe(name);
  },
);

test("a profile with a type has addresses only: units, ranges and write rules come from the catalogue", () => {
  const points = new Map(profileOf("bacnet", "bacnet-ahu").points.map((point) => [point.id, point]));
  expect(points.get("Supply Air Temperature")).toMatchObject({ unit: "degC", min: -20, max: 60 });
  expect(points.get("Supply Air Temperature")?.write).toBeUndefined();
  expect(points.get("ahu_on_off_sp")?.write).toEqual({ oneOf: [0, 10] });
  const own = { pump: { protocol: "snmp", type: "SOLARPUMP", points: [point("motor_on_off_sp")] } };
  const { profiles } = settingsOf(`${small}profiles: ${JSON.stringify(own)}`);
  expect(profileOf("snmp", "pump", { own: profiles }).points).toMatchObject([{ write: undefined }]);
});

test("a profile uses units, ranges and write rules of a type that the site adds", () => {
  const charger = {
    type: "EV_CHARGER",
    name: { en: "EV charger" },
    subsystem: "energy",
    icon: "charging-pile",
    points: {
      power: { kind: "reading", name: { en: "Charging power" }, unit: "kilowatt", range: [0, 350] },
      current_limit: {
        kind: "setpoint",
        name: { en: "Current limit" },
        unit: "ampere",
        write: { from: 6, to: 32, step: 1 },
      },
    },
    screen: { summary: ["power"], controls: ["current_limit"] },
  };
  const profile = {
    protocol: "modbus",
    type: "EV_CHARGER",
    points: [
      { id: "power", register: 10, type: "uint32", unit: "watt" },
      { id: "current_limit", register: 20, type: "uint16" },
    ],
  };
  const yaml = `${small}types: ${JSON.stringify([charger])}\nprofiles: ${JSON.stringify({ "ev-charger": profile })}`;
  const { profiles, types } = settingsOf(yaml);
  expect(profileOf("modbus", "ev-charger", { own: profiles, types }).points).toMatchObject([
    { unit: "kilowatt", min: 0, max: 350, write: undefined, conversion: { scale: 0.001, offset: 0 } },
    { unit: "ampere", write: { from: 6, to: 32, step: 1 } },
  ]);
  const wrong = { ...charger, screen: { summary: ["powr"] } };
  expect(() => settingsOf(`${small}types: ${JSON.stringify([wrong])}`)).toThrow('Unknown point "powr"');
});

const point = (id: string, more: object = {}) => ({ id, oid: "1.3.6.1.2.1.33.1.2.7.0", ...more });

test.each([
  ["a type that is not in the catalogue", "LIFT", point("X"), "there is no type LIFT"],
  ["a point that its type does not have", "UPS", point("X"), 'UPS has no point "X"'],
  [
    "a wider range than its type",
    "UPS",
    point("ups_Load", { max: 900 }),
    '"ups_Load" is from 0 to 200 in UPS: min and max can only narrow that',
  ],
  [
    "a unit of another quantity",
    "UPS",
    point("ups_Temperature", { unit: "volt" }),
    '"ups_Temperature" is in degC, and volt cannot be converted to it',
  ],
  [
    "a range without a value",
    "UPS",
    point("ups_Load", { min: 90, max: 80 }),
    '"ups_Load" is from 0 to 200 in UPS: min and max can only narrow that',
  ],
])("refuses a profile with %s", (_what, type, wrong, why) => {
  const own = { odd: { protocol: "snmp", type, points: [wrong] } };
  const { profiles } = settingsOf(`${small}profiles: ${JSON.stringify(own)}`);
  expect(() => profileOf("snmp", "odd", { own: profiles })).toThrow(
    new SettingsError(`The device profile odd is wrong: ${why}`),
  );
});

test("a profile narrows the range of a point, which otherwise is that of the type", () => {
  const points = [point("ups_Load", { max: 90 }), point("ups_BatteryVoltage", { min: 40, max: 60 })];
  const own = { narrow: { protocol: "snmp", type: "UPS", points } };
  const { profiles } = settingsOf(`${small}profiles: ${JSON.stringify(own)}`);
  expect(profileOf("snmp", "narrow", { own: profiles }).points).toMatchObject([
    { min: 0, max: 90 },
    { min: 40, max: 60 },
  ]);
});

test("refuses a point that is doubted by a point which the profile does not have", () => {
  const own = { odd: { protocol: "snmp", type: "UPS", points: [point("ups_Load", { doubtedBy: "volt" })] } };
  expect(() => settingsOf(`${small}profiles: ${JSON.stringify(own)}`)).toThrow("doubtedBy");
});

test("a profile of a site extends one of the gateway, and changes the scale of a point", () => {
  const load = { id: "ups_Load", scale: 0.1, missing: [999] };
  const own = { tenths: { extends: "nut-ups", points: [load] } };
  const { profiles } = settingsOf(`${small}profiles: ${JSON.stringify(own)}`);
  const changed = profileOf("nut", "tenths", { own: profiles }).points;
  const shipped = profileOf("nut", "nut-ups").points;
  expect(changed).toEqual(shipped.map((one) => (one.id === load.id ? { ...one, ...load } : one)));
});

const extending = (name: string, fields: object) => () =>
  settingsOf(
    `${small}profiles: ${JSON.stringify({ odd: { extends: name, points: [{ id: "ups_Load", ...fields }] } })}`,
  );

test("refuses a profile that extends an unknown profile, or changes a point to a wrong one", () => {
  expect(extending("nut-lift", {})).toThrow("nut-lift.yaml");
  expect(extending("nut-ups", { scale: 0 })).toThrow(SettingsError);
  expect(extending("nut-ups", { factor: 2 })).toThrow("factor");
});
