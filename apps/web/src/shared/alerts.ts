import { queryOptions } from "@tanstack/react-query";
import { listAlerts } from "@verandah/contract/alarms.ts";

import { call } from "./call.ts";

/** Active alarms below a location; bell, toasts and the overview read the same list. */
export const alertsQuery = (locationId: number) =>
  queryOptions({
    queryKey: ["alerts", locationId],
    queryFn: ({ signal }) => call(listAlerts, { id: locationId }, { signal }),
  });
