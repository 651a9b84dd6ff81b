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
