import { expect, test } from "vitest";

import { type AhuControls, type AhuState, fanWatt, startOfAhu, stepAhu } from "./ahu.ts";
import { startOfZone } from "./zone.ts";

const sound = {
  isValveStuck: false,
  isValveLeaking: false,
  isHeatingStuckOpen: false,
  isFanUnproven: false,
  isFilterLoaded: false,
};
const controls: AhuControls = {
  isOn: true,
  returnSetpointCelsius: 24,
  supplySetpointCelsius: 16,
  valvePercent: undefined,
  heatingPercent: undefined,
  waterFactor: 1,
  faults: sound,
};
const weather = { temperatureCelsius: 30, humidityGramPerKg: 12, pm25: 40, clearness: 1 };

/** The unit after an hour in steps of ten seconds. */
function hourLater(commands: Partial<AhuControls> = {}, zone = startOfZone): AhuState {
  let state = startOfAhu;
  for (let second = 0; second < 3_600; second += 10)
    state = stepAhu(state, { ...controls, ...commands }, [zone], weather, 10);
  return state;
}

test("a fan's power is proportional to the cube of its speed", () => {
  const whole = fanWatt({ ...startOfAhu, fanShare: 1 });
  expect(fanWatt({ ...startOfAhu, fanShare: 0.5 })).toBeCloseTo(whole / 8, 6);
});

test("the cooling load of the chiller is proportional to the air flow", () => {
  const well = hourLater({ valvePercent: 50 });
  const loaded = hourLater({ valvePercent: 50, faults: { ...sound, isFilterLoaded: true } });
  expect(loaded.fanShare).toBe(well.fanShare);
  expect(loaded.coolingKilowatt).toBeCloseTo(0.75 * well.coolingKilowatt, 6);
  expect(hourLater({ valvePercent: 50, faults: { ...sound, isFanUnproven: true } }).coolingKilowatt).toBe(0);
});

const freshAt = (co2Ppm: number) => hourLater({}, { ...startOfZone, co2Ppm }).freshPercent;

test("the fresh air damper opens further with more carbon dioxide in the return air", () => {
  expect([freshAt(450), freshAt(2_000)]).toEqual([20, 60]);
  expect(freshAt(800)).toBeCloseTo(38, 6);
});

test("without commands the unit heats only with the chilled water valve closed", () => {
  const cooling = hourLater({ valvePercent: 30, supplySetpointCelsius: 35 });
  expect(cooling.heatingDemandPercent).toBe(0);
  const heating = hourLater({ supplySetpointCelsius: 35 });
  expect([heating.valveDemandPercent, heating.heatingDemandPercent > 0]).toEqual([0, true]);
});
