import { Notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
} from "@tanstack/react-router";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";

import { LiveContext, useLiveStream } from "#data/live/live.ts";
import { admits, sessionQuery, useSession } from "#data/query/session.ts";
import { useLoadSiteTypes } from "#shared/equipment/site-types.ts";

import { ErrorPage } from "../app/pages/error-page.tsx";
import { RouterAddress } from "../app/router-address.tsx";
import { screenComponent } from "../app/screen-frame.tsx";
import { screens } from "../app/screens.ts";
import { AlarmDetailsHost } from "../app/shell/alarms/alarm-details-host.tsx";

/** The parts of the shell that screens use: the live stream, the types of the site, the details of an alarm, and toasts. */
function Frame() {
  const { building, role } = useSession();
  const live = useLiveStream(admits(listLocationMetrics.access, role.id) ? building.id : undefined);
  useLoadSiteTypes();
  return (
    <LiveContext value={live}>
      <main>
        <Outlet />
      </main>
      <AlarmDetailsHost />
      <Notifications />
    </LiveContext>
  );
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RouterAddress });

const admin = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: Frame,
});

const screenRoutes = screens.map((screen) =>
  createRoute({
    getParentRoute: () => admin,
    path: screen.path,
    component: screenComponent(screen),
    staticData: { screen: { name: screen.name, access: screen.access } },
  }),
);

const routeTree = root.addChildren([admin.addChildren(screenRoutes)]);

/** The screen index without the shell. */
export function createScreenRouter(queryClient: QueryClient, history: RouterHistory) {
  return createRouter({ routeTree, context: { queryClient }, defaultErrorComponent: ErrorPage, history });
}
