import { ahu as ahuType } from "@verandah/equipment/types/ahu.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { expect, test } from "vitest";

import { bengaluru } from "../campus/bengaluru.ts";
import { mumbai } from "../campus/mumbai.ts";
import { equipmentOf } from "../campus/points.ts";
import { ahusOf, sensorsOf, zonesOf } from "../campus/shapes.ts";
import { measureAhu, measureSensor } from "./measured.ts";
import { createPhysics } from "./physics.ts";
import { type Influence, type Commands, noInfluence } from "./surroundings/influence.ts";
import type { Physics, World } from "./world.ts";

const { points: ahuPoints } = equipmentOf(ahuType);
const { points: environmentPoints } = equipmentOf(environment);

const HOUR_MS = 3_600_000;
const isFull = process.env["FULL"] !== undefined;
/** Simulated days: a working week and a whole one in the long run, otherwise a day of each. */
const days = isFull ? { working: 5, all: 7 } : { working: 1, all: 1 };
/** A Wednesday, 12:30 in Bengaluru. */
const wednesdayNoon = Date.parse("2026-11-18T07:00:00Z");
/** The Sunday before it, 03:30. */
const sundayNight = Date.parse("2026-11-14T22:00:00Z");
const ahu = "AHU-BLR-A-F1-1";
const zoneOfAhu = "blr/a/f1/z1";

function zone(world: World, key = zoneOfAhu) {
  const state = world.zones.get(key);
  if (!state) throw new Error(`No zone ${key}`);
  return state;
}

function unit(world: World, ssid = ahu) {
  const state = world.ahus.get(ssid);
  if (!state) throw new Error(`No unit ${ssid}`);
  return state;
}

function influenceOf(commands: Commands, only?: string): Influence {
  return {
    ...noInfluence,
    commandsOf: (ssid) => (only === undefined || ssid === only ? commands : undefined),
  };
}

function allSensors(physics: Physics, world: World) {
  return zonesOf(physics.campus).flatMap((one) =>
    one.sensors.map((sensor) => measureSensor(physics, world, one, sensor)),
  );
}

test("the same start, commands and instant give the same world", () => {
  const once = createPhysics(bengaluru()).warmUp(wednesdayNoon);
  const again = createPhysics(bengaluru()).warmUp(wednesdayNoon);
  expect([...once.zones]).toEqual([...again.zones]);
  expect([...once.ahus]).toEqual([...again.ahus]);
});

test("stepping does not change the world it starts from", () => {
  const physics = createPhysics(bengaluru());
  const world = physics.warmUp(wednesdayNoon);
  const before = structuredClone([...world.zones]);
  physics.step(world, wednesdayNoon + HOUR_MS);
  expect([...world.zones]).toEqual(before);
});

test("seconds and minutes as steps lead to the same temperatures within a tenth of a kelvin", () => {
  const physics = createPhysics(bengaluru());
  let fine = physics.warmUp(wednesdayNoon);
  const coarse = physics.step(fine, wednesdayNoon + HOUR_MS / 2);
  for (let atMs = wednesdayNoon + 1_000; atMs <= wednesdayNoon + HOUR_MS / 2; atMs += 1_000)
    fine = physics.step(fine, atMs);
  for (const [key, state] of coarse.zones)
    expect(zone(fine, key).temperatureCelsius).toBeCloseTo(state.temperatureCelsius, 1);
});

test("a zone gets warm when its unit is commanded off on a working day, and cools again when it is on", () => {
  const physics = createPhysics(bengaluru());
  const noon = physics.warmUp(wednesdayNoon);
  const off = physics.step(noon, wednesdayNoon + HOUR_MS, influenceOf({ ahu_on_off_sp: 0 }, ahu));
  expect(unit(off).fanShare).toBe(0);
  expect(zone(off).temperatureCelsius).toBeGreaterThan(zone(noon).temperatureCelsius + 1);
  const on = physics.step(off, wednesdayNoon + 2 * HOUR_MS);
  expect(unit(on).fanShare).toBeGreaterThan(0.5);
  expect(zone(on).temperatureCelsius).toBeLessThan(zone(off).temperatureCelsius - 1);
});

test("a lower return air setpoint speeds the fan up and cools the zones of that unit only", () => {
  const physics = createPhysics(bengaluru());
  const noon = physics.warmUp(wednesdayNoon);
  const untouched = physics.step(noon, wednesdayNoon + HOUR_MS);
  const colder = physics.step(
    noon,
    wednesdayNoon + HOUR_MS,
    influenceOf({ ahu_in_air_temperature_sp: 21 }, ahu),
  );
  expect(unit(colder).fanShare).toBeGreaterThan(unit(untouched).fanShare + 0.2);
  expect(zone(colder).temperatureCelsius).toBeLessThan(zone(untouched).temperatureCelsius - 0.8);
  expect(zone(colder, "blr/a/f1/z2")).toEqual(zone(untouched, "blr/a/f1/z2"));
});

test("the valve brings the supply air within 1 K of a new setpoint in fifteen minutes", () => {
  const physics = createPhysics(bengaluru());
  const noon = physics.warmUp(wednesdayNoon);
  const colder = physics.step(
    noon,
    wednesdayNoon + HOUR_MS / 4,
    influenceOf({ ahu_suply_air_temperature_sp: 16 }),
  );
  expect(Math.abs(unit(colder).supplyCelsius - 16)).toBeLessThan(1);
  expect(unit(colder).valvePercent).toBeGreaterThan(unit(noon).valvePercent);
});

test("a commanded valve follows its command, and the controller takes over after a release", () => {
  const physics = createPhysics(bengaluru());
  const noon = physics.warmUp(wednesdayNoon);
  const forced = physics.step(noon, wednesdayNoon + HOUR_MS / 6, influenceOf({ ahu_chilled_valve_sp: 100 }));
  expect(unit(forced).valvePercent).toBe(100);
  expect(unit(forced).supplyCelsius).toBeLessThan(15);
  const released = physics.step(forced, wednesdayNoon + HOUR_MS / 2);
  expect(Math.abs(unit(released).supplyCelsius - 18)).toBeLessThan(1.5);
});

test("carbon dioxide increases by day with the people, and decreases to that of the outdoor air at night", () => {
  const physics = createPhysics(bengaluru());
  const noon = physics.warmUp(wednesdayNoon);
  const night = physics.step(noon, wednesdayNoon + 15 * HOUR_MS);
  for (const state of noon.zones.values()) expect(state.co2Ppm).toBeGreaterThan(550);
  for (const state of night.zones.values()) expect(state.co2Ppm).toBeLessThan(500);
});

test("units are off at night and at the weekend, and can be commanded on at any time", () => {
  const physics = createPhysics(bengaluru());
  const night = physics.warmUp(sundayNight);
  for (const state of night.ahus.values()) expect(state.fanShare).toBe(0);
  const commanded = physics.step(night, sundayNight + HOUR_MS / 4, influenceOf({ ahu_on_off_sp: 10 }, ahu));
  expect(unit(commanded).fanShare).toBeGreaterThan(0.3);
  expect(unit(commanded, "AHU-BLR-A-F2-1").fanShare).toBe(0);
});

test.each([bengaluru(), mumbai()])("in office hours of $city nearly all zones are comfortable", (campus) => {
  const physics = createPhysics(campus);
  let world = physics.warmUp(Date.parse("2026-11-16T02:30:00Z"));
  let zones = 0;
  let uncomfortable = 0;
  for (let day = 0; day < days.working; day++) {
    const nine = Date.parse("2026-11-16T03:30:00Z") + day * 24 * HOUR_MS;
    for (let atMs = nine; atMs <= nine + 9 * HOUR_MS; atMs += HOUR_MS / 2) {
      world = physics.step(world, atMs);
      for (const values of allSensors(physics, world)) {
        zones++;
        const { TEMPERATURE, HUMIDITY, CO2, LUMINOUSITY } = values;
        const isComfortable =
          TEMPERATURE >= 20 &&
          TEMPERATURE <= 28 &&
          HUMIDITY >= 30 &&
          HUMIDITY <= 70 &&
          CO2 < 1_000 &&
          LUMINOUSITY >= 100 &&
          LUMINOUSITY <= 1_000;
        if (!isComfortable) uncomfortable++;
      }
    }
  }
  expect(uncomfortable / zones).toBeLessThan(0.02);
});

test.each([bengaluru(), mumbai()])(
  "around the clock no value of $city leaves its physical range, also at night and at the weekend",
  (campus) => {
    const physics = createPhysics(campus);
    const from = Date.parse("2026-11-13T18:30:00Z");
    let world = physics.warmUp(from);
    const impossible: string[] = [];
    const ranges = new Map([...environmentPoints, ...ahuPoints].map((point) => [point.paramId, point]));
    for (let atMs = from; atMs < from + days.all * 24 * HOUR_MS; atMs += HOUR_MS) {
      world = physics.step(world, atMs);
      const all = [
        ...allSensors(physics, world),
        ...ahusOf(campus).map((one) => measureAhu(physics, world, one)),
      ];
      for (const values of all)
        for (const [id, value] of Object.entries(values)) {
          const { min = 0, max = 0 } = ranges.get(id) ?? {};
          if (value < min || value > max) impossible.push(`${id} ${value}`);
        }
      for (const state of world.zones.values()) {
        expect(state.temperatureCelsius).toBeGreaterThan(19);
        expect(state.temperatureCelsius).toBeLessThan(29);
      }
    }
    expect(impossible).toEqual([]);
  },
);

test("every device measures exactly the points it is described with", () => {
  const campus = bengaluru();
  const physics = createPhysics(campus);
  const world = physics.warmUp(wednesdayNoon);
  const [first] = zonesOf(campus);
  const [sensor] = sensorsOf(campus);
  const [oneAhu] = ahusOf(campus);
  if (!first || !sensor || !oneAhu) throw new Error("The campus is empty");
  expect(Object.keys(measureSensor(physics, world, first, sensor)).toSorted()).toEqual(
    environmentPoints.map((point) => point.paramId).toSorted(),
  );
  expect(Object.keys(measureAhu(physics, world, oneAhu)).toSorted()).toEqual(
    ahuPoints.map((point) => point.paramId).toSorted(),
  );
});
