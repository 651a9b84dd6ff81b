import { createSocket } from "node:dgram";

import { snmpProfile } from "@verandah/field/protocols/snmp.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { driverContract, REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { community, keys, openUpsBench, upsSettings } from "../../testing/ups-bench.ts";
import { DriverError } from "../driver.ts";
import { protocols } from "../protocols.ts";
import type { SnmpCounts } from "./guarded-datagram.ts";
import { createSnmpDriver } from "./snmp-driver.ts";
import { SnmpSession } from "./snmp-session.ts";

driverContract("SNMP v2c", protocols.snmp.capabilities, () => openUpsBench(community));
driverContract("SNMP v3", protocols.snmp.capabilities, () => openUpsBench(keys));

const soon = () => AbortSignal.timeout(10_000);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof DriverError ? error.failure : error),
  );

test("converts tenths to units, and reads minutes and states unchanged", async () => {
  await using bench = await openUpsBench(community);
  const values = new Map(
    (
      await bench.driver.read(
        bench.driver.points.map(({ id }) => id),
        soon(),
      )
    ).map((one) => [one.pointId, one.value]),
  );
  expect(values.get("ups_OutputCurrentPhaseB")).toBe(31.4);
  expect(values.get("ups_InputFrequency")).toBe(49.9);
  expect(values.get("ups_BatteryVoltage")).toBe(273.4);
  expect(values.get("ups_Runtime")).toBe(42);
  expect(values.get("ups_Status")).toBe(3);
  expect(values.get("ups_TestResult")).toBe(3);
});

test("starts the previous test again, and starts no test without a write community", async () => {
  await using bench = await openUpsBench(community);
  const start = (driver = bench.driver) => driver.write("ups_test", 4, 8, soon());
  await start();
  await start();
  expect(bench.agent.commands()).toEqual({ ups_test: 4, ups_test_start: 2 });
  const reader = bench.driverWith(community);
  expect(await failureOf(start(reader))).toBe("refused");
  const otherDevice = bench.driverWith({ ...community, writeCommunity: "private" });
  expect(await failureOf(start(otherDevice))).toBe("unreachable");
  expect(bench.agent.commands()).toEqual({ ups_test: 4, ups_test_start: 2 });
});

test("refuses one of two managers that start a test at the same time", async () => {
  await using bench = await openUpsBench(keys);
  await using session = new SnmpSession({
    settings: upsSettings(bench.agent.address, keys),
    requestTimeoutMs: 500,
    counts: bench.counts,
  });
  const set = session.set.bind(session);
  // Another manager starts a test between the read of the lock and the write.
  session.set = async (objects, signal) => {
    await bench.driver.write("ups_test", 3, 8, soon());
    return set(objects, signal);
  };
  const driver = createSnmpDriver({ session, profile: profileOf("snmp", "snmp-ups") });
  expect(await failureOf(driver.write("ups_test", 4, 8, soon()))).toBe("refused");
  expect(bench.agent.commands()).toEqual({ ups_test: 3, ups_test_start: 1 });
});

test("reads with SNMP v1", async () => {
  await using bench = await openUpsBench(community);
  const old = bench.driverWith({ version: "1", community: "verandah" });
  expect((await old.read(["ups_BatteryCharge"], soon()))[0]?.value).toBe(97);
});

test("reads nothing with a wrong community, a wrong key or a wrong user", async () => {
  await using open = await openUpsBench(community);
  await using locked = await openUpsBench(keys);
  const driversWithWrongKeys = [
    open.driverWith({ version: "2c", community: "public" }),
    locked.driverWith({ version: "3", user: "ibms", authKey: "authpass124", privKey: "privpass123" }),
    locked.driverWith({ version: "3", user: "ibms", authKey: "authpass123", privKey: "privpass124" }),
    locked.driverWith({ version: "3", user: "someone", authKey: "authpass123", privKey: "privpass123" }),
  ];
  for (const otherDevice of driversWithWrongKeys)
    expect(await failureOf(otherDevice.read(["ups_BatteryCharge"], soon()))).toBe("unreachable");
  expect(await locked.driver.read(["ups_BatteryCharge"], soon())).toHaveLength(1);
});

test.each(["1", "2c"] as const)(
  "with version %s a missing object affects only its own point",
  async (version) => {
    await using bench = await openUpsBench(community);
    const driver = createSnmpDriver({
      session: new SnmpSession({
        settings: upsSettings(bench.agent.address, { version, community: "verandah" }),
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
        counts: bench.counts,
      }),
      profile: snmpProfile.parse({
        protocol: "snmp",
        points: [
          { id: "A", oid: "1.3.6.1.2.1.33.1.2.4.0", unit: "percent" },
          { id: "B", oid: "1.3.6.1.2.1.33.1.99.1.0", unit: "none" },
          { id: "C", oid: "1.3.6.1.2.1.33.1.1.1.0", unit: "none" },
          { id: "D", oid: "1.3.6.1.2.1.33.1.2.3.0", unit: "minute" },
        ],
      }),
    });
    expect((await driver.read(["A", "B", "C", "D"], soon())).map(({ pointId }) => pointId)).toEqual([
      "A",
      "D",
    ]);
    await driver[Symbol.asyncDispose]();
  },
);

test("reads a restarted UPS again, whose time starts at 0", async () => {
  const first = await openUpsBench(keys);
  expect(await first.driver.read(["ups_BatteryCharge"], soon())).toHaveLength(1);
  first.unplug();
  expect(await failureOf(first.driver.read(["ups_BatteryCharge"], soon()))).toBe("unreachable");
  first.plug();
  expect(await first.driver.read(["ups_BatteryCharge"], soon())).toHaveLength(1);
  await first[Symbol.asyncDispose]();
});

test("counts and ignores an answer from another address", async () => {
  await using bench = await openUpsBench(community);
  const otherDevice = createSocket("udp4");
  const asked = createSocket("udp4");
  await new Promise<void>((done) => asked.bind(0, "127.0.0.1", done));
  const relay = createSocket("udp4");
  // The device's own answer, first from another address and then from the device.
  asked.on("message", (request, from) => {
    relay.once("message", (answer) => {
      otherDevice.send(answer, from.port, from.address);
      setTimeout(() => asked.send(answer, from.port, from.address), 40);
    });
    relay.send(request, bench.agent.port, "127.0.0.1");
  });
  const session = new SnmpSession({
    settings: upsSettings(`127.0.0.1:${asked.address().port}`, community),
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    counts: bench.counts,
  });
  const driver = createSnmpDriver({ session, profile: profileOf("snmp", "snmp-ups") });
  expect(await driver.read(["ups_BatteryCharge"], soon())).toHaveLength(1);
  expect(bench.counts.foreign).toBe(1);
  await driver[Symbol.asyncDispose]();
  for (const socket of [otherDevice, asked, relay]) socket.close();
});

test("a request has at most the objects that the device allows", async () => {
  await using bench = await openUpsBench(community);
  const asked: number[] = [];
  await using session = new SnmpSession({
    settings: upsSettings(bench.agent.address, community),
    requestTimeoutMs: 500,
    counts: bench.counts,
  });
  const get = session.get.bind(session);
  session.get = (oids, signal) => {
    asked.push(oids.length);
    return get(oids, signal);
  };
  const driver = createSnmpDriver({
    session,
    profile: { ...profileOf("snmp", "snmp-ups"), objectsPerRead: 8 },
  });
  const readings = await driver.read(
    driver.points.map(({ id }) => id),
    soon(),
  );
  expect([asked, readings.length]).toEqual([[8, 8, 8, 4], 31]);
});

/**
 * A device of version 2c with one object, whose value is given as BER bytes. It ignores the first `ignoredRequests` requests and answers
 * all later requests.
 */
async function startOddAgent(value: readonly number[], ignoredRequests = 0) {
  const socket = createSocket("udp4");
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  let received = 0;
  socket.on("message", (request, from) => {
    received += 1;
    if (received > ignoredRequests) socket.send(answerWith(request, value), from.port, from.address);
  });
  const counts: SnmpCounts = { malformed: 0, foreign: 0, unasked: 0, downgraded: 0 };
  const settings = upsSettings(`127.0.0.1:${socket.address().port}`, community);
  const session = new SnmpSession({ settings, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  return {
    ask: () => session.get(["1.3.6.1.2.1.33.1.2.4.0"], soon()),
    received: () => received,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      socket.close();
    },
  };
}

/** The answer to a request for one object: the request with a value in place of the null at its end. Every length in it is one byte. */
function answerWith(request: Buffer, value: readonly number[]): Buffer {
  const answer = Buffer.concat([request.subarray(0, -2), Buffer.from(value)]);
  const name = 5;
  const pdu = name + 2 + answer.readUInt8(name + 1);
  const requestId = pdu + 2;
  const list = requestId + 2 + answer.readUInt8(requestId + 1) + 6;
  const RESPONSE = 0xa2;
  answer.writeUInt8(RESPONSE, pdu);
  for (const lengthAt of [1, pdu + 1, list + 1, list + 3])
    answer.writeUInt8(answer.readUInt8(lengthAt) + value.length - 2, lengthAt);
  return answer;
}

const TEXT = 0x04;
const GAUGE = 0x42;
const COUNTER_64 = 0x46;
const letters = (text: string) => [TEXT, text.length, ...Buffer.from(text, "latin1")];

test.each([
  [[GAUGE, 1, 97], 97],
  [[COUNTER_64, 6, 1, 0, 0, 0, 0, 7], 1_099_511_627_783],
  [letters(" 12.5"), 12.5],
  [letters("n/a"), undefined],
  [letters(""), undefined],
])("a value %j is the number %s", async (value, number) => {
  await using agent = await startOddAgent(value);
  expect(await agent.ask()).toEqual([number]);
});

test("repeats a lost request once", async () => {
  await using once = await startOddAgent([GAUGE, 1, 97], 1);
  expect(await once.ask()).toEqual([97]);
  await using never = await startOddAgent([GAUGE, 1, 97], 99);
  // By a clock that a busy machine slows down too.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const askedAtMs = performance.now();
  expect(await failureOf(never.ask())).toBe("unreachable");
  expect([once.received(), never.received()]).toEqual([2, 2]);
  // The timeout of the session, which is much shorter than the caller's.
  expect(performance.now() - askedAtMs).toBeLessThan(5_000);
});
