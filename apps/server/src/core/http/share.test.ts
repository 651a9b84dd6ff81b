import { expect, test } from "vitest";

import { createShare } from "./share.ts";

/** Work that ends when the test calls `end`. */
function aWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

const settle = () => new Promise((done) => setImmediate(done));

test("runs two calls of a user, queues the third and rejects the fourth", async () => {
  const share = createShare(2, 1);
  const works = Array.from({ length: 3 }, aWork);
  const ended: number[] = [];
  const calls = works.map(({ work }, at) => share(1, work).then(() => ended.push(at)));
  await expect(share(1, async () => 4)).rejects.toMatchObject({ code: "too-many-requests" });
  expect(await share(2, async () => "another user")).toBe("another user");
  works[2]?.end();
  await settle();
  expect(ended).toEqual([]);
  works[0]?.end();
  await settle();
  expect(ended).toEqual([0, 2]);
  works[1]?.end();
  await Promise.all(calls);
  expect(await share(1, async () => 5)).toBe(5);
});

test("runs the next call after a call fails", async () => {
  const share = createShare(1, 1);
  const failing = share(1, () => Promise.reject(new Error("It failed")));
  const next = share(1, async () => "done");
  await expect(failing).rejects.toThrow("It failed");
  expect(await next).toBe("done");
});
