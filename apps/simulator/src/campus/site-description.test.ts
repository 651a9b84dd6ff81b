import { healthPoints } from "@verandah/field/points.ts";
import { siteDescription } from "@verandah/field/site.ts";
import { expect, test } from "vitest";

import { campusesOf } from "./demo-campuses.ts";
import { PLAN_HEIGHT, PLAN_WIDTH } from "./floor-plan.ts";
import { floorsOf, zonesOf } from "./shapes.ts";
import { describeSite } from "./site-description.ts";

const [bengaluru, mumbai] = campusesOf("campus").map((campus) =>
  describeSite(campus, (ssid) => `password of ${ssid}`),
);
/** Points that a gateway adds to each device behind it. */
const HEALTH = healthPoints(1_000).length;
if (!bengaluru || !mumbai) throw new Error("Both campuses are there");

test("Bengaluru has seven office floors of six zones with four areas, and two parking decks", () => {
  const floors = bengaluru.buildings.find((building) => building.name === "Tower A")?.floors ?? [];
  expect(floors.map((floor) => floor.name)).toEqual([
    "Ground",
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Parking 1",
    "Parking 2",
  ]);
  for (const floor of floors.filter((one) => one.floorType === "wlms")) {
    expect(floor.zones).toHaveLength(6);
    for (const zone of floor.zones) expect(zone.areas).toHaveLength(4);
  }
});

test("Bengaluru has 84 environment sensors with seven points and 14 air handling units with nineteen and their health", () => {
  const sensors = bengaluru.devices.filter((device) => device.type === "ENVIRONMENT");
  const ahus = bengaluru.devices.filter((device) => device.type === "AHU");
  expect(sensors).toHaveLength(84);
  expect(ahus).toHaveLength(14);
  expect(new Set(sensors.map((device) => device.points.length))).toEqual(new Set([7]));
  expect(new Set(ahus.map((device) => device.points.length))).toEqual(new Set([19 + HEALTH]));
  expect(new Set(ahus.map((device) => device.edge))).toEqual(new Set(["GW-BLR-A"]));
});

test.each([
  ["VAV", 84, 7 + HEALTH, "GW-BLR-A"],
  ["CHILLER", 1, 8 + HEALTH, "GW-BLR-A"],
  ["ENERGYMETER", 14, 18 + HEALTH, "GW-BLR-A"],
  ["UPS", 4, 31 + HEALTH, "GW-BLR-A"],
  ["DALI", 56, 9, "DALI-GW-F0"],
  ["WAC", 28, 14, "50ac0f001"],
  ["WEATHERSTATION", 1, 3, "WX-BLR-A"],
  ["PARKING", 48, 2, "PARK-GW-P1"],
  ["EV_CHARGER", 6, 4, "PARK-GW-P1"],
  ["SOLARPUMP", 20, 9, "ASPump202600000000000000000001"],
])("Bengaluru has of %s %d with %d points, the first behind %s", (type, count, points, edge) => {
  const devices = bengaluru.devices.filter((device) => device.type === type);
  expect(devices).toHaveLength(count);
  expect(new Set(devices.map((device) => device.points.length))).toEqual(new Set([points]));
  expect(devices[0]?.edge).toBe(edge);
});

function ssidsOf(type: string): string[] {
  return bengaluru?.devices.flatMap((one) => (one.type === type ? [one.ssid] : [])) ?? [];
}

test("the names of lighting devices have a prefix, and those of pumps thirty characters", () => {
  expect(ssidsOf("WAC").filter((ssid) => !/^50ac0f\d\d\d$/.test(ssid))).toEqual([]);
  expect(ssidsOf("DALI").filter((ssid) => !/^50d0f\d\d\d$/.test(ssid))).toEqual([]);
  expect(ssidsOf("SOLARPUMP").filter((ssid) => !/^ASPump\d{24}$/.test(ssid))).toEqual([]);
});

test("Mumbai has three floors of four zones with one sensor each and no air handling unit", () => {
  expect(mumbai.buildings.flatMap((building) => building.floors).map((floor) => floor.zones.length)).toEqual([
    4, 4, 4,
  ]);
  expect(mumbai.devices.map((device) => device.type)).toEqual(Array(12).fill("ENVIRONMENT"));
});

test("sensors, controllers and pumps are edges, the others are behind a gateway; each site has one importer", () => {
  const own = new Set(["ENVIRONMENT", "WEATHERSTATION", "WAC", "SOLARPUMP"]);
  for (const site of [bengaluru, mumbai]) {
    const edges = new Map(site.edges.map((edge) => [edge.ssid, edge.kind]));
    for (const device of site.devices) {
      expect(edges.get(device.edge)).toBe(own.has(device.type) ? "device" : "gateway");
      expect(device.edge === device.ssid).toBe(own.has(device.type));
    }
    expect(site.edges.filter((edge) => edge.kind === "importer")).toHaveLength(1);
  }
});

test("a site file adds the types that the catalogue does not have", () => {
  expect(bengaluru.types?.map(({ type }) => type)).toEqual(["EV_CHARGER"]);
  expect(mumbai.types).toBeUndefined();
});

test.each([
  ["UPS", "ups_test", 1, 5],
  ["AHU", "ahu_in_air_temperature_sp", 0, 50],
])("a point of %s that is written has its physical range, in which %s is good", (type, paramId, min, max) => {
  const device = bengaluru.devices.find((one) => one.type === type);
  expect(device?.points.find((point) => point.paramId === paramId)).toMatchObject({ min, max });
});

test("names and addresses are unique, and the location of every device exists", () => {
  for (const site of [bengaluru, mumbai]) {
    const ssids = site.devices.map((device) => device.ssid);
    expect(new Set(ssids).size).toBe(ssids.length);
    expect(new Set(site.devices.map((device) => device.name)).size).toBe(ssids.length);
    const floors = site.buildings.flatMap((building) => building.floors);
    const zones = floors.flatMap((floor) => floor.zones);
    const areas = zones.flatMap((zone) => zone.areas);
    const keys = new Set([...site.buildings, ...floors, ...zones, ...areas].map((location) => location.key));
    for (const device of site.devices) expect(keys).toContain(device.location);
  }
});

test("a description has hashes and no password, and is valid by the schema of site files", () => {
  expect(JSON.stringify(bengaluru)).not.toContain("password of");
  expect(siteDescription.safeParse(bengaluru).success).toBe(true);
});

test("zones are on the plan without overlap, and each sensor is in its zone", () => {
  for (const floor of campusesOf("campus").flatMap(floorsOf)) {
    const outlines = floor.zones.map((zone) => ({
      left: Math.min(...zone.outline.map(([x]) => x)),
      right: Math.max(...zone.outline.map(([x]) => x)),
      top: Math.min(...zone.outline.map(([, y]) => y)),
      bottom: Math.max(...zone.outline.map(([, y]) => y)),
    }));
    for (const [index, outline] of outlines.entries()) {
      expect(outline.left).toBeGreaterThan(0);
      expect(outline.right).toBeLessThan(PLAN_WIDTH);
      expect(outline.top).toBeGreaterThan(0);
      expect(outline.bottom).toBeLessThan(PLAN_HEIGHT);
      for (const other of outlines.slice(index + 1))
        expect(
          outline.right <= other.left ||
            other.right <= outline.left ||
            outline.bottom <= other.top ||
            other.bottom <= outline.top,
        ).toBe(true);
      for (const { position } of floor.zones[index]?.sensors ?? []) {
        expect(position[0]).toBeGreaterThan(outline.left);
        expect(position[0]).toBeLessThan(outline.right);
        expect(position[1]).toBeGreaterThan(outline.top);
        expect(position[1]).toBeLessThan(outline.bottom);
      }
    }
  }
});

test("every office zone of Tower A is served by exactly one air handling unit", () => {
  for (const campus of campusesOf("campus").filter((one) => one.key === "blr")) {
    const served = floorsOf(campus).flatMap((floor) => floor.ahus.flatMap((ahu) => ahu.zoneKeys));
    const offices = zonesOf(campus).filter((zone) => zone.sensors.length > 0);
    expect(served.toSorted()).toEqual(offices.map((zone) => zone.key).toSorted());
  }
});

test("the small site has some fifty devices of every kind of Bengaluru, which report ten times as often", () => {
  const [campus] = campusesOf("small");
  if (!campus) throw new Error("The small campus is there");
  const small = describeSite(campus, () => "");
  expect(small.devices).toHaveLength(49);
  const typesOf = ({ devices }: typeof small) => new Set(devices.map(({ type }) => type));
  expect(typesOf(small)).toEqual(typesOf(bengaluru));
  const longestMs = Math.max(
    ...small.devices.flatMap(({ points }) => points.map(({ intervalMs }) => intervalMs)),
  );
  expect(longestMs).toBe(6_000);
});
