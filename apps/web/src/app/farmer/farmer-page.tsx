import { useLingui } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { defaultNotificationSettings } from "@verandah/contract/notifications/notifications.ts";
import { useCallback, useRef, useState } from "react";

import { LiveContext, useLiveStream } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { useSearchState } from "#shared/search-state.ts";
import { chooseLanguage, isLanguage, languageCodes, languageName } from "#shared/texts/i18n.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { TOAST_EVENT } from "#shared/ui/feedback/toast-event.ts";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useLoaded } from "#shared/use-loaded.ts";

import { PumpsScreen } from "../../features/pumps/pumps-screen.tsx";
import { idsOf } from "../shell/alarms/alert-ids.ts";
import { useNewAlerts } from "../shell/alarms/use-new-alerts.ts";
import { NotConnected } from "../shell/not-connected.tsx";
import { ShellFrame } from "../shell/shell-frame.tsx";
import { TopBar } from "../shell/top-bar.tsx";

const loadMenus = () => import("./farmer-menus.tsx");

/**
 * The pumps of a farmer. The menu and messages are larger than the page: a phone loads them when they are opened, a wide screen after the
 * pump.
 */
export function FarmerPage() {
  const { building } = useSession();
  const live = useLiveStream(undefined);
  const main = useRef<HTMLElement>(null);
  const [isDrawerOpen, { close: closeDrawer, toggle: toggleDrawer }] = useDisclosure(false);
  const isNarrow = useIsNarrow();
  const [search] = useSearchState();
  const { alerts, initial } = useNewAlerts(building.id);
  const hasNews = alerts && initial && [...idsOf(alerts)].some((id) => !initial.has(id));
  const [hasToast, setHasToast] = useState(false);
  useWindowEvent(TOAST_EVENT, () => setHasToast(true));
  const [hasPump, setHasPump] = useState(false);
  const showPump = useCallback(() => setHasPump(true), []);
  const isWanted =
    (!isNarrow && hasPump) || isDrawerOpen || hasToast || hasNews === true || search["alarm"] !== undefined;
  const { loaded, hasFailed } = useLoaded(loadMenus, isWanted);

  return (
    <LiveContext value={live}>
      <ShellFrame
        main={main}
        menus={
          loaded && <loaded.FarmerMenus isDrawerOpen={isDrawerOpen} onCloseDrawer={closeDrawer} main={main} />
        }
        bar={
          <TopBar
            liveState={undefined}
            isDrawerOpen={isDrawerOpen}
            onBurger={toggleDrawer}
            news={undefined}
            languages={isNarrow ? <LanguageSelect /> : loaded && <loaded.LanguageMenu />}
          />
        }
        toasts={
          loaded && (
            <loaded.AlarmToasts alerts={alerts} initial={initial} settings={defaultNotificationSettings} />
          )
        }
      >
        <NotConnected />
        <ErrorBanner error={hasFailed && new ServerUnreachable()} />
        <PumpsScreen onShown={showPump} />
      </ShellFrame>
    </LiveContext>
  );
}

/** The languages in the phone's own list. */
function LanguageSelect() {
  const { t, i18n } = useLingui();
  return (
    <NativeSelect
      aria-label={t`Language`}
      w={110}
      value={i18n.locale}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value)}
      data={languageCodes.map((value) => ({ value, label: languageName(value) }))}
    />
  );
}
