import fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";

import { repeat } from "./repeat.ts";

test("the log names the error of a job", async () => {
  const lines: string[] = [];
  const { log } = fastify({ logger: { stream: { write: (line) => void lines.push(line) } } });
  const job = repeat("calendars", 60_000, () => Promise.reject(new Error("no such room")), log);
  await expect.poll(() => lines.join("")).toContain("no such room");
  await job[Symbol.asyncDispose]();
});

test("a job with a delay runs for the first time after the delay, and never after its disposal", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const work = () => Promise.resolve((runs += 1));
  const job = repeat("maintenance", 10_000, work, fastify().log, 20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
  await job[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(2);
});
