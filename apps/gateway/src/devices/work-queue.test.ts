import { expect, test } from "vitest";

import { WorkQueue } from "./work-queue.ts";

test("what is urgent goes before what waits, and each in the order in which it came; what fails holds nothing up", async () => {
  const queue = new WorkQueue();
  const done: string[] = [];
  const work = (name: string) => async () => void done.push(name);
  const all = [
    queue.run(async () => {
      done.push("first");
      throw new Error("failed");
    }),
    queue.run(work("poll 1")),
    queue.run(work("order 1"), { isUrgent: true }),
    queue.run(work("poll 2")),
    queue.run(work("order 2"), { isUrgent: true }),
  ];
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual([
    "rejected",
    ...Array.from({ length: 4 }, () => "fulfilled"),
  ]);
  expect(done).toEqual(["first", "order 1", "order 2", "poll 1", "poll 2"]);
});

/** Work that goes on until it is told to stop. */
const endless = (interrupted: AbortSignal) =>
  new Promise<never>((_, reject) => {
    interrupted.addEventListener("abort", () => reject(new Error("interrupted")));
  });

test("a poll of a device that is silent does not keep an order waiting; an order is not interrupted", async () => {
  const queue = new WorkQueue();
  const poll = queue.run(endless).catch((error: unknown) => String(error));
  const began = performance.now();
  let isOrderInterrupted = false;
  const order = queue.run(
    async (interrupted) => {
      const waitedMs = performance.now() - began;
      await new Promise((done) => setTimeout(done, 250));
      isOrderInterrupted = interrupted.aborted;
      return waitedMs;
    },
    { isUrgent: true },
  );
  const next = queue.run(() => Promise.resolve("done"), { isUrgent: true });
  expect(await poll).toBe("Error: interrupted");
  expect(await order).toBeLessThan(1_000);
  expect(await next).toBe("done");
  expect(isOrderInterrupted).toBe(false);
});

/** Work of some length; answers whether it was to give way. */
const heldUp = (interrupted: AbortSignal, lastsMs: number) =>
  new Promise<boolean>((done) => setTimeout(() => done(interrupted.aborted), lastsMs));

test("a poll that ends soon is not interrupted by an order, nor is the one after it", async () => {
  const queue = new WorkQueue();
  const poll = queue.run((interrupted) => heldUp(interrupted, 20));
  const order = queue.run(() => Promise.resolve(), { isUrgent: true });
  const later = queue.run((interrupted) => heldUp(interrupted, 250));
  expect(await poll).toBe(false);
  await order;
  expect(await later).toBe(false);
});
