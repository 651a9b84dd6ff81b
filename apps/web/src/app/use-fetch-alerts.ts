import { useQueryClient } from "@tanstack/react-query";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import type { Session } from "@verandah/contract/auth/auth.ts";

import { routeQuery } from "#data/query/route-query.ts";
import { admits } from "#data/query/session.ts";

/** Fetches the alarm list at once after the login. Source: spec 1 §4 Login, step 4. */
export function useFetchAlerts(): (session: Session) => void {
  const queryClient = useQueryClient();
  return (session) => {
    if (admits(listAlerts.access, session.role.id))
      void queryClient.prefetchQuery(routeQuery(listAlerts, { id: session.building.id }));
  };
}
