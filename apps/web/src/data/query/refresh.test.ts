import { QueryObserver } from "@tanstack/react-query";
import { countOpenComfortReports } from "@verandah/contract/comfort-reports.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createQueryClient } from "./query-client.ts";
import { createRefresher, ROUND_MS, startSlowRound } from "./refresh.ts";
import { freshnessOf, routeQuery } from "./route-query.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a reply of the server. The server says after how many ms its first replies change by time. */
async function show(changesInMs: readonly number[], pauseMs?: number) {
  const queryClient = createQueryClient();
  let calls = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const ms = changesInMs[calls];
    calls += 1;
    return Response.json({ open: 1 }, ms === undefined ? {} : { headers: { "changes-in-ms": String(ms) } });
  });
  const observer = new QueryObserver(queryClient, {
    ...routeQuery(countOpenComfortReports, { place: 1 }),
    meta: freshnessOf(countOpenComfortReports, pauseMs),
  });
  const ends = [observer.subscribe(() => undefined), startSlowRound(queryClient, ROUND_MS.live)];
  await vi.advanceTimersByTimeAsync(0);
  return {
    calls: () => calls,
    [Symbol.dispose]: () => {
      for (const end of ends) end();
    },
  };
}

test("loads a reply when it changes by time alone", async () => {
  using shown = await show([20_000]);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(shown.calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(shown.calls()).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shown.calls()).toBe(2);
});

test("loads a reply that changes all the time at most once in a second", async () => {
  using shown = await show(Array(100).fill(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown.calls()).toBeGreaterThanOrEqual(5);
  expect(shown.calls()).toBeLessThanOrEqual(11);
});

test("a reply that takes the server long keeps its pause", async () => {
  using shown = await show([5_000], 30_000);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(shown.calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown.calls()).toBe(2);
});

test("a hidden page waits until it is shown", async () => {
  using shown = await show([5_000]);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shown.calls()).toBe(1);
  visibility.mockReturnValue("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.calls()).toBe(2);
});

/** Shows a reply whose first call has not been answered yet. */
function showSlow() {
  const queryClient = createQueryClient();
  const first = Promise.withResolvers<Response>();
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ open: 2 }));
  fetched.mockReturnValueOnce(first.promise);
  const route = routeQuery(countOpenComfortReports, { place: 1 });
  const observer = new QueryObserver(queryClient, route);
  const end = observer.subscribe(() => undefined);
  return {
    changed: createRefresher(queryClient),
    answer: first.resolve,
    refuse: first.reject,
    calls: () => fetched.mock.calls.length,
    shown: () => queryClient.getQueryData(route.queryKey),
    [Symbol.dispose]: end,
  };
}

test("a change while the first answer is on its way loads the reply again, because the answer may be older", async () => {
  using page = showSlow();
  page.changed("comfort-reports");
  await vi.advanceTimersByTimeAsync(100);
  expect(page.calls()).toBe(1);
  page.answer(Response.json({ open: 1 }));
  await vi.advanceTimersByTimeAsync(100);
  expect(page.shown()).toEqual({ open: 2 });
  expect(page.calls()).toBe(2);
});

test("a change does not shorten the pauses of a call that fails", async () => {
  using page = showSlow();
  page.changed("comfort-reports");
  page.refuse(new TypeError("offline"));
  await vi.advanceTimersByTimeAsync(400);
  page.changed("comfort-reports");
  await vi.advanceTimersByTimeAsync(50);
  expect(page.calls()).toBe(1);
});
