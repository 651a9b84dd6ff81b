import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { CountingPublisher, nothingWrong } from "./rig/counting-publisher.ts";
import { startRig, waitFor } from "./rig/rig.ts";
import { aSite, pointsOf } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const PUBLISHERS = 4;
const POINTS = 4;
/** A kill follows the server's ready message within this time, ms. */
const UP_MAX_MS = 900;
/** And each fourth kill follows its start within this time, ms. */
const STARTING_MAX_MS = 1_200;

test(`after ${sizes.serverKills} kills of the server under load every acknowledged reading is stored once`, async () => {
  const ssids = Array.from({ length: PUBLISHERS }, (_, at) => `S${at + 1}`);
  const points = pointsOf(POINTS);
  await using rig = await startRig(() => aSite({ devices: ssids, pointCount: POINTS }));
  const publishers = ssids.map(
    (ssid) =>
      new CountingPublisher({
        mqttPort: rig.mqttPort,
        ssid,
        points,
        readingsPerMessage: 2,
        messagesPerSecond: 50,
      }),
  );
  const acknowledged = () => publishers.reduce((sum, publisher) => sum + publisher.acknowledged, 0);
  for (const publisher of publishers) publisher.start();
  await waitFor("the load is on", () => publishers.every((publisher) => publisher.acknowledged > 10));

  for (let kill = 1; kill <= sizes.serverKills; kill += 1) {
    const before = acknowledged();
    if (kill % 4 === 0) {
      await rig.server.kill();
      rig.server.launch();
      await sleep(randomInt(STARTING_MAX_MS));
    } else {
      await waitFor("the load is on again", () => acknowledged() > before + 5);
      await sleep(randomInt(UP_MAX_MS));
    }
    await rig.server.kill();
    await rig.server.start();
  }

  await Promise.all(publishers.map((publisher) => publisher.finish()));
  for (const publisher of publishers) {
    expect(await publisher.compare(rig.browser)).toEqual(nothingWrong);
    const latest = await rig.browser.latest(publisher.ssid);
    for (const point of points) expect(latest.get(point)).toEqual(publisher.newest(point));
    await publisher.close();
  }
  const readings = publishers.reduce((sum, publisher) => sum + publisher.readingsAcknowledged, 0);
  console.info(`${sizes.serverKills} kills, ${readings} readings acknowledged, all there once`);
  expect(readings).toBeGreaterThan(sizes.serverKills * 100);
});
