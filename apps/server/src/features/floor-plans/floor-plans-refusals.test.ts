import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { expect, test } from "vitest";

import { anOutlinedSite, base64, openPlan } from "../../testing/benches/floor-plan-bench.ts";

test("reports wrong points, zones and devices, and stores nothing", async () => {
  await using bench = await openPlan();
  const { user, url, zone } = bench;
  const answer = await user.post(`${url}/edit`, {
    version: 0,
    zones: [
      {
        id: zone("Zone 1"),
        outline: [
          [0, 0],
          [421, 0],
          [0, 591],
          [-1, 5],
        ],
      },
      {
        id: zone("Zone 2"),
        outline: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    devices: [{ id: 1, position: [5, "left"] }],
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    {
      "zones.0.outline.1.0": "Outside the plan",
      "zones.0.outline.2.1": "Outside the plan",
      "zones.0.outline.3.0": "Outside the plan",
      "zones.1.outline": "A zone has at least three corners",
      "devices.0.position.1": "A number",
    },
  ]);
  const edge = [
    [0, 0],
    [420, 0],
    [420, 590],
  ];
  expect(
    (await user.post(`${url}/edit`, { version: 0, zones: [{ id: zone("Zone 1"), outline: edge }] }))
      .statusCode,
  ).toBe(200);
  const stranger = await user.post(`${url}/edit`, {
    version: 1,
    zones: [
      { id: zone("Zone 1"), outline: null },
      { id: zone("Zone 1"), outline: edge },
    ],
    devices: [{ id: 999_999, position: [1, 1] }],
  });
  expect([stranger.statusCode, stranger.json().fields]).toEqual([
    400,
    { "zones.1.id": "Not on this floor, or twice", "devices.0.id": "Not on this floor, or twice" },
  ]);
  expect((await bench.load()).version).toBe(1);
});

test.each([
  [
    "a text",
    base64("hello"),
    422,
    "This file cannot be read as an SVG or PNG. Save it as plain SVG or as PNG.",
  ],
  ["an empty file", "", 422, "This file cannot be read as an SVG or PNG. Save it as plain SVG or as PNG."],
  ["2 MB and a byte", base64("x".repeat(2_097_153)), 413, "The drawing is too large: at most 2 MB."],
])("rejects %s with the reason", async (_name, sent, status, text) => {
  await using bench = await openPlan();
  const answer = await bench.user.post(`${bench.url}/edit`, { version: 0, drawing: sent });
  expect([answer.statusCode, answer.json().message]).toEqual([status, text]);
  expect((await bench.load()).version).toBe(0);
});

test("only administrators change a plan, and members see its zones but not its devices", async () => {
  await using bench = await openPlan();
  for (const role of ["operator", "viewer", "member", "pumpCustomer"] as const) {
    const user = await bench.app.as(role);
    expect([role, (await user.post(`${bench.url}/edit`, { version: 0, zones: [] })).statusCode]).toEqual([
      role,
      403,
    ]);
    expect([role, (await user.post(`${bench.url}/reset`, { version: 0 })).statusCode]).toEqual([role, 403]);
  }
  const seen = (await (await bench.app.as("member")).get(bench.url)).json<FloorPlan>();
  expect([seen.zones.length, seen.devices]).toEqual([2, []]);
});

test("answers 404 to another campus's floors, and to places that are not floors", async () => {
  await using bench = await openPlan([anOutlinedSite(), anOutlinedSite("O", "Other Campus")]);
  const stranger = await bench.app.as("other-administrator");
  for (const answer of [
    await stranger.get(bench.url),
    await stranger.get(`${bench.url}/drawing`),
    await stranger.post(`${bench.url}/edit`, { version: 0, zones: [] }),
    await stranger.post(`${bench.url}/reset`, { version: 0 }),
    await bench.user.get(`/v1/floor_plans/${bench.user.session.building.id}`),
    await bench.user.get(`/v1/floor_plans/${bench.zone("Zone 1")}`),
  ])
    expect(answer.statusCode).toBe(404);
});
