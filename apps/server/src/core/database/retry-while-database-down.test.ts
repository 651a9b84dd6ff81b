import { expect, test, vi } from "vitest";

import { retryWhileDatabaseDown } from "./retry-while-database-down.ts";

const unavailable = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });

test.each([unavailable, deadlock])("retries work until the database can do it: $message", async (error) => {
  const work = vi.fn<() => Promise<string>>();
  work.mockRejectedValueOnce(error).mockResolvedValue("stored");
  await expect(retryWhileDatabaseDown(work, () => false)).resolves.toBe("stored");
  expect(work).toHaveBeenCalledTimes(2);
});

test("throws any other error at once", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("no such column"));
  await expect(retryWhileDatabaseDown(work, () => false)).rejects.toThrow("no such column");
  expect(work).toHaveBeenCalledOnce();
});

test("does not retry after the stop", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(unavailable);
  await expect(retryWhileDatabaseDown(work, () => true)).rejects.toThrow("ECONNREFUSED");
  expect(work).toHaveBeenCalledOnce();
});
