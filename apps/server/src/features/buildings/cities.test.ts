import type { City } from "@verandah/contract/campuses/cities.ts";
import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

async function start() {
  const site = aSite();
  site.buildings.push({ key: "T/annex", name: "Annex", floors: [] });
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const user = await app.as("operator");
  const { rows } = await app.query("select id, key from locations");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  return { app, user, idOf, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("every city is on the map, but only with the buildings of the user's campus and their states", async () => {
  await using site = await start();
  await site.app.query("update campuses set city = 'Mumbai', latitude = 19.1 where key = 'O'");
  const cities = (await site.user.get("/v1/cities")).json<City[]>();
  expect(cities.map(({ name, campuses }) => [name, campuses.length])).toEqual([
    [cities[0]?.name, 1],
    ["Mumbai", 0],
  ]);
  expect(cities[0]?.campuses[0]?.buildings.map(({ name, state }) => [name, state])).toEqual([
    ["Tower", "unknown"],
    ["Annex", "unknown"],
  ]);
  expect(JSON.stringify(cities)).not.toContain("Other Campus");
  expect((await (await site.app.as("pumpCustomer")).get("/v1/cities")).statusCode).toBe(403);
});

test("a chosen building is the building of the session at once and after the next login", async () => {
  await using site = await start();
  const building = site.idOf("T/annex");
  const own = async () => (await site.user.get("/v1/auth/session")).json();
  expect((await own()).building.name).toBe("Tower");
  const chosen = await site.user.post("/v1/auth/building", { building });
  expect(chosen.json()).toMatchObject({ building: { id: building, name: "Annex" } });
  expect((await own()).building.name).toBe("Annex");
  const again = await site.app.as("operator");
  expect((await again.get("/v1/auth/session")).json().building.name).toBe("Annex");
});

test.each([
  ["a floor", "T/g"],
  ["a building of another campus", "O/tower"],
])("%s cannot be chosen", async (_what, key) => {
  await using site = await start();
  expect((await site.user.post("/v1/auth/building", { building: site.idOf(key) })).statusCode).toBe(404);
  expect((await site.user.post("/v1/auth/building", { building: "x" })).statusCode).toBe(400);
});
