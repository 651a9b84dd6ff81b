import "@mantine/notifications/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertOctagonFilled } from "@tabler/icons-react";
import type { AlertEntry, AlertLists } from "@verandah/contract/alarms.ts";
import { useEffect, useRef, useState } from "react";

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
    const texts = count > SINGLE_TOASTS_MAX ? [t`${count} new critical alarms`] : fresh.map(alarmText);
    for (const text of texts) showToast(t`Critical alarm`, text, t`Close`);
    setSpoken(`${t`Critical alarm`}: ${texts.join(". ")}`);
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

function showToast(title: string, message: string, closeLabel: string): void {
  notifications.show({
    title,
    message,
    color: "red",
    closeButtonProps: { "aria-label": closeLabel },
    icon: <IconAlertOctagonFilled size={18} aria-hidden />,
    // The live region beside it says it once; the toast would say it again.
    role: "presentation",
  });
}
