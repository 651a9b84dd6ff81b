import { foundDevice } from "@verandah/field/found-devices.ts";
import { expect, test } from "vitest";

import { type BrokerMessage, firmwares } from "../../testing/firmwares.ts";
import { createAnnouncements } from "./listen.ts";

/** Values that are texts or times count neither as sensors nor as mapped. */
const TEXT = /^(?:A time|A text|Its value is a text)/;

function foundAmong(messages: readonly BrokerMessage[]) {
  const announcements = createAnnouncements("homeassistant");
  for (const [topic, payload] of messages)
    announcements.add(topic, Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload)));
  return announcements.found().map((device) => foundDevice.parse(device));
}

const idsOf = (messages: readonly BrokerMessage[], name: string) =>
  Object.fromEntries(
    foundAmong(messages)
      .find((device) => device.name === name)
      ?.points.flatMap(({ id, name: point }) => (id === undefined ? [] : [[id, point]])) ?? [],
  );
const staleMsOf = (messages: readonly BrokerMessage[], name: string) =>
  foundAmong(messages).find((device) => device.name === name)?.address.staleMs;

const rows = Object.entries(firmwares).map(([name, messages]) => {
  const points = foundAmong(messages).flatMap((device) => device.points);
  const left = points.flatMap(({ name: point, obstacle }) =>
    obstacle === undefined ? [] : [{ point, obstacle }],
  );
  const others = left.filter(({ obstacle }) => obstacle.startsWith("Not a sensor"));
  const texts = left.filter(({ obstacle }) => TEXT.test(obstacle));
  const sensors = points.length - others.length - texts.length;
  const mapped = points.length - left.length;
  const reasons = left.filter((one) => !others.includes(one) && !texts.includes(one));
  return { name, sensors, mapped, texts: texts.length, others: others.length, reasons };
});

test.each(rows)(
  "at least 95 of 100 sensors of $name can be mapped: $mapped of $sensors",
  ({ mapped, sensors }) => {
    expect(sensors).toBeGreaterThanOrEqual(18);
    expect(mapped / sensors).toBeGreaterThanOrEqual(0.95);
  },
);

test("counts of each firmware, and why a sensor is left out", () => {
  const counts = rows.map(({ name, sensors, mapped, texts, others }) => [
    name,
    sensors,
    mapped,
    texts,
    others,
  ]);
  expect(counts).toEqual([
    ["ESPHome", 26, 26, 2, 2],
    ["Zigbee2MQTT", 32, 31, 3, 3],
    ["Tasmota", 50, 50, 8, 0],
    ["Z-Wave JS UI", 22, 22, 0, 2],
    ["OpenMQTTGateway", 28, 27, 1, 1],
    ["evcc", 59, 59, 7, 0],
    ["ebusd", 20, 20, 2, 1],
    ["Valetudo", 18, 18, 3, 3],
  ]);
  const reasons = rows.flatMap(({ name, reasons: left }) =>
    left.map(({ point, obstacle }) => [name, point, obstacle]),
  );
  expect(reasons).toEqual([
    ["Zigbee2MQTT", "Network map", "The template does more than read a value"],
    ["OpenMQTTGateway", "inuse", "The template does more than read a value"],
  ]);
});

test("an ESPHome is one device: topics follow its own, expire_after is its time without a message", () => {
  const [device, ...others] = foundAmong(firmwares.ESPHome);
  expect(others).toEqual([]);
  expect(device).toMatchObject({
    protocol: "mqtt",
    name: "Office air",
    maker: "Espressif",
    model: "esp32dev",
    address: {
      topic: "office-air",
      staleMs: 180_000,
      availability: [{ topic: "office-air/status", online: "online", offline: "offline", isEnough: true }],
    },
  });
  const points = new Map(device?.points.map((point) => [point.name, point]));
  expect(points.get("temperature")).toEqual({
    name: "temperature",
    address: { topic: "sensor/temperature/state" },
    unit: "degC",
    description: "temperature",
    isWritable: false,
    value: 23.4,
  });
  expect(points.get("wifi_signal")).toMatchObject({ fieldUnit: "dBm" });
  expect(points.get("window")).toMatchObject({
    value: 1,
    address: {
      words: [
        ["ON", 1],
        ["OFF", 0],
      ],
      onChange: true,
    },
  });
});

test("the bridge's topic is not enough to show that a device is online, its own is", () => {
  const room = foundAmong(firmwares.Zigbee2MQTT).find(({ name }) => name === "meeting room");
  expect(room?.address.availability).toMatchObject([
    { topic: "zigbee2mqtt/bridge/state", path: "state" },
    { topic: "zigbee2mqtt/meeting room/availability", path: "state", isEnough: true },
  ]);
  expect(room?.points.find(({ name }) => name === "humidity")).toMatchObject({
    id: "HUMIDITY",
    unit: "percentRh",
    value: 41,
    address: { path: "humidity" },
  });
});

test("proposes points of the catalogue by class, of one phase none", () => {
  expect(idsOf(firmwares.Tasmota, "plug")).toEqual({
    activePowerTotal: "ENERGY Power",
    currentAverage: "ENERGY Current",
    energyTotal: "ENERGY Total",
    powerFactorTotal: "ENERGY Factor",
    volatage_LN_average: "ENERGY Voltage",
  });
  expect(idsOf(firmwares.Tasmota, "feeder")).toEqual({ energyTotal: "ENERGY Total" });
  expect(idsOf(firmwares.evcc, "Car park")).toEqual({
    activePowerTotal: "chargePower",
    energyTotal: "chargeTotalImport",
  });
});

test("a device with a battery and no availability of its own may be silent for hours", () => {
  expect(staleMsOf(firmwares.OpenMQTTGateway, "TH Sensor-000001")).toBe(3 * 3_600_000);
  expect(staleMsOf(firmwares.Tasmota, "cold-room")).toBe(3 * 3_600_000);
  expect(staleMsOf(firmwares.Tasmota, "plug")).toBeUndefined();
  const leak = {
    name: "Leak",
    stat_t: "z/leak",
    dev: { ids: ["leak"], name: "Leak" },
  };
  const battery = { ...leak, dev_cla: "battery", unit_of_meas: "%", name: "Battery" };
  expect(
    staleMsOf(
      [
        ["homeassistant/binary_sensor/leak/config", leak],
        ["homeassistant/sensor/leak_battery/config", battery],
      ],
      "Leak",
    ),
  ).toBe(25 * 3_600_000);
});

test("one message of a device announces all its components, with short names and a base topic", () => {
  const config = {
    dev: { ids: "pump-1", name: "Pump", mf: "Acme", mdl: "P1" },
    o: { name: "own firmware" },
    "~": "site/pump-1",
    avty_t: "~/online",
    stat_t: "~/state",
    cmps: {
      flow: { p: "sensor", unit_of_meas: "L/min", val_tpl: "{{ value_json.flow * 0.1 }}" },
      rain: { p: "sensor", unit_of_meas: "mm/h", val_tpl: "{{ value_json.rain }}" },
      running: { p: "binary_sensor", stat_t: "~/running", pl_on: "yes", pl_off: "no" },
      removed: { p: "sensor" },
    },
  };
  const [device] = foundAmong([["homeassistant/device/pump-1/config", config]]);
  expect(device).toMatchObject({
    name: "Pump",
    address: { topic: "site/pump-1", availability: [{ topic: "site/pump-1/online", isEnough: true }] },
    points: [
      { name: "flow", unit: "litrePerMinute", address: { topic: "state", path: "flow", scale: 0.1 } },
      { name: "rain", unit: "metrePerHour", address: { topic: "state", path: "rain", scale: 0.001 } },
      {
        name: "running",
        address: {
          topic: "running",
          words: [
            ["yes", 1],
            ["no", 0],
          ],
        },
      },
    ],
  });
  expect(device?.points).toHaveLength(3);
});

test("an empty message removes an announcement, and odd messages are left out", () => {
  const config = { name: "T", stat_t: "t", unit_of_meas: "°C" };
  expect(
    foundAmong([
      ["homeassistant/sensor/x/config", config],
      ["homeassistant/sensor/x/config", ""],
      ["homeassistant/sensor/y/config", "{broken"],
      ["homeassistant/sensor/z/config", "[]"],
      ["homeassistant/sensor/config", config],
      ["homeassistant/sensor/a/b/c/config", config],
      ["tasmota/discovery/A8032A/config", "7"],
    ]),
  ).toEqual([]);
  const names = ["\u202Ereversed\u0000", "x".repeat(500), "👨‍👩‍👧‍👦", " ", "<img src=x>"];
  const odd = names.map((name, index): BrokerMessage => [
    `homeassistant/sensor/n${index}/config`,
    { ...config, name, dev: { ids: ["one"], name } },
  ]);
  const [device] = foundAmong([
    ...odd,
    [
      "homeassistant/sensor/n9/config",
      { name: {}, stat_t: ["t"], unit_of_meas: 7, dev: [], avty: "x", exp_aft: "soon" },
    ],
  ]);
  expect(device?.points.map(({ name }) => name)).toEqual([
    "reversed",
    "x".repeat(100),
    "👨‍👩‍👧‍👦",
    "Value",
    "<img src=x>",
  ]);
});

test("10,000 announcements at once take little time, and an endless stream little memory", () => {
  const announcements = createAnnouncements("homeassistant");
  const send = (index: number, size = 0) =>
    announcements.add(
      `homeassistant/sensor/n${index}/config`,
      Buffer.from(
        JSON.stringify({
          name: "T",
          stat_t: `t/${index}`,
          unit_of_meas: "°C",
          val_tpl: "{{ value_json.temperature | round(1) }}",
          dev: { ids: [`d${index % 500}`], name: `Device ${index % 500}` },
          pad: "x".repeat(size),
        }),
      ),
    );
  const began = process.cpuUsage();
  for (let index = 0; index < 10_000; index++) send(index);
  const found = announcements.found();
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(5_000);
  expect(found).toHaveLength(500);
  expect(found.every(({ points }) => points.length === 20)).toBe(true);
  for (let index = 10_000; index < 30_000; index++) send(index);
  expect(announcements.counts.dropped).toBe(10_000);
  for (let index = 0; index < 1_000; index++) send(index, 100_000);
  expect(announcements.counts.dropped).toBeGreaterThan(10_000);
});
