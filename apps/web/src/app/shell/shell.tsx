import { Trans, useLingui } from "@lingui/react/macro";
import { Alert } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { listWaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  defaultNotificationSettings,
  getNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import { roles } from "@verandah/contract/roles.ts";
import { type RefObject, useEffect, useRef, useState } from "react";

import { useRestoredDataAt } from "#data/live/last-state.ts";
import { LiveContext, useLiveStream } from "#data/live/live.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { useLoadSiteTypes } from "#shared/equipment/site-types.ts";
import { longAgeText, momentText } from "#shared/format/time.ts";
import { useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { TOAST_EVENT } from "#shared/ui/feedback/toast-event.ts";
import { LanguageSelect } from "#shared/ui/preferences/language-select.tsx";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useLoaded } from "#shared/use-loaded.ts";
import { useNow } from "#shared/use-now.ts";

import { idsOf } from "./alarms/alert-ids.ts";
import { TopBar } from "./top-bar.tsx";

import classes from "./shell.module.css";

/** A farmer's phone loads the menus and messages when they are opened: they are larger than its page. */
const loadMenus = () => import("./menus.tsx");

/** Everything around the screens below `/admin`. */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const role = session.role.id;
  const buildingId = useShownBuilding(pathname);

  const hasBuilding = admits(listLocationMetrics.access, role);
  const live = useLiveStream(hasBuilding ? buildingId : undefined);
  const { data: alerts } = useRoute(
    listAlerts,
    { id: buildingId },
    { enabled: admits(listAlerts.access, role) },
  );
  const [first, setFirst] = useState<{ buildingId: number; ids: ReadonlySet<number> }>();
  if (alerts && first?.buildingId !== buildingId) setFirst({ buildingId, ids: idsOf(alerts) });
  const firstAlerts = first?.buildingId === buildingId ? first.ids : undefined;

  const { data: settings } = useRoute(
    getNotificationSettings,
    {},
    { enabled: admits(getNotificationSettings.access, role) },
  );

  useLoadSiteTypes();
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);

  const isLight = useIsNarrow() && role === roles.pumpCustomer;
  const [search] = useSearchState();
  const hasNews = alerts && firstAlerts && [...idsOf(alerts)].some((id) => !firstAlerts.has(id));
  const [hasToast, setHasToast] = useState(false);
  useWindowEvent(TOAST_EVENT, () => setHasToast(true));
  const isWanted = !isLight || isDrawerOpen || hasToast || search["alarm"] !== undefined || hasNews === true;
  const menus = useLoaded(loadMenus, isWanted);

  return (
    <LiveContext value={live}>
      <div className={classes["shell"]}>
        <a href="#main" className={classes["skip"]}>
          <Trans>Skip to the content</Trans>
        </a>
        {menus.loaded && (
          <menus.loaded.Menus
            pathname={pathname}
            isDrawerOpen={isDrawerOpen}
            onCloseDrawer={closeDrawer}
            main={main}
          />
        )}
        <TopBar
          liveState={hasBuilding ? live.connection.state : undefined}
          isDrawerOpen={isDrawerOpen}
          onBurger={toggleDrawer}
          news={
            menus.loaded && (
              <>
                <menus.loaded.AlarmBell isLiveDown={live.connection.isDown} />
                {admits(listWaitlistNews.access, role) && <menus.loaded.BookingNews />}
              </>
            )
          }
          languages={isLight ? <LanguageSelect /> : menus.loaded && <menus.loaded.LanguageMenu />}
        />
        <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
          <NotConnected />
          <ErrorBanner error={menus.hasFailed && new ServerUnreachable()} />
          <Outlet />
        </main>
        {menus.loaded && (
          <menus.loaded.AlarmToasts
            key={buildingId}
            alerts={alerts}
            initial={firstAlerts}
            settings={settings ?? defaultNotificationSettings}
          />
        )}
      </div>
    </LiveContext>
  );
}

/** Shows that the data is from before an outage. */
function NotConnected() {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const restoredAt = useRestoredDataAt();
  const nowMs = useNow();
  if (restoredAt === null) return null;
  const time = momentText(new Date(restoredAt).toISOString(), nowMs, campus.timeZone);
  const age = longAgeText(restoredAt, nowMs);
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="sm" py="xs">
      <div className={classes["notice"]}>
        {role.id === roles.pumpCustomer ? (
          <Trans>
            No connection. Last data from {time}, {age}
          </Trans>
        ) : (
          <Trans>Not connected. Last data from {time}</Trans>
        )}
      </div>
      {t`Commands are not possible until the connection is back.`}
    </Alert>
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
