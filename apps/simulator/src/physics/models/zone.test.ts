import { expect, test } from "vitest";

import { groundFloor } from "../../testing/one-floor.ts";
import { startOfZone, stepZone, type ZoneSurroundings } from "./zone.ts";

const zone = groundFloor()
  .buildings.flatMap((building) => building.floors.flatMap((floor) => floor.zones))
  .find(({ sensors }) => sensors.length > 0);

/** The zone an hour later: empty, dark and without air, unless the test sets them. */
function hourLater(around: Partial<ZoneSurroundings>) {
  if (!zone) throw new Error("No zone with sensors");
  const quiet: ZoneSurroundings = {
    weather: { temperatureCelsius: 24.5, humidityGramPerKg: 10.5, pm25: 40, clearness: 0 },
    people: 0,
    wallWattPerSquareMetre: 0,
    lampShare: 0,
    hasSockets: false,
    supply: { flowKgPerSecond: 0, temperatureCelsius: 15, humidityGramPerKg: 9, freshShare: 0 },
  };
  return stepZone(zone, startOfZone, { ...quiet, ...around }, 3_600);
}

test("plug loads, lamps, people and the sun warm a zone", () => {
  const alone = hourLater({}).temperatureCelsius;
  expect(alone).toBeCloseTo(24.5, 6);
  expect(hourLater({ hasSockets: true }).temperatureCelsius).toBeGreaterThan(alone);
  expect(hourLater({ lampShare: 1 }).temperatureCelsius).toBeGreaterThan(alone);
  const people = hourLater({ people: 20 }).temperatureCelsius;
  expect(people).toBeGreaterThan(alone);
  expect(hourLater({ people: 20, hasSockets: true }).temperatureCelsius).toBeGreaterThan(people);
  expect(hourLater({ wallWattPerSquareMetre: 500 }).temperatureCelsius).toBeGreaterThan(alone);
});

test("people add carbon dioxide and humidity, and fresh air removes both", () => {
  const alone = hourLater({});
  const crowded = hourLater({ people: 20 });
  expect(crowded.co2Ppm).toBeGreaterThan(alone.co2Ppm + 100);
  expect(crowded.humidityGramPerKg).toBeGreaterThan(alone.humidityGramPerKg + 0.2);
  const supply = { flowKgPerSecond: 1.35, temperatureCelsius: 24.5, humidityGramPerKg: 10.5, freshShare: 1 };
  const aired = hourLater({ people: 20, supply });
  expect(aired.co2Ppm).toBeLessThan(crowded.co2Ppm);
  expect(aired.humidityGramPerKg).toBeLessThan(crowded.humidityGramPerKg);
});

test("recirculated air loses dust in the filter, and outside air adds dust", () => {
  const blow = (freshShare: number) =>
    hourLater({
      supply: { flowKgPerSecond: 1.35, temperatureCelsius: 24.5, humidityGramPerKg: 10.5, freshShare },
    }).pm25;
  const still = hourLater({}).pm25;
  expect(blow(0)).toBeLessThan(still);
  expect(blow(0)).toBeGreaterThan(0);
  expect(blow(1)).toBeGreaterThan(blow(0));
});
