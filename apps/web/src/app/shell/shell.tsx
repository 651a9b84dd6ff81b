import { Trans, useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router";
import { listAlerts } from "@verandah/contract/alarms.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { type RefObject, useEffect, useRef, useState } from "react";

import { alertsQuery } from "#shared/alerts.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { errorText } from "#shared/error-text.ts";
import { locationQuery } from "#shared/location.ts";
import { admits, useSession } from "#shared/session.ts";

import type { ChangePasswordDialog } from "../../features/auth/change-password-dialog.tsx";
import { CriticalToasts } from "../live/critical-toasts.tsx";
import { useLiveBuilding } from "../live/use-live-building.ts";
import { AlarmDetailsHost } from "./alarm-details-host.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

import classes from "./shell.module.css";

/** Source: spec 2 §9 (toast 3000 ms). */
const TOAST_MS = 3_000;

/** Everything around the screens below `/admin`. */
export function Shell() {
  const { t } = useLingui();
  const session = useSession();
  const { pathname } = useLocation();
  const [PasswordDialog, setPasswordDialog] = useState<typeof ChangePasswordDialog>();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const role = session.role.id;
  const buildingId = useShownBuilding(pathname);

  const liveState = useLiveBuilding(admits(listLocationMetrics.access, role) ? buildingId : undefined);
  const seesAlerts = admits(listAlerts.access, role);
  const { data: alerts } = useQuery({ ...alertsQuery(buildingId), enabled: seesAlerts });

  const main = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement>(null);
  useFocusAfterNavigation(main);

  async function openPasswordDialog(from: HTMLElement | null) {
    opener.current = from;
    closeDrawer();
    try {
      const module = await import("../../features/auth/change-password-dialog.tsx");
      setPasswordDialog(() => module.ChangePasswordDialog);
    } catch {
      // Without a server there is no dialog; the screen behind it stays.
      const message = errorText(new ServerUnreachable());
      notifications.show({ color: "red", message, role: "alert", withCloseButton: false });
    }
  }

  function closePasswordDialog() {
    setPasswordDialog(undefined);
    // The drawer and its button may be gone.
    const next = opener.current?.isConnected ? opener.current : main.current;
    next?.focus({ preventScroll: true });
  }

  function passwordChanged() {
    closePasswordDialog();
    notifications.show({
      color: "green",
      message: t`New Password added successfully`,
      autoClose: TOAST_MS,
      role: "status",
      withCloseButton: false,
    });
  }

  return (
    <div className={classes["shell"]}>
      <a href="#main" className={classes["skip"]}>
        <Trans>Skip to the content</Trans>
      </a>
      <aside className={classes["aside"]}>
        <Sidebar pathname={pathname} onChangePassword={(from) => void openPasswordDialog(from)} />
      </aside>
      <Drawer.Root opened={isDrawerOpen} onClose={closeDrawer} size={260} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t`Main menu`}>
          <Drawer.Body p={0} className={classes["drawer"] ?? ""}>
            <Sidebar
              pathname={pathname}
              onChangePassword={(from) => void openPasswordDialog(from)}
              onClose={closeDrawer}
            />
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
      {PasswordDialog && <PasswordDialog onClose={closePasswordDialog} onChanged={passwordChanged} />}
      <AlarmDetailsHost />
      <CriticalToasts key={buildingId} alerts={alerts} />
    </div>
  );
}

/**
 * The building whose dashboard is open, which may be another than one's own. A wrong id in the address must not silence the bell, so
 * that one's own building stands in until the id is known to be a building's.
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
