import { expect, test } from "vitest";

import { acknowledgements, matchDeliveries } from "./deliveries.ts";
import type { PaceResult } from "./pace.ts";
import type { ViewersResult } from "./viewers.ts";

/** Messages as [name, measured, sent, acknowledged]. */
function sent(messages: readonly (readonly [string, number, number, number])[]): PaceResult {
  const keys = [...new Set(messages.map(([name]) => name))];
  return {
    keys,
    key: Int32Array.from(messages, ([name]) => keys.indexOf(name)),
    measuredAtMs: Float64Array.from(messages, ([, measured]) => measured),
    sentAtMs: Float64Array.from(messages, ([, , at]) => at),
    acknowledgedAtMs: Float64Array.from(messages, ([, , , at]) => at),
  };
}

/** Events as [stream, name, measured, received]. */
function resultOf(events: readonly (readonly [number, string, number, number])[]): ViewersResult {
  const keys = [...new Set(events.map(([, name]) => name))];
  return {
    keys,
    key: Int32Array.from(events, ([, name]) => keys.indexOf(name)),
    stream: Int32Array.from(events, ([stream]) => stream),
    measuredAtMs: Float64Array.from(events, ([, , measured]) => measured),
    receivedAtMs: Float64Array.from(events, ([, , , at]) => at),
    lost: 0,
  };
}

const streams = [
  { token: "", buildingId: 1, devices: ["D1"] },
  { token: "", buildingId: 1, devices: ["D1", "D2"] },
];

const messages = sent([
  ["D1/T", 1_000, 10, 12],
  ["D1/T", 2_000, 20, 25],
  ["D2/T", 1_000, 15, 18],
]);

test("each stream that follows a device receives each of its messages", () => {
  const events = resultOf([
    [0, "D1/T", 1_000, 13],
    [1, "D1/T", 1_000, 14],
    [1, "D2/T", 1_000, 19],
    [0, "D1/T", 2_000, 26],
    [1, "D1/T", 2_000, 27],
  ]);
  expect(matchDeliveries(messages, events, streams)).toEqual({
    latenciesMs: [3, 4, 4, 6, 7],
    overtaken: 0,
    missed: 0,
  });
});

test("a message delivered by a later value only is overtaken, one never delivered is missed, and a repeated value does not count", () => {
  const events = resultOf([
    [0, "D1/T", 2_000, 26],
    [0, "D1/T", 2_000, 30],
    [1, "D1/T", 1_000, 14],
    [1, "D3/T", 1_000, 14],
  ]);
  expect(matchDeliveries(messages, events, streams)).toEqual({
    latenciesMs: [16, 6, 4],
    overtaken: 1,
    missed: 2,
  });
});

test("an acknowledgement counts from the sending of its message", () => {
  expect(acknowledgements(messages)).toEqual([2, 5, 3]);
});
