import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  ignoreAlarm,
  unshelveAlarm,
} from "@verandah/contract/alarm-actions.ts";
import {
  ALARM_POLL_MS,
  type AlarmClass,
  getAlarm,
  listAlarmGrid,
  listUnacknowledged,
} from "@verandah/contract/alarms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { alertsKey } from "#shared/alerts.ts";
import { call } from "#shared/call.ts";
import type { Language } from "#shared/i18n.ts";
import { gridFields, type GridState } from "#shared/ui/data-grid/grid-state.ts";

export type AlarmDetail = ReplyOf<typeof getAlarm>;
export type IgnoredFilter = "no" | "only";

/** A page of one of the two grids. */
export const alarmGridQuery = (
  alarmClass: AlarmClass,
  state: GridState,
  { ignored, language }: { ignored: IgnoredFilter; language: Language },
) => {
  const fields = { ...gridFields(state), language };
  return queryOptions({
    queryKey: [alertsKey, "grid", alarmClass, ignored, fields],
    queryFn: ({ signal }) => call(listAlarmGrid, { class: alarmClass, ignored, ...fields }, { signal }),
    refetchInterval: ALARM_POLL_MS,
    placeholderData: keepPreviousData,
  });
};

/** One alarm, with what to do about it in a language. */
export const alarmQuery = (alarmId: number, language: Language) =>
  queryOptions({
    queryKey: [alertsKey, "one", alarmId, language],
    queryFn: ({ signal }) => call(getAlarm, { id: alarmId, language }, { signal }),
    refetchInterval: ALARM_POLL_MS,
  });

/** Acknowledges an alarm, as often as it is asked to. */
export function useAcknowledge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alarmId: number) => call(acknowledgeAlarm, { id: alarmId }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [alertsKey] }),
  });
}

/** Everything that can be acknowledged now. A preview must not change under the pointer, so that it is loaded once. */
export const unacknowledgedQuery = queryOptions({
  queryKey: ["unacknowledged"],
  queryFn: ({ signal }) => call(listUnacknowledged, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** Acknowledges several alarms. */
export function useAcknowledgeAlarms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call(acknowledgeAlarms, { ids }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [alertsKey] }),
  });
}

export interface Shelving {
  reason: string;
  until: string;
}

/** Ignores (shelves) an alarm until an end. */
export function useIgnore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ alarmId, ...shelving }: Shelving & { alarmId: number }) =>
      call(ignoreAlarm, { id: alarmId, ...shelving }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [alertsKey] }),
  });
}

/** Ends the shelving of an alarm. */
export function useUnshelve() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alarmId: number) => call(unshelveAlarm, { id: alarmId }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [alertsKey] }),
  });
}
