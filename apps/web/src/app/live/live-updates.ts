import type { QueryClient } from "@tanstack/react-query";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";

import { alertsKey } from "#shared/alerts.ts";
import { applyCommandEvent } from "#shared/commands/command-events.ts";
import { commandsKey } from "#shared/commands/commands.queries.ts";
import { reloadForEndedSession } from "#shared/ended-session.ts";

import {
  metricsKey,
  metricsQuery,
  placeStatusKey,
  placeStatusQuery,
  statusesKey,
  statusesQuery,
} from "../../features/buildings/buildings.queries.ts";
import { airUnitsKey } from "../../features/hvac/air-units.queries.ts";
import { comparisonKey, deviceMapKey, heatMapKey } from "../../features/hvac/floor-map.queries.ts";

/** Places below the building are loaded again at most this often when the building changes, ms. */
const BELOW_BUILDING_REFRESH_MS = 5_000;

/** Writes what the live stream says into the query cache, from where all screens read. */
export function applyLiveEvent(queryClient: QueryClient, event: LiveEvent, isFirstHello: boolean): void {
  switch (event.name) {
    case "hello":
      if (!isFirstHello)
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isLive(queryKey) });
      break;
    case "metrics": {
      const { buildingId, building, floors } = event.data;
      // An answer that is still on its way is older than the event.
      const { queryKey } = placeStatusQuery(buildingId);
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, building);
      queryClient.setQueryData(metricsQuery(buildingId).queryKey, (known) =>
        known ? mergeById(known, floors) : known,
      );
      refreshBelow(queryClient, buildingId);
      break;
    }
    case "statuses": {
      const { queryKey } = statusesQuery(event.data.buildingId);
      // An answer that is still on its way is older than the event.
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, event.data.subsystems);
      // What a card counts stands on the maps one by one.
      void queryClient.invalidateQueries({ queryKey: [deviceMapKey] });
      void queryClient.invalidateQueries({ queryKey: [airUnitsKey] });
      break;
    }
    case "alarms":
      // The building's list, and those of its floors and zones.
      void queryClient.invalidateQueries({ queryKey: [alertsKey] });
      void queryClient.invalidateQueries({ queryKey: [deviceMapKey] });
      break;
    case "session-over":
      reloadForEndedSession(event.data.code);
      break;
    case "command":
      applyCommandEvent(queryClient, event.data);
      break;
    case "heartbeat":
    case "readings":
      // Screens that follow single devices have streams of their own.
      break;
  }
}

/** Everything that the stream keeps up to date; what was loaded before it began may have missed something. */
function isLive(queryKey: readonly unknown[]): boolean {
  return [
    metricsKey,
    placeStatusKey,
    statusesKey,
    airUnitsKey,
    alertsKey,
    commandsKey,
    deviceMapKey,
    heatMapKey,
    comparisonKey,
  ].includes(String(queryKey[0]));
}

function mergeById(known: readonly LocationMetric[], changed: readonly LocationMetric[]): LocationMetric[] {
  const byId = new Map(changed.map((floor) => [floor.id, floor]));
  return known.map((floor) => byId.get(floor.id) ?? floor);
}

/** Loads the states and metrics of other places than the building again, as its own came with the event. */
function refreshBelow(queryClient: QueryClient, buildingId: number): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [key, id], state: { dataUpdatedAt } }) =>
      (key === metricsKey || key === placeStatusKey) &&
      id !== buildingId &&
      dataUpdatedAt > 0 &&
      Date.now() - dataUpdatedAt > BELOW_BUILDING_REFRESH_MS,
  });
}
