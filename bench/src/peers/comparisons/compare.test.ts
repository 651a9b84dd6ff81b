import { expect, test } from "vitest";

import { BestChoice, compare } from "./compare.ts";

test("All choices are measured the first time, then only the best", async () => {
  const asked: number[] = [];
  const choice = new BestChoice<number, number>([1, 3, 2], (a, b) => a > b);
  const measure = (one: number) => {
    asked.push(one);
    return Promise.resolve(one * 10);
  };
  expect(await choice.measure(measure)).toBe(30);
  expect(await choice.measure(measure)).toBe(30);
  expect(asked).toEqual([1, 3, 2, 3]);
  expect(choice.best).toBe(3);
});

test("Ratios are taken round by round", () => {
  expect(compare([10, 20, 30], [1, 4, 10])).toEqual({
    ours: 20,
    reference: 4,
    ratio: { median: 5, min: 3, max: 10 },
  });
});
