import { keepPreviousData } from "@tanstack/react-query";
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  ignoreAlarm,
  unshelveAlarm,
} from "@verandah/contract/alarms/alarm-actions.ts";
import {
  type AlarmClass,
  getAlarm,
  getAlarmSummary,
  listAlarmGrid,
  listAlerts,
  listDeviceAlarms,
  listUnacknowledged,
} from "@verandah/contract/alarms/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { gridFields, type GridState } from "#shared/ui/data-grid/grid-state.ts";

import { loadedOnce, routeQuery, useRouteMutation } from "./query/route-query.ts";

export type AlarmDetail = ReplyOf<typeof getAlarm>;
export type IgnoredFilter = "no" | "only";

/** How often alarms are loaded beside the live stream, ms. A failure shows that calls get no answer. Source: spec 1 §4 step 4 and §9. */
const ALERTS_MS = 5_000;

/** Active alarms below a location; toasts and the overview read the same list. */
export const alertsQuery = (locationId: number) =>
  routeQuery(listAlerts, { id: locationId }, { roundMs: ALERTS_MS });

/** What bell and alarms screen count, of the whole campus. */
export const alarmSummaryQuery = routeQuery(getAlarmSummary, {});

/** A page of one of the two grids. */
export const alarmGridQuery = (
  alarmClass: AlarmClass,
  state: GridState,
  { ignored, language }: { ignored: IgnoredFilter; language: Language },
) =>
  routeQuery(
    listAlarmGrid,
    { class: alarmClass, ignored, language, ...gridFields(state) },
    { placeholderData: keepPreviousData },
  );

/** One alarm, with what to do about it in a language. */
export const alarmQuery = (alarmId: number, language: Language) =>
  routeQuery(getAlarm, { id: alarmId, language });

/** The newest alarms of a device, whatever their state. */
export const deviceAlarmsQuery = (ssid: string) => routeQuery(listDeviceAlarms, { ssid });

/** Everything that can be acknowledged now. A preview must not change under the pointer, so that it is loaded once. */
export const unacknowledgedQuery = routeQuery(
  listUnacknowledged,
  {},
  { ...loadedOnce, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
);

/** A reason to ignore (shelve) an alarm, and the end. */
export interface Shelving {
  reason: string;
  until: string;
}

export const useAcknowledge = () => useRouteMutation(acknowledgeAlarm);
export const useAcknowledgeAlarms = () => useRouteMutation(acknowledgeAlarms);
/** The end counts from the click, so that it differs between two fast clicks. */
export const useIgnore = () => useRouteMutation(ignoreAlarm, ({ id }) => id);
export const useUnshelve = () => useRouteMutation(unshelveAlarm);
