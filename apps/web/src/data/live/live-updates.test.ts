import { type QueryKey, QueryObserver } from "@tanstack/react-query";
import { listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { listLocationMetrics, listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { listCities } from "@verandah/contract/campuses/cities.ts";
import { listComfortReports } from "@verandah/contract/comfort-reports.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getReasons } from "@verandah/contract/commands/why.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { getFloorOccupancy } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { listFailedLamps } from "@verandah/contract/lighting/lights.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { listUpsTransfers } from "@verandah/contract/ups.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aCommand, aStatus } from "../../testing/builders.ts";
import { createQueryClient } from "../query/query-client.ts";
import { keyOf } from "../query/route-query.ts";
import { createLiveUpdates } from "./live-updates.ts";

afterEach(() => void vi.useRealTimers());

test("loads the list of commands once after the commands of a batch, and again after a later one", () => {
  vi.useFakeTimers();
  const queryClient = createQueryClient();
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  const loads = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === keyOf(listCommands)[0]).length;
  const { apply } = createLiveUpdates(queryClient);
  const end = () => apply({ name: "command", data: aCommand({ state: "verified" }) });
  for (let count = 0; count < 500; count += 1) end();
  vi.advanceTimersByTime(1_000);
  expect(loads()).toBe(1);
  end();
  vi.advanceTimersByTime(1_000);
  expect(loads()).toBe(2);
});

test("loads results again that came from devices whose values the stream did not bring until now", () => {
  const queryClient = createQueryClient();
  const queryKey = keyOf(getParkingStatus, { id: 7 });
  queryClient.setQueryData(queryKey, {});
  createLiveUpdates(queryClient).resync(["BAY-P2-05"]);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

const metrics: LiveEvent = {
  name: "metrics",
  data: { buildingId: 2, building: aStatus(), floors: [] },
};

test.each([
  [getFloorOccupancy.path, { id: 11 }],
  [getHeatMap.path, { id: 11, type: "temperature" }],
  [getParkingStatus.path, { id: 2 }],
  [listPlaceStatuses.path, { id: 1 }],
  [listCities.path, {}],
  [listComfortReports.path, { place: 2 }],
] as const)("loads %s again when the building has new metrics", (path, input) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData([path, input], {}, { updatedAt: Date.now() - 6_000 });
  createLiveUpdates(queryClient).apply(metrics);
  expect(queryClient.getQueryState([path, input])?.isInvalidated).toBe(true);
});

test("a floor that changes while the floors are loaded is loaded again: the reply may be older", async () => {
  const queryClient = createQueryClient();
  const queryFn = vi.fn<() => Promise<unknown[]>>(() => Promise.resolve([]));
  const observer = new QueryObserver(queryClient, {
    queryKey: keyOf(listLocationMetrics, { id: 2 }),
    queryFn,
  });
  const stop = observer.subscribe(() => undefined);
  createLiveUpdates(queryClient).apply(metrics);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  stop();
});

test.each([
  ["the floors", keyOf(listLocationMetrics, { id: 2 }), metrics],
  [
    "a heat map",
    keyOf(getHeatMap, { id: 11, type: "temperature" }),
    { name: "readings", data: { ssid: "S-1", values: [] } },
  ],
] satisfies [string, QueryKey, LiveEvent][])(
  "a failing call of %s keeps its pauses during live events, and its error is shown",
  async (_, queryKey, event) => {
    vi.useFakeTimers();
    const queryClient = createQueryClient();
    const queryFn = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error("500")));
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, refetchInterval: 30_000 });
    const stop = observer.subscribe(() => undefined);
    const { apply } = createLiveUpdates(queryClient);
    for (let step = 0; step < 340; step += 1) {
      apply(event);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(queryFn.mock.calls.length).toBeLessThanOrEqual(6);
    expect(observer.getCurrentResult().isError).toBe(true);
    stop();
  },
);

test("loads the transfers of a UPS again when alarms change", () => {
  const queryClient = createQueryClient();
  const queryKey = keyOf(listUpsTransfers, { ssid: "UPS-1", from: "", to: "" });
  queryClient.setQueryData(queryKey, []);
  const total = { system: 1, solution: 0 };
  createLiveUpdates(queryClient).apply({ name: "alarms", data: { buildingId: 2, total, raised: [] } });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test("after a lost stream loads all again that it keeps up to date", () => {
  const queryClient = createQueryClient();
  const routes = [listFailedLamps, listAirUnits, getNetworkStatus, listOwnBookings, getReasons];
  for (const { path } of routes) queryClient.setQueryData([path, {}], {});
  createLiveUpdates(queryClient).resync("all");
  for (const { path } of routes) expect(queryClient.getQueryState([path, {}])?.isInvalidated).toBe(true);
});

test("loads what set a value again after a command", () => {
  vi.useFakeTimers();
  const queryClient = createQueryClient();
  const queryKey = keyOf(getReasons, { ssid: "AHU-1" });
  queryClient.setQueryData(queryKey, {});
  createLiveUpdates(queryClient).apply({ name: "command", data: aCommand({ state: "verified" }) });
  vi.advanceTimersByTime(1_000);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
