import { expect, test } from "vitest";

import { createInstrument, quantities } from "./instruments.ts";

const take = (next: () => number, count: number) => Array.from({ length: count }, next);

test("an instrument gives the same values for the same seed, and others for another", () => {
  const values = take(createInstrument("TEMPERATURE", 7, "wandering"), 50);
  expect(take(createInstrument("TEMPERATURE", 7, "wandering"), 50)).toEqual(values);
  expect(take(createInstrument("TEMPERATURE", 8, "wandering"), 50)).not.toEqual(values);
});

test("temperatures vary near their start, with two decimals", () => {
  const values = take(createInstrument("TEMPERATURE", 1, "wandering"), 10_000);
  expect(values.every((value) => Number(value.toFixed(2)) === value)).toBe(true);
  expect(Math.min(...values)).toBeGreaterThan(15);
  expect(Math.max(...values)).toBeLessThan(35);
  expect(new Set(values).size).toBeGreaterThan(50);
});

test("a counter never decreases", () => {
  const values = take(createInstrument("Energy", 1, "wandering"), 1_000);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});

test("noisy values never repeat, for any instrument", () => {
  for (const name of Object.keys(quantities))
    expect(new Set(take(createInstrument(name, 1, "noisy"), 1_000)).size).toBe(1_000);
});
