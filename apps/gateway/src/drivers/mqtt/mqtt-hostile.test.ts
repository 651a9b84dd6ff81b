import { mqtt as data } from "@verandah/field/protocols/mqtt.ts";
import { expect, test, vi } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { startTcpRelay } from "../../testing/mangling-relay.ts";
import { openMqttBench, SHELLY } from "../../testing/mqtt-bench.ts";
import { createPacketFilter } from "./broker-link.ts";
import { open } from "./mqtt-driver.ts";

/** The full size is 100,000; `npm test` sends a part. */
const MESSAGES = Number(process.env.HOSTILE_PACKETS ?? 2_000);
const soon = () => AbortSignal.timeout(10_000);
const packet = (size: number) =>
  Buffer.concat([Buffer.from([0x30, (size & 127) | 128, size >> 7]), Buffer.alloc(size, size)]);

test("a packet that arrives in pieces stays whole, and one over the limit is removed", () => {
  let removed = 0;
  const filter = createPacketFilter(200, () => removed++);
  const all = Buffer.concat([packet(150), packet(300), Buffer.from([0xd0, 0]), packet(200)]);
  const pieces = Array.from({ length: Math.ceil(all.length / 7) }, (_, at) =>
    filter(all.subarray(at * 7, at * 7 + 7)),
  );
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat([packet(150), Buffer.from([0xd0, 0]), packet(200)]));
  expect(removed).toBe(1);
});

test(
  `${MESSAGES} broken messages: no crash, no wrong value, and the next good one counts`,
  async () => {
    await using bench = await openMqttBench();
    const points = [{ id: "P", unit: "none", path: "a.v" }];
    const driver = await bench.driverWith({ topic: "x", availability: [] }, { points });
    const good = JSON.stringify({ a: { v: 61.4 } });
    let state = 7;
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const broken = () => {
      const kind = next(4);
      if (kind === 0) return Buffer.from(Array.from({ length: next(200) }, () => next(256)));
      if (kind === 1) return good.slice(0, next(good.length));
      if (kind === 2) return `${"[".repeat(next(5_000))}${good}`;
      return good.replace("61.4", ["NaN", "null", '"61.4 W"', "1e999", "{}", "-"][next(6)] ?? "");
    };
    for (let sent = 0; sent < MESSAGES; sent++) await bench.send("x", broken(), { qos: 0 });
    await bench.send("x", good);
    await vi.waitFor(() => expect(bench.counts().received).toBe(MESSAGES + 1), { timeout: 60_000 });
    if (process.env.HOSTILE_PACKETS) process.stdout.write(`${JSON.stringify(bench.counts())}\n`);
    const { malformed = 0, noNumber = 0 } = bench.counts();
    expect(malformed + noNumber).toBeGreaterThan(MESSAGES / 3);
    expect(await driver.read(["P"], soon())).toMatchObject([{ value: 61.4 }]);
  },
  60_000 + MESSAGES * 10,
);

test("corrupted packets of a broker: no crash, no wrong value, and it connects again", async () => {
  await using bench = await openMqttBench();
  await using relay = await startTcpRelay({ target: new URL(bench.broker.url).host, header: 3, packets: 60 });
  const settings = data.device.parse({ ssid: "SW-2", driver: "mqtt", profile: "x", topic: SHELLY });
  const shared = data.shared.parse({
    url: `mqtt://${relay.address}`,
    reconnectMs: 10,
    requestTimeoutMs: 500,
  });
  await using drivers = await open(shared, [{ settings, profile: profileOf("mqtt", "mqtt-shelly-plus-pm") }]);
  const driver = drivers.drivers.get("SW-2");
  await vi.waitFor(
    async () => {
      await bench.send(`${SHELLY}/status/switch:0`, bench.status);
      const readings = await driver?.read(["activePowerTotal"], soon()).catch(() => []);
      expect(relay.sent).toBe(60);
      expect(readings).toMatchObject([{ value: 61.4 }]);
    },
    { timeout: 60_000, interval: 5 },
  );
}, 90_000);
