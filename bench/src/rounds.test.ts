import os from "node:os";

import { expect, test } from "vitest";

import { latencyOf, Rounds, spreadOf } from "./rounds.ts";

test("a spread has the middle, the least and the greatest", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spreadOf([4, 1])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(() => spreadOf([])).toThrow("No round");
});

test("percentiles lie between two values in proportion", () => {
  const valuesMs = Array.from({ length: 101 }, (_, at) => 100 - at);
  expect(latencyOf(valuesMs)).toEqual({ p50: 50, p99: 99, max: 100 });
});

test("both sides take turns at going first, and ratios are made round by round", async () => {
  const order: string[] = [];
  const ours = [10, 30, 20];
  const yardsticks = [10, 10, 40];
  const take = (side: string, figures: number[]) => async () => {
    order.push(side);
    return figures.shift() ?? Number.NaN;
  };
  const rounds = new Rounds(os.tmpdir(), () => undefined);
  const contest = { ours: take("ours", ours), yardstick: take("yardstick", yardsticks) };
  const found = await rounds.compare("work", 3, contest);
  expect(order).toEqual(["ours", "yardstick", "yardstick", "ours", "ours", "yardstick"]);
  expect(found).toEqual({ ours: 20, yardstick: 10, ratio: { median: 1, min: 0.5, max: 3 } });
  expect(rounds.describeMachine()).toMatch(/CPU probe .* ms, fsync probe .* ms/);
});
