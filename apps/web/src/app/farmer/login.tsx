import type { Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useEffect } from "react";

import { missingPath, returnPath } from "#shared/return-path.ts";

import { LoginScreen } from "../../features/auth/login-screen.tsx";
import { useFetchAlerts } from "../use-fetch-alerts.ts";
import { LOGIN_PATH, showAddress } from "./browser-address.tsx";

/** The login of everyone. `onArrive` is called for a farmer, who stays on this page. */
export function Login({ onArrive }: { onArrive: () => void }) {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (pathname === LOGIN_PATH) return;
    const from = returnPath(pathname + search + hash);
    const missing = pathname === "/" ? undefined : missingPath(pathname);
    const query = new URLSearchParams(from ? { from } : missing ? { missing } : {}).toString();
    showAddress(LOGIN_PATH + (query && `?${query}`), { replace: true });
  }, []);
  function arrive(session: Session) {
    if (session.role.id === roles.pumpCustomer) onArrive();
    // The server now sends the app, which knows the screens that the user may return to.
    else window.location.assign(LOGIN_PATH + window.location.search);
  }
  return <LoginScreen onLoggedIn={useFetchAlerts()} onArrive={arrive} />;
}
