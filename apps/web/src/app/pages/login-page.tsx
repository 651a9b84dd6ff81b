import { useRouter, useSearch } from "@tanstack/react-router";

import { LoginScreen } from "../../features/auth/login-screen.tsx";
import { arrivalPath } from "../arrival-path.ts";
import { useFetchAlerts } from "../use-fetch-alerts.ts";

/** The login of the app, for a session that ended while the app is open. */
export function LoginPage() {
  const router = useRouter();
  const { from }: { from?: unknown } = useSearch({ strict: false });
  return (
    <LoginScreen
      onLoggedIn={useFetchAlerts()}
      onArrive={(session) => void router.navigate({ href: arrivalPath(router, session, from) })}
    />
  );
}
