import { expect, test } from "vitest";

import { MessageOrder } from "./message-order.ts";

const of = (order: MessageOrder, seqs: number[], epoch = "e", nowMs = 0) =>
  seqs.map((seq) => order.record(1, { epoch, seq }, nowMs));

test("consecutive messages are in order from the second on", () => {
  expect(of(new MessageOrder(), [5, 6, 7])).toEqual([false, true, true]);
});

test("messages are out of order until all missing ones have arrived, newest first", () => {
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

test("a repeated message is counted and never in order", () => {
  const order = new MessageOrder();
  expect(of(order, [1, 2, 2, 1, 3])).toEqual([false, true, false, false, true]);
  expect(order.repeated).toBe(2);
});

test("a new epoch restarts the order", () => {
  const order = new MessageOrder();
  of(order, [1, 2, 9]);
  expect(of(order, [1, 2], "f")).toEqual([false, true]);
});

test("a message that is missing for ten minutes counts as dropped by its sender", () => {
  const order = new MessageOrder();
  of(order, [1, 5]);
  expect(of(order, [6], "e", 600_000)).toEqual([false]);
  expect(of(order, [7], "e", 600_001)).toEqual([true]);
});
