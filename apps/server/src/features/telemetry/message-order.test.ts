import { expect, test } from "vitest";

import { MessageOrder } from "./message-order.ts";

const of = (order: MessageOrder, seqs: number[], epoch = "e", nowMs = 0) =>
  seqs.map((seq) => order.note(1, { epoch, seq }, nowMs));

test("messages that come one after the other are in order from the second on", () => {
  expect(of(new MessageOrder(), [5, 6, 7])).toEqual([false, true, true]);
});

test("a gap is out of order until all that was missing has come, newest first", () => {
  expect(of(new MessageOrder(), [1, 2, 6, 7, 5, 4, 8, 3, 9])).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("a message sent again is counted and never in order", () => {
  const order = new MessageOrder();
  expect(of(order, [1, 2, 2, 1, 3])).toEqual([false, true, false, false, true]);
  expect(order.repeated).toBe(2);
});

test("another epoch begins anew", () => {
  const order = new MessageOrder();
  of(order, [1, 2, 9]);
  expect(of(order, [1, 2], "f")).toEqual([false, true]);
});

test("what does not come for ten minutes was dropped by its sender", () => {
  const order = new MessageOrder();
  of(order, [1, 5]);
  expect(of(order, [6], "e", 600_000)).toEqual([false]);
  expect(of(order, [7], "e", 600_001)).toEqual([true]);
});
