import { useDisclosure } from "@mantine/hooks";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { listWaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  defaultNotificationSettings,
  getNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import { type RefObject, useEffect, useRef } from "react";

import { LiveContext, useLiveStream } from "#data/live/live.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useLoadSiteTypes } from "#shared/equipment/site-types.ts";

import { AlarmBell } from "./alarms/alarm-bell.tsx";
import { AlarmToasts } from "./alarms/alarm-toasts.tsx";
import { useNewAlerts } from "./alarms/use-new-alerts.ts";
import { BookingNews } from "./booking-news.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { Menus } from "./menus.tsx";
import { NotConnected } from "./not-connected.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** Everything around the screens below `/admin`. */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const role = session.role.id;
  const buildingId = useShownBuilding(pathname);

  const hasBuilding = admits(listLocationMetrics.access, role);
  const live = useLiveStream(hasBuilding ? buildingId : undefined);
  const { alerts, initial } = useNewAlerts(buildingId);
  const { data: settings } = useRoute(
    getNotificationSettings,
    {},
    { enabled: admits(getNotificationSettings.access, role) },
  );

  useLoadSiteTypes();
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);

  return (
    <LiveContext value={live}>
      <ShellFrame
        main={main}
        menus={
          <Menus isDrawerOpen={isDrawerOpen} onCloseDrawer={closeDrawer} main={main}>
            {(menu) => <Sidebar pathname={pathname} {...menu} />}
          </Menus>
        }
        bar={
          <TopBar
            liveState={hasBuilding ? live.connection.state : undefined}
            isDrawerOpen={isDrawerOpen}
            onBurger={toggleDrawer}
            news={
              <>
                <AlarmBell isLiveDown={live.connection.isDown} />
                {admits(listWaitlistNews.access, role) && <BookingNews />}
              </>
            }
            languages={<LanguageMenu />}
          />
        }
        toasts={
          <AlarmToasts
            key={buildingId}
            alerts={alerts}
            initial={initial}
            settings={settings ?? defaultNotificationSettings}
          />
        }
      >
        <NotConnected />
        <Outlet />
      </ShellFrame>
    </LiveContext>
  );
}

/**
 * The building whose dashboard is open; it may differ from the user's own. The bell uses the user's own building until the id is confirmed,
 * so that a wrong id in the address does not hide alarms.
 */
function useShownBuilding(pathname: string): number {
  const { building, role } = useSession();
  const id = Number(/^\/admin\/building\/(\d{1,10})\//.exec(pathname)?.[1] ?? building.id);
  const isForeign = id !== building.id && admits(getLocation.access, role.id);
  const { data } = useRoute(getLocation, { id }, { enabled: isForeign });
  return isForeign && data?.zone_type === "GL_LOCATION_TYPE_BUILDING" ? id : building.id;
}

/** After a navigation the focus goes to the new screen's heading; on the first load the browser keeps it. */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === undefined || before === pathname) return;
    const heading = main.current?.querySelector<HTMLElement>("h1");
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [main, pathname]);
}
