import { expect, test } from "vitest";

import { monotonicMs } from "../load/monotonic.ts";
import { Updates } from "./screen.ts";

test("A screen counts each new value once, and no earlier value or text", () => {
  const before = monotonicMs() - 1;
  const updates = new Updates();
  const first = monotonicMs() + 1;
  updates.take("a", before);
  updates.take("a", first.toFixed(2));
  updates.take("a", first.toFixed(2));
  updates.take("b", null);
  updates.take("b", first + 0.5);
  expect(updates.latenciesMs).toHaveLength(2);
  expect(updates.latenciesMs.every((latencyMs) => Math.abs(latencyMs) < 1_000)).toBe(true);
});
