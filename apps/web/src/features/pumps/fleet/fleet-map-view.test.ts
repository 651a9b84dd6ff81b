import type { PumpCluster } from "@verandah/contract/pumps/pump-map.ts";
import { expect, test } from "vitest";

import { joinNear, linesOf, viewOf } from "./fleet-map-view.ts";

const at = (latitude: number, longitude: number, more: Partial<PumpCluster> = {}): PumpCluster => ({
  latitude,
  longitude,
  west: longitude,
  south: latitude,
  east: longitude,
  north: latitude,
  place: "Hoskote",
  pumps: 1,
  faults: 0,
  warnings: 0,
  offline: 0,
  members: [{ ssid: `${latitude}`, name: `Pump ${latitude}`, state: "running" }],
  ...more,
});

test("clusters whose signs would cover each other are one, with the sum of their states", () => {
  const clusters = [at(13, 77), at(13.01, 77.01, { pumps: 3, faults: 1, place: "Malur" }), at(15, 79)];
  const joined = joinNear(clusters, viewOf(clusters));
  expect(joined.map(({ pumps, faults, place }) => [pumps, faults, place])).toEqual([
    [4, 1, null],
    [1, 0, "Hoskote"],
  ]);
  const [first] = joined;
  expect(first).toMatchObject({ west: 77, south: 13, east: 77.01, north: 13.01 });
  expect(first?.longitude).toBeCloseTo(77.0075);
  const part = clusters.slice(0, 2);
  expect(joinNear(part, viewOf(part))).toHaveLength(2);
});

test("lines of degrees are where the map has them, at least three to each side", () => {
  const view = viewOf([at(12.7, 77.6), at(13.3, 78)]);
  const { meridians, parallels } = linesOf(view);
  expect(meridians.map(({ text }) => text)).toContain("78.0°");
  expect(meridians.length).toBeGreaterThanOrEqual(3);
  expect(parallels.map(({ text }) => text)).toContain("13.0°");
  expect(meridians.every(({ share }) => share > 0 && share < 1)).toBe(true);
});
