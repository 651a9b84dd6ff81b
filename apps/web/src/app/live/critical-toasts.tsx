import "@mantine/notifications/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertOctagonFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AlertEntry, AlertLists } from "@verandah/contract/alarms.ts";
import { useEffect, useRef, useState } from "react";

import type { SearchFields } from "#shared/search-state.ts";

/** Source: spec 2 §9: toasts last 2 to 6 s; a critical alarm gets the longest. */
const TOAST_MS = 6_000;
/** More at once are announced as a number. */
const SINGLE_TOASTS_MAX = 3;

/** Announces critical alarms that were not there before, by toast and in words. What is there at first is no news. */
export function CriticalToasts({ alerts }: { alerts: AlertLists | undefined }) {
  const { t } = useLingui();
  const seen = useRef<Set<number>>(undefined);
  const [spoken, setSpoken] = useState("");

  useEffect(() => {
    if (!alerts) return;
    const known = seen.current;
    seen.current = new Set(alerts.system.map((alert) => alert.Alarm_Id));
    if (!known) return;
    const fresh = alerts.system.filter((alert) => !known.has(alert.Alarm_Id));
    if (fresh.length === 0) return;
    const count = fresh.length;
    const toasts: Toast[] =
      count > SINGLE_TOASTS_MAX
        ? [{ text: t`${count} new critical alarms` }]
        : fresh.map((alert) => ({ text: alarmText(alert), alarmId: alert.Alarm_Id }));
    const words = { title: t`Critical alarm`, close: t`Close`, open: t`Details` };
    for (const toast of toasts) showToast(toast, words);
    setSpoken(`${words.title}: ${toasts.map(({ text }) => text).join(". ")}`);
  }, [alerts, t]);

  return (
    <>
      <section aria-label={t`Notifications`}>
        <Notifications
          position="bottom-right"
          autoClose={TOAST_MS}
          limit={4}
          zIndex={400}
          withinPortal={false}
        />
      </section>
      <VisuallyHidden component="output" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </>
  );
}

function alarmText(alert: AlertEntry): string {
  return `${alert.Device_name}: ${alert.message}`;
}

interface Toast {
  text: string;
  /** Undefined: the toast is about several. */
  alarmId?: number;
}

function showToast({ text, alarmId }: Toast, words: { title: string; close: string; open: string }): void {
  notifications.show({
    title: words.title,
    message: (
      <>
        {text}{" "}
        {alarmId === undefined ? (
          <Link to="/admin/eventsviewer">{words.open}</Link>
        ) : (
          <Link to="." search={(before: SearchFields) => ({ ...before, alarm: alarmId })} resetScroll={false}>
            {words.open}
          </Link>
        )}
      </>
    ),
    color: "red",
    closeButtonProps: { "aria-label": words.close },
    icon: <IconAlertOctagonFilled size={18} aria-hidden />,
    // The live region beside it says it once; the toast would say it again.
    role: "presentation",
  });
}
