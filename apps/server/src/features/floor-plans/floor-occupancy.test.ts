import type { FloorOccupancy, getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const MINUTE_MS = 60_000;

/** Two counting sensors in the first zone of the ground floor, one in the second. */
async function start() {
  const site = aSite();
  for (const [ssid, zone] of [
    ["T-O1", "z1"],
    ["T-O2", "z1"],
    ["T-O3", "z2"],
  ] as const)
    site.devices.push(aDevice("ENVIRONMENT", ssid, ["OCCUPANCY"], { location: `T/g/${zone}`, edge: "T-S1" }));
  const app = await startTestApp({ sites: [site], now: "2026-01-05T06:05:00Z" });
  const { rows } = await app.query("select id, key from locations");
  return {
    app,
    idOf: (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]),
    async count(people: Record<string, number>) {
      for (const [ssid, value] of Object.entries(people))
        await app.measure("T-S1", ssid, { OCCUPANCY: value });
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("counts the people of each zone; a zone whose sensors are silent is unknown, not empty", async () => {
  await using bench = await start();
  const member = await bench.app.as("member");
  const occupancy = async () =>
    (await member.get(`/v1/gl_analytics/${bench.idOf("T/g")}/occupancy`)).json<FloorOccupancy>();
  await bench.count({ "T-O1": 4, "T-O2": 0 });
  const counted = await occupancy();
  expect(counted).toMatchObject({ people: 4, sensors: 3, reporting: 2 });
  expect(counted.zones).toMatchObject([
    { name: "Zone 1", people: 4, sensors: 2, reporting: 2 },
    { name: "Zone 2", people: null, sensors: 1, reporting: 0, color: "#868e96" },
  ]);
  expect(counted.scale.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
  bench.app.advance(5 * MINUTE_MS);
  await bench.count({ "T-O2": 3, "T-O3": 0 });
  expect((await occupancy()).zones).toMatchObject([
    { people: 3, sensors: 2, reporting: 1 },
    { people: 0, sensors: 1, reporting: 1, color: "#f3f0ff" },
  ]);
});

test("the trend has the mean number of people of a floor or a zone", async () => {
  await using bench = await start();
  const user = await bench.app.as("viewer");
  const trendOf = async (key: string) =>
    (await user.get(`/v1/gl_analytics/${bench.idOf(key)}/occupancy/trend`)).json<
      ReplyOf<typeof getOccupancyTrend>
    >();
  await bench.count({ "T-O1": 4, "T-O2": 2, "T-O3": 1 });
  bench.app.advance(30 * MINUTE_MS);
  await bench.count({ "T-O1": 5 });
  const lastOf = async (key: string) =>
    (await trendOf(key)).slice(-3).map(({ people, isComplete }) => [people, isComplete]);
  expect(await trendOf("T/g")).toHaveLength(48);
  expect(await lastOf("T/g")).toEqual([
    [null, false],
    [7, true],
    [5, false],
  ]);
  expect(await lastOf("T/g/z1")).toEqual([
    [null, false],
    [6, true],
    [5, false],
  ]);
});

test("places that are no floor have no zones to count, and wrong ids are refused", async () => {
  await using bench = await start();
  const user = await bench.app.as("operator");
  const statusOf = async (id: number | string) =>
    (await user.get(`/v1/gl_analytics/${id}/occupancy`)).statusCode;
  expect(await statusOf(bench.idOf("T/g/z1"))).toBe(404);
  expect(await statusOf(987_654)).toBe(404);
  expect(await statusOf("ground")).toBe(400);
  expect((await user.get("/v1/gl_analytics/987654/occupancy/trend")).statusCode).toBe(404);
  const customer = await bench.app.as("pumpCustomer");
  expect((await customer.get(`/v1/gl_analytics/${bench.idOf("T/g")}/occupancy`)).statusCode).toBe(403);
});
