import { listAlarmDelays, saveAlarmDelays } from "@verandah/contract/campuses/alarm-delays.ts";
import { getAlarmSettings, getConfiguration } from "@verandah/contract/campuses/campuses.ts";
import { previewConfiguration, saveLimits } from "@verandah/contract/campuses/limits-preview.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

export const configurationQuery = () => routeQuery(getConfiguration, {});
export const alarmSettingsQuery = () => routeQuery(getAlarmSettings, {});
export const alarmDelaysQuery = () => routeQuery(listAlarmDelays, {});

export type Limits = SentOf<typeof previewConfiguration>;

/** Asks how many alarms other limits would have raised. */
export const usePreviewLimits = () => useRouteMutation(previewConfiguration, "success");

/** Saves limits and alarm settings in one step. */
export const useSaveLimits = () =>
  useRouteMutation(saveLimits, "refusal too", getConfiguration, getAlarmSettings);

export const useSaveAlarmDelays = () => useRouteMutation(saveAlarmDelays, "refusal too", listAlarmDelays);
