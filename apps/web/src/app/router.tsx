import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
  useRouter,
  useSearch,
} from "@tanstack/react-router";
import type { Session } from "@verandah/contract/auth/auth.ts";
import { getSetUp, SET_UP_PATH } from "@verandah/contract/set-up.ts";

import { admits, landingPath, sessionQuery } from "#data/query/session.ts";
import { call, isRefusal } from "#shared/call.ts";
import { missingPath, returnPath } from "#shared/return-path.ts";
import { screenAt } from "#shared/screen-links.ts";

import { ErrorPage } from "./pages/error-page.tsx";
import { Loading } from "./pages/loading.tsx";
import { RouterAddress } from "./router-address.tsx";
import { screenComponent } from "./screen-frame.tsx";
import { lazyScreen } from "./screen.ts";
import { screens } from "./screens.ts";
import { useFetchAlerts } from "./use-fetch-alerts.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The floor whose tile was clicked. Source: spec 2 §2 Shell and menu. */
    floorID?: number;
    /** The device that was clicked on a map or chart. */
    ssid?: string;
    deviceName?: string;
    /** The path in place of which this page was opened, because it has none. */
    missing?: string;
  }
}

interface Context {
  readonly queryClient: QueryClient;
  /** The router of the tree below. */
  readonly getRouter: () => AnyRouter;
}

const LoginScreen = lazyScreen(() => import("../features/auth/login-screen.tsx"), "LoginScreen");

const root = createRootRouteWithContext<Context>()({ component: RouterAddress });

interface LoginSearch {
  /** The address to return to. */
  from?: unknown;
  /** A path that has no page. */
  missing?: unknown;
}

/**
 * Where a user goes after the login: the address to return to, if it is open to the user, otherwise the user's first screen, which names a
 * path that has no page.
 */
function arrivalOf(router: AnyRouter, session: Session, search: LoginSearch) {
  const back = returnPath(search.from);
  const path = back?.replace(/[?#].*$/, "");
  const asked = path === undefined ? undefined : screenAt(router, path);
  if (back !== undefined && asked && admits(asked.access, session.role.id)) return { href: back, state: {} };
  const missing = missingPath(asked ? undefined : (path ?? search.missing));
  return { href: landingPath(session), state: missing === undefined ? {} : { missing } };
}

interface LoginVisit {
  context: Context;
  search: LoginSearch;
}

/** Redirects a user with a session to the address to return to, or to the user's first screen; others stay. */
async function skipWhenLoggedIn({ context, search }: LoginVisit): Promise<void> {
  // An unreachable server does not hide the login form.
  const session = await context.queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (session) redirect({ ...arrivalOf(context.getRouter(), session, search), replace: true, throw: true });
}

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  beforeLoad: skipWhenLoggedIn,
  component: LoginPage,
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyScreen(() => import("../features/auth/password-link-screens.tsx"), "ForgotPasswordScreen"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyScreen(() => import("../features/auth/password-link-screens.tsx"), "ResetPasswordScreen"),
});

/** The display at the door of a room. */
const roomDisplay = createRoute({
  getParentRoute: () => root,
  path: "/display/room/$id",
  component: lazyScreen(() => import("../features/room-display/room-display-page.tsx"), "RoomDisplayPage"),
});

/** Any other path under / redirects to the login. Source: spec 2 §2 Shell and menu. */
function leaveUnknown({ location: { pathname } }: { location: { pathname: string } }): void {
  const search = pathname === "/" ? {} : { missing: pathname };
  redirect({ to: "/login", search, replace: true, throw: true });
}

const unknown = createRoute({ getParentRoute: () => root, path: "$", beforeLoad: leaveUnknown });

/** The first administrator and campus. Later it is an unknown path. */
const setUp = createRoute({
  getParentRoute: () => root,
  path: SET_UP_PATH,
  beforeLoad: async (visit) => {
    const error: unknown = await call(getSetUp, {}).catch((failure: unknown) => failure);
    if (isRefusal(error, "not-found")) leaveUnknown(visit);
  },
  component: lazyScreen(() => import("./pages/set-up-page.tsx"), "SetUpPage"),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    const from = returnPath(location.href);
    if (!session) redirect({ to: "/login", search: from ? { from } : {}, replace: true, throw: true });
  },
  component: lazyScreen(() => import("./shell/shell.tsx"), "Shell"),
});

const adminIndex = createRoute({ getParentRoute: () => admin, path: "/", beforeLoad: skipWhenLoggedIn });

const adminLogin = createRoute({ getParentRoute: () => admin, path: "login", beforeLoad: skipWhenLoggedIn });

/** Source: spec 2 §2 Shell and menu: unknown /admin paths redirect to /admin/login. */
const adminUnknown = createRoute({
  getParentRoute: () => admin,
  path: "$",
  beforeLoad: ({ location: { pathname } }) => {
    redirect({ to: "/admin/login", search: { from: pathname }, replace: true, throw: true });
  },
});

const screenRoutes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => admin,
    path: screen.path,
    component: screenComponent(screen),
    staticData: { screen: { name: screen.name, access: screen.access } },
  }),
);

const routeTree = root.addChildren([
  login,
  forgotPassword,
  resetPassword,
  roomDisplay,
  setUp,
  unknown,
  admin.addChildren([adminIndex, adminLogin, adminUnknown, ...screenRoutes]),
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient, getRouter: (): AnyRouter => router },
    defaultPreload: "intent",
    defaultPendingComponent: Loading,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    ...(history && { history }),
  });
  return router;
}

/** The login of the app, for a session that ended while the app is open. */
function LoginPage() {
  const router = useRouter();
  const search: LoginSearch = useSearch({ strict: false });
  return (
    <LoginScreen
      onLoggedIn={useFetchAlerts()}
      onArrive={(session) => void router.navigate(arrivalOf(router, session, search))}
    />
  );
}
