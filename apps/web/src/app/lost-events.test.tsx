import type { Query, QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { getReport, getReportChart } from "@verandah/contract/reports/reports.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ROUND_MS } from "#data/query/refresh.ts";

import { aSession } from "../testing/builders.ts";
import { FakeEventSource } from "../testing/fake-event-source.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { serveContract } from "../testing/serve-contract.ts";
import { screens } from "./screens.ts";

/** Replies that are not asked for again, each with its reason. */
const unchanging: Readonly<Record<string, string>> = {
  [getSession.path]: "the stream and each refused call report its end",
  [getReport.path]: "rows stay under the pointer until the user asks again",
  [getReportChart.path]: "it belongs to the rows",
};

/** Where the path of the index is not enough. */
const addresses: Readonly<Record<string, string>> = {
  "building/$id/dashboard": "building/2/dashboard",
  "$context/$id/dashboard": "floor/11/dashboard",
  "floor/$id/hvac": "floor/11/hvac",
  "floor/$id/$param/zones": "floor/11/temperature/zones",
  "areas/$param": "areas/temperature",
  "zone/$id/areas": "zone/111/areas",
  "room-booking/$id": "room-booking/0",
  "seat/$id": "seat/2",
  "point-test/$id": "point-test/00000000-0000-4000-8000-000000000001",
};

const session = aSession({ role: { id: 2 } });
const STEP_MS = 5_000;
/** The slow round looks once in this time which replies are due, ms. */
const CHECK_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-01-05T06:30:00.000Z") });
  // Rows of any reply have equal ids.
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The stream lives, and every `changed` event is lost. */
function keepStreamsAlive(): void {
  for (const stream of FakeEventSource.opened)
    if (stream.readyState === FakeEventSource.CONNECTING)
      stream.send({ name: "hello", data: { at: new Date().toISOString() } });
    else if (stream.readyState === FakeEventSource.OPEN) stream.send({ name: "heartbeat", data: {} });
}

function loseStreams(): void {
  for (const stream of FakeEventSource.opened) if (stream.readyState === FakeEventSource.OPEN) stream.fail();
}

const isAnyStreamOpen = () =>
  FakeEventSource.opened.some(({ readyState }) => readyState === FakeEventSource.OPEN);

async function pass(queryClient: QueryClient, ms: number, isLive = true): Promise<void> {
  for (let at = 0; at < ms; at += STEP_MS) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(STEP_MS, ms - at)));
    if (isLive) await act(async () => keepStreamsAlive());
  }
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

/** One reply leads to the next, and the stream opens again for more devices: until nothing more comes, and is older than a check. */
async function settle(queryClient: QueryClient): Promise<void> {
  let known = -1;
  while (known !== shownIn(queryClient).length) {
    known = shownIn(queryClient).length;
    await pass(queryClient, CHECK_MS);
    await pass(queryClient, CHECK_MS);
    await waitFor(() => expect(shownIn(queryClient).filter(isMissing)).toHaveLength(0));
  }
}

/** An empty list has nothing that could change. */
const NOTHING = "[]";
const shownIn = (queryClient: QueryClient) => queryClient.getQueryCache().findAll({ type: "active" });
const isMissing = ({ state }: Query) => state.status !== "success" || state.fetchStatus !== "idle";
const pathOf = ({ queryKey }: Query) => String(queryKey[0]);
const dataOf = ({ state }: Query) => JSON.stringify(state.data);

test.each(screens.map(({ path }) => path))(
  "%s is right within 60 s while every change is lost, and within 5 s without a stream",
  async (path) => {
    const world = serveContract(session);
    const { queryClient } = renderScreen(`/admin/${addresses[path] ?? path}`, session, world.serve);
    await screen.findAllByRole("heading", { level: 1 });
    await settle(queryClient);

    for (const state of ["live", "down"] as const) {
      const isLive = state === "live";
      if (!isLive) await act(async () => loseStreams());
      const before = new Map(shownIn(queryClient).map((query) => [query.queryHash, dataOf(query)]));
      const fromMs = Date.now();
      const asked = world.askedAfter(0);
      world.change();
      await pass(queryClient, isLive ? ROUND_MS.live : ROUND_MS.down + CHECK_MS, isLive);
      expect(isAnyStreamOpen()).toBe(isLive);

      const isOld = (query: Query) =>
        query.state.dataUpdatedAt <= fromMs ||
        (dataOf(query) === before.get(query.queryHash) && dataOf(query) !== NOTHING);
      const old = shownIn(queryClient).filter(
        (query) =>
          !(pathOf(query) in unchanging) &&
          (query.meta?.pauseMs ?? 0) <= ROUND_MS[state] &&
          before.has(query.queryHash) &&
          isOld(query),
      );
      expect.soft(old.map(({ queryHash }) => queryHash)).toEqual([]);
      // A reply beside the query cache.
      const again = world.askedAfter(fromMs);
      const isBeside = (one: string) => queryClient.getQueryCache().findAll({ queryKey: [one] }).length === 0;
      expect.soft([...asked].filter((one) => isBeside(one) && !again.has(one))).toEqual([]);
    }
    expect(screen.queryByText(/This page itself has an error/)).not.toBeInTheDocument();
  },
);
