import { expect, test } from "vitest";

import { gapsBetween } from "./trend-gaps.ts";

const MINUTE_MS = 60_000;
const window = (minutes: number, bucketMinutes: number) => ({
  fromMs: 0,
  toMs: minutes * MINUTE_MS,
  bucketMs: bucketMinutes * MINUTE_MS,
});
const minutes = (...starts: number[]) => starts.map((start) => start * MINUTE_MS);
/** Gaps in minutes, for a point with values every 10 s: 90 s of silence are allowed. */
const gapsOf = (starts: number[], range: ReturnType<typeof window>, silenceMaxMs = 90_000) =>
  gapsBetween(minutes(...starts), range, silenceMaxMs).map(({ fromMs, toMs }) => [
    fromMs / MINUTE_MS,
    toMs / MINUTE_MS,
  ]);

test("finds an outage between two values, before the first and after the last", () => {
  expect(gapsOf([0, 1, 2, 22, 23, 24], window(25, 1))).toEqual([[3, 22]]);
  expect(gapsOf([10, 11, 12], window(13, 1))).toEqual([[0, 10]]);
  expect(gapsOf([0, 1, 2], window(13, 1))).toEqual([[3, 13]]);
});

test("a window without values is one gap", () => {
  expect(gapsOf([], window(25, 1))).toEqual([[0, 25]]);
});

test("an unchanged value stored once a minute has no gap, but an empty five-minute bucket is a gap", () => {
  expect(gapsOf([0, 1, 3, 4, 5], window(6, 1))).toEqual([]);
  expect(gapsOf([0, 5, 15, 20, 25], window(30, 5))).toEqual([[10, 15]]);
});

test("two outages with one value between them are two gaps", () => {
  expect(gapsOf([0, 1, 2, 22, 42, 43, 44], window(45, 1))).toEqual([
    [3, 22],
    [23, 42],
  ]);
});

test("imported history with a value every 15 minutes has no gaps, but an outage in it is one", () => {
  expect(gapsOf([0, 15, 30, 45, 46, 47, 48], window(49, 1))).toEqual([]);
  expect(gapsOf([0, 15, 30, 120, 135, 150], window(165, 1))).toEqual([[31, 120]]);
});
