import type { DeviceHealth } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#core/ctx.ts";

import { edge } from "../../testing/benches/alarm-bench.ts";
import { openOneConnection } from "../../testing/database/one-connection.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { importDevices } from "./devices-import.service.ts";
import { recordDeviceHealth, refreshDeviceStates } from "./devices.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const isLocked = (app: App, ssid: string) =>
  app.query("select from devices where ssid = $1 for update nowait", [ssid]).then(
    () => false,
    () => true,
  );

/** Three devices of one gateway, by their ids, and a connection that holds the first one. */
async function setUp() {
  await using opening = new AsyncDisposableStack();
  const site = aSite();
  const unit = site.devices.find(({ ssid }) => ssid === "T-AHU");
  if (!unit) throw new Error("The site has no unit");
  site.devices.push({ ...unit, ssid: "T-A2" }, { ...unit, ssid: "T-A3" });
  const app = opening.use(await startTestApp({ sites: [site] }));
  const holder = opening.use(openOneConnection(app.databaseUrl));
  await app.query("update edges set state = 'online', state_since = '2026-01-01' where ssid = 'T-GW'");
  for (const ssid of ["T-AHU", "T-A2", "T-A3"])
    await app.measure("T-GW", ssid, { "Return Air Temperature": 24 });
  // The job stores this state after those of the other devices.
  await app.query("update devices set reported_state = 'offline' where ssid = 'T-AHU'");
  // Without an order, a statement locks rows as they lie in the table.
  await app.query("cluster devices using devices_ssid_key");
  await holder.run("begin");
  await holder.run("select from devices where ssid = 'T-AHU' for update");
  const running = opening.move();
  return {
    app,
    site,
    /** Runs work that waits for the first device. @returns which of the others it has locked while it waits */
    async lockedMeanwhile(work: () => Promise<unknown>): Promise<string[]> {
      const done = work();
      await expect
        .poll(async () => {
          const { rows } = await app.query("select from pg_locks where not granted");
          return rows.length;
        })
        .toBeGreaterThan(0);
      const others = ["T-A2", "T-A3"];
      const locks = await Promise.all(others.map((ssid) => isLocked(app, ssid)));
      await holder.run("rollback");
      await done;
      return others.filter((_, at) => locks[at]);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const aReport = (device: string): DeviceHealth => ({ device, state: "offline", since: 0, missedPolls: 3 });

test("a health report locks its devices in the order of their ids", async () => {
  await using bench = await setUp();
  const { app } = bench;
  const gateway = await edge(app, "T-GW");
  const devices = ["T-A3", "T-A2", "T-AHU"].map(aReport);
  expect(await bench.lockedMeanwhile(() => recordDeviceHealth(app.ctx, gateway, { at: 0, devices }))).toEqual(
    [],
  );
  expect(await app.query("select distinct reported_state from devices where type = 'AHU'")).toMatchObject({
    rows: [{ reported_state: "offline" }],
  });
});

test("the job of device states locks all devices in the order of their ids, whatever their states", async () => {
  await using bench = await setUp();
  const { app } = bench;
  expect(await bench.lockedMeanwhile(() => refreshDeviceStates(app.ctx))).toEqual([]);
});

test("an import locks the devices of the campus in the order of their ids", async () => {
  await using bench = await setUp();
  const { app, site } = bench;
  const locationIds = new Map(
    (await app.query("select id, key from locations")).rows.map(({ id, key }) => [String(key), Number(id)]),
  );
  const work = () =>
    inTransaction(app.ctx, (inner) =>
      importDevices(inner, {
        campusId: app.places[0]?.campusId ?? 0,
        edges: site.edges,
        devices: site.devices.toReversed(),
        locationIds,
      }),
    );
  expect(await bench.lockedMeanwhile(work)).toEqual([]);
});
