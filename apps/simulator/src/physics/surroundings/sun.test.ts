import { expect, test } from "vitest";

import { createLocalClock } from "./local-clock.ts";
import { sunAt, wallRadiation } from "./sun.ts";

const bengaluru = { latitude: 12.97, longitude: 77.59 };
const eastWall = (time: string) =>
  wallRadiation(sunAt(bengaluru, Date.parse(`2026-11-18T${time}Z`), 322), 90, 1);
const degrees = (radian: number) => (radian * 180) / Math.PI;

test("the clock of Kolkata is five and a half hours ahead, over midnight too", () => {
  const local = createLocalClock("Asia/Kolkata");
  expect(local(Date.parse("2026-11-18T20:00:00Z"))).toEqual({ weekday: 4, hour: 1.5, dayOfYear: 323 });
  expect(local(Date.parse("2026-11-18T07:00:00Z"))).toEqual({ weekday: 3, hour: 12.5, dayOfYear: 322 });
});

test("the clock follows a zone's summer time", () => {
  const local = createLocalClock("Europe/Berlin");
  expect(local(Date.parse("2026-03-29T00:59:00Z")).hour).toBeCloseTo(1.983, 2);
  expect(local(Date.parse("2026-03-29T01:00:00Z")).hour).toBe(3);
});

test("at local noon of the equinox the sun's elevation is 90° minus the latitude", () => {
  const sun = sunAt(bengaluru, Date.parse("2026-03-21T06:50:00Z"), 80);
  expect(degrees(sun.elevationRadian)).toBeCloseTo(90 - 12.97, 0);
});

test("the morning sun is in the east and the evening sun in the west", () => {
  expect(degrees(sunAt(bengaluru, Date.parse("2026-03-21T02:00:00Z"), 80).azimuthRadian)).toBeCloseTo(94, -1);
  expect(degrees(sunAt(bengaluru, Date.parse("2026-03-21T11:30:00Z"), 80).azimuthRadian)).toBeCloseTo(
    266,
    -1,
  );
});

test("an east wall has sun in the morning, none at night, and diffuse light only in the evening", () => {
  expect(eastWall("03:00:00")).toBeGreaterThan(400);
  expect(eastWall("11:00:00")).toBeLessThan(100);
  expect(eastWall("18:00:00")).toBe(0);
});
