import { expect, test, vi } from "vitest";

import { healthy, PUMPS, startFourPumps } from "../../testing/benches/pumps.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createPumpRule } from "./pump-suspicions.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Running pumps of one model, whose values do not become too old in a test. */
async function startManyPumps(count: number): Promise<App> {
  const site = aSite("T");
  const names = [...Object.keys(healthy), "WarningCondition"];
  for (let at = 0; at < count; at += 1)
    site.devices.push(aDevice("SOLARPUMP", `P-${at}`, names, { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  await app.query(
    "insert into pump_plates select id, '1', 'M', '', '2025-01-01', '', '', '' from devices where type = 'SOLARPUMP'",
  );
  await app.query("update points set interval_ms = 600000");
  await app.query(
    "insert into latest (point_id, at, value, quality) select id, $1, case when param_id like '%Condition' then 0 else 1 end, 0 from points",
    [app.now()],
  );
  return app;
}

const isOpen = () => false;

async function listDevices(app: App) {
  const { rows } = await app.query("select id, type, campus_id from devices order by id");
  return rows.map((row) => ({
    id: Number(row["id"]),
    type: String(row["type"]),
    campusId: Number(row["campus_id"]),
    fedBy: null,
    floorId: null,
  }));
}

test("a round reads the values of the changed pump only, not of those that it is compared with", async () => {
  await using app = await startManyPumps(50);
  const rows = vi.fn<(count: number) => void>();
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows(result.rows.length);
      return result;
    },
  });
  const rule = createPumpRule();
  const evaluate = async (devices: Awaited<ReturnType<typeof listDevices>>) => {
    rows.mockClear();
    await rule({ ...app.ctx, db }, isOpen, devices);
    return rows.mock.calls.flat();
  };
  const pumps = (await listDevices(app)).filter(({ type }) => type === "SOLARPUMP");
  expect(await evaluate(pumps)).toEqual([50 * 5, 50]);
  app.advance(10_000);
  expect(await evaluate(pumps.slice(7, 8))).toEqual([5, 1]);
  app.advance(5_000);
  expect(await evaluate(pumps.slice(7, 9))).toEqual([5, 1]);
  app.advance(10_000);
  // The pump that waited.
  expect(await evaluate([])).toEqual([5, 1]);
  app.advance(10_000);
  expect(await evaluate([])).toEqual([]);
});

test("an alarm ends when the pumps that it is compared with change, without a new value of its own", async () => {
  const { app, show, evaluate, active } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 });
  expect((await active()).map(([code]) => code)).toEqual([244]);
  // In these six minutes the values of P-1 stay good.
  await app.query(
    "update points set interval_ms = 600000 where device_id = (select id from devices where ssid = 'P-1')",
  );
  for (let minute = 0; minute < 6; minute += 1) {
    app.advance(60_000);
    for (const ssid of PUMPS.slice(1))
      await app.measure("T-GW", ssid, { ...healthy, WaterflowRate_in_lpm: 55 });
    await app.measure("T-GW", "T-SUN", { SOLAR_IRRADIANCE: 800 });
    await evaluate();
  }
  expect(await active()).toEqual([]);
});

test("a silent pump has an alarm when others report again after the network of all was lost", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({}, 800, 1);
  await show(null, 800, 15, []);
  expect(await active()).toEqual([]);
  await show(null, 800, 5);
  expect((await active()).map(([code, , source]) => [code, source])).toEqual([[246, "Device P-1"]]);
});

test("the alarm of an irradiance sensor stays while it sends nothing", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({}, 0);
  await show({}, null);
  expect((await active()).map(([code]) => code)).toEqual([248]);
  await show({}, 800);
  expect(await active()).toEqual([]);
});

test("a round that fails leaves its pumps to the next", async () => {
  const { app, show } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 }, 800, 0);
  const rule = createPumpRule();
  const devices = await listDevices(app);
  const find = async (ctx = app.ctx, some: typeof devices = []) =>
    (await rule(ctx, isOpen, some)).map(({ rule: name }) => name);
  const failing = app.db.withPlugin({
    transformQuery: () => {
      throw new Error("no database");
    },
    transformResult: async ({ result }) => result,
  });
  await expect(find({ ...app.ctx, db: failing }, devices)).rejects.toThrow("no database");
  expect(await find()).toEqual(["pump-leak"]);
});

test("keeps no pumps of campuses that another process evaluates", async () => {
  const { app, show } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: 55 }, 800, 0);
  const rule = createPumpRule();
  expect(await rule(app.ctx, isOpen)).toHaveLength(1);
  expect(await rule(app.ctx, isOpen, [])).toHaveLength(1);
  expect(await rule(app.ctx, isOpen, [], [])).toEqual([]);
  expect(await rule(app.ctx, isOpen, [])).toEqual([]);
});
