import "@mantine/notifications/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertOctagonFilled, IconAlertTriangleFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type AlertEntry, type AlertLists, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import type { NotificationSettings } from "@verandah/contract/notifications/notification-forms.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import { alarmTitle } from "@verandah/equipment/alarm-texts.ts";
import { useEffect, useRef, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";

import { idsOf } from "./alert-ids.ts";

/** Source: spec 2 §9: toasts last 2 to 6 s; a critical alarm gets the longest. */
const TOAST_MS = 6_000;
/** More causes at once are announced as a number. */
const SINGLE_TOASTS_MAX = 3;

interface Props {
  alerts: AlertLists | undefined;
  /** The alarms of the first load, which are not announced. */
  initial: ReadonlySet<number> | undefined;
  settings: NotificationSettings;
}

/**
 * Announces new alarms by toast and to screen readers, by the user's settings. New alarms of one code share a toast. The alarms of the
 * first load are not announced.
 */
export function AlarmToasts({ alerts, initial, settings }: Props) {
  const { t } = useLingui();
  const language = useLanguage();
  const messageOf = useAlarmMessage();
  const hasAlarmsScreen = admits(buildingStaff, useSession().role.id);
  const groups = useRef(new Map<number, Group>());
  const seen = useRef<ReadonlySet<number>>(undefined);
  const [spoken, setSpoken] = useState("");

  useEffect(() => {
    if (!alerts) return;
    const known = seen.current ?? initial;
    const all = [...alerts.system, ...alerts.solution];
    seen.current = idsOf(alerts);
    if (!known) return;
    const fresh = all.filter((alert) => !known.has(alert.Alarm_Id) && isWanted(alert, settings));
    if (fresh.length === 0) return;
    const together = joined(groups.current, fresh, Date.now());
    const count = fresh.length;
    const isCritical = fresh.some((alert) => alert.alarm_code < LOW_ALARM_FROM);
    const counted = isCritical ? t`${count} new critical alarms` : t`${count} new alarms`;
    const toasts: Toast[] =
      together.length > SINGLE_TOASTS_MAX
        ? [{ text: counted, isCritical }]
        : together.map(({ id, alerts: [first, ...others] }) => {
            const isOne = others.length === 0;
            const number = others.length + 1;
            const title = alarmTitle(language, first.alarm_code);
            return {
              id,
              text: isOne ? `${first.Device_name}: ${messageOf(first)}` : t`${title}: ${number} alarms`,
              isCritical: first.alarm_code < LOW_ALARM_FROM,
              ...(isOne && { alarmId: first.Alarm_Id }),
            };
          });
    const texts = { critical: t`Critical alarm`, low: t`Low alarm`, close: t`Close`, open: t`Details` };
    for (const toast of toasts) showToast(toast, texts, hasAlarmsScreen);
    const said = toasts.map(({ text }) => text).join(". ");
    setSpoken(`${isCritical ? texts.critical : texts.low}: ${said}`);
  }, [alerts, initial, settings, t, language, messageOf, hasAlarmsScreen]);

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

/** Alarms of one code that were raised together, newest first, and their toast. */
interface Group {
  id: string;
  alerts: [AlertEntry, ...AlertEntry[]];
  lastMs: number;
}

/** The groups that new alarms begin, or join while the toast of a group is shown: a new toast with all of them then replaces it. */
function joined(groups: Map<number, Group>, fresh: readonly AlertEntry[], nowMs: number): Group[] {
  const changed = new Set<number>();
  for (const alert of fresh) {
    const code = alert.alarm_code;
    const before = groups.get(code);
    const isSame = before !== undefined && nowMs - before.lastMs < TOAST_MS;
    if (isSame && !changed.has(code)) notifications.hide(before.id);
    const alerts: Group["alerts"] = isSame ? [alert, ...before.alerts] : [alert];
    groups.set(code, { id: `alarms-${alert.Alarm_Id}`, alerts, lastMs: nowMs });
    changed.add(code);
  }
  return [...groups].flatMap(([code, group]) => (changed.has(code) ? [group] : []));
}

/** An alarm without a floor counts for every floor. */
function isWanted(alert: AlertEntry, settings: NotificationSettings): boolean {
  const isCritical = alert.alarm_code < LOW_ALARM_FROM;
  const isOfClass = settings.in_browser === "all" || (settings.in_browser === "critical" && isCritical);
  const { floor_ids: floors } = settings;
  return isOfClass && (floors === null || alert.floorId === null || floors.includes(alert.floorId));
}

interface Toast {
  id?: string;
  text: string;
  isCritical: boolean;
  /** Undefined: the toast is about several alarms. */
  alarmId?: number;
}

interface ToastTexts {
  critical: string;
  low: string;
  close: string;
  open: string;
}

function showToast(
  { id, text, isCritical, alarmId }: Toast,
  texts: ToastTexts,
  hasAlarmsScreen: boolean,
): void {
  const Icon = isCritical ? IconAlertOctagonFilled : IconAlertTriangleFilled;
  notifications.show({
    ...(id !== undefined && { id }),
    title: isCritical ? texts.critical : texts.low,
    message: (
      <>
        {text}{" "}
        {alarmId === undefined ? (
          hasAlarmsScreen && <Link to="/admin/eventsviewer">{texts.open}</Link>
        ) : (
          <AlarmLink alarmId={alarmId}>{texts.open}</AlarmLink>
        )}
      </>
    ),
    color: isCritical ? "red" : "yellow",
    closeButtonProps: { "aria-label": texts.close },
    icon: <Icon size={18} aria-hidden />,
    // The live region announces it once; the toast would repeat it.
    role: "presentation",
  });
}
