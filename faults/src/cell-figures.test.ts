import { expect, test } from "vitest";

import { type SeenState, StateWatch } from "./rig/cell-load.ts";
import { OrderLog } from "./rig/cell-orders.ts";

function logOf(...events: readonly (readonly [kind: "give" | "execute", value: number])[]): OrderLog {
  const log = new OrderLog();
  for (const [kind, value] of events) log[kind](value);
  return log;
}

test("finds a repeated effect next to the first one", () => {
  const log = logOf(["give", 1], ["execute", 1], ["execute", 1]);
  expect(log.figures()).toEqual({ ordered: 1, executed: 1, twice: 1 });
});

test("finds a repeated effect after those of other orders", () => {
  const log = logOf(["give", 1], ["execute", 1], ["give", 2], ["execute", 2], ["execute", 1]);
  expect(log.figures()).toEqual({ ordered: 2, executed: 2, twice: 1 });
});

test("two orders with the same value have an effect each", () => {
  const log = logOf(
    ["give", 10],
    ["execute", 10],
    ["give", 0],
    ["execute", 0],
    ["give", 10],
    ["execute", 10],
  );
  expect(log.figures()).toEqual({ ordered: 3, executed: 3, twice: 0 });
});

test("a late effect of an order belongs to it", () => {
  const log = logOf(["give", 1], ["give", 2], ["execute", 2], ["execute", 1]);
  expect(log.figures()).toEqual({ ordered: 2, executed: 2, twice: 0 });
});

test("an effect of the schedule before the load is no repetition, but the next one is", () => {
  const log = logOf(["execute", 0], ["give", 10], ["execute", 10]);
  expect(log.figures()).toMatchObject({ ordered: 1, twice: 0 });
  log.execute(0);
  expect(log.figures()).toMatchObject({ ordered: 1, twice: 1 });
});

type Activity = "stored" | "sending" | "silent";

/** The longest time of a wrong state, when a device is seen in a state from 1,000 ms to 1,800 ms. */
function wrongMs(activity: Activity, state: SeenState["state"]): number {
  const watch = new StateWatch(new Map([["P1", () => activity]]));
  watch.see([{ ssid: "P1", state: activity === "silent" ? "unknown" : "online" }], 800);
  watch.see([{ ssid: "P1", state }], 1_000);
  watch.see([{ ssid: "P1", state }], 1_500);
  return watch.longestMs(1_800);
}

test.each<[Activity, SeenState["state"], number]>([
  ["stored", "online", 0],
  ["stored", "unknown", 800],
  ["stored", "offline", 800],
  ["sending", "online", 0],
  ["sending", "unknown", 0],
  ["sending", "offline", 800],
  ["silent", "unknown", 0],
  ["silent", "online", 800],
  ["silent", "offline", 800],
])("of a device that is %s, the state %s is wrong for %i ms", (activity, state, expected) => {
  expect(wrongMs(activity, state)).toBe(expected);
});

test("the longest time of a wrong state counts, and an answer without a device does not", () => {
  const watch = new StateWatch(
    new Map<string, () => Activity>([
      ["P1", () => "stored"],
      ["P2", () => "stored"],
    ]),
  );
  const see = (first: SeenState["state"], second: SeenState["state"], nowMs: number) =>
    watch.see(
      [
        { ssid: "P1", state: first },
        { ssid: "P2", state: second },
      ],
      nowMs,
    );
  see("offline", "online", 0);
  watch.see([{ ssid: "P1", state: "online" }], 100);
  see("online", "unknown", 200);
  see("online", "online", 300);
  see("offline", "online", 1_000);
  see("online", "online", 1_200);
  expect(watch.longestMs(9_000)).toBe(300);
  expect([watch.answers, watch.isSettled]).toEqual([5, true]);
});

test("states are settled when something of each device was stored and they are right", () => {
  let activity: Activity = "sending";
  const watch = new StateWatch(new Map([["P1", () => activity]]));
  const see = (state: SeenState["state"]) => {
    watch.see([{ ssid: "P1", state }], 0);
    return watch.isSettled;
  };
  expect(see("unknown")).toBe(false);
  activity = "stored";
  expect([see("unknown"), see("online")]).toEqual([false, true]);
});
