import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { reportProgress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lasting = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("done"), ms));

test("reports a long step after 2 s and then every 10 s until it ends", async () => {
  const reported: string[] = [];
  const work = reportProgress((text) => reported.push(text), "Moving in", lasting(25_000));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(["Moving in: 2 s", "Moving in: 12 s", "Moving in: 22 s"]);
  expect(await work).toBe("done");
});

test("stops reporting after a failure", async () => {
  const reported: string[] = [];
  const work = reportProgress(
    (text) => reported.push(text),
    "Moving in",
    Promise.reject(new Error("No room")),
  );
  await expect(work).rejects.toThrow("No room");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual([]);
});
