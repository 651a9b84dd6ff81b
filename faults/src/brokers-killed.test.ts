import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";
import { expect, test } from "vitest";

import { startBalancer } from "./rig/balancer.ts";
import { CountingPublisher, nothingWrong } from "./rig/counting-publisher.ts";
import { ProductProgram } from "./rig/product-program.ts";
import { findPorts, type Rig, startRig, waitFor } from "./rig/rig.ts";
import { aSite, pointsOf } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const HOST = "127.0.0.1";
const PUBLISHERS = 6;
const POINTS = 2;

/** A process with the broker alone. */
async function startBroker(rig: Rig): Promise<ProductProgram & { mqttPort: number }> {
  const [mqttPort = 0] = await findPorts(1);
  const program = new ProductProgram({
    entry: "apps/server/src/main.ts",
    environment: {
      ...rig.environment,
      MQTT_LISTEN: `${HOST}:${mqttPort}`,
      METRICS_LISTEN: "off",
      VERANDAH_ROLES: "ingest",
    },
  });
  await program.start();
  return Object.assign(program, { mqttPort });
}

/** Watches the states of all edges until it is disposed. */
async function watchEdges(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const offline = new Set<string>();
  const over = new AbortController();
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ ssid: string }>("select ssid from edges where state = 'offline'");
      for (const { ssid } of rows) offline.add(ssid);
      await sleep(100);
    }
  }
  const watching = watch();
  return {
    offline,
    /** How many edges are online at each process. */
    async placed(): Promise<number[]> {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from edges where state = 'online' and process_id is not null group by process_id",
      );
      return rows.map(({ count }) => count);
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await watching;
      await client.end();
    },
  };
}

test(`of two processes with brokers one is killed ${sizes.serverKills} times: no edge is lost, and every acknowledged reading is stored once`, async () => {
  const ssids = Array.from({ length: PUBLISHERS }, (_, at) => `S${at + 1}`);
  await using opening = new AsyncDisposableStack();
  const site = () => aSite({ devices: ssids, pointCount: POINTS });
  const rig = opening.use(await startRig(site, { VERANDAH_ROLES: "api,jobs" }));
  const brokers = [await startBroker(rig), await startBroker(rig)];
  for (const broker of brokers) opening.defer(() => broker.kill());
  const balancer = opening.use(
    await startBalancer(brokers.map(({ mqttPort }) => ({ host: HOST, port: mqttPort }))),
  );
  const edges = opening.use(await watchEdges(rig.environment["DATABASE_URL"] ?? ""));
  const publishers = ssids.map(
    (ssid) =>
      new CountingPublisher({
        mqttPort: balancer.port,
        ssid,
        points: pointsOf(POINTS),
        readingsPerMessage: 2,
        messagesPerSecond: 20,
      }),
  );
  for (const publisher of publishers) publisher.start();
  await waitFor("the load is on", () => publishers.every((publisher) => publisher.acknowledged > 10));
  expect(await edges.placed()).toEqual([PUBLISHERS / 2, PUBLISHERS / 2]);

  for (let kill = 0; kill < sizes.serverKills; kill += 1) {
    const broker = brokers[kill % brokers.length];
    await broker?.kill();
    const before = publishers.map(({ acknowledged }) => acknowledged);
    await waitFor("all publish to the other process", () =>
      publishers.every(({ acknowledged }, at) => acknowledged > (before[at] ?? 0) + 5),
    );
    expect(await edges.placed()).toEqual([PUBLISHERS]);
    await broker?.start();
  }
  await Promise.all(publishers.map((publisher) => publisher.finish()));
  for (const publisher of publishers) {
    expect(await publisher.compare(rig.browser)).toEqual(nothingWrong);
    await publisher.close();
  }
  expect([...edges.offline]).toEqual([]);
});
