import { expect, test } from "vitest";

import { labelSpot, middleOf, onPlan } from "./plan-geometry.ts";

test("a point is kept on the plan, in whole units", () => {
  expect(onPlan([12.4, 12.6])).toEqual([12, 13]);
  expect(onPlan([-1, 591])).toEqual([0, 590]);
  expect(onPlan([421, 0])).toEqual([420, 0]);
});

test("places the name of a rectangle in its upper left corner", () => {
  expect(
    labelSpot(
      [
        [20, 40],
        [180, 40],
        [180, 200],
        [20, 200],
      ],
      60,
    ),
  ).toEqual([26, 40]);
});

test("places the name of a wedge where it is wide enough", () => {
  const [x, y] = labelSpot(
    [
      [100, 0],
      [200, 200],
      [0, 200],
    ],
    60,
  );
  expect(y).toBeGreaterThanOrEqual(54);
  expect(x).toBeGreaterThan(0);
});

test("the middle is that of all corners", () => {
  expect(
    middleOf([
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
    ]),
  ).toEqual([50, 25]);
});
