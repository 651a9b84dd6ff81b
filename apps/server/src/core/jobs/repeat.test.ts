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

test("a job runs within a time that is asked for, also after the current run, and never later than planned", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const work = async () => {
    await new Promise((done) => void setTimeout(done, 100));
    runs += 1;
  };
  await using job = repeat("values", 10_000, work, fastify().log);
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return runs;
  };
  expect(await pass(50)).toBe(0);
  job.within(700);
  expect(await pass(50)).toBe(1);
  expect(await pass(749)).toBe(1);
  expect(await pass(1)).toBe(2);
  job.within(20_000);
  job.within(5_000);
  job.within(6_000);
  expect(await pass(5_099)).toBe(2);
  expect(await pass(1)).toBe(3);
  expect(await pass(10_100)).toBe(4);
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
