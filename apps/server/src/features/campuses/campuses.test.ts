import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { importSite } from "./site-import.ts";

const limits = {
  temperature: { min: 20, max: 28 },
  humidity: { min: 30, max: 70 },
  lux: { min: 0, max: 1000 },
  co2: { max: 1000 },
  overParked: { overParked: 600 },
  wastage: { wastage: 3000 },
};

test("importing the same site again changes nothing, and a changed one adds and renames", async () => {
  await using app = await startTestApp();
  const count = async () => (await app.db.selectFrom("locations").select("id").execute()).length;
  const before = await count();
  expect((await importSite(app.ctx, aSite(), "version-0")).isNew).toBe(false);

  const changed = aSite();
  const ground = changed.buildings[0]?.floors[0];
  if (ground) ground.name = "Lobby";
  ground?.zones.push({ key: "T/g/z3", name: "Zone 3", areas: [] });
  await importSite(app.ctx, changed, "version-1");

  expect(await count()).toBe(before + 1);
  const user = await app.as("operator");
  const floors = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<{ name: string }[]>();
  expect(floors.map((floor) => floor.name)).toEqual(["First", "Lobby"]);
});

test("refuses another unit for a point, which would relabel its stored values", async () => {
  await using app = await startTestApp();
  const changed = aSite();
  const point = changed.devices.find(({ ssid }) => ssid === "T-AHU")?.points[0];
  if (point) point.unit = "degF";
  await expect(importSite(app.ctx, changed, "version-1")).rejects.toThrow(
    'Device T-AHU: the point "Return Air Temperature" stores values in degC, and the site file says degF.',
  );
  const { rows } = await app.query(
    "select distinct unit from points where param_id = 'Return Air Temperature'",
  );
  expect(rows).toEqual([{ unit: "degC" }]);
});

test("an administrator imports a part of a site file into their own campus, on a known gateway", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const { campus, buildings, devices } = aSite();
  const added = devices
    .filter(({ ssid }) => ssid === "T-AHU")
    .map((device) => ({ ...device, ssid: "T-AHU9", name: "Unit 9" }));
  const part = { campus, buildings, edges: [], devices: added };
  const send = (site: unknown) => user.post("/v1/campuses/site", { site });
  expect((await send(part)).json()).toEqual({ isNew: true, added: 6, changed: 0 });
  expect((await send(part)).json()).toEqual({ isNew: false, added: 0, changed: 0 });
  expect((await user.get("/v1/gl_analytics/T-AHU9/device")).json()).toMatchObject({ edge: { ssid: "T-GW" } });
  expect((await user.get("/v1/gl_analytics/T-AHU/device")).statusCode).toBe(200);
  for (const [wrong, message] of [
    [aSite("O", "Other Campus"), 'campus.key: The key of your campus is "T"'],
    [{ ...part, devices: [{ ...added[0], type: "LIFT" }] }, 'devices.0.type: Unknown type "LIFT"'],
    [{ ...part, devices: [{ ...added[0], edge: "O-GW" }] }, 'devices.0.edge: There is no gateway "O-GW"'],
    [{}, "campus: field cannot be empty"],
  ] as const) {
    const reply = await send(wrong);
    expect([reply.statusCode, reply.json().fields.site]).toEqual([400, expect.stringContaining(message)]);
  }
  expect((await (await app.as("operator")).post("/v1/campuses/site", { site: part })).statusCode).toBe(403);
});

test("a site cannot take over another campus's devices", async () => {
  await using app = await startTestApp();
  const otherSite = aSite("O", "Other Campus");
  otherSite.edges.push({ ssid: "T-S1", name: "Mine now", kind: "device", passwordSha256: "0".repeat(64) });
  await importSite(app.ctx, otherSite, "x");
  const edge = await app.db
    .selectFrom("edges")
    .selectAll()
    .where("ssid", "=", "T-S1")
    .executeTakeFirstOrThrow();
  expect(edge).toMatchObject({ name: "T-S1", campusId: app.places[0]?.campusId });
});

test("operators read the configuration and administrators change it, with an audit of both values", async () => {
  await using app = await startTestApp();
  expect((await (await app.as("operator")).get("/v1/campuses/configuration")).json()).toEqual(limits);

  const changed = { ...limits, temperature: { min: 21, max: 26 } };
  expect((await (await app.as("operator")).post("/v1/campuses/configuration", changed)).statusCode).toBe(403);
  const answer = await (await app.as("administrator")).post("/v1/campuses/configuration", changed);
  expect(answer.json()).toEqual(changed);

  const audit = await app.db
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "save-configuration")
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({ before: limits, after: changed });
});

test("reports every wrong limit and stores nothing", async () => {
  await using app = await startTestApp();
  const user = await app.as("administrator");
  const answer = await user.post("/v1/campuses/configuration", {
    ...limits,
    temperature: { min: 30, max: 20 },
    humidity: { min: -1, max: 101 },
    lux: { min: "dark", max: 10 },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({
    "temperature.max": "Max should be greater than min",
    "humidity.min": "At least 0",
    "humidity.max": "At most 100",
    "lux.min": "A number",
  });
  expect((await user.get("/v1/campuses/configuration")).json()).toEqual(limits);
});

test("the application's database role cannot change the audit", async () => {
  await using app = await startTestApp();
  await expect(app.db.updateTable("audit").set({ action: "nothing" }).execute()).rejects.toThrow(
    /permission denied/,
  );
  await expect(app.db.deleteFrom("audit").execute()).rejects.toThrow(/permission denied/);
});
