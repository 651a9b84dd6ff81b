import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  acknowledgeAlarm,
  ALARM_POLL_MS,
  type AlarmClass,
  type AlarmEvidence,
  getAlarm,
  ignoreAlarm,
  listAlarmGrid,
} from "@verandah/contract/alarms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { getTrend, TREND_BUCKETS_MAX } from "@verandah/contract/telemetry.ts";

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

/** Time before and after an alarm that its trend shows, ms. */
const AROUND_MS = 30 * 60_000;
const TREND_BUCKETS = 120;
/** A state's step is drawn where its bucket begins: as fine as may be, it stands where the value changed. */
const bucketsOf = (hasStates: boolean) => (hasStates ? TREND_BUCKETS_MAX : TREND_BUCKETS);

/** What a point did around an instant. */
export const trendAroundQuery = (ssid: string, paramId: string, at: string, hasStates: boolean) =>
  queryOptions({
    queryKey: [alertsKey, "trend", ssid, paramId, at, hasStates],
    queryFn: ({ signal }) =>
      call(
        getTrend,
        {
          ssid,
          param_id: paramId,
          from: new Date(Date.parse(at) - AROUND_MS).toISOString(),
          to: new Date(Date.parse(at) + AROUND_MS).toISOString(),
          buckets: bucketsOf(hasStates),
        },
        { signal },
      ),
    // Half an hour after the alarm it changes no more; until then once in a while will do.
    staleTime: AROUND_MS / TREND_BUCKETS,
  });

/** Time before a fault began and after its alarm that the evidence shows, ms. */
const EVIDENCE_AROUND_MS = 15 * 60_000;

/** What one of the points did that a fault rule judged by. */
export const evidenceTrendQuery = (
  point: { ssid: string; param_id: string },
  span: Pick<AlarmEvidence, "since" | "until">,
  hasStates: boolean,
) =>
  queryOptions({
    queryKey: [alertsKey, "evidence", point.ssid, point.param_id, span.since, span.until, hasStates],
    queryFn: async ({ signal }) => ({
      point: `${point.ssid}/${point.param_id}`,
      ...(await call(
        getTrend,
        {
          ssid: point.ssid,
          param_id: point.param_id,
          from: new Date(Date.parse(span.since) - EVIDENCE_AROUND_MS).toISOString(),
          to: new Date(Date.parse(span.until) + EVIDENCE_AROUND_MS).toISOString(),
          buckets: bucketsOf(hasStates),
        },
        { signal },
      )),
    }),
    staleTime: EVIDENCE_AROUND_MS / TREND_BUCKETS,
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
