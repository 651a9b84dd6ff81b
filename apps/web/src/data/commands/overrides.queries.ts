import {
  extendOverride,
  listForeignOverrides,
  listOverrides,
  releaseOverride,
} from "@verandah/contract/commands/overrides.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac/hvac.ts";
import type { Route } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";
import { commandLists } from "./commands.queries.ts";

const polled = { refetchInterval: AHU_POLL_MS };

/** The overrides in force in a building. */
export const overridesQuery = (buildingId: number) =>
  routeQuery(listOverrides, { building: buildingId }, polled);

/** Points of a building that another system overrides. */
export const foreignOverridesQuery = (buildingId: number) =>
  routeQuery(listForeignOverrides, { building: buildingId }, polled);

const useOverrideMutation = <R extends Route>(route: R) =>
  useRouteMutation(route, "success", ...commandLists);

export const useReleaseOverride = () => useOverrideMutation(releaseOverride);
export const useExtendOverride = () => useOverrideMutation(extendOverride);
