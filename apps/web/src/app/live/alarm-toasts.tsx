import "@mantine/notifications/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertOctagonFilled, IconAlertTriangleFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type AlertEntry, type AlertLists, LOW_ALARM_FROM } from "@verandah/contract/alarms.ts";
import type { NotificationSettings } from "@verandah/contract/notifications.ts";
import { useEffect, useRef, useState } from "react";

import type { SearchFields } from "#shared/search-state.ts";
import { useAlarmMessage } from "#shared/use-alarm-message.ts";

/** Source: spec 2 §9: toasts last 2 to 6 s; a critical alarm gets the longest. */
const TOAST_MS = 6_000;
/** More at once are announced as a number. */
const SINGLE_TOASTS_MAX = 3;

interface Props {
  alerts: AlertLists | undefined;
  settings: NotificationSettings;
}

/** Announces alarms that were not there before, by toast and in words, as the user's settings want. What is there at first is no news. */
export function AlarmToasts({ alerts, settings }: Props) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const seen = useRef<Set<number>>(undefined);
  const [spoken, setSpoken] = useState("");

  useEffect(() => {
    if (!alerts) return;
    const known = seen.current;
    const all = [...alerts.system, ...alerts.solution];
    seen.current = new Set(all.map((alert) => alert.Alarm_Id));
    if (!known) return;
    const fresh = all.filter((alert) => !known.has(alert.Alarm_Id) && isWanted(alert, settings));
    if (fresh.length === 0) return;
    const count = fresh.length;
    const isCritical = fresh.some((alert) => alert.alarm_code < LOW_ALARM_FROM);
    const counted = isCritical ? t`${count} new critical alarms` : t`${count} new alarms`;
    const toasts: Toast[] =
      count > SINGLE_TOASTS_MAX
        ? [{ text: counted, isCritical }]
        : fresh.map((alert) => ({
            text: `${alert.Device_name}: ${messageOf(alert)}`,
            isCritical: alert.alarm_code < LOW_ALARM_FROM,
            alarmId: alert.Alarm_Id,
          }));
    const words = { critical: t`Critical alarm`, low: t`Low alarm`, close: t`Close`, open: t`Details` };
    for (const toast of toasts) showToast(toast, words);
    const said = toasts.map(({ text }) => text).join(". ");
    setSpoken(`${isCritical ? words.critical : words.low}: ${said}`);
  }, [alerts, settings, t, messageOf]);

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

/** An alarm that stands at no floor matters to every floor. */
function isWanted(alert: AlertEntry, settings: NotificationSettings): boolean {
  const isCritical = alert.alarm_code < LOW_ALARM_FROM;
  const isOfClass = settings.in_browser === "all" || (settings.in_browser === "critical" && isCritical);
  const { floor_ids: floors } = settings;
  return isOfClass && (floors === null || alert.floorId === null || floors.includes(alert.floorId));
}

interface Toast {
  text: string;
  isCritical: boolean;
  /** Undefined: the toast is about several. */
  alarmId?: number;
}

interface Words {
  critical: string;
  low: string;
  close: string;
  open: string;
}

function showToast({ text, isCritical, alarmId }: Toast, words: Words): void {
  const Icon = isCritical ? IconAlertOctagonFilled : IconAlertTriangleFilled;
  notifications.show({
    title: isCritical ? words.critical : words.low,
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
    color: isCritical ? "red" : "yellow",
    closeButtonProps: { "aria-label": words.close },
    icon: <Icon size={18} aria-hidden />,
    // The live region beside it says it once; the toast would say it again.
    role: "presentation",
  });
}
