import { expect, test } from "vitest";

import { seedOf } from "../surroundings/noise.ts";
import { isBayTaken } from "./parking.ts";

const bays = Array.from({ length: 48 }, (_, index) => seedOf(`BAY-${index}`));

function taken(weekday: number, hour: number, dayOfYear = 322): number {
  return bays.filter((seed) => isBayTaken(seed, { weekday, hour, dayOfYear })).length;
}

test("a working day fills the deck by noon and empties it by night", () => {
  expect(taken(3, 6)).toBe(0);
  expect(taken(3, 9.3)).toBeGreaterThan(8);
  expect(taken(3, 12)).toBeGreaterThan(34);
  expect(taken(3, 13.3)).toBeLessThan(taken(3, 12));
  expect(taken(3, 22)).toBe(0);
});

test("few cars park on a Sunday", () => {
  expect(taken(0, 12)).toBeLessThan(10);
});

function day(dayOfYear: number): boolean[] {
  return bays.map((seed) => isBayTaken(seed, { weekday: 3, hour: 9.5, dayOfYear }));
}

test("days differ, and the same day is always the same", () => {
  expect(day(322)).toEqual(day(322));
  expect(day(322)).not.toEqual(day(323));
});
