import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getConfiguration,
  getLimitManners,
  saveConfiguration,
  saveLimitManners,
} from "@verandah/contract/campuses/campuses.ts";
import { previewConfiguration } from "@verandah/contract/campuses/limits-preview.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "./query/route-query.ts";

export const configurationQuery = () => routeQuery(getConfiguration, {});
export const mannersQuery = () => routeQuery(getLimitManners, {});

export type Limits = SentOf<typeof previewConfiguration>;

/** Asks how many alarms other limits would have raised. */
export const usePreviewLimits = () =>
  useMutation({ mutationFn: (limits: Limits) => call(previewConfiguration, limits) });

/** Saves limits and alarm settings. */
export function useSaveLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ configuration, manners }: Limits) {
      await call(saveConfiguration, configuration);
      await call(saveLimitManners, manners);
    },
    onSettled: () => refreshRoutes(queryClient, getConfiguration, getLimitManners),
  });
}
