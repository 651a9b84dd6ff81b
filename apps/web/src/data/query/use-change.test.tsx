import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import {
  deleteLightScene,
  listLightScenes,
  saveLightScene,
} from "@verandah/contract/lighting/light-scenes.ts";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { serve } from "../../testing/serve.ts";
import { createQueryClient } from "./query-client.ts";
import { doubleClick, useChange, useChangeBy } from "./use-change.ts";
import { useRoute } from "./use-route.ts";

beforeEach(() => {
  doubleClick.ms = 500;
  // The clock stands, so that each click is within the time of a double click.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => void vi.useRealTimers());

interface Input {
  name: string;
  key?: number;
}

const inClient = (client: QueryClient) =>
  function InClient({ children }: { children: ReactNode }) {
    return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  };

function show(send: (input: Input) => Promise<string>) {
  const client = createQueryClient();
  const mutationFn = vi.fn<(input: Input) => Promise<string>>(send);
  const { result } = renderHook(
    () => useChangeBy(saveLightScene, mutationFn, { identify: ({ name }) => name }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
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

test("after a reply that changed nothing, the same click is sent again at once", async () => {
  const send = vi.fn<() => Promise<{ written: number }>>(() => Promise.resolve({ written: 0 }));
  const { result } = renderHook(
    () => useChangeBy(saveLightScene, send, { hasChanged: ({ written }) => written > 0 }),
    { wrapper: inClient(createQueryClient()) },
  );
  const click = () => act(() => result.current.mutateAsync({ name: "A" }));
  await click();
  await click();
  expect(send).toHaveBeenCalledTimes(2);
  send.mockResolvedValue({ written: 1 });
  await click();
  await click();
  expect(send).toHaveBeenCalledTimes(3);
});

test("a change that ends when shown waits for the new data, and another does not", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  serve(deleteLightScene, { id: 1 });
  let loads = 0;
  serve(listLightScenes, async () => {
    loads += 1;
    if (loads > 1) await promise;
    return [];
  });
  const client = createQueryClient();
  const { result } = renderHook(
    () => ({
      scenes: useRoute(listLightScenes, { zone: 1 }),
      waiting: useChange(deleteLightScene, { endsWhenShown: true }),
      fast: useChange(deleteLightScene),
    }),
    { wrapper: inClient(client) },
  );
  await waitFor(() => expect(result.current.scenes.isSuccess).toBe(true));
  act(() => {
    result.current.waiting.mutate({ id: 1 });
    result.current.fast.mutate({ id: 1 });
  });
  await waitFor(() => expect(result.current.fast.isSuccess).toBe(true));
  await waitFor(() => expect(loads).toBe(2));
  expect(result.current.waiting.isPending).toBe(true);
  resolve();
  await waitFor(() => expect(result.current.waiting.isSuccess).toBe(true));
});
