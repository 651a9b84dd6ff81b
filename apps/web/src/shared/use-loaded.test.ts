import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useLoaded } from "./use-loaded.ts";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test("repeats a failed load every ten seconds while it is needed", async () => {
  let isReached = false;
  const importer = vi.fn<() => Promise<string>>(() =>
    isReached ? Promise.resolve("module") : Promise.reject(new Error("No network")),
  );
  const { result, rerender } = renderHook(({ isWanted }) => useLoaded(importer, isWanted), {
    initialProps: { isWanted: true },
  });
  await vi.waitFor(() => expect(result.current).toEqual({ loaded: undefined, hasFailed: true }));
  rerender({ isWanted: false });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(importer).toHaveBeenCalledOnce();
  rerender({ isWanted: true });
  await vi.waitFor(() => expect(importer).toHaveBeenCalledTimes(2));
  isReached = true;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await vi.waitFor(() => expect(result.current).toEqual({ loaded: "module", hasFailed: false }));
  expect(importer).toHaveBeenCalledTimes(3);
});
