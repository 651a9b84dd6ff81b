import { mqtt as data } from "@verandah/field/protocols/mqtt.ts";
import { expect, test, vi } from "vitest";

import { driverContract } from "../../testing/driver-contract.ts";
import { type MqttBench, openMqttBench, SHELLY } from "../../testing/mqtt-bench.ts";
import type { Driver, PointReading } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { MESSAGE_MAX_BYTES } from "./broker-link.ts";
import { open } from "./mqtt-driver.ts";
import { instantOf, matches } from "./topic-values.ts";

driverContract("MQTT", protocols.mqtt.capabilities, openMqttBench);

const soon = () => AbortSignal.timeout(10_000);
const readAll = (driver: Driver) =>
  driver.read(
    driver.points.map(({ id }) => id),
    soon(),
  );
const valuesOf = (readings: readonly PointReading[]) =>
  Object.fromEntries(readings.map(({ pointId, value }) => [pointId, value]));

const timed = (v: number, t: number): [string, object] => ["x", { v, t }];
const accepts = (topic: string) =>
  data.device.safeParse({ ssid: "A", driver: "mqtt", profile: "x", topic }).success;
const own = (topic: string, more: object = {}) => ({ topic, availability: [], ...more });
const P = { id: "P", unit: "none" };

/** Sends messages, and waits until the driver has received all of them. */
async function sendAll(bench: MqttBench, ...messages: Parameters<MqttBench["send"]>[]): Promise<void> {
  const before = bench.counts().received ?? 0;
  for (const message of messages) await bench.send(...message);
  await vi.waitFor(() => expect(bench.counts().received).toBe(before + messages.length));
}

test("reads a Shelly Plus PM from one message, each value once", async () => {
  await using bench = await openMqttBench();
  expect(valuesOf(await readAll(bench.driver))).toEqual({
    activePowerTotal: 61.4,
    "em_volatge_LN_phase_1-2": 231.5,
    em_currentPhase1: 0.272,
    energyTotal: 14.0935,
    temperature: 41.2,
  });
  const driver = await bench.driverWith({ availability: [] });
  await sendAll(bench, [`${SHELLY}/status/switch:0`, bench.status]);
  expect(await readAll(driver)).toHaveLength(5);
  expect(await readAll(driver)).toEqual([]);
});

test.each([
  ["23.5", 23.5],
  [" 23.5 \n", 23.5],
  ["\uFEFF23.5", 23.5],
  ["true", undefined],
  ["ON", 1],
  ["on", 1],
  ["Off", 0],
  ["nan", undefined],
  ["NaN", undefined],
  ["null", undefined],
  ["", undefined],
  ["unavailable", undefined],
  ["23.5 °C", undefined],
  ["1e999", undefined],
  ['"23.5"', 23.5],
  ["[23.5]", undefined],
  ['{"v":23.5}', undefined],
])("reads the payload %j as %s", async (payload, value) => {
  await using bench = await openMqttBench();
  const points = [
    {
      ...P,
      words: [
        ["ON", 1],
        ["OFF", 0],
      ],
    },
  ];
  const driver = await bench.driverWith(own("plain/number"), { points });
  await sendAll(bench, ["plain/number", payload]);
  expect(valuesOf(await readAll(driver)).P).toBe(value);
});

test.each(["a.b.0", "$.a.b[0]", "value_json.a.b[0]", "$['a'][\"b\"][0]"])("finds %s", async (path) => {
  await using bench = await openMqttBench();
  const points = [{ ...P, path, scale: 0.1, offset: 3 }];
  const driver = await bench.driverWith(own("x"), { points });
  await sendAll(bench, ["x", { a: { b: [20, 7] } }]);
  expect(valuesOf(await readAll(driver))).toEqual({ P: 5 });
});

test("finds a member whose name has a dot, and leaves out what a message lacks", async () => {
  await using bench = await openMqttBench();
  const points = ["$['v1.2']", "a.missing", "constructor.length"].map((path) => ({
    id: path,
    path,
    unit: "none",
  }));
  const driver = await bench.driverWith(own("x"), { points });
  await sendAll(bench, ["x", { "v1.2": 7, a: {} }]);
  expect(valuesOf(await readAll(driver))).toEqual({ "$['v1.2']": 7 });
});

test("a counter of a meter with all bits set is no value", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("x"), { points: [{ ...P, path: "v", max: 1e9 }] });
  await sendAll(bench, ["x", { v: 281_474_976_710_655 }]);
  expect(await readAll(driver)).toEqual([]);
  await sendAll(bench, ["x", { v: 1_843_225 }]);
  expect(valuesOf(await readAll(driver))).toEqual({ P: 1_843_225 });
});

const AT = "2024-11-29T10:15:30.123456789Z";

test.each([
  [
    "mqtt-chirpstack",
    "application/1/device/a840410000000001/event/up",
    {
      time: AT,
      deviceInfo: { devEui: "a840410000000001" },
      fCnt: 7,
      object: { temperature: 21.5, humidity: 44 },
    },
    { TEMPERATURE: 21.5, HUMIDITY: 44 },
  ],
  [
    "mqtt-things-stack",
    "v3/campus@acme/devices/room-7/up",
    { received_at: AT, uplink_message: { f_cnt: 7, decoded_payload: { temperature: 21.5, humidity: 44 } } },
    { TEMPERATURE: 21.5, HUMIDITY: 44 },
  ],
])("reads an uplink by the profile %s, with its time", async (profile, topic, uplink, values) => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own(topic, { profile }));
  await sendAll(bench, [topic, uplink]);
  const readings = await readAll(driver);
  expect(valuesOf(readings)).toEqual(values);
  expect(new Set(readings.map(({ takenAt }) => takenAt))).toEqual(
    new Set([Date.UTC(2024, 10, 29, 10, 15, 30, 123)]),
  );
});

test("reads one topic with one number", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("lab/temperature", { profile: "mqtt-number" }));
  await sendAll(bench, ["lab/temperature", "19.75"]);
  expect(valuesOf(await readAll(driver))).toEqual({ TEMPERATURE: 19.75 });
});

test("refuses filters and paths that are wrong, a long one in no time", () => {
  expect(
    ["a", "/a//b", "+/+/c", "a/#", "#", "+", "$SYS/x", "v/$state"].filter((one) => !accepts(one)),
  ).toEqual([]);
  expect(["", "a#", "a/b#", "#/a", "a/#/b", "a+", "+a/b", "a\u0000"].filter(accepts)).toEqual([]);
  const began = performance.now();
  expect(accepts(`${"a/".repeat(249)}+#`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(500);
  const points = [{ ...P, path: "a..b" }];
  expect(data.profile.safeParse({ protocol: "mqtt", points }).success).toBe(false);
});

test("reads a device behind any bridge by a topic with wildcards", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("+/+/BTtoMQTT/A4C138"), { points: [{ ...P, path: "tempc" }] });
  await sendAll(bench, ["home/omg-2/BTtoMQTT/A4C138", { tempc: 21.5 }]);
  expect(valuesOf(await readAll(driver))).toEqual({ P: 21.5 });
  expect(matches("a/#".split("/"), ["a"])).toBe(true);
  expect(matches("#".split("/"), ["$SYS", "x"])).toBe(false);
  expect(matches("a/+".split("/"), ["a", "b", "c"])).toBe(false);
});

test("counts broken JSON and large messages, and the other devices go on", async () => {
  await using bench = await openMqttBench();
  const profile = data.profile.parse({ protocol: "mqtt", points: [{ ...P, path: "v" }] });
  const device = (ssid: string, topic: string) => ({
    settings: data.device.parse({ ssid, driver: "mqtt", profile: "x", topic }),
    profile,
  });
  const shared = data.shared.parse({ url: bench.broker.url, reconnectMs: 20 });
  const subscriptions = bench.broker.subscriptions();
  await using drivers = await open(shared, [device("A", "a"), device("B", "b")]);
  await vi.waitFor(() => expect(bench.broker.subscriptions()).toBe(subscriptions + 1));
  const large = JSON.stringify({ v: 1, picture: "x".repeat(MESSAGE_MAX_BYTES) });
  for (const payload of ['{"v":nan}', '{"v":1', "[", large]) await bench.send("a", payload);
  await bench.send("b", { v: 7 });
  await vi.waitFor(() => expect(drivers.counts()).toMatchObject({ malformed: 3, tooLarge: 1, received: 4 }));
  const read = (ssid: string) => drivers.drivers.get(ssid)?.read(["P"], soon());
  await expect(read("A")).rejects.toMatchObject({ failure: "garbled", reason: "not-understood" });
  expect(await read("B")).toMatchObject([{ value: 7 }]);
  await bench.send("a", { v: 8 });
  await vi.waitFor(async () => expect(await read("A")).toMatchObject([{ value: 8 }]));
});

test("a device is unknown before its first message, and offline after its time without one", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("x", { staleMs: 1_000 }), { points: [P] });
  await expect(readAll(driver)).rejects.toMatchObject({ failure: "not-yet" });
  await vi.waitFor(() => expect(readAll(driver)).rejects.toMatchObject({ failure: "unreachable" }));
  await sendAll(bench, ["x", "1"]);
  expect(await readAll(driver)).toHaveLength(1);
  await vi.waitFor(() => expect(readAll(driver)).rejects.toMatchObject({ reason: "no-answer" }));
});

test("a stored message without a time is no value, and one with a time has that time", async () => {
  await using bench = await openMqttBench();
  const at = Date.now() - 60_000;
  await bench.send("plain", "21", { retain: true });
  await bench.send("timed", { v: 22, time: new Date(at).toISOString() }, { retain: true });
  await bench.send("old", { v: 22, time: new Date(at - 3_600_000).toISOString() }, { retain: true });
  const points = [
    { ...P, id: "plain", topic: "plain" },
    { ...P, id: "timed", topic: "timed", path: "v", time: "time" },
  ];
  const driver = await bench.driverWith(own("x", { topic: undefined }), { points });
  await vi.waitFor(() => expect(bench.counts()).toMatchObject({ received: 2, unknownTime: 1 }));
  expect(await readAll(driver)).toEqual([{ pointId: "timed", value: 22, takenAt: at }]);
  const late = await bench.driverWith(own("old"), { points: [{ ...P, path: "v", time: "time" }] });
  await vi.waitFor(() => expect(bench.counts().received).toBe(1));
  await expect(readAll(late)).rejects.toMatchObject({ failure: "not-yet" });
});

test("a state that is sent on change holds while the device is available", async () => {
  await using bench = await openMqttBench();
  await bench.send("door/state", "OPEN", { retain: true });
  await bench.send("door/online", "online", { retain: true });
  const points = [
    {
      ...P,
      topic: "state",
      onChange: true,
      words: [
        ["OPEN", 1],
        ["CLOSED", 0],
      ],
    },
  ];
  const availability = [{ topic: "door/online", isEnough: true }];
  const driver = await bench.driverWith({ topic: "door", availability }, { points }, { staleMs: 1_000 });
  const began = Date.now();
  await vi.waitFor(async () => expect(await readAll(driver)).toMatchObject([{ value: 1 }]));
  const repeated = await vi.waitFor(async () => {
    const [reading] = await readAll(driver);
    expect(reading?.value).toBe(1);
    return reading;
  });
  expect(repeated?.takenAt).toBeGreaterThan(began + 200);
  await bench.send("door/online", "offline", { retain: true });
  await vi.waitFor(() => expect(readAll(driver)).rejects.toMatchObject({ reason: "target-silent" }));
});

test("a stored state of a device that sends nothing more is no value", async () => {
  await using bench = await openMqttBench();
  await bench.send("door/state", "OPEN", { retain: true });
  const points = [{ ...P, onChange: true, words: [["OPEN", 1]] }];
  const driver = await bench.driverWith(own("door/state"), { points });
  const received: PointReading[] = [];
  await driver.subscribe?.((reading) => received.push(reading), soon());
  await vi.waitFor(() => expect(bench.counts().received).toBe(1));
  await bench.send("door/state", "OPEN", { retain: true });
  await vi.waitFor(() => expect(received).toHaveLength(1));
  const late = await bench.driverWith(own("door/state"), { points });
  await late.subscribe?.((reading) => received.push(reading), soon());
  await vi.waitFor(() => expect(bench.counts().received).toBe(1));
  await expect(readAll(late)).rejects.toMatchObject({ failure: "not-yet" });
  expect(received).toHaveLength(1);
});

test("all topics of availability count, or any of them", async () => {
  await using bench = await openMqttBench();
  const availability = [{ topic: "bridge", path: "state" }, { topic: "x/online" }];
  const all = await bench.driverWith({ topic: "x", availability }, { points: [P] });
  const anyOf = await bench.driverWith({ topic: "x", availability, availableIf: "any" }, { points: [P] });
  await sendAll(bench, ["x", "1"], ["bridge", { state: "online" }], ["x/online", "offline"]);
  await expect(readAll(all)).rejects.toMatchObject({ reason: "target-silent" });
  expect(await readAll(anyOf)).toHaveLength(1);
});

test("passes on no more than a value of a point in the shortest interval, and then the newest", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("x"), { points: [P] }, { minIntervalMs: 60_000 });
  const received: number[] = [];
  await driver.subscribe?.(({ value }) => received.push(value), soon());
  await sendAll(bench, ...[1, 2, 3, 4].map((value): [string, string] => ["x", String(value)]));
  expect(received).toEqual([1]);
  expect(valuesOf(await readAll(driver))).toEqual({ P: 4 });
  expect(bench.counts().thinned).toBe(2);
});

test("late values have their own time, and the same value twice is one", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("x"), { points: [{ ...P, path: "v" }], time: "t" });
  const received: PointReading[] = [];
  await driver.subscribe?.((reading) => received.push(reading), soon());
  const now = Date.now();
  await sendAll(bench, timed(26, now - 1_000), timed(21, now - 60_000), timed(26, now - 1_000));
  expect(received.map(({ value, takenAt }) => [value, takenAt])).toEqual([
    [26, now - 1_000],
    [21, now - 60_000],
  ]);
  expect(await readAll(driver)).toHaveLength(0);
});

test("reads times with a zone, and numbers in any resolution; other clocks count as not set", () => {
  const now = Date.UTC(2026, 10, 30);
  const at = now - 5_000;
  expect(instantOf(new Date(at).toISOString(), now)).toBe(at);
  expect(instantOf("2026-11-30T05:29:55.123456789+05:30", now)).toBe(at + 123);
  for (const number of [at / 1_000, at, at * 1_000, at * 1e6, String(at)])
    expect(instantOf(number, now)).toBe(at);
  for (const odd of [
    "2026-11-29T10:00:00",
    "1970-01-01T00:00:03Z",
    3_000,
    now + 3_600_000,
    null,
    "",
    {},
    Number.NaN,
  ])
    expect(instantOf(odd, now)).toBeUndefined();
});

test("reports why there is no broker, connects again by itself, and subscribes again", async () => {
  await using bench = await openMqttBench();
  const driver = await bench.driverWith(own("x"), { points: [P] });
  await sendAll(bench, ["x", "1"]);
  const subscriptions = bench.broker.subscriptions();
  await bench.broker.stop();
  await vi.waitFor(() => expect(readAll(driver)).rejects.toMatchObject({ reason: "connection-refused" }));
  await bench.broker.start();
  await vi.waitFor(() => expect(bench.broker.subscriptions()).toBeGreaterThanOrEqual(subscriptions + 2));
  await vi.waitFor(async () => {
    await bench.send("x", "2");
    expect(valuesOf(await readAll(driver)).P).toBe(2);
  });
});

test("reports topics that the broker refuses", async () => {
  await using bench = await openMqttBench();
  bench.broker.refused.add("x");
  const driver = await bench.driverWith(own("x"), { points: [P] });
  await vi.waitFor(() => expect(readAll(driver)).rejects.toMatchObject({ failure: "refused" }));
});

test("settings without the address of a broker are reported", async () => {
  await expect(open(data.shared.parse({}), [])).rejects.toThrow("mqtt.url");
});
