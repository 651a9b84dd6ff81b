import { queryOptions } from "@tanstack/react-query";
import { ALARM_POLL_MS, listAlerts } from "@verandah/contract/alarms.ts";

import { call } from "./call.ts";

/** First part of the key of every alarm list. */
export const alertsKey = "alerts";

/** Active alarms below a location; bell, toasts and the overview read the same list. */
export const alertsQuery = (locationId: number) =>
  queryOptions({
    queryKey: [alertsKey, locationId],
    queryFn: ({ signal }) => call(listAlerts, { id: locationId }, { signal }),
    refetchInterval: ALARM_POLL_MS,
  });
