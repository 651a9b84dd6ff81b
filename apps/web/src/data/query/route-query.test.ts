import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { type Lights, listLights } from "@verandah/contract/lighting/lights.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keyOf, routeQuery } from "./route-query.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const POLL_MS = 10_000;

/** Polls the lights of a place for some time, with a live value in every second. @returns the number of calls */
async function pollFor(seconds: number, load: () => Promise<Lights>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = vi.fn<() => Promise<Lights>>(load);
  const queryKey = keyOf(listLights, { id: 1 });
  const observer = new QueryObserver(queryClient, {
    ...routeQuery(listLights, { id: 1 }, { refetchInterval: POLL_MS }),
    queryFn,
  });
  const stop = observer.subscribe(() => undefined);
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    queryClient.setQueryData(queryKey, (known: object | undefined) => known && { ...known }, {
      ...(updatedAt !== undefined && { updatedAt }),
    });
  }
  stop();
  return queryFn.mock.calls.length;
}

test("a query is loaded at its interval although live values come in every second", async () => {
  const reply: Lights = { zones: [], lights: [], occupancy: [] };
  expect(await pollFor(45, () => Promise.resolve(reply))).toBe(5);
});

test("repeats a failing query at its interval, not at once", async () => {
  expect(await pollFor(45, () => Promise.reject(new Error("away")))).toBe(5);
});
