import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { type Topic, topicNames } from "@verandah/contract/topics.ts";

import { ServerUnreachable } from "#shared/call.ts";

/** Shortest time between two loads because of one topic, ms. Readings come many times in a second. */
const PAUSE_MS = 250;
const pauses: Partial<Record<Topic, number>> = { readings: 5_000, measurements: 2_000, alarms: 1_000 };

/** All shown queries are loaded again after this time, in case that an event was lost, ms; more often while the live stream is down. */
export const ROUND_MS = { live: 60_000, down: 5_000 } as const;
/** A refused query is repeated after this time, ms; one without an answer as if the stream were down. */
const REFUSED_MS = 30_000;
const CHECK_MS = 1_000;

/** A device whose data changed, or all. */
type Where = string | undefined;

/** A field of the input in the key of a query. */
const fieldOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;

const loadedAtOf = ({ state }: Query) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
const topicsOf = ({ meta }: Query) => meta?.topics ?? [];
/** A failing query keeps to the slow round: events must not shorten its pauses, or its error would never be shown. */
const isAnswered = ({ state }: Query) => state.fetchFailureCount === 0 && state.status === "success";

/** When the reply of a query changes by time alone, ms since 1970 by the clock of the page. */
const changeTimes = new WeakMap<Query, number>();

/** Notes after how many ms the reply of a query changes by time alone. It counts from now, because the clock of the page may be wrong. */
export function noteChangesIn(queryClient: QueryClient, queryKey: QueryKey, ms = Infinity): void {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (query) changeTimes.set(query, Date.now() + ms);
}

function hasChangedByTime(query: Query, nowMs: number): boolean {
  const { pauseMs = 0 } = query.meta ?? {};
  const ageMs = nowMs - query.state.dataUpdatedAt;
  const isPauseOver = ageMs >= Math.max(CHECK_MS, pauseMs);
  return isAnswered(query) && isPauseOver && nowMs >= (changeTimes.get(query) ?? Infinity);
}

function isTouched(query: Query, topics: readonly Topic[], where: ReadonlySet<Where>): boolean {
  const ssid = fieldOf(query.queryKey[1], "ssid");
  const isElsewhere = typeof ssid === "string" && !where.has(undefined) && !where.has(ssid);
  return !isElsewhere && topicsOf(query).some((topic) => topics.includes(topic));
}

const isOnItsWay = ({ state }: Query) => state.fetchFailureCount === 0 && state.fetchStatus === "fetching";

/** Loads a query again; after an answer that is still on its way, the first too, because that may be older than the change. */
async function reload(queryClient: QueryClient, query: Query): Promise<void> {
  if (query.state.fetchStatus === "fetching") {
    await query.promise?.catch(() => undefined);
    if (!isAnswered(query)) return;
  }
  // Several concurrent changes load it once.
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
}

/** Loads the shown data that depends on topics again. Data that is not shown is loaded when it is shown next. */
export async function refreshTopics(
  queryClient: QueryClient,
  topics: readonly Topic[],
  where: ReadonlySet<Where> = new Set([undefined]),
): Promise<void> {
  const touched = queryClient.getQueryCache().findAll({ predicate: (one) => isTouched(one, topics, where) });
  await Promise.all(touched.map((query) => reload(queryClient, query)));
}

/** Loads everything again that depends on a topic: the page may have missed any change. */
export const refreshAll = (queryClient: QueryClient) => refreshTopics(queryClient, topicNames);

/** Refreshes by changes as the live stream names them: at once, then at most once in each topic's pause. */
export function createRefresher(queryClient: QueryClient) {
  const waiting = new Map<Topic, Set<Where>>();

  function refresh(topic: Topic, where: ReadonlySet<Where>): void {
    const nowMs = Date.now();
    const touched = queryClient.getQueryCache().findAll({
      predicate: (query) =>
        (isAnswered(query) || isOnItsWay(query)) &&
        isTouched(query, [topic], where) &&
        nowMs - query.state.dataUpdatedAt >= (query.meta?.pauseMs ?? 0),
    });
    for (const query of touched) void reload(queryClient, query);
  }

  function changed(topic: Topic, where: ReadonlySet<Where>): void {
    const later = waiting.get(topic);
    if (later) {
      for (const one of where) later.add(one);
      return;
    }
    const next = new Set<Where>();
    waiting.set(topic, next);
    refresh(topic, where);
    setTimeout(() => {
      waiting.delete(topic);
      if (next.size > 0) changed(topic, next);
    }, pauses[topic] ?? PAUSE_MS);
  }

  return (topic: Topic, ssid?: string) => changed(topic, new Set([ssid]));
}

function dueAfterMs({ meta, state: { error } }: Query, intervalMs: number): number {
  if (error) return Math.min(intervalMs, error instanceof ServerUnreachable ? ROUND_MS.down : REFUSED_MS);
  return Math.max(Math.min(intervalMs, meta?.roundMs ?? intervalMs), meta?.pauseMs ?? 0);
}

/**
 * Loads each shown query again that is older than the interval, or that changes by time. Pages begin their checks at different times, so a
 * thousand of them do not call at once. @returns a function that ends it
 */
export function startSlowRound(queryClient: QueryClient, intervalMs: number): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "hidden") return;
    const nowMs = Date.now();
    const due = queryClient.getQueryCache().findAll({
      type: "active",
      fetchStatus: "idle",
      predicate: (query) =>
        topicsOf(query).length > 0 &&
        loadedAtOf(query) > 0 &&
        (nowMs - loadedAtOf(query) >= dueAfterMs(query, intervalMs) || hasChangedByTime(query, nowMs)),
    });
    for (const query of due) void query.fetch().catch(() => undefined);
  }, CHECK_MS);
  return () => clearInterval(timer);
}
