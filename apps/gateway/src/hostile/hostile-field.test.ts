import { deviceSettings, type Protocol, protocolData } from "@verandah/field/protocols/protocols.ts";
import { expect, test } from "vitest";

import { profileOf } from "../device-profile.ts";
import { DriverProcess } from "../drivers/process/driver-process.ts";
import { createRemoteDriver } from "../drivers/process/driver-processes.ts";
import { openAhuBench } from "../testing/ahu-bench.ts";
import { openHttpBench } from "../testing/http-bench.ts";
import {
  type ManglingRelay,
  type RelayOptions,
  startTcpRelay,
  startUdpRelay,
} from "../testing/mangling-relay.ts";
import { METER_UNIT, openMeterBench } from "../testing/meter-bench.ts";
import { NUT_UPS, openNutBench } from "../testing/nut-bench.ts";
import { community, keys, openUpsBench } from "../testing/ups-bench.ts";

/** The full size is 100,000 for each driver; `npm test` runs a part. */
const PACKETS = Number(process.env.HOSTILE_PACKETS ?? 2_000);
const LIMIT_MS = 60_000 + PACKETS * 10;
const MEBIBYTE = 1_024 * 1_024;
/** Allowed growth of the process: the heap size varies; a leak of 1 kB per packet would be visible at full size. */
const GROWTH_MEBIBYTE = 40;

interface Scene {
  protocol: Protocol;
  profile: string;
  /** Settings of the protocol besides the timeout. */
  shared?: object;
  /** Settings of the device besides its profile. */
  access: (address: string) => object;
  intact: AsyncDisposable;
  address: string;
  /** Octets at the start of an answer without a value. The relay changes only these, because values have no checksum. */
  header: number;
  relay: (options: RelayOptions) => Promise<ManglingRelay>;
}

const scenes: Record<string, () => Promise<Scene>> = {
  BACnet: async () => {
    const intact = await openAhuBench();
    const { address, instance } = intact.device;
    return {
      protocol: "bacnet",
      profile: "bacnet-ahu",
      shared: { interface: "127.0.0.1", port: 0 },
      access: (at) => ({ address: at, instance }),
      intact,
      address,
      header: 9,
      relay: startUdpRelay,
    };
  },
  Modbus: async () => {
    const intact = await openMeterBench();
    const { address } = intact.server;
    return {
      protocol: "modbus",
      profile: "modbus-energy-meter",
      access: (at) => ({ address: at, unitId: METER_UNIT }),
      intact,
      address,
      header: 9,
      relay: startTcpRelay,
    };
  },
  "SNMP v2c": async () => {
    const intact = await openUpsBench(community);
    const { address } = intact.agent;
    return {
      protocol: "snmp",
      profile: "snmp-ups",
      access: (at) => ({ address: at, ...community }),
      intact,
      address,
      header: 18,
      relay: startUdpRelay,
    };
  },
  "SNMP v3": async () => {
    const intact = await openUpsBench(keys);
    const { address } = intact.agent;
    return {
      protocol: "snmp",
      profile: "snmp-ups",
      access: (at) => ({ address: at, ...keys }),
      intact,
      address,
      header: 18,
      relay: startUdpRelay,
    };
  },
  NUT: async () => {
    const intact = await openNutBench();
    const { address } = intact.upsd;
    return {
      protocol: "nut",
      profile: "nut-ups",
      access: (at) => ({ address: at, ups: NUT_UPS }),
      intact,
      address,
      header: 4,
      relay: startTcpRelay,
    };
  },
  HTTP: async () => {
    const intact = await openHttpBench();
    return {
      protocol: "http",
      profile: "http-shelly-plus-pm",
      access: (at) => ({ url: `http://${at}` }),
      intact,
      address: new URL(intact.url).host,
      header: 12,
      relay: startTcpRelay,
    };
  },
};

test.each(Object.keys(scenes))(
  `${PACKETS} corrupted packets to %s: no crash, no wrong value, and no growing memory`,
  async (name) => {
    const scene = await scenes[name]!();
    const { protocol, address, access } = scene;
    await using intact = scene.intact;
    await using relay = await scene.relay({
      target: address,
      header: scene.header,
      packets: PACKETS,
    });
    const profile = profileOf(protocol, scene.profile);
    const device = (ssid: string, at: string) => ({
      settings: deviceSettings.parse({
        ssid,
        driver: protocol,
        profile: scene.profile,
        ...access(at),
      }),
      profile,
    });
    const trouble: string[] = [];
    await using host = new DriverProcess({
      protocol,
      shared: protocolData[protocol].shared.parse({ ...scene.shared, requestTimeoutMs: 150 }),
      devices: [device("INTACT", address), device("CORRUPTED", relay.address)],
      hangMs: 5_000,
      restartMs: { first: 100, longest: 1_000 },
      onFailure: (what) => trouble.push(what),
    });
    await host.started;
    const [good, corrupted] = ["INTACT", "CORRUPTED"].map((ssid) => createRemoteDriver(host, ssid, profile));
    const ids = profile.points.map(({ id }) => id);
    const read = async (driver: typeof good) =>
      (await driver?.read(ids, AbortSignal.timeout(2_000)))?.map(
        ({ pointId, value }) => [pointId, value] as const,
      );
    const enough = Math.min(11, ids.length);
    // A busy machine may take longer than the timeout of a request.
    const valuesOf = async (driver: typeof good) => {
      let values = new Map<string, unknown>();
      const count = async () => (values = new Map(await read(driver).catch(() => []))).size;
      await expect.poll(count, { timeout: 10_000 }).toBeGreaterThanOrEqual(enough);
      return values;
    };
    const truth = await valuesOf(good);

    let accepted = 0;
    let failed = 0;
    let beforeBytes = 0;
    while (relay.sent < PACKETS) {
      const readings = await read(corrupted).catch(() => void failed++);
      for (const [id, value] of readings ?? []) expect([id, value]).toEqual([id, truth.get(id)]);
      if (readings) accepted++;
      if (beforeBytes === 0 && relay.sent > PACKETS / 5) beforeBytes = host.report().rssBytes;
    }
    expect(await valuesOf(good)).toEqual(truth);
    // No effect remains: the driver reads the same device as soon as its answers are correct.
    await expect.poll(() => read(corrupted).catch(() => []), { timeout: 10_000 }).toHaveLength(truth.size);
    await new Promise((done) => setTimeout(done, 1_100));
    const { rssBytes, counts, restarts } = host.report();
    const grownMebibyte = (rssBytes - beforeBytes) / MEBIBYTE;
    if (process.env.HOSTILE_PACKETS)
      process.stdout.write(
        `${JSON.stringify({ name, packets: relay.sent, accepted, failed, counts, beforeMebibyte: Math.round(beforeBytes / MEBIBYTE), afterMebibyte: Math.round(rssBytes / MEBIBYTE) })}\n`,
      );
    expect({ restarts, trouble }).toEqual({ restarts: 0, trouble: [] });
    expect(grownMebibyte).toBeLessThan(GROWTH_MEBIBYTE);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(PACKETS / 10);
    void intact;
  },
  LIMIT_MS,
);
