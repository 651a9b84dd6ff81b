import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("places with the same name have their floor before it, and the building where that is not enough", async () => {
  const site = aSite();
  const [ground] = site.buildings[0]?.floors ?? [];
  if (!ground) throw new Error("no floor");
  const zones = [{ key: "T/a/z1", name: "Zone 1", areas: [] }];
  site.buildings.push({ key: "T/annex", name: "Annex", floors: [{ ...ground, key: "T/a", zones }] });
  for (const [at, location] of ["T/g/z1", "T/f1/z1", "T/a/z1"].entries())
    site.devices.push(aDevice("SOLARPUMP", `P-${at}`, ["MotorStatus"], { location, edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const answer = await (await app.as("administrator")).get("/v1/pump_devices/places");
  expect(answer.json<{ name: string }[]>().map(({ name }) => name)).toEqual([
    "Annex, Ground, Zone 1",
    "First, Zone 1",
    "Tower, Ground, Zone 1",
    "Zone 2",
  ]);
});

test("areas with the same name have their zone before it too, and a place of another kind may have the name", async () => {
  const site = aSite();
  const [ground, first] = site.buildings[0]?.floors ?? [];
  if (!ground || !first) throw new Error("no floors");
  first.name = "Tank";
  ground.zones = ["Tank", "Field"].map((name, at) => ({
    key: `T/g/z${at + 1}`,
    name,
    areas: [{ key: `T/g/z${at + 1}/a`, name: "Row 1" }],
  }));
  site.devices = ["T/g/z1", "T/g/z1/a", "T/g/z2/a"].map((location, at) =>
    aDevice("SOLARPUMP", `P-${at}`, ["MotorStatus"], { location, edge: "T-GW" }),
  );
  await using app = await startTestApp({ sites: [site] });
  const answer = await (await app.as("administrator")).get("/v1/pump_devices/places");
  expect(answer.json<{ name: string }[]>().map(({ name }) => name)).toEqual([
    "Field",
    "Ground, Field, Row 1",
    "Ground, Tank, Row 1",
    "Tank",
  ]);
});
