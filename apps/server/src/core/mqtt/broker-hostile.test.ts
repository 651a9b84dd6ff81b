import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { topicOf } from "@verandah/field/topics.ts";
import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

/** Number of packets that the test sends; the full size is 100,000. */
const PACKETS = Number(process.env["HOSTILE_PACKETS"] ?? 2_000);
const AT_ONCE = 50;

/** A text in MQTT format: two bytes of length, then the text. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

function packet(firstByte: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([firstByte, body.length]), body]);
}

/** A login with a user name and a wrong password. */
const connectPacket = packet(
  0x10,
  text("MQTT"),
  Buffer.from([4, 0b1100_0010, 0, 60]),
  text("T-S1"),
  text("T-S1"),
  text("guess"),
);

/** Kinds of invalid input: noise, broken logins, packets before a login, wrong headers and incomplete packets. */
const garbage: ((at: number) => Buffer)[] = [
  (at) => randomBytes(1 + (at % 200)),
  (at) => {
    const broken = Buffer.from(connectPacket);
    broken[2 + (at % (broken.length - 2))] = at % 256;
    return broken;
  },
  () => packet(0x30, text(topicOf("T-S1", "readings")), Buffer.from("{}")),
  () => Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
  () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]),
  (at) => connectPacket.subarray(0, at % connectPacket.length),
  () => Buffer.concat([connectPacket, connectPacket]),
];

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function throwAt(port: number, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve());
    socket.resume();
  });
}

async function throwAll(port: number, count: number): Promise<void> {
  let next = 0;
  async function sendPackets(): Promise<void> {
    while (next < count) {
      const at = next;
      next += 1;
      await throwAt(port, garbage[at % garbage.length]?.(at) ?? Buffer.alloc(0));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendPackets));
}

test(`${PACKETS} malformed packets store nothing and leave no connection open, and a sensor still works`, async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  await throwAll(field.port, Math.min(1_000, PACKETS));
  collectGarbage();
  const before = process.memoryUsage();
  await throwAll(field.port, PACKETS);
  collectGarbage();
  const after = process.memoryUsage();

  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24));
  expect(await app.db.selectFrom("readings").select("value").execute()).toEqual([{ value: 24 }]);
  expect(field.ingest.broker.counts.oversizedFrames).toBeGreaterThan(0);
  expect(field.ingest.broker.counts.refusedLogins).toBeGreaterThan(0);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(20_000_000);
  console.info(
    `heap ${Math.round(before.heapUsed / 1e6)} → ${Math.round(after.heapUsed / 1e6)} MB, ` +
      `rss ${Math.round(before.rss / 1e6)} → ${Math.round(after.rss / 1e6)} MB, ${JSON.stringify(field.ingest.broker.counts)}`,
  );
}, 600_000);

test("does not publish a will on another edge's topic, and a second connection of an edge replaces the first", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const will = {
    topic: topicOf("T-GW", "status"),
    payload: Buffer.from('{"state":"offline","at":0}'),
    qos: 1,
    retain: true,
  };
  const gateway = await field.connect("T-GW");
  await gateway.publish("status", { state: "online", at: 0 });
  const duplicate = await field.connect("T-S1", { will } as object);
  duplicate.client.stream.destroy();
  const second = await field.connect("T-S1");
  await second.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24));
  const edge = await app.db.selectFrom("edges").select("state").where("ssid", "=", "T-GW").executeTakeFirst();
  expect(edge).toEqual({ state: "online" });
});
