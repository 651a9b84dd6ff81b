import { X509Certificate } from "node:crypto";

import { protocolFields } from "@verandah/contract/gateways/protocol-fields.ts";
import { protocolData } from "@verandah/field/protocols/protocols.ts";
import { certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test } from "vitest";

import { certificateOf, createMqttAddress } from "./public-address.ts";

const secure = { host: "0.0.0.0", port: 8_883 };
const fingerprint = new X509Certificate(certificate.cert).fingerprint256.replaceAll(":", "").toLowerCase();

test("the line names the host of the call, and TLS with the fingerprint of the certificate", () => {
  const plain = { url: "mqtt://10.0.0.5:1884", fingerprint: null, isEncrypted: false };
  expect(createMqttAddress({}, undefined, 1_884)("10.0.0.5")).toEqual(plain);
  const address = createMqttAddress({ MQTT_TLS_LISTEN: secure }, certificateOf(certificate.cert), 1_883);
  expect(address("10.0.0.5")).toEqual({ url: "mqtts://10.0.0.5:8883", fingerprint, isEncrypted: true });
});

test("behind a proxy the public address and the public host come first", () => {
  const settings = { MQTT_TLS_LISTEN: secure, PUBLIC_URL: "https://verandah.example.com" };
  expect(createMqttAddress(settings, certificateOf(certificate.cert), 1_883)("10.0.0.5").url).toBe(
    "mqtts://verandah.example.com:8883",
  );
  const given = { ...settings, MQTT_PUBLIC_URL: "mqtts://mqtt.example.com:443" };
  expect(createMqttAddress(given, certificateOf(certificate.cert), 1_883)("10.0.0.5")).toEqual({
    url: "mqtts://mqtt.example.com:443",
    fingerprint,
    isEncrypted: true,
  });
});

test("the form of each protocol has the fields of its devices, but for lists that a scan finds", () => {
  const common = ["ssid", "profile", "intervalMs", "driver", "availability", "availableIf"];
  for (const [name, data] of Object.entries(protocolData)) {
    if (!protocolFields[name]) continue;
    const { shape } = data.device;
    const fields = Object.keys(shape).filter((field) => !common.includes(field));
    expect(protocolFields[name].map((field) => field.name)).toEqual(fields);
  }
});
