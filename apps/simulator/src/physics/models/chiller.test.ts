import { expect, test } from "vitest";

import { CHILLER_KILOWATT, startOfChiller, stepChiller } from "./chiller.ts";

const on = { isOn: true, setpointCelsius: 7 };
const hourLater = (coolingKilowatt: number, outdoorCelsius = 25, controls = on) =>
  stepChiller(startOfChiller, controls, coolingKilowatt, outdoorCelsius, 3_600);

test("the return water is warmer by the load of the coils, 5.5 K at full load", () => {
  const { supplyCelsius, returnCelsius } = hourLater(CHILLER_KILOWATT);
  expect(supplyCelsius).toBeCloseTo(7, 3);
  expect(returnCelsius - supplyCelsius).toBeCloseTo(5.5, 6);
});

test("its water gets warmer above its capacity", () => {
  expect(hourLater(1.1 * CHILLER_KILOWATT).supplyCelsius).toBeCloseTo(7, 3);
  expect(hourLater(1.5 * CHILLER_KILOWATT).supplyCelsius).toBeGreaterThan(11);
});

test("it needs more power when it is hot outside, and none when it is off", () => {
  const mild = hourLater(200).powerKilowatt;
  expect(hourLater(200, 38).powerKilowatt).toBeGreaterThan(1.15 * mild);
  expect(hourLater(200, 25, { ...on, isOn: false }).powerKilowatt).toBe(0);
});
