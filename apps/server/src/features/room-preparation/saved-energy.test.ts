import { expect, test } from "vitest";

import { offHours, stopKilowatts } from "./saved-energy.service.ts";

const QUARTER_MS = 15 * 60_000;
const START_MS = Date.parse("2026-01-05T00:00:00Z");
const DAY = 96;
const STOP = 72;

/** Days on which a fan runs from 08:00 to 18:00; the power then falls by so many kW. */
function readings(falls: readonly number[], gap = 0) {
  const fan: { at: Date; avg: number }[] = [];
  const power: typeof fan = [];
  for (const [day, fall] of falls.entries())
    for (let quarter = 0; quarter < DAY; quarter += 1) {
      if (quarter > STOP - 1 && quarter < STOP + gap) continue;
      const at = new Date(START_MS + (day * DAY + quarter) * QUARTER_MS);
      const isOn = quarter >= 32 && quarter < STOP;
      fan.push({ at, avg: isOn ? 1 : 0 });
      power.push({ at, avg: isOn ? 20_000 : 20_000 - 1_000 * fall });
    }
  return [fan, power] as const;
}

test.each([
  ["the median of its stops", readings([4, 6, 9]), 6],
  ["not known from two stops", readings([6, 6]), null],
  ["not known when the power did not fall", readings([-1, -1, -1]), null],
  ["not known from stops in a gap of the readings", readings([6, 6, 6], 4), null],
  ["not known without a meter", [readings([6, 6, 6])[0], []] as const, null],
])("what a unit draws is %s", (_what, [fan, power], expected) => {
  expect(stopKilowatts(fan, power)).toBe(expected);
});

test("fans of one meter that stop at the same time share the fall", () => {
  const [fan, watts] = readings([8, 8, 8]);
  const running = fan.map(({ at }) => ({ at, avg: 1 }));
  expect(stopKilowatts(fan, watts, [fan])).toBe(4);
  expect(stopKilowatts(fan, watts, [fan, running])).toBe(4);
});

const during = (from: number, to: number) => ({
  from: new Date(START_MS + from * QUARTER_MS),
  to: new Date(START_MS + to * QUARTER_MS),
});

test("only the time in which the fan was off counts", () => {
  const fan = [0, 0, 1, 0.5].map((avg, at) => ({ at: new Date(START_MS + at * QUARTER_MS), avg }));
  const hours = (from: number, to: number) => offHours(fan, [during(from, to)])[0];
  expect(hours(0, 4)).toBeCloseTo(0.625);
  expect(hours(0.5, 1)).toBeCloseTo(0.125);
  expect(hours(2, 3)).toBe(0);
  expect(hours(4, 8)).toBeNull();
});

test("two rooms of one unit share the hours in which both were set back", () => {
  const fan = [0, 0, 0, 0].map((avg, at) => ({ at: new Date(START_MS + at * QUARTER_MS), avg }));
  const [first, second] = offHours(fan, [during(0, 4), during(2, 4)]);
  expect(first).toBeCloseTo(0.75);
  expect(second).toBeCloseTo(0.25);
});
