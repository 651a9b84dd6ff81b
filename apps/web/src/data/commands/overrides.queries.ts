import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  extendOverride,
  listForeignOverrides,
  listOverrides,
  releaseOverride,
} from "@verandah/contract/commands/overrides.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac/hvac.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { routeQuery } from "../query/route-query.ts";
import { refreshCommandLists } from "./commands.queries.ts";

const polled = { refetchInterval: AHU_POLL_MS };

/** The overrides in force in a building. */
export const overridesQuery = (buildingId: number) =>
  routeQuery(listOverrides, { building: buildingId }, polled);

/** Points of a building that another system holds above ours. */
export const foreignOverridesQuery = (buildingId: number) =>
  routeQuery(listForeignOverrides, { building: buildingId }, polled);

export function useReleaseOverride() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (point: SentOf<typeof releaseOverride>) => call(releaseOverride, point),
    onSuccess: () => refreshCommandLists(queryClient),
  });
}

export function useExtendOverride() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sent: SentOf<typeof extendOverride>) => call(extendOverride, sent),
    onSuccess: () => refreshCommandLists(queryClient),
  });
}
