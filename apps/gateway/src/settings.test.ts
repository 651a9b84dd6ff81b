import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeGatewayFile } from "@verandah/simulator/gateway-file.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test } from "vitest";

import { readBacnetProfile, readGatewaySettings, SettingsError } from "./settings.ts";

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

test("a small file is enough; the rest has defaults", () => {
  expect(settingsOf(small)).toMatchObject({
    bacnet: { interface: "0.0.0.0", port: 47_808 },
    polling: { intervalMs: 10_000 },
    outbox: { maxBytes: 268_435_456, graceMs: 2_000 },
    commands: { verifyMs: 10_000 },
  });
});

test("the file that the simulator writes is taken", () => {
  using folder = temporaryFolder();
  const file = writeGatewayFile({
    folder: folder.path,
    ssid: "GW-BLR-A",
    password: "secret",
    uplinkUrl: "mqtt://127.0.0.1:4711",
    devices: [{ ssid: "AHU-1", address: "127.0.0.1:47901", instance: 1_001 }],
  });
  expect(readGatewaySettings(file).devices).toEqual([
    { ssid: "AHU-1", driver: "bacnet", profile: "bacnet-ahu", address: "127.0.0.1:47901", instance: 1_001 },
  ]);
});

test("every wrong field is named", () => {
  const wrong = `
ssid: "GW/1"
dataDir: ""
uplink: { url: "http://server", password: "" }
colour: red
devices:
  - { ssid: A, driver: modbus, profile: x, address: "1.2.3.4:5", instance: 1 }
`;
  expect(() => settingsOf(wrong)).toThrow(SettingsError);
  for (const field of ["ssid", "dataDir", "uplink.url", "uplink.password", "colour", "devices[0].driver"])
    expect(() => settingsOf(wrong)).toThrow(field);
});

test("a device listed twice, a broken file and a missing one are said so", () => {
  const device = '{ ssid: A, driver: bacnet, profile: x, address: "1.2.3.4:5", instance: 1 }';
  expect(() => settingsOf(small.replace("[]", `[${device}, ${device}]`))).toThrow("A device is listed twice");
  expect(() => settingsOf("ssid: [")).toThrow("Cannot read gateway settings");
  expect(() => readGatewaySettings("/nowhere/gateway.yaml")).toThrow("/nowhere/gateway.yaml");
});

test("a profile that does not exist, or says what cannot be, is refused", () => {
  using folder = temporaryFolder();
  expect(() => readBacnetProfile("no-such-device")).toThrow("Cannot read device profile");
  writeFileSync(
    join(folder.path, "odd.yaml"),
    "protocol: bacnet\npoints: [{ id: X, object: [teapot, 1], unit: none }]",
  );
  expect(() => readBacnetProfile("odd", folder.path)).toThrow("An object type is one of");
});
