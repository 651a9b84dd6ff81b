import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { listBookings, listOwnBookings, searchBookable } from "@verandah/contract/bookings/bookings.ts";
import { listWaitlist, listWaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import {
  getPlaceStatus,
  listLocationMetrics,
  listPlaceStatuses,
  listSubsystemStatuses,
} from "@verandah/contract/buildings.ts";
import { listCities } from "@verandah/contract/campuses/cities.ts";
import { listComfortReports } from "@verandah/contract/comfort-reports.ts";
import { getCommand, getCommandBatch } from "@verandah/contract/commands/commands.ts";
import { getReasons } from "@verandah/contract/commands/why.ts";
import { getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";
import { getFloorOccupancy } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { listAirUnits, listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { listFailedLamps, listLights } from "@verandah/contract/lighting/lights.ts";
import type { LiveEvent } from "@verandah/contract/live.ts";
import { getParkingStatus } from "@verandah/contract/parking.ts";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";
import { getLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { listUpsTransfers } from "@verandah/contract/ups.ts";

import { reloadForEndedSession } from "#shared/ended-session.ts";

import { alarmRoutes } from "../alarms.queries.ts";
import { commandLists, isEnded } from "../commands/commands.queries.ts";
import { fieldOf, isAnswered, keyOf, refreshByEvent, refreshRoutes } from "../query/route-query.ts";
import { applyCommandEvent, askOnceMore } from "./command-events.ts";
import { patchReadings } from "./live-values.ts";

/** Places below the building are loaded again at most this often when the building changes, ms. */
const BELOW_BUILDING_REFRESH_MS = 5_000;
/** Results that the server derives from readings are loaded at most this often, ms. */
const DERIVED_REFRESH_MS = 2_000;

/** The lists of commands are loaded this long after a command ended, ms. */
const COMMAND_LISTS_REFRESH_MS = 250;

/** Routes whose replies hold the values of one device, or of several. */
const ofDevice: readonly Route[] = [getLatest, getDevice];
const ofDevices: readonly Route[] = [listFedVavs, listAirUnits, listLights, listPumps];
const derived: readonly Route[] = [getActualVsExpected, getReasons];
/** States and metrics of places; those of the building come with the event. */
const ofPlaces: readonly Route[] = [
  listLocationMetrics,
  getPlaceStatus,
  listPlaceStatuses,
  listCities,
  listComfortReports,
];
/** What the server works out from the readings of a place. */
const measured: readonly Route[] = [getHeatMap, getFloorOccupancy, getParkingStatus];
/** Lists that an event of alarms, of statuses or of the waitlist makes old. */
const withAlarms: readonly Route[] = [
  listDevices,
  listFailedLamps,
  listPumps,
  getParkingStatus,
  listUpsTransfers,
];
const withStatuses: readonly Route[] = [listDevices, getDevice, listAirUnits, listLights, getNetworkStatus];
const withWaitlist: readonly Route[] = [
  listWaitlistNews,
  listWaitlist,
  listBookings,
  listOwnBookings,
  searchBookable,
];

/** Devices whose values the stream did not bring until now, or `all` after it was lost. */
type Missed = "all" | readonly string[];

/** Writes what the live stream brings into the query cache, from where all screens read. */
export function createLiveUpdates(queryClient: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listsTimer: typeof timer;

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
        refreshBelow(queryClient, buildingId);
        break;
      }
      case "statuses":
        replace(queryClient, listSubsystemStatuses, { id: event.data.buildingId }, event.data.subsystems);
        // The maps show the devices that a card counts.
        refreshByEvent(queryClient, ...withStatuses);
        break;
      case "alarms":
        refreshByEvent(queryClient, ...alarmRoutes, ...withAlarms);
        break;
      case "readings":
        patchReadings(queryClient, event.data);
        timer ??= setTimeout(() => {
          timer = undefined;
          refreshByEvent(queryClient, ...derived, ...measured);
        }, DERIVED_REFRESH_MS);
        break;
      case "session-over":
        reloadForEndedSession(event.data.code);
        break;
      case "command":
        applyCommandEvent(queryClient, event.data);
        // A batch ends with hundreds of events, which load the lists once.
        if (isEnded(event.data))
          listsTimer ??= setTimeout(() => {
            listsTimer = undefined;
            refreshByEvent(queryClient, ...commandLists);
          }, COMMAND_LISTS_REFRESH_MS);
        break;
      case "waitlist":
        refreshByEvent(queryClient, ...withWaitlist);
        break;
      case "hello":
      case "heartbeat":
        break;
    }
  }

  return { apply, resync: (missed: Missed) => resync(queryClient, missed) };
}

/** Loads what the stream may have missed: all that it keeps up to date, or what holds values of these devices. */
function resync(queryClient: QueryClient, missed: Missed): void {
  if (missed === "all") {
    const lists = [...alarmRoutes, ...commandLists];
    const live = [getCommand, getCommandBatch, listSubsystemStatuses, ...ofPlaces, ...ofDevice, ...ofDevices];
    const old = [...withAlarms, ...withStatuses, ...withWaitlist, ...derived, ...measured];
    refreshRoutes(queryClient, ...new Set([...lists, ...live, ...old]));
  } else if (missed.length > 0)
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path, input], state: { dataUpdatedAt } }) =>
        dataUpdatedAt > 0 &&
        (has([...ofDevices, ...derived, ...measured], path) ||
          (has(ofDevice, path) && missed.includes(String(fieldOf(input, "ssid"))))),
    });
}

/** Replaces a reply; an answer that is still on its way is older. */
function replace<R extends Route>(
  queryClient: QueryClient,
  route: R,
  input: SentOf<R>,
  reply: ReplyOf<R>,
): void {
  const queryKey: QueryKey = keyOf(route, input);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, reply);
}

/** Loads what depends on the metrics of places again; the building's own came with the event. */
function refreshBelow(queryClient: QueryClient, buildingId: number): void {
  void queryClient.invalidateQueries({
    predicate: (query) => {
      const {
        queryKey: [path, input],
        state: { dataUpdatedAt },
      } = query;
      return (
        isAnswered(query) &&
        (has(measured, path) || (has(ofPlaces, path) && fieldOf(input, "id") !== buildingId)) &&
        dataUpdatedAt > 0 &&
        Date.now() - dataUpdatedAt > BELOW_BUILDING_REFRESH_MS
      );
    },
  });
}

const has = (routes: readonly Route[], path: unknown) => routes.some((route) => route.path === path);
