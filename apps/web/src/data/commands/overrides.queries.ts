import {
  extendOverride,
  listForeignOverrides,
  listOverrides,
  releaseOverride,
} from "@verandah/contract/commands/overrides.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** The overrides in force in a building. */
export const overridesQuery = (buildingId: number) => routeQuery(listOverrides, { building: buildingId });

/** Points of a building that another system overrides. */
export const foreignOverridesQuery = (buildingId: number) =>
  routeQuery(listForeignOverrides, { building: buildingId });

export const useReleaseOverride = () => useRouteMutation(releaseOverride);
export const useExtendOverride = () => useRouteMutation(extendOverride);
