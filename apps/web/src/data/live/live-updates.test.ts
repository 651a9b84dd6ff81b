import { type QueryMeta, QueryObserver } from "@tanstack/react-query";
import { getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { getReport } from "@verandah/contract/reports/reports.ts";
import type { Route } from "@verandah/contract/route.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aCommand, aStatus } from "../../testing/builders.ts";
import { createQueryClient } from "../query/query-client.ts";
import { ROUND_MS, startSlowRound } from "../query/refresh.ts";
import { freshnessOf, keyOf, loadedOnce } from "../query/route-query.ts";
import { createLiveUpdates } from "./live-updates.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

/** Shows the reply of a route, and counts its calls after the first. */
async function show(
  route: Route,
  input: object,
  meta: QueryMeta = freshnessOf(route),
  load: () => Promise<unknown> = () => Promise.resolve([]),
) {
  const queryClient = createQueryClient();
  const queryFn = vi.fn<() => Promise<unknown>>(load);
  const observer = new QueryObserver(queryClient, { queryKey: [route.path, input], queryFn, meta });
  const ends = [observer.subscribe(() => undefined)];
  await settle();
  return {
    queryClient,
    observer,
    ...createLiveUpdates(queryClient),
    calls: () => queryFn.mock.calls.length - 1,
    startRound: (intervalMs: number) => void ends.push(startSlowRound(queryClient, intervalMs)),
    [Symbol.dispose]: () => {
      for (const end of ends) end();
    },
  };
}

const changed = (topic: "alarms" | "bookings" | "commands" | "measurements", ssid?: string): LiveEvent => ({
  name: "changed",
  data: { topic, ...(ssid !== undefined && { ssid }) },
});

test("loads what depends on a changed topic, and nothing else", async () => {
  using shown = await show(getParkingStatus, { id: 7 });
  shown.apply(changed("bookings"));
  await settle();
  expect(shown.calls()).toBe(0);
  shown.apply(changed("alarms"));
  await settle();
  expect(shown.calls()).toBe(1);
});

test.each([
  ["AHU-1", 1],
  ["AHU-2", 0],
  [undefined, 1],
])("a change of the device %s loads a reply of AHU-1 %i times", async (ssid, calls) => {
  using shown = await show(listCommands, { ssid: "AHU-1" });
  shown.apply(changed("commands", ssid));
  await settle();
  expect(shown.calls()).toBe(calls);
});

test("five hundred ends of commands load a list twice, at once and after the last", async () => {
  using shown = await show(listCommands, { building: 2 });
  for (let count = 0; count < 500; count += 1)
    shown.apply({ name: "command", data: aCommand({ state: "verified" }) });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.calls()).toBe(2);
});

test("a change while a reply is on its way loads it again: the reply may be older", async () => {
  const replies = [
    Promise.withResolvers<object>(),
    Promise.withResolvers<object>(),
    Promise.withResolvers<object>(),
  ];
  let asked = 0;
  using shown = await show(listLights, { id: 1 }, undefined, () => {
    asked += 1;
    return replies[asked - 1]?.promise ?? Promise.resolve({});
  });
  replies[0]?.resolve({});
  await settle();
  shown.apply(changed("alarms"));
  await settle();
  shown.apply(changed("bookings"));
  shown.apply(changed("alarms"));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(shown.calls()).toBe(1);
  replies[1]?.resolve({});
  await settle();
  expect(shown.calls()).toBe(2);
});

const events: LiveEvent[] = [
  { name: "metrics", data: { buildingId: 2, building: aStatus(), floors: [] } },
  { name: "readings", data: { ssid: "S-1", values: [] } },
  changed("measurements"),
];

test.each(events)("the event $name loads a heat map", async (event) => {
  using shown = await show(getHeatMap, { id: 11, type: "temperature" });
  shown.apply(event);
  await settle();
  expect(shown.calls()).toBe(1);
});

test("a failing call keeps its pauses during live events, and its error is shown", async () => {
  using shown = await show(listLocationMetrics, { id: 2 }, undefined, () => Promise.reject(new Error("500")));
  for (let step = 0; step < 340; step += 1) {
    for (const event of events) shown.apply(event);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(shown.calls()).toBeLessThanOrEqual(5);
  expect(shown.observer.getCurrentResult().isError).toBe(true);
});

test("a slow reply is loaded again by events only after its own pause", async () => {
  using shown = await show(getTrend, { ssid: "AHU-1" }, freshnessOf(getTrend, 10_000));
  for (let second = 0; second < 35; second += 1) {
    shown.apply(changed("measurements"));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(shown.calls()).toBe(3);
});

test("a topic that a list depends on in details waits for the slow round, and an alarm loads it at once", async () => {
  using shown = await show(listDevices, { id: 2 });
  for (let second = 0; second < 25; second += 1) {
    shown.apply(changed("measurements"));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(shown.calls()).toBe(0);
  shown.apply(changed("alarms"));
  await settle();
  expect(shown.calls()).toBe(1);
});

test("data that is loaded once stays under the pointer", async () => {
  using shown = await show(getReport, { report: "alarms" }, loadedOnce);
  shown.startRound(ROUND_MS.live);
  shown.apply(changed("alarms"));
  shown.resync("all");
  await vi.advanceTimersByTimeAsync(3 * ROUND_MS.live);
  expect(shown.calls()).toBe(0);
});

test.each([
  ["live", ROUND_MS.live],
  ["down", ROUND_MS.down],
])(
  "without any event a shown reply is right within the slow round of a stream that is %s",
  async (_state, ms) => {
    using shown = await show(getPlaceStatus, { id: 3 });
    shown.startRound(ms);
    await vi.advanceTimersByTimeAsync(ms - 1_000);
    expect(shown.calls()).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown.calls()).toBe(1);
    await vi.advanceTimersByTimeAsync(9 * ms);
    expect(shown.calls()).toBeGreaterThanOrEqual(8);
  },
);

test("live values do not put off the slow round", async () => {
  using shown = await show(listLights, { id: 1 });
  shown.startRound(ROUND_MS.down);
  const queryKey = keyOf(listLights, { id: 1 });
  for (let second = 0; second < 31; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    const updatedAt = shown.queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    shown.queryClient.setQueryData(queryKey, (known: object | undefined) => known && { ...known }, {
      updatedAt,
    });
  }
  expect(shown.calls()).toBeGreaterThanOrEqual(5);
});

test("after a lost stream loads all again, and after a new device what holds its values", async () => {
  using lists = await show(listCommands, { ssid: "AHU-1" });
  lists.resync(["AHU-1"]);
  await settle();
  expect(lists.calls()).toBe(0);
  lists.resync("all");
  await settle();
  expect(lists.calls()).toBe(1);
  using decks = await show(getParkingStatus, { id: 7 });
  decks.resync(["BAY-P2-05"]);
  await settle();
  expect(decks.calls()).toBe(1);
});
