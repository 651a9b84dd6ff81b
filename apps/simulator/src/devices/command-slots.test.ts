import { expect, test } from "vitest";

import { CommandSlots } from "./command-slots.ts";

test("a command is overridden by a value at a higher priority, not by itself or a lower one", () => {
  const slots = new CommandSlots(["P"]);
  slots.set("P", 8, 22);
  slots.set("P", 16, 20);
  expect([8, 16].map((priority) => slots.winnerAbove("P", priority))).toEqual([undefined, 8]);
  expect(slots.inForce()).toEqual({ P: 22 });
  slots.set("P", 8, null);
  expect(slots.winnerAbove("P", 16)).toBeUndefined();
  expect(slots.inForce()).toEqual({ P: 20 });
});
