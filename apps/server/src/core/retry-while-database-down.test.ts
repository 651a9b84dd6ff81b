import { expect, test, vi } from "vitest";

import { persist } from "./persist.ts";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

test("work is tried again until the database is back", async () => {
  const work = vi.fn<() => Promise<string>>();
  work.mockRejectedValueOnce(away).mockResolvedValue("stored");
  await expect(persist(work, () => false)).resolves.toBe("stored");
  expect(work).toHaveBeenCalledTimes(2);
});

test("what fails for another reason fails at once", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("no such column"));
  await expect(persist(work, () => false)).rejects.toThrow("no such column");
  expect(work).toHaveBeenCalledOnce();
});

test("when it is over nothing is tried again", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  await expect(persist(work, () => true)).rejects.toThrow("ECONNREFUSED");
  expect(work).toHaveBeenCalledOnce();
});
