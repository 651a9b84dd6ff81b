import { expect, test } from "vitest";

import { runInThread, ThreadLimitError } from "./thread.ts";

const limits = { maxMs: 20_000, maxMegabyte: 32 };

/** A program as text. */
const program = (text: string) =>
  new URL(`data:text/javascript,import { parentPort, workerData } from "node:worker_threads";${text}`);

test("returns the result that the program posts", async () => {
  const doubled = program("parentPort.postMessage(2 * workerData)");
  expect(await runInThread(doubled, 21, limits)).toBe(42);
});

test("the caller continues while the thread computes", async () => {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const timer = setInterval(() => Atomics.add(turns, 0, 1), 1);
  // It computes until the caller has continued ten times.
  const computing = program("while (Atomics.load(workerData, 0) < 10); parentPort.postMessage(1)");
  expect(await runInThread(computing, turns, limits)).toBe(1);
  clearInterval(timer);
});

test.each([
  ["time", "setInterval(() => undefined, 1000)", { ...limits, maxMs: 100 }],
  ["memory", "const all = []; for (;;) all.push(Array.from({ length: 1000 }, Math.random))", limits],
])("ends a thread that takes more %s than it may", async (_what, text, given) => {
  await expect(runInThread(program(text), 0, given)).rejects.toThrow(ThreadLimitError);
});

test("rejects with the error of the program", async () => {
  await expect(runInThread(program("throw new Error('No paper')"), 0, limits)).rejects.toThrow("No paper");
});
