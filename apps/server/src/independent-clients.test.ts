import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { topicOf } from "@verandah/field/topics.ts";
import { expect, test } from "vitest";

import { passwordOf } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

const run = promisify(execFile);
const hasMosquitto = await run("mosquitto_pub", ["--help"]).then(
  () => true,
  (error: { code?: string | number }) => error.code !== "ENOENT",
);

// From Debian's package mosquitto-clients. `npm test` installs it if it may, and otherwise reports that it is missing.
test.skipIf(!hasMosquitto)(
  "mosquitto_pub delivers a reading and mosquitto_sub receives a command",
  async () => {
    await using app = await startTestApp();
    await using field = await startTestIngest(app);
    const at = (ssid: string) => [
      "-h",
      "127.0.0.1",
      "-p",
      String(field.port),
      "-V",
      "mqttv311",
      "-i",
      ssid,
      "-u",
      ssid,
    ];
    const login = (ssid: string) => [...at(ssid), "-P", passwordOf(ssid)];

    const reading = JSON.stringify(aReading("T-S1", "TEMPERATURE", app.now().getTime(), 23.5));
    await run("mosquitto_pub", [
      ...login("T-S1"),
      "-q",
      "1",
      "-t",
      topicOf("T-S1", "readings"),
      "-m",
      reading,
    ]);
    expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 23.5 }]);

    const received = run("mosquitto_sub", [
      ...login("T-GW"),
      "-q",
      "1",
      "-C",
      "1",
      "-W",
      "10",
      "-t",
      topicOf("T-GW", "commands"),
    ]);
    while (!field.ingest.broker.publish("T-GW", "commands", { to: "gateway" }))
      await new Promise(setImmediate);
    // The broker lists the client before its subscription is done, so the test sends until the client receives.
    const again = setInterval(() => field.ingest.broker.publish("T-GW", "commands", { to: "gateway" }), 100);
    const { stdout } = await received.finally(() => clearInterval(again));
    expect(JSON.parse(stdout)).toEqual({ to: "gateway" });
  },
);

test.skipIf(!hasMosquitto)("mosquitto_pub is refused without a password and on a foreign topic", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const where = ["-h", "127.0.0.1", "-p", String(field.port), "-V", "mqttv311", "-q", "1", "-m", "{}"];
  await expect(run("mosquitto_pub", [...where, "-t", topicOf("T-S1", "readings")])).rejects.toThrow(
    /not authorised/i,
  );
  const stolen = run(
    "mosquitto_pub",
    [...where, "-i", "T-S2", "-u", "T-S2", "-P", passwordOf("T-S2"), "-t", topicOf("T-S1", "readings")],
    { timeout: 5_000 },
  );
  await expect(stolen).rejects.toThrow(/Command failed/);
  expect(await app.db.selectFrom("readings").selectAll().execute()).toEqual([]);
  expect(field.ingest.broker.counts.refusedTopics).toBeGreaterThan(0);
});
