import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { CountingPublisher, nothingWrong } from "./rig/counting-publisher.ts";
import { startRig, waitFor } from "./rig/rig.ts";
import { aSite, pointsOf } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const POINTS = 4;
/** Time within which a commit before a kill may still be acknowledged, ms. */
const ACKNOWLEDGED_AFTER_MS = 500;

/** A server under the load of two publishers. */
async function startLoad() {
  const ssids = ["S1", "S2"];
  const points = pointsOf(POINTS);
  await using opening = new AsyncDisposableStack();
  const rig = opening.use(await startRig(() => aSite({ devices: ssids, pointCount: POINTS })));
  const publishers = ssids.map((ssid) => {
    const load = { points, readingsPerMessage: 2, messagesPerSecond: 50 };
    const publisher = new CountingPublisher({ mqttPort: rig.mqttPort, ssid, ...load });
    opening.defer(() => publisher.close());
    publisher.start();
    return publisher;
  });
  const acknowledged = () => publishers.reduce((sum, publisher) => sum + publisher.acknowledged, 0);
  await waitFor("the load is on", () => publishers.every((publisher) => publisher.acknowledged > 10));
  const { pid } = rig.server;
  const running = opening.move();
  return {
    rig,
    acknowledged,
    /** Everything that was sent is acknowledged and stored once, and the server process is still the same. */
    async expectAllThere() {
      await Promise.all(publishers.map((publisher) => publisher.finish()));
      for (const publisher of publishers) {
        // Before the histories: they are complete as soon as the server reports that it is ready.
        const latest = await rig.browser.latest(publisher.ssid);
        for (const point of points) expect(latest.get(point)).toEqual(publisher.newest(point));
        expect(await publisher.compare(rig.browser)).toEqual(nothingWrong);
      }
      expect(rig.server.isRunning).toBe(true);
      expect(rig.server.pid).toBe(pid);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test(`after ${sizes.databaseKills} kills of PostgreSQL the same server runs, with every acknowledged reading once`, async () => {
  await using load = await startLoad();
  for (let kill = 1; kill <= sizes.databaseKills; kill += 1) {
    await load.rig.postgres.kill();
    const before = load.acknowledged();
    await load.rig.postgres.start();
    await waitFor("the load is on again", () => load.acknowledged() > before + 20);
    expect(await load.rig.browser.status("/v1/health")).toBe(200);
  }
  await load.expectAllThere();
});

test(`${sizes.withoutDatabaseMs / 1_000} s without PostgreSQL: nothing is acknowledged meanwhile, and everything is stored afterwards`, async () => {
  await using load = await startLoad();
  const { rig } = load;
  const known = await rig.browser.latest("S1");
  await rig.postgres.kill();
  await sleep(ACKNOWLEDGED_AFTER_MS);
  const before = load.acknowledged();
  expect(await rig.browser.status("/v1/health")).toBe(503);
  expect(await rig.browser.status("/v1/telemetry/latest?devices=S1")).toBe(503);
  expect(await rig.metric("verandah_database_up")).toBe(0);
  await sleep(sizes.withoutDatabaseMs);
  expect(load.acknowledged()).toBe(before);

  await rig.postgres.start();
  const upMs = performance.now();
  // Already in the first answer the latest value exists and is not an older one.
  await waitFor(
    "the server answers",
    async () => (await rig.browser.status("/v1/telemetry/latest?devices=S1")) === 200,
  );
  for (const [point, { atMs }] of await rig.browser.latest("S1"))
    expect(atMs).toBeGreaterThanOrEqual(known.get(point)?.atMs ?? 0);
  await waitFor("acknowledgements come again", () => load.acknowledged() > before);
  console.info(
    `Acknowledged again ${Math.round(performance.now() - upMs)} ms after PostgreSQL was back, ` +
      `${sizes.withoutDatabaseMs} ms without it`,
  );
  await load.expectAllThere();
});
