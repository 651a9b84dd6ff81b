import { expect, test } from "vitest";

import { seedOf } from "../surroundings/noise.ts";
import { chargingWatt } from "./charger.ts";
import { isBayTaken } from "./parking.ts";

/** A Monday with a car in the bay all day. */
const MONDAY = { weekday: 1, dayOfYear: 13 };
const quarters = Array.from({ length: 96 }, (_, at) => at / 4);

test("a car charges after it comes, by the limit, and not longer than three hours", () => {
  const bay = "BAY-P1-24";
  const taken = quarters.filter((hour) => isBayTaken(seedOf(bay), { ...MONDAY, hour }));
  const charging = quarters.filter((hour) => chargingWatt(bay, { ...MONDAY, hour }) > 0);
  expect(charging).toEqual(taken.slice(0, 12));
  const [hour = 0] = charging;
  expect(chargingWatt(bay, { ...MONDAY, hour })).toBe(7_360);
  expect(chargingWatt(bay, { ...MONDAY, hour }, 16)).toBe(3_680);
  expect(chargingWatt(bay, { ...MONDAY, hour: 3 })).toBe(0);
});
