import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { sayMeanwhile } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lasting = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("done"), ms));

test("a long step is said after 2 s and each 10 s from then on, until its end", async () => {
  const said: string[] = [];
  const work = sayMeanwhile((text) => said.push(text), "Moving in", lasting(25_000));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(["Moving in: 2 s", "Moving in: 12 s", "Moving in: 22 s"]);
  expect(await work).toBe("done");
});

test("what fails says nothing more", async () => {
  const said: string[] = [];
  const work = sayMeanwhile((text) => said.push(text), "Moving in", Promise.reject(new Error("No room")));
  await expect(work).rejects.toThrow("No room");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
});
