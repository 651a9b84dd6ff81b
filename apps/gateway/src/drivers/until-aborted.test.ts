import { getEventListeners } from "node:events";
import v8 from "node:v8";
import vm from "node:vm";

import { expect, test } from "vitest";

import { deadlineOf } from "./until-aborted.ts";

test("a deadline aborts after its time, and with each of the signals, with its reason", async () => {
  using short = deadlineOf(1);
  await expect.poll(() => short.signal.aborted).toBe(true);
  expect(short.signal.reason).toMatchObject({ name: "TimeoutError" });
  const [ended, open] = [new AbortController(), new AbortController()];
  using following = deadlineOf(60_000, open.signal, ended.signal);
  expect(following.signal.aborted).toBe(false);
  ended.abort("stopped");
  expect(following.signal.reason).toBe("stopped");
  using late = deadlineOf(60_000, ended.signal);
  expect(late.signal.aborted).toBe(true);
});

test("a disposed deadline leaves nothing at the signals, and many take no memory", () => {
  v8.setFlagsFromString("--expose-gc");
  const collect: () => void = vm.runInNewContext("gc");
  const poller = new AbortController();
  function use(): void {
    const interrupted = new AbortController();
    using deadline = deadlineOf(60_000, poller.signal, interrupted.signal);
    deadline.signal.addEventListener("abort", () => undefined, { once: true });
  }
  use();
  expect(getEventListeners(poller.signal, "abort")).toEqual([]);
  collect();
  const before = process.memoryUsage().heapUsed;
  const COUNT = 20_000;
  for (let index = 0; index < COUNT; index += 1) use();
  collect();
  // Signals that were kept took 330 bytes and more each.
  expect((process.memoryUsage().heapUsed - before) / COUNT).toBeLessThan(50);
});
