import { useLingui } from "@lingui/react/macro";
import { Skeleton, Text, Title } from "@mantine/core";
import { LOW_ALARM_FROM, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { momentText } from "../format/time.ts";
import { errorText } from "../texts/error-text.ts";
import { useAlarmMessage } from "../texts/use-alarm-message.ts";
import { AlarmLink } from "../ui/alarm-link.tsx";
import { StateIcon } from "../ui/feedback/state.tsx";
import { useNow } from "../use-now.ts";

import classes from "./equipment-list.module.css";

/** The newest alarms of a device, in any state; each opens its details. */
export function EquipmentAlarms({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const messageOf = useAlarmMessage();
  const nowMs = useNow(60_000);
  const { data: alarms, error } = useRoute(listDeviceAlarms, { ssid });
  return (
    <>
      <Title order={2} size="h5">{t`Alarms`}</Title>
      {!alarms && !error && <Skeleton height={80} />}
      {!alarms && error && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errorText(error)}
        </Text>
      )}
      {alarms?.length === 0 && <Text size="sm" c="dimmed">{t`No alarms`}</Text>}
      {alarms && alarms.length > 0 && (
        <ul className={classes["list"]}>
          {alarms.map((alarm) => {
            const isOver = alarm.state === "returned";
            const state = alarm.alarm_code < LOW_ALARM_FROM ? "critical" : "low";
            return (
              <li key={alarm.Alarm_Id} data-state={isOver ? "unknown" : state}>
                <StateIcon state={state} size={16} />
                <span>
                  <AlarmLink alarmId={alarm.Alarm_Id}>{messageOf(alarm)}</AlarmLink>
                  {isOver && (
                    <Text span size="sm" c="dimmed">
                      {" "}
                      · {t({ message: "Returned", comment: "An alarm whose cause is gone" })}
                    </Text>
                  )}
                </span>
                <time dateTime={alarm.raisedAt} className={classes["aside"]}>
                  {momentText(alarm.raisedAt, nowMs, campus.timeZone)}
                </time>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
