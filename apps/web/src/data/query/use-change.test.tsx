import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createQueryClient } from "./query-client.ts";
import { doubleClick, useChange } from "./use-change.ts";

beforeEach(() => void (doubleClick.ms = 500));
afterEach(() => void vi.useRealTimers());

interface Input {
  name: string;
  key?: number;
}

function show(send: (input: Input) => Promise<string>) {
  const client = createQueryClient();
  const mutationFn = vi.fn<(input: Input) => Promise<string>>(send);
  const { result } = renderHook(() => useChange({ mutationFn, identify: ({ name }: Input) => name }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const sent = () => mutationFn.mock.calls.map(([{ name }]) => name);
  return { result, sent };
}

test("two fast calls with one input are one call, while it runs and shortly after its success", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { result, sent } = show(() => promise);
  const replies: Promise<string>[] = [];
  act(() => {
    replies.push(result.current.mutateAsync({ name: "A", key: 1 }));
    replies.push(result.current.mutateAsync({ name: "A", key: 2 }));
  });
  await waitFor(() => expect(sent()).toEqual(["A"]));
  resolve("made");
  expect(await Promise.all(replies)).toEqual(["made", "made"]);
  expect(await act(() => result.current.mutateAsync({ name: "A" }))).toBe("made");
  expect(sent()).toEqual(["A"]);
});

test("a later call, and the first input after another one, are sent", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { result, sent } = show(({ name }) => Promise.resolve(name));
  const click = (name: string) => act(() => result.current.mutateAsync({ name }));
  await click("on");
  await click("off");
  await click("on");
  expect(sent()).toEqual(["on", "off", "on"]);
  vi.setSystemTime(Date.now() + doubleClick.ms);
  await click("on");
  expect(sent()).toHaveLength(4);
});

test("a refused call can be tried again at once", async () => {
  const { result, sent } = show(() => Promise.reject(new Error("refused")));
  for (let tried = 0; tried < 2; tried += 1)
    await act(() => expect(result.current.mutateAsync({ name: "A" })).rejects.toThrow("refused"));
  expect(sent()).toEqual(["A", "A"]);
});
