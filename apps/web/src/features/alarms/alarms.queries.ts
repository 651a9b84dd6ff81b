import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  acknowledgeAlarm,
  ALARM_POLL_MS,
  type AlarmClass,
  getAlarm,
  ignoreAlarm,
  listAlarmGrid,
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

/** Ignores (shelves) an alarm, with a reason or without. */
export function useIgnore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ alarmId, reason }: { alarmId: number; reason?: string }) =>
      call(ignoreAlarm, { id: alarmId, ...(reason && { reason }) }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [alertsKey] }),
  });
}
