import type { QueryClient } from "@tanstack/react-query";
import { getPlaceStatus, listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";

import { reloadForEndedSession } from "#shared/ended-session.ts";

import { isEnded } from "../commands/command-queries.ts";
import { createRefresher, refreshAll, refreshTopics } from "../query/refresh.ts";
import { keyOf } from "../query/route-query.ts";
import { applyCommandEvent, askOnceMore } from "./command-events.ts";
import { applyReadings } from "./readings-store.ts";

/** Devices whose values the stream did not bring until now, or `all` after it was lost. */
type Missed = "all" | readonly string[];

/** Writes what the live stream brings into the query cache, from where all screens read, and loads the data again that it names. */
export function createLiveUpdates(queryClient: QueryClient) {
  const changed = createRefresher(queryClient);

  function apply(event: LiveEvent): void {
    switch (event.name) {
      case "metrics": {
        const { buildingId, building, floors } = event.data;
        replace(queryClient, getPlaceStatus, { id: buildingId }, building);
        const byId = new Map(floors.map((floor) => [floor.id, floor]));
        const queryKey = keyOf(listLocationMetrics, { id: buildingId });
        void askOnceMore(queryClient, queryKey);
        queryClient.setQueryData<typeof floors>(queryKey, (known) =>
          known?.map((floor) => byId.get(floor.id) ?? floor),
        );
        changed("measurements");
        break;
      }
      case "statuses":
        replace(queryClient, listSubsystemStatuses, { id: event.data.buildingId }, event.data.subsystems);
        break;
      case "changed":
        changed(event.data.topic, event.data.ssid);
        break;
      case "readings":
        applyReadings(queryClient, event.data);
        changed("measurements", event.data.ssid);
        break;
      case "session-over":
        reloadForEndedSession(event.data.code);
        break;
      case "command":
        applyCommandEvent(queryClient, event.data);
        if (isEnded(event.data)) changed("commands", event.data.ssid);
        break;
      case "hello":
      case "heartbeat":
        break;
    }
  }

  /** Loads what the stream may have missed: everything, or what holds values of these devices. */
  function resync(missed: Missed): void {
    if (missed === "all") void refreshAll(queryClient);
    else if (missed.length > 0) void refreshTopics(queryClient, ["measurements"], new Set(missed));
  }

  return { apply, resync };
}

/** Replaces a reply; an answer that is still on its way is older. */
function replace<R extends Route>(
  queryClient: QueryClient,
  route: R,
  input: SentOf<R>,
  reply: ReplyOf<R>,
): void {
  const queryKey = keyOf(route, input);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<ReplyOf<R>>(queryKey, reply);
}
