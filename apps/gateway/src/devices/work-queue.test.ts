import { expect, test } from "vitest";

import { WorkQueue } from "./work-queue.ts";

test("runs urgent work first, keeps the order otherwise, and continues after a failure", async () => {
  const queue = new WorkQueue();
  const done: string[] = [];
  const work = (name: string) => async () => void done.push(name);
  const all = [
    queue.run(async () => {
      done.push("first");
      throw new Error("failed");
    }),
    queue.run(work("poll 1")),
    queue.run(work("command 1"), { isUrgent: true }),
    queue.run(work("poll 2")),
    queue.run(work("command 2"), { isUrgent: true }),
  ];
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual([
    "rejected",
    ...Array.from({ length: 4 }, () => "fulfilled"),
  ]);
  expect(done).toEqual(["first", "command 1", "command 2", "poll 1", "poll 2"]);
});

/** Work that runs until it is interrupted. */
const untilInterrupted = (interrupted: AbortSignal) =>
  new Promise<never>((_, reject) => {
    interrupted.addEventListener("abort", () => reject(new Error("interrupted")));
  });

test("interrupts a poll of a silent device for a command, and never interrupts a command", async () => {
  const queue = new WorkQueue();
  const poll = queue.run(untilInterrupted).catch((error: unknown) => String(error));
  let isLate = false;
  let isCommandInterrupted = false;
  const command = queue.run(
    async (interrupted) => {
      const wasLate = isLate;
      await new Promise((done) => setTimeout(done, 250));
      isCommandInterrupted = interrupted.aborted;
      return wasLate;
    },
    { isUrgent: true },
  );
  // After a pause of this process too, the interruption comes before this timer.
  const limit = setTimeout(() => (isLate = true), 1_000);
  const next = queue.run(() => Promise.resolve("done"), { isUrgent: true });
  expect(await poll).toBe("Error: interrupted");
  expect(await command).toBe(false);
  clearTimeout(limit);
  expect(await next).toBe("done");
  expect(isCommandInterrupted).toBe(false);
});

/** Work of some duration. Returns whether it was interrupted. */
const timedWork = (interrupted: AbortSignal, lastsMs: number) =>
  new Promise<boolean>((done) => setTimeout(() => done(interrupted.aborted), lastsMs));

test("a command does not interrupt a poll that ends soon, nor the next one", async () => {
  const queue = new WorkQueue();
  const poll = queue.run((interrupted) => timedWork(interrupted, 20));
  const command = queue.run(() => Promise.resolve(), { isUrgent: true });
  const later = queue.run((interrupted) => timedWork(interrupted, 250));
  expect(await poll).toBe(false);
  await command;
  expect(await later).toBe(false);
});
