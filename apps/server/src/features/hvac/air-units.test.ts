import type { AirUnits, ZoneCounts } from "@verandah/contract/hvac/hvac.ts";
import { SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { ZONE_SETPOINT, ZONE_TEMPERATURE } from "@verandah/equipment/types/vav.ts";
import { expect, test } from "vitest";

import { recordEdgeStatus, refreshDeviceStates } from "#features/devices/devices.service.ts";

import { edge } from "../../testing/benches/alarm-bench.ts";
import { VAVS, startFaultBench, UNIT } from "../../testing/benches/fault-bench.ts";
import { aDevice, aSite, point } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type Bench = Awaited<ReturnType<typeof startFaultBench>>;

async function bringUp({ app, show }: Bench) {
  await recordEdgeStatus(app.ctx, await edge(app, "T-GW"), { state: "online", at: 0 });
  await show();
  await refreshDeviceStates(app.ctx);
}

async function ask({ app }: Bench, name: string): Promise<AirUnits> {
  const { rows } = await app.query(`select id from locations where key = '${name}'`);
  const viewer = await app.as("viewer");
  const answer = await viewer.get(`/v1/gl_analytics/${String(rows[0]?.["id"])}/airunits`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const namesOf = (units: AirUnits["units"]) => units.map((unit) => unit.ssid);

test("a building's units and boxes have their place and their feeding unit", async () => {
  await using bench = await startFaultBench();
  await bringUp(bench);
  const { floors, units } = await ask(bench, "T/tower");
  expect(floors.map(({ name, zones }) => [name, zones.map((zone) => zone.name)])).toEqual([
    ["Ground", ["Zone 1", "Zone 2"]],
  ]);
  expect(namesOf(units)).toEqual([UNIT, ...VAVS, "T-AHU"]);
  const [unit, vav] = units;
  expect(unit).toMatchObject({
    type: "AHU",
    floorId: floors[0]?.id,
    zoneId: null,
    fedBy: null,
    state: "online",
  });
  expect(vav).toMatchObject({ type: "VAV", zoneId: floors[0]?.zones[0]?.id, fedBy: UNIT, state: "online" });
});

test("a zone has its own boxes only, and a floor without equipment has none", async () => {
  await using bench = await startFaultBench();
  await bringUp(bench);
  const zone = await ask(bench, "T/g/z1");
  expect(zone.floors.map(({ zones }) => zones.map(({ name }) => name))).toEqual([["Zone 1"]]);
  expect(namesOf(zone.units)).toEqual(VAVS);
  expect(await ask(bench, "T/f1")).toEqual({ floors: [], units: [] });
});

test("behind a lost gateway all units and boxes are offline", async () => {
  await using bench = await startFaultBench();
  await bringUp(bench);
  await recordEdgeStatus(bench.app.ctx, await edge(bench.app, "T-GW"), { state: "offline", at: 0 });
  await refreshDeviceStates(bench.app.ctx);
  const { units } = await ask(bench, "T/tower");
  expect(new Set(units.map((unit) => unit.state))).toEqual(new Set(["offline"]));
});

test("zones are counted by their state against the setpoint, with the unit that feeds their boxes", async () => {
  const site = aSite();
  site.devices.find(({ ssid }) => ssid === "T-AHU")?.points.push(point(SUPPLY_FAN, "none"));
  for (const [ssid, location] of [
    ["T-V1", "T/g/z1"],
    ["T-V2", "T/g/z2"],
  ] as const)
    site.devices.push({
      ...aDevice("VAV", ssid, [ZONE_TEMPERATURE, ZONE_SETPOINT], { location, edge: "T-GW" }),
      fedBy: "T-AHU",
    });
  await using app = await startTestApp({ sites: [site] });
  await recordEdgeStatus(app.ctx, await edge(app, "T-GW"), { state: "online", at: 0 });
  const measure = async (fan: number, ...celsius: number[]) => {
    await app.measure("T-GW", "T-AHU", { [SUPPLY_FAN]: fan });
    for (const [index, now] of celsius.entries())
      await app.measure("T-GW", `T-V${index + 1}`, { [ZONE_TEMPERATURE]: now, [ZONE_SETPOINT]: 24 });
    await refreshDeviceStates(app.ctx);
    app.endSharedAnswers();
  };
  const count = async (key: string, role: "viewer" | "member" = "viewer") => {
    const { rows } = await app.query(`select id from locations where key = '${key}'`);
    const user = await app.as(role);
    return (await user.get(`/v1/gl_zone/${String(rows[0]?.["id"])}/setpoints`)).json<ZoneCounts>();
  };
  await measure(1, 25, 26.5);
  expect(await count("T/tower")).toEqual({ held: 1, missed: 1, off: 0, unknown: 0 });
  expect(await count("T/g/z2")).toEqual({ held: 0, missed: 1, off: 0, unknown: 0 });
  expect(await count("T/f1")).toEqual({ held: 0, missed: 0, off: 0, unknown: 0 });
  expect(await count("T/g/z1", "member")).toEqual({ held: 1, missed: 0, off: 0, unknown: 0 });
  app.advance(1_000);
  await measure(0, 25);
  expect(await count("T/g/z1")).toEqual({ held: 0, missed: 0, off: 1, unknown: 0 });
  app.advance(60_000);
  app.endSharedAnswers();
  expect(await count("T/g")).toEqual({ held: 0, missed: 0, off: 0, unknown: 2 });
});
