import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { countOpenComfortReports } from "@verandah/contract/comfort-reports.ts";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { serve } from "../../testing/serve.ts";
import { createQueryClient } from "./query-client.ts";
import { useRoute } from "./use-route.ts";

const placeOf = (asked: URL) => Number(asked.searchParams.get("place"));

function show(keepsLast?: true | ((last: { place: unknown }) => boolean)) {
  const { urls } = serve(countOpenComfortReports, (asked) => ({ open: placeOf(asked) }));
  const client = createQueryClient();
  const { result, rerender } = renderHook(
    ({ place }: { place?: number }) =>
      useRoute(countOpenComfortReports, place === undefined ? undefined : { place }, {
        ...(keepsLast && { keepsLast }),
        select: ({ open }) => open,
      }),
    {
      initialProps: {},
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return { result, urls, rerender };
}

test("loads nothing without an input, and the reply as soon as there is one", async () => {
  const { result, urls, rerender } = show();
  expect(result.current.isPending).toBe(true);
  rerender({ place: 2 });
  await waitFor(() => expect(result.current.data).toBe(2));
  expect(urls).toHaveLength(1);
});

test.each([
  ["each input", true, 2],
  ["an input that fits", ({ place }: { place: unknown }) => place === 2, 2],
  ["no other input", ({ place }: { place: unknown }) => place === 3, undefined],
] as const)("keeps the reply of %s while the next one loads", async (_name, keepsLast, kept) => {
  const { result, rerender } = show(keepsLast);
  rerender({ place: 2 });
  await waitFor(() => expect(result.current.data).toBe(2));
  rerender({ place: 4 });
  expect(result.current.data).toBe(kept);
  await waitFor(() => expect(result.current.data).toBe(4));
});
