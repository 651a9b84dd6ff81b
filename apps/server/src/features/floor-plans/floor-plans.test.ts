import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { expect, test } from "vitest";

import {
  anOutlinedSite,
  base64,
  drawing,
  openPlan,
  planAudits,
  square,
} from "../../testing/benches/floor-plan-bench.ts";

test("every floor has a plan from the site file before the first change", async () => {
  await using bench = await openPlan();
  expect(bench.plan).toEqual({
    id: bench.floorId,
    name: "Ground",
    floor_type: "wlms",
    version: 0,
    drawing: null,
    zones: [
      { id: expect.any(Number), name: "Zone 1", outline: square(20, 20) },
      { id: expect.any(Number), name: "Zone 2", outline: square(220, 20) },
    ],
    devices: [
      {
        id: expect.any(Number),
        ssid: "T-S1",
        name: "Sensor T-S1",
        type: "ENVIRONMENT",
        zoneId: bench.zone("Zone 1"),
        position: [100, 200],
      },
      {
        id: expect.any(Number),
        ssid: "T-S2",
        name: "Sensor T-S2",
        type: "ENVIRONMENT",
        zoneId: bench.zone("Zone 2"),
        position: [100, 200],
      },
      {
        id: expect.any(Number),
        ssid: "T-AHU",
        name: "Unit T-AHU",
        type: "AHU",
        zoneId: null,
        position: null,
      },
    ],
    spaces: [],
    changedAt: null,
    changedBy: null,
  });
});

test("saves drawing, zones and devices as one change for all users, with one audit row", async () => {
  await using bench = await openPlan();
  const { app, user, url, zone, device } = bench;
  const changed = {
    version: 0,
    drawing,
    zones: [
      { id: zone("Zone 1"), outline: square(50, 60) },
      { id: zone("Zone 2"), outline: null },
    ],
    devices: [{ id: device("T-AHU"), position: [210, 300] }],
  };
  const saved = (await user.post(`${url}/edit`, changed)).json<FloorPlan>();
  expect(saved).toMatchObject({
    version: 1,
    drawing: { type: "image/svg+xml", version: 1 },
    zones: [{ outline: square(50, 60) }, { outline: null }],
    changedAt: "2026-01-05T08:00:00.000Z",
    changedBy: "administrator",
  });
  const operator = await app.as("operator");
  expect((await operator.get(url)).json()).toEqual(saved);
  const member = await app.as("member");
  expect((await member.get(url)).json()).toMatchObject({ version: 1, changedBy: null });
  const map = (await operator.get(`/v1/gl_analytics/${bench.floorId}/devicemap?type=ahu`)).json<
    DeviceEntry[]
  >();
  expect(map.map(({ ssid, coordinates }) => [ssid, coordinates])).toEqual([["T-AHU", [210, 300]]]);

  const audits = await planAudits(app);
  expect(audits).toHaveLength(1);
  expect(audits[0]).toMatchObject({
    action: "save-floor-plan",
    target: `floor:${bench.floorId}`,
    before: {
      version: 1,
      zones: [
        { name: "Zone 1", outline: square(20, 20) },
        { name: "Zone 2", outline: square(220, 20) },
      ],
      devices: [{ ssid: "T-AHU", position: null }],
    },
    after: {
      zones: [
        { name: "Zone 1", outline: square(50, 60) },
        { name: "Zone 2", outline: null },
      ],
      devices: [{ ssid: "T-AHU", position: [210, 300] }],
      drawing: {
        type: "image/svg+xml",
        bytes: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  });
});

test("checks a drawing before it is used, and stores nothing", async () => {
  await using bench = await openPlan();
  const check = async (text: string) =>
    (await bench.user.post("/v1/floor_plans/check_drawing", { drawing: base64(text) })).json();
  const labelled =
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/><foreignObject>Lab 1</foreignObject></svg>';
  const answer = await check(labelled);
  expect(answer).toMatchObject({ type: "image/svg+xml", lostLabels: ["Lab 1"], hasSize: false });
  expect(Buffer.from(answer.drawing, "base64").toString()).not.toContain("Lab");
  expect(await check("Ground floor")).toMatchObject({ code: "drawing-unreadable" });
  expect(await bench.load()).toMatchObject({ version: 0, drawing: null });
});

test("serves a cleaned drawing with a policy that also forbids scripts and loading", async () => {
  await using bench = await openPlan();
  expect((await bench.user.get(`${bench.url}/drawing`)).statusCode).toBe(404);
  await bench.user.post(`${bench.url}/edit`, { version: 0, drawing });
  const member = await bench.app.as("member");
  const answer = await member.get(`${bench.url}/drawing?version=1`);
  expect(answer.body).toBe(
    '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"></path></svg>',
  );
  expect(answer.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=86400, immutable",
  });
  expect((await member.get(`${bench.url}/drawing`)).headers["cache-control"]).toBe("no-store");

  const without = (
    await bench.user.post(`${bench.url}/edit`, { version: 1, drawing: null })
  ).json<FloorPlan>();
  expect([without.version, without.drawing]).toEqual([2, null]);
  expect((await bench.user.get(`${bench.url}/drawing`)).statusCode).toBe(404);
});

test("keeps the drawing when only zones change", async () => {
  await using bench = await openPlan();
  await bench.user.post(`${bench.url}/edit`, { version: 0, drawing });
  await bench.user.post(`${bench.url}/edit`, {
    version: 1,
    zones: [{ id: bench.zone("Zone 1"), outline: square(0, 0) }],
  });
  expect(await bench.load()).toMatchObject({ version: 2, drawing: { version: 1 } });
});

test("rejects a save over another user's change, and loses nothing", async () => {
  await using bench = await openPlan();
  const { app, user, url, zone } = bench;
  const save = (version: number, left: number) =>
    user.post(`${url}/edit`, { version, zones: [{ id: zone("Zone 1"), outline: square(left, 0) }] });
  expect((await save(0, 10)).statusCode).toBe(200);
  const late = await save(0, 30);
  expect([late.statusCode, late.json().message]).toEqual([409, "Someone else has changed this plan."]);
  expect((await user.post(`${url}/reset`, { version: 0 })).statusCode).toBe(409);
  expect((await save(7, 30)).statusCode).toBe(409);
  expect((await bench.load()).zones[0]?.outline).toEqual(square(10, 0));
  expect(await planAudits(app)).toHaveLength(1);

  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => save(1, at)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
});

test("an import of the site file keeps changes and updates the rest of the plan", async () => {
  await using bench = await openPlan();
  const { app, user, url, zone, device } = bench;
  await user.post(`${url}/edit`, {
    version: 0,
    drawing,
    zones: [
      { id: zone("Zone 1"), outline: square(50, 60) },
      // Equal to the site file, so it follows later site files.
      { id: zone("Zone 2"), outline: square(220, 20) },
    ],
    devices: [
      { id: device("T-S1"), position: [11, 22] },
      { id: device("T-S2"), position: [100, 200] },
    ],
  });
  const moved = anOutlinedSite();
  const [first, second] = moved.buildings[0]?.floors[0]?.zones ?? [];
  if (first && second) [first.outline, second.outline] = [square(0, 0), square(300, 300)];
  for (const one of moved.devices) if (one.position) one.position = [150, 250];
  await bench.importAgain(moved);
  const positions = async () => {
    const plan = await bench.load();
    return [
      plan.zones.map(({ outline }) => outline),
      plan.devices.slice(0, 2).map(({ position }) => position),
    ];
  };
  expect(await positions()).toEqual([
    [square(50, 60), square(300, 300)],
    [
      [11, 22],
      [150, 250],
    ],
  ]);

  await user.post(`${url}/reset`, { version: 1 });
  expect(await positions()).toEqual([
    [square(0, 0), square(300, 300)],
    [
      [150, 250],
      [150, 250],
    ],
  ]);
  expect(await bench.load()).toMatchObject({ version: 2, drawing: null });
  expect((await planAudits(app)).map(({ action }) => action)).toEqual([
    "save-floor-plan",
    "reset-floor-plan",
  ]);
});

test("a device that moves to another floor does not keep its position", async () => {
  await using bench = await openPlan();
  await bench.user.post(`${bench.url}/edit`, {
    version: 0,
    devices: [{ id: bench.device("T-S1"), position: [11, 22] }],
  });
  const moved = anOutlinedSite();
  const sensor = moved.devices.find(({ ssid }) => ssid === "T-S1");
  if (sensor) sensor.location = "T/f1/z1";
  await bench.importAgain(moved);
  const map = (
    await bench.user.get(`/v1/gl_analytics/${bench.user.session.building.id}/devicemap?type=environment`)
  ).json<DeviceEntry[]>();
  expect(map.find(({ ssid }) => ssid === "T-S1")?.coordinates).toEqual([100, 200]);
});
