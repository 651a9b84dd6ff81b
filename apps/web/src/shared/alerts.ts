import { queryOptions } from "@tanstack/react-query";
import { ALARM_POLL_MS, getAlarmSummary, listAlerts } from "@verandah/contract/alarms.ts";

import { call } from "./call.ts";

/** First part of the key of every alarm list. */
export const alertsKey = "alerts";

/** Active alarms below a location; toasts and the overview read the same list. */
export const alertsQuery = (locationId: number) =>
  queryOptions({
    queryKey: [alertsKey, locationId],
    queryFn: ({ signal }) => call(listAlerts, { id: locationId }, { signal }),
    refetchInterval: ALARM_POLL_MS,
  });

/** What bell and alarms screen count, of the whole campus. */
export const alarmSummaryQuery = queryOptions({
  queryKey: [alertsKey, "summary"],
  queryFn: ({ signal }) => call(getAlarmSummary, {}, { signal }),
  refetchInterval: ALARM_POLL_MS,
});
