import { useQueryClient } from "@tanstack/react-query";
import { listAlarmDelays, saveAlarmDelays } from "@verandah/contract/campuses/alarm-delays.ts";
import { getAlarmSettings, getConfiguration } from "@verandah/contract/campuses/campuses.ts";
import { previewConfiguration, saveLimits } from "@verandah/contract/campuses/limits-preview.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { routeQuery, useRouteMutation, useTopics } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

export const configurationQuery = () => routeQuery(getConfiguration, {});
export const alarmSettingsQuery = () => routeQuery(getAlarmSettings, {});
export const alarmDelaysQuery = () => routeQuery(listAlarmDelays, {});

export type Limits = SentOf<typeof previewConfiguration>;

/** The alarms that other limits would have raised. */
export const usePreviewLimits = () => useRouteMutation(previewConfiguration);

/** Saves limits and alarm settings in one step. */
export const useSaveLimits = () => useRouteMutation(saveLimits);

/** The reply is shown at once. Another administrator may have changed the delays meanwhile: a refusal loads them again. */
export function useSaveAlarmDelays() {
  const queryClient = useQueryClient();
  const changed = useTopics();
  return useChange({
    mutationFn: (input: SentOf<typeof saveAlarmDelays>) => call(saveAlarmDelays, input),
    onSuccess: (delays) => void queryClient.setQueryData(alarmDelaysQuery().queryKey, delays),
    onError: () => void changed(saveAlarmDelays.changes),
  });
}
