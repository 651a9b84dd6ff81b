import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { serveLatest } from "../../testing/serve.ts";
import { createQueryClient } from "../query/query-client.ts";
import { ageAll, applyReadings, readingsQuery } from "./readings-store.ts";
import { useMeasured, useReading } from "./readings.ts";

const reading = (param_id: string, param_value: number, minute: number): ParameterReading =>
  aReading({ param_id, param_value, measured_time: `2026-01-05T08:0${minute}:00.000Z` });

/** A hook with a store whose devices have the points `a` and `b`. */
function show<T>(hook: () => T) {
  serveLatest([reading("a", 1, 0), reading("b", 2, 0)]);
  const client = createQueryClient();
  let draws = 0;
  const { result } = renderHook(
    () => {
      draws += 1;
      return hook();
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return { client, result, draws: () => draws };
}

test("a component with one point is drawn again for that point only", async () => {
  const { client, result, draws } = show(() => useReading("D-1", "a").data);
  await waitFor(() => expect(result.current?.param_value).toBe(1));
  const before = draws();
  await act(async () => applyReadings(client, { ssid: "D-1", values: [reading("b", 3, 1)] }));
  await act(async () => applyReadings(client, { ssid: "D-1", values: [reading("a", 4, 1)] }));
  await waitFor(() => expect(result.current?.param_value).toBe(4));
  expect(draws()).toBe(before + 1);
});

test("a device without the point has null, which is not loading", async () => {
  const { result } = show(() => useReading("D-1", "c"));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(result.current.data).toBeNull();
});

test("a device of a list stays the same object until it changes", async () => {
  const devices = [{ ssid: "D-1" }, { ssid: "D-2" }];
  const { client, result } = show(() => useMeasured(devices).measured);
  await waitFor(() => expect(result.current).toHaveLength(2));
  const [first, second] = result.current ?? [];
  act(() => applyReadings(client, { ssid: "D-1", values: [reading("a", 5, 1)] }));
  await waitFor(() => expect(result.current?.[0]?.values[0]?.param_value).toBe(5));
  expect(result.current?.[0]).not.toBe(first);
  expect(result.current?.[1]).toBe(second);
});

test("after a lost connection no value is good until it comes again", async () => {
  const { client, result } = show(() => useReading("D-1", "a").data);
  await waitFor(() => expect(result.current?.quality).toBe("good"));
  act(() => ageAll(client));
  await waitFor(() => expect(result.current?.quality).toBe("stale"));
  // The same measurement again, from the beginning of the new stream.
  act(() => applyReadings(client, { ssid: "D-1", values: [reading("a", 1, 0)] }));
  await waitFor(() => expect(result.current?.quality).toBe("good"));
});

test("a page whose timers have stopped keeps no other page from its values", async () => {
  serveLatest([reading("a", 1, 0)]);
  vi.useFakeTimers();
  const stopped = createQueryClient().fetchQuery(readingsQuery("D-1"));
  vi.useRealTimers();
  const values = await createQueryClient().fetchQuery(readingsQuery("D-1"));
  expect(values.map(({ param_value: value }) => value)).toEqual([1]);
  expect(await Promise.race([stopped, Promise.resolve("not loaded")])).toBe("not loaded");
});
