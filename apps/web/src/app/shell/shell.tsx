import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { defaultNotificationSettings, getNotificationSettings } from "@verandah/contract/notifications.ts";
import { type RefObject, useEffect, useRef } from "react";

import { alertsQuery } from "#data/alarms.queries.ts";
import { locationQuery } from "#data/buildings.queries.ts";
import { useLoadSiteTypes } from "#data/equipment.queries.ts";
import { useRestoredDataAt } from "#data/last-state.ts";
import { LiveContext, useLiveStream } from "#data/live.ts";
import { notificationSettingsQuery } from "#data/notifications.queries.ts";
import { admits, useSession } from "#data/session.ts";
import { momentText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

import { AlarmDetailsHost } from "./alarm-details-host.tsx";
import { AlarmToasts } from "./alarm-toasts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { type DialogName, useShellDialog } from "./use-shell-dialog.tsx";

import classes from "./shell.module.css";

/** Everything around the screens below `/admin`. */
export function Shell() {
  const { t } = useLingui();
  const session = useSession();
  const { pathname } = useLocation();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const role = session.role.id;
  const buildingId = useShownBuilding(pathname);

  const hasBuilding = admits(listLocationMetrics.access, role);
  const live = useLiveStream(hasBuilding ? buildingId : undefined);
  const { data: alerts } = useQuery({
    ...alertsQuery(buildingId),
    enabled: admits(listAlerts.access, role),
  });

  const { data: settings } = useQuery({
    ...notificationSettingsQuery,
    enabled: admits(getNotificationSettings.access, role),
  });

  useLoadSiteTypes();
  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);

  const [dialog, openDialog] = useShellDialog(main);
  function openFromMenu(name: DialogName, from: HTMLElement | null) {
    closeDrawer();
    void openDialog(name, from);
  }

  return (
    <div className={classes["shell"]}>
      <a href="#main" className={classes["skip"]}>
        <Trans>Skip to the content</Trans>
      </a>
      <aside className={classes["aside"]}>
        <Sidebar pathname={pathname} onOpenDialog={openFromMenu} />
      </aside>
      <Drawer.Root opened={isDrawerOpen} onClose={closeDrawer} size={260} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t`Main menu`}>
          <Drawer.Body p={0} className={classes["drawer"] ?? ""}>
            <Sidebar pathname={pathname} onOpenDialog={openFromMenu} onClose={closeDrawer} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <TopBar
        liveState={hasBuilding ? live.connection.state : undefined}
        isLiveDown={live.connection.isDown}
        isDrawerOpen={isDrawerOpen}
        onBurger={toggleDrawer}
      />
      <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
        <NotConnected />
        <LiveContext value={live}>
          <Outlet />
        </LiveContext>
      </main>
      {dialog}
      <AlarmDetailsHost />
      <AlarmToasts key={buildingId} alerts={alerts} settings={settings ?? defaultNotificationSettings} />
    </div>
  );
}

const MINUTE_MS = 60_000;

/** Shows that the data is from before an outage. */
function NotConnected() {
  const { campus } = useSession();
  const restoredAt = useRestoredDataAt();
  const nowMs = useNow(MINUTE_MS);
  if (restoredAt === null) return null;
  const time = momentText(new Date(restoredAt).toISOString(), nowMs, campus.timeZone);
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="sm" py="xs">
      <Trans>Not connected. Last data from {time}</Trans>
    </Alert>
  );
}

/**
 * The building whose dashboard is open; it may differ from the user's own. A wrong id in the address must not silence the bell, so the
 * user's own building is used until the id is confirmed.
 */
function useShownBuilding(pathname: string): number {
  const { building, role } = useSession();
  const id = Number(/^\/admin\/building\/(\d{1,10})\//.exec(pathname)?.[1] ?? building.id);
  const isForeign = id !== building.id && admits(getLocation.access, role.id);
  const { data } = useQuery({ ...locationQuery(id), enabled: isForeign });
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
