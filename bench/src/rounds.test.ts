import os from "node:os";

import { expect, test } from "vitest";

import { compare, latencyOf, Rounds, spreadOf } from "./rounds.ts";

test("a spread has median, minimum and maximum", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spreadOf([4, 1])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(() => spreadOf([])).toThrow("No round");
});

test("percentiles lie between two values in proportion", () => {
  const valuesMs = Array.from({ length: 101 }, (_, at) => 100 - at);
  expect(latencyOf(valuesMs)).toEqual({ p50: 50, p99: 99, max: 100 });
});

test("both sides alternate in going first, and ratios are calculated round by round", async () => {
  const order: string[] = [];
  const ours = [10, 30, 20];
  const references = [10, 10, 40];
  const take = (side: string, results: number[]) => async () => {
    order.push(side);
    return results.shift() ?? Number.NaN;
  };
  const rounds = new Rounds(os.tmpdir(), () => undefined);
  const sides = { ours: take("ours", ours), reference: take("reference", references) };
  const found = await rounds.compare("work", 3, sides);
  expect(order).toEqual(["ours", "reference", "reference", "ours", "ours", "reference"]);
  expect(found).toEqual({ ours: 20, reference: 10, ratio: { median: 1, min: 0.5, max: 3 } });
  expect(rounds.describeMachine()).toMatch(/CPU probe .* ms, fsync probe .* ms/);
});

test("each round begins with the next system, and every system is compared with the first", async () => {
  const order: string[] = [];
  const system = (name: string, share: number) => async () => ({ result: order.push(name) * share });
  const rounds = new Rounds(os.tmpdir(), () => undefined);
  const found = await rounds.measure("work", 2, [system("a", 1), system("b", 2), system("c", 1)]);
  expect(order.join("")).toBe("abcbca");
  expect(compare(found, "result", 2)).toEqual({
    ours: 3.5,
    reference: 4,
    ratio: { median: (1 / 3 + 6 / 5) / 2, min: 1 / 3, max: 6 / 5 },
  });
});
