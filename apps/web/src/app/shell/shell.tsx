import { Trans, useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { ALARM_POLL_MS, listAlerts } from "@verandah/contract/alarms.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { type RefObject, useEffect, useRef } from "react";

import { alertsQuery } from "#shared/alerts.ts";
import { admits, useSession } from "#shared/session.ts";

import { CriticalToasts } from "../live/critical-toasts.tsx";
import { useLiveBuilding } from "../live/use-live-building.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

import classes from "./shell.module.css";

/** Everything around the screens below `/admin`. */
export function Shell() {
  const { t } = useLingui();
  const session = useSession();
  const { pathname } = useLocation();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const role = session.role.id;
  const buildingId = shownBuilding(pathname) ?? session.building.id;

  const liveState = useLiveBuilding(admits(listLocationMetrics.access, role) ? buildingId : undefined);
  const seesAlerts = admits(listAlerts.access, role);
  const { data: alerts } = useQuery({
    ...alertsQuery(buildingId),
    refetchInterval: ALARM_POLL_MS,
    enabled: seesAlerts,
  });

  const main = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);

  return (
    <div className={classes["shell"]}>
      <a href="#main" className={classes["skip"]}>
        <Trans>Skip to the content</Trans>
      </a>
      <aside className={classes["aside"]}>
        <Sidebar pathname={pathname} />
      </aside>
      <Drawer.Root opened={isDrawerOpen} onClose={closeDrawer} size={260} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t`Main menu`}>
          <Drawer.Body p={0} className={classes["drawer"] ?? ""}>
            <Sidebar pathname={pathname} onClose={closeDrawer} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <TopBar
        liveState={liveState}
        alerts={seesAlerts ? alerts : undefined}
        isDrawerOpen={isDrawerOpen}
        onBurger={toggleDrawer}
      />
      <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
        <Outlet />
      </main>
      <CriticalToasts key={buildingId} alerts={alerts} />
    </div>
  );
}

/** The building whose dashboard is open, which may be another than one's own. */
function shownBuilding(pathname: string): number | undefined {
  const id = /^\/admin\/building\/(\d+)\//.exec(pathname)?.[1];
  return id === undefined ? undefined : Number(id);
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
