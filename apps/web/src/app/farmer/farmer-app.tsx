import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useEffect, useEffectEvent, useState } from "react";

import { useRestoredDataAt } from "#data/live/last-state.ts";
import { landingPath, sessionQuery } from "#data/query/session.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { returnPath } from "#shared/return-path.ts";
import { useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { useLoaded } from "#shared/use-loaded.ts";

import { FailedPage } from "../pages/failed-page.tsx";
import { Loading } from "../pages/loading.tsx";
import { Providers } from "../providers.tsx";
import { BrowserAddress, LOGIN_PATH, showAddress } from "./browser-address.tsx";
import { FarmerPage } from "./farmer-page.tsx";

const OWN_PATH = "/admin/dashboard";

/** A farmer with a session does not need it. */
export const loadLogin = () => import("./login.tsx");

interface Props {
  queryClient: QueryClient;
  /** The login or the pumps are on the page. */
  onShown?: () => void;
  /** `test` leaves out transitions. */
  env?: "default" | "test";
}

/** The page of a farmer, and the login for everyone. The server sends it where it does not send the app. */
export function FarmerApp({ queryClient, onShown, env }: Props) {
  return (
    <Providers queryClient={queryClient} {...(env && { env })}>
      <BrowserAddress>
        <Page onShown={onShown} />
      </BrowserAddress>
    </Providers>
  );
}

interface Shown {
  onShown: Props["onShown"];
}

function Page({ onShown }: Shown) {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  // The login stays until it has shown its success.
  const [hasLogin, setHasLogin] = useState(false);
  if (session === null && !hasLogin) setHasLogin(true);
  if (hasLogin) return <Login onArrive={() => setHasLogin(false)} onShown={onShown} />;
  if (session?.role.id === roles.pumpCustomer) return <OwnPage onShown={onShown} />;
  if (session) return <LeaveForApp session={session} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function useShown(isShown: boolean, onShown: Shown["onShown"]): void {
  const show = useEffectEvent(() => onShown?.());
  useEffect(() => {
    if (isShown) show();
  }, [isShown]);
}

function Login({ onArrive, onShown }: { onArrive: () => void } & Shown) {
  const { loaded, hasFailed } = useLoaded(loadLogin, true);
  useShown(loaded !== undefined, onShown);
  if (loaded) return <loaded.Login onArrive={onArrive} />;
  return hasFailed ? <ErrorBanner error={new ServerUnreachable()} /> : <Loading />;
}

function OwnPage({ onShown }: Shown) {
  useShown(true, onShown);
  const [{ from }] = useSearchState();
  const back = window.location.pathname === LOGIN_PATH ? returnPath(from) : undefined;
  useEffect(() => {
    if (window.location.pathname === OWN_PATH) return;
    showAddress(back?.split("?")[0] === OWN_PATH ? back : OWN_PATH, { replace: true });
  }, [back]);
  return <FarmerPage />;
}

/** Leaves for the app. Without the server there is only this page. */
function LeaveForApp({ session }: { session: Session }) {
  const isOutage = useRestoredDataAt() !== null;
  useEffect(() => {
    if (isOutage) return;
    const { pathname, search } = window.location;
    window.location.replace(pathname === LOGIN_PATH ? pathname + search : landingPath(session));
  }, [session, isOutage]);
  return isOutage ? <ErrorBanner error={new ServerUnreachable()} /> : <Loading />;
}
