import { useQueryClient } from "@tanstack/react-query";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import type { Session } from "@verandah/contract/auth/auth.ts";

import { routeQuery } from "#data/query/route-query.ts";
import { admits } from "#data/query/session.ts";

import { LoginScreen } from "../../features/auth/login-screen.tsx";

/** The login, and the alarm list fetched at once after it. Source: spec 1 §4 Login, step 4. */
export function LoginPage() {
  const queryClient = useQueryClient();
  function fetchAlerts(session: Session) {
    if (admits(listAlerts.access, session.role.id))
      void queryClient.prefetchQuery(routeQuery(listAlerts, { id: session.building.id }));
  }
  return <LoginScreen onLoggedIn={fetchAlerts} />;
}
