import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from "react";

import { call, ServerUnreachable } from "#shared/call.ts";

import { ROUND_MS, startSlowRound } from "../query/refresh.ts";
import { createLiveStream, type LiveState } from "./live-stream.ts";
import { createLiveUpdates } from "./live-updates.ts";
import { ageAll, reloadAll, startAging } from "./readings-store.ts";

/** Whether the values on the screen follow the server. */
interface LiveConnection {
  readonly state: LiveState;
  /** No call was answered since the stream was lost, or for a while: no value on the screen is known to be current. */
  readonly isDown: boolean;
  /** Data loaded before this time may lack changes, ms since 1970. */
  readonly currentSinceMs: number;
}

/** Where no stream is followed, what polling brings is current. */
const pollingOnly: LiveConnection = { state: "connecting", isDown: false, currentSinceMs: 0 };

export const LiveContext = createContext({
  connection: pollingOnly,
  follow:
    (_ssids: readonly string[]): (() => void) =>
    () =>
      undefined,
});

export const useLiveConnection = () => use(LiveContext).connection;

/** Without an answer for this time the server counts as lost, ms: new readings and the slow round cause a call within 5 s. */
const ANSWER_MAX_MS = 15_000;

/**
 * Reports each answer, and when calls fail and the last answer is too old. A proxy may keep the stream open while the server is not reachable,
 * or block the stream alone.
 */
function useAnswers(queryClient: QueryClient, onAnswer: (isLost: boolean) => void): void {
  const report = useEffectEvent(onAnswer);
  useEffect(() => {
    let answeredAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { action } = event;
      const isFailure = action.type === "failed" || action.type === "error";
      if (isFailure && action.error instanceof ServerUnreachable)
        timer ??= setTimeout(() => report(true), answeredAt + ANSWER_MAX_MS - Date.now());
      else if (isFailure || (action.type === "success" && !action.manual)) {
        answeredAt = Date.now();
        clearTimeout(timer);
        timer = undefined;
        report(false);
      }
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queryClient]);
}

/** Loads the shown data again: now and then beside the live stream, and often without it. */
export function useSlowRound(isLive: boolean): void {
  const queryClient = useQueryClient();
  const intervalMs = isLive ? ROUND_MS.live : ROUND_MS.down;
  useEffect(() => startSlowRound(queryClient, intervalMs), [queryClient, intervalMs]);
}

/** Opens the live stream of this tab, for a building or for followed devices only, and writes its events into the query cache. */
export function useLiveStream(buildingId: number | undefined) {
  const queryClient = useQueryClient();
  const [live, setLive] = useState(pollingOnly);
  const [updates] = useState(() => createLiveUpdates(queryClient));
  const [stream] = useState(() =>
    createLiveStream({
      onLive: (missed) => {
        setLive((before) => ({ ...before, state: "live", isDown: false }));
        updates.resync(missed);
      },
      onDown: (state, wasLive) => {
        if (wasLive) ageAll(queryClient);
        setLive((before) =>
          wasLive ? { state, isDown: true, currentSinceMs: Date.now() } : { ...before, state },
        );
      },
      onEvent: updates.apply,
      // A refusal reloads the page; the stream handles any other failure itself.
      onBroken: () => void call(getSession, {}).catch(() => undefined),
    }),
  );
  useEffect(() => stream.start(buildingId), [stream, buildingId]);
  useAnswers(queryClient, (isDown) => {
    if (isDown) ageAll(queryClient);
    else if (live.isDown) void reloadAll(queryClient);
    setLive((before) => (before.isDown === isDown ? before : { ...before, isDown }));
  });
  useSlowRound(live.state === "live" && !live.isDown);
  useEffect(() => startAging(queryClient, stream.isLive), [queryClient, stream]);
  return useMemo(() => ({ connection: live, follow: stream.follow }), [live, stream]);
}

/** Keeps the values of devices up to date through the live stream while they are on the screen. */
export function useLiveDevices(ssids: readonly string[]): void {
  const { follow } = use(LiveContext);
  const followed = ssids.toSorted().join(",");
  useEffect(() => (followed === "" ? undefined : follow(followed.split(","))), [follow, followed]);
}
