import type { Found } from "@verandah/contract/search.ts";
import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createDemoCoworkingUsers } from "../coworking/coworking.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function found(app: App, text: string, username: "operator" | "administrator" | "viewer" = "operator") {
  const user = await app.as(username);
  const reply = await user.get(`/v1/search?text=${encodeURIComponent(text)}`);
  return reply.json<Found[]>().map(({ kind, name, within }) => [kind, name, within.join(" › ")]);
}

test("finds places and devices by all words of their names and of the places around them", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  expect(await found(app, "first")).toEqual([
    ["place", "First", "Tower"],
    ["place", "Area 1", "Tower › First › Zone 1"],
    ["place", "Zone 1", "Tower › First"],
    ["device", "Sensor T-S3", "Tower › First › Zone 1"],
  ]);
  expect(await found(app, " SENSOR  first ")).toEqual([["device", "Sensor T-S3", "Tower › First › Zone 1"]]);
  expect(await found(app, "t-ahu")).toEqual([["device", "Unit T-AHU", "Tower › Ground"]]);
  await app.query("update devices set removed_at = now() where ssid = 'T-AHU'");
  expect(await found(app, "t-ahu")).toEqual([]);
});

test("a name that begins with the text comes first, and no kind fills the list", async () => {
  await using app = await startTestApp();
  await app.query("update devices set name = 'A tower device' where ssid = 'T-S1'");
  await app.query("update devices set name = 'Tower device' where ssid = 'T-S2'");
  const devices = (await found(app, "tower")).filter(([kind]) => kind === "device");
  expect(devices.map(([, name]) => name).slice(0, 2)).toEqual(["Tower device", "A tower device"]);
  expect((await found(app, "tower")).filter(([kind]) => kind === "place")).toHaveLength(6);
});

test("signs of a pattern are letters like others", async () => {
  await using app = await startTestApp();
  await app.query("update devices set name = 'Fan 50 %' where ssid = 'T-S1'");
  for (const text of ["50 %", "%"])
    expect((await found(app, text)).map(([, name]) => name)).toEqual(["Fan 50 %"]);
  for (const text of ["_", "\\"]) expect(await found(app, text)).toEqual([]);
});

test("only administrators find users, by name or address", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  expect(await found(app, "viewer@test")).toEqual([]);
  expect(await found(app, "viewer@test", "administrator")).toEqual([["user", "viewer", ""]]);
});

test("operators and administrators find the people of companies by name, address or company", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  for (const place of app.places) await createDemoCoworkingUsers(app.ctx, place.campusId);
  const ananya = ["person", "Ananya Rao", "Kaveri Analytics"];
  for (const text of ["ananya rao", "ananya.rao@", "rao kaveri"])
    expect(await found(app, text)).toEqual([ananya]);
  expect(await found(app, "ananya rao", "administrator")).toEqual([ananya]);
  expect(await found(app, "ananya rao", "viewer")).toEqual([]);
  await app.query("update coworking_users set deleted_at = now()");
  expect(await found(app, "ananya rao")).toEqual([]);
});

test("refuses a text without letters, or one that is too long", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  for (const text of ["", "%20", "a".repeat(65)])
    expect((await user.get(`/v1/search?text=${text}`)).statusCode).toBe(400);
});
