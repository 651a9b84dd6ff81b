import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getConfiguration,
  getAlarmSettings,
  saveConfiguration,
  saveAlarmSettings,
} from "@verandah/contract/campuses/campuses.ts";
import { previewConfiguration } from "@verandah/contract/campuses/limits-preview.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery, useRouteMutation } from "./query/route-query.ts";

export const configurationQuery = () => routeQuery(getConfiguration, {});
export const alarmSettingsQuery = () => routeQuery(getAlarmSettings, {});

export type Limits = SentOf<typeof previewConfiguration>;

/** Asks how many alarms other limits would have raised. */
export const usePreviewLimits = () => useRouteMutation(previewConfiguration, "success");

/** Saves limits and alarm settings. */
export function useSaveLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ configuration, alarmSettings }: Limits) {
      await call(saveConfiguration, configuration);
      await call(saveAlarmSettings, alarmSettings);
    },
    onSettled: () => refreshRoutes(queryClient, getConfiguration, getAlarmSettings),
  });
}
