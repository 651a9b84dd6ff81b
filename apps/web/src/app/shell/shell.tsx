import { useLingui } from "@lingui/react/macro";
import { Alert, Box, VisuallyHidden, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconBell,
  IconMapQuestion,
  IconRefreshAlert,
  IconAlarm,
  IconBuilding,
  IconMap2,
  IconMenu2,
  IconSearch,
} from "@tabler/icons-react";
import {
  CatchBoundary,
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { getAlarmSummary } from "@verandah/contract/alarms/alarms.ts";
import { listWaitlistNews } from "@verandah/contract/bookings/waitlist.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  defaultNotificationSettings,
  getNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";

import { LiveContext, useLiveStream } from "#data/live/live.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsSettled } from "#data/query/use-settled.ts";
import { useLoadSiteTypes } from "#shared/equipment/site-types.ts";
import { numberText } from "#shared/format/number.ts";
import { clockText, dayText } from "#shared/format/time.ts";
import { useAlarmCountText } from "#shared/texts/use-alarm-count-text.ts";
import { stateOf } from "#shared/ui/feedback/state.tsx";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useNow } from "#shared/use-now.ts";

import { lazyScreen } from "../screen.ts";
import { SearchButton, useSearch } from "../search/use-search.tsx";
import { useIsWall } from "../use-is-wall.ts";
import { useNewAlerts } from "./alarms/use-new-alerts.ts";
import { BookingNews } from "./booking-news.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { Menus } from "./menus.tsx";
import { NotConnected } from "./not-connected.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

import classes from "./alarms/alarm-bell.module.css";
import bottomBarClasses from "./bottom-bar.module.css";
import shellClasses from "./shell.module.css";

const AlarmToasts = lazyScreen(() => import("./alarms/alarm-toasts.tsx"), "AlarmToasts");
const NotLoaded = () => null;

/** Everything around the screens below `/admin`. */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const isWall = useIsWall();
  const role = session.role.id;
  const buildingId = useShownBuilding(pathname);

  const isStaff = admits(buildingStaff, role);
  const search = useSearch(isStaff && !isWall);
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

  if (isWall)
    return (
      <LiveContext value={live}>
        <main ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </LiveContext>
    );
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
                {isStaff && <SearchButton onClick={search.open} />}
                <AlarmBell isLiveDown={live.connection.isDown} />
                {admits(listWaitlistNews.access, role) && <BookingNews />}
              </>
            }
            languages={<LanguageMenu />}
          />
        }
        toasts={
          // Without a server it cannot be loaded; the rest of the page stays.
          <CatchBoundary getResetKey={() => String(live.connection.isDown)} errorComponent={NotLoaded}>
            <AfterFirstData>
              <Suspense>
                <AlarmToasts
                  key={buildingId}
                  alerts={alerts}
                  initial={initial}
                  settings={settings ?? defaultNotificationSettings}
                />
              </Suspense>
            </AfterFirstData>
          </CatchBoundary>
        }
      >
        <PrintHead />
        <NotConnected />
        <MissingPage />
        <Outlet />
      </ShellFrame>
      {isStaff && <BottomBar pathname={pathname} onSearch={search.open} onMore={toggleDrawer} />}
      {search.dialog}
    </LiveContext>
  );
}

/** Loads its content when the page has shown its first data. */
const AfterFirstData = ({ children }: { children: ReactNode }) => useIsSettled() && children;

/** The campus, the time and the user, on paper only. A page in dark colours is printed in light ones. */
function PrintHead() {
  const { t } = useLingui();
  const { campus, user } = useSession();
  const nowMs = useNow();
  const { name } = user;
  const at = `${dayText(nowMs, campus.timeZone)} ${clockText(nowMs, campus.timeZone).slice(0, 5)}`;
  useEffect(() => {
    const { dataset } = document.documentElement;
    const print = window.matchMedia("print");
    const shown = { colours: dataset["mantineColorScheme"] };
    function change(): void {
      if (print.matches) shown.colours = dataset["mantineColorScheme"];
      dataset["mantineColorScheme"] = print.matches ? "light" : shown.colours;
    }
    print.addEventListener("change", change);
    return () => print.removeEventListener("change", change);
  }, []);
  return (
    <p className={shellClasses["printed"]}>
      {campus.name} · {t`Printed ${at} by ${name}`}
    </p>
  );
}

/** Names the path that has no page, on the page that was opened instead. */
function MissingPage() {
  const { t } = useLingui();
  const missing = useLocation({ select: ({ state }) => state.missing });
  const navigate = useNavigate();
  if (missing === undefined) return null;
  return (
    <Alert
      role="status"
      color="gray"
      icon={<IconMapQuestion aria-hidden />}
      mb="sm"
      py="xs"
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={() => void navigate({ to: ".", search: true, replace: true, state: {} })}
    >
      {t`There is no page at ${missing}. This is your home page.`}
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

/**
 * After a navigation the focus goes to the new screen's heading; on the first load the browser keeps it, and a dialog that was opened
 * before the screen arrived keeps it too. A menu or list of the navigation itself may still be closing.
 */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const opener = useRef<Element>(null);
  useEffect(
    () => router.subscribe("onBeforeNavigate", () => void (opener.current = document.activeElement)),
    [router],
  );
  const shown = useRef(pathname);
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === undefined || before === pathname) return;
    const dialog = document.activeElement?.closest("[role=dialog]");
    if (dialog && !dialog.contains(opener.current)) return;
    const heading = main.current?.querySelector<HTMLElement>("h1");
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [main, pathname]);
}

/**
 * Number of active alarms, with a link to the alarms screen, and a dot without a number while only returned ones wait for an acknowledgement.
 * An outdated count stays visible and is marked.
 */
function AlarmBell({ isLiveDown }: { isLiveDown: boolean }) {
  const { t } = useLingui();
  const countText = useAlarmCountText();
  const session = useSession();
  const enabled = admits(buildingStaff, session.role.id);
  const { data: summary, isError } = useRoute(getAlarmSummary, {}, { enabled });
  const isOutdated = isError || isLiveDown;
  if (!enabled) return null;
  // Its room, so that it moves no other button when it arrives.
  if (!summary && !isOutdated) return <span className={classes["bell"]} />;
  const { active, returned } = summary ?? { active: { critical: 0, noncritical: 0 }, returned: 0 };
  const count = active.critical + active.noncritical;
  const state = stateOf({ noOfCritical: active.critical, noOfLow: active.noncritical });
  const counted = summary ? countText(summary) : t`Alarm count unavailable`;
  const said = isOutdated ? t`${counted}. Not up to date` : counted;
  return (
    <Link
      to="/admin/eventsviewer"
      className={classes["bell"]}
      data-outdated={isOutdated}
      {...(isOutdated && { title: said })}
    >
      <IconBell size={20} aria-hidden />
      {count > 0 && (
        <span className={classes["count"]} data-state={state}>
          {numberText(count)}
        </span>
      )}
      {count === 0 && returned > 0 && (
        <Box component="span" w={8} h={8} bg="var(--mantine-color-dimmed)" style={{ borderRadius: "50%" }} />
      )}
      {isOutdated && <IconRefreshAlert size={16} aria-hidden color="var(--mantine-color-dimmed)" />}
      <VisuallyHidden>{said}</VisuallyHidden>
    </Link>
  );
}

interface Props {
  pathname: string;
  onSearch: () => void;
  /** Opens the whole menu. */
  onMore: () => void;
}

/** The screens of every day within reach of a thumb, on a phone. */
function BottomBar({ pathname, onSearch, onMore }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const isNarrow = useIsNarrow();
  if (!isNarrow) return null;
  const links = [
    { to: `/admin/building/${building.id}/dashboard`, name: t`Home`, Icon: IconBuilding },
    { to: "/admin/eventsviewer", name: t`Alarms`, Icon: IconAlarm },
    { to: "/admin/selector", name: t({ message: "Spaces", context: "menu" }), Icon: IconMap2 },
  ];
  return (
    <nav aria-label={t`Daily screens`} className={bottomBarClasses["bar"]} data-bottom-bar>
      {links.map(({ to, name, Icon }) => (
        <Link
          key={to}
          to={to}
          className={bottomBarClasses["item"]}
          {...(pathname === to && { "aria-current": "page" })}
        >
          <Icon size={20} aria-hidden />
          {name}
        </Link>
      ))}
      <UnstyledButton className={bottomBarClasses["item"] ?? ""} onClick={onSearch}>
        <IconSearch size={20} aria-hidden />
        {t`Search`}
      </UnstyledButton>
      <UnstyledButton className={bottomBarClasses["item"] ?? ""} onClick={onMore}>
        <IconMenu2 size={20} aria-hidden />
        {t({ message: "More", comment: "Opens the menu with all other screens" })}
      </UnstyledButton>
    </nav>
  );
}
