import type { Configuration } from "@verandah/contract/campuses/campuses.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "./alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function start(): Promise<App> {
  const site = aSite();
  const at = { location: "T/g", edge: "T-S1" };
  site.devices.push(
    aDevice("PARKING", "T-BAY", ["OCCUPIED"], at),
    aDevice("ENERGYMETER", "T-M1", ["activePowerTotal"], at),
    aDevice("ENERGYMETER", "T-M2", ["activePowerTotal"], at),
    aDevice("ENVIRONMENT", "T-O1", ["OCCUPANCY"], at),
    aDevice("ENVIRONMENT", "T-O2", ["OCCUPANCY"], at),
  );
  return startTestApp({ sites: [site], now: "2026-01-05T18:00:00Z" });
}

async function configure(app: App, changes: Partial<Configuration>): Promise<void> {
  const user = await app.as("administrator");
  const now = (await user.get("/v1/campuses/configuration")).json<Configuration>();
  await user.post("/v1/campuses/configuration", { ...now, ...changes });
}

/** Sends each device's value now, and evaluates. */
async function show(app: App, values: Record<string, [point: string, value: number]>): Promise<void> {
  for (const [ssid, [point, value]] of Object.entries(values))
    await app.measure("T-S1", ssid, { [point]: value });
  await evaluateAlarms(app.ctx);
}

async function active(app: App): Promise<unknown[]> {
  const { rows } = await app.query("select code, message, value from alarms where restored_at is null");
  return rows;
}

const MINUTE_MS = 60_000;

test("a car that stays longer than the configured minutes is over-parked; 0 minutes disables the rule", async () => {
  await using app = await start();
  await configure(app, { overParked: { overParked: 90 } });
  await show(app, { "T-BAY": ["OCCUPIED", 1] });
  app.advance(90 * MINUTE_MS - 1);
  await show(app, { "T-BAY": ["OCCUPIED", 1] });
  expect(await active(app)).toEqual([]);
  app.advance(1);
  await show(app, { "T-BAY": ["OCCUPIED", 1] });
  expect(await active(app)).toEqual([{ code: 250, message: "Bay occupied for over 1.5 h", value: 1 }]);
  await configure(app, { overParked: { overParked: 0 } });
  await evaluateAlarms(app.ctx);
  expect(await active(app)).toEqual([]);
});

test("a car that leaves in time is not over-parked", async () => {
  await using app = await start();
  await configure(app, { overParked: { overParked: 90 } });
  await show(app, { "T-BAY": ["OCCUPIED", 1] });
  app.advance(60 * MINUTE_MS);
  await show(app, { "T-BAY": ["OCCUPIED", 0] });
  app.advance(60 * MINUTE_MS);
  await show(app, { "T-BAY": ["OCCUPIED", 1] });
  expect(await active(app)).toEqual([]);
});

const floor = (watts: [number, number], people: [number, number]) =>
  ({
    "T-M1": ["activePowerTotal", watts[0]],
    "T-M2": ["activePowerTotal", watts[1]],
    "T-O1": ["OCCUPANCY", people[0]],
    "T-O2": ["OCCUPANCY", people[1]],
  }) satisfies Parameters<typeof show>[1];

test("a floor that draws more than the limit for 15 minutes while it is empty wastes energy", async () => {
  await using app = await start();
  await show(app, floor([2_000, 1_010], [0, 0]));
  app.advance(15 * MINUTE_MS - 1);
  await show(app, floor([2_000, 1_010], [0, 0]));
  expect(await active(app)).toEqual([]);
  app.advance(1);
  await show(app, floor([2_000, 1_010], [0, 0]));
  const message = "Energy waste: 3.01 kW while unoccupied (limit 3 kW)";
  expect(await active(app)).toEqual([{ code: 251, message, value: 3_010 }]);
  const user = await app.as("operator");
  const [ground] = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<object[]>();
  expect(ground).toMatchObject({ name: "First", noOfLow: 0 });

  // A person was present for a minute.
  app.advance(1);
  await show(app, floor([2_000, 1_010], [0, 1]));
  app.advance(MINUTE_MS);
  await show(app, floor([2_000, 1_010], [0, 1]));
  expect(await active(app)).toEqual([]);
});

test("there is no waste with people on the floor, within the limit, or while a sensor is silent", async () => {
  await using app = await start();
  const wellOver = 16 * MINUTE_MS;
  for (const [watts, people] of [
    [
      [2_000, 1_010],
      [0, 1],
    ],
    [
      [2_000, 1_000],
      [0, 0],
    ],
  ] as [[number, number], [number, number]][]) {
    await show(app, floor(watts, people));
    app.advance(wellOver);
    await show(app, floor(watts, people));
    expect(await active(app)).toEqual([]);
  }
  const { "T-O2": _, ...withoutOne } = floor([9_000, 0], [0, 0]);
  app.advance(wellOver);
  await show(app, withoutOne);
  app.advance(wellOver);
  await show(app, withoutOne);
  expect(await active(app)).toEqual([]);
});

test("a floor's own limit of waste applies, and 0 disables the rule there", async () => {
  await using app = await start();
  const user = await app.as("administrator");
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<
    { id: number; name: string }[]
  >();
  const ground = floors.find(({ name }) => name === "Ground")?.id ?? 0;
  const limitTo = (watts: number) =>
    user.post(`/v1/gl_zone/${ground}/configuration`, { wastage: { wastage: watts } });
  await limitTo(1_000);
  for (const minutes of [0, 15]) {
    app.advance(minutes * MINUTE_MS);
    await show(app, floor([600, 500], [0, 0]));
  }
  const message = "Energy waste: 1.1 kW while unoccupied (limit 1 kW)";
  expect(await active(app)).toEqual([{ code: 251, message, value: 1_100 }]);
  await limitTo(0);
  await evaluateAlarms(app.ctx);
  expect(await active(app)).toEqual([]);
});
