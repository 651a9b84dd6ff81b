import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { LOW_ALARM_FROM, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";

import { useRoute } from "#data/query/use-route.ts";

import { useMomentText } from "../../format/use-time-text.ts";
import { useAlarmMessage } from "../../texts/use-alarm-message.ts";
import { AlarmLink } from "../../ui/alarm-link.tsx";
import { StateIcon } from "../../ui/feedback/state.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Section } from "../../ui/section.tsx";

import classes from "./equipment-list.module.css";

/** The newest alarms of a device, in any state; each opens its details. */
export function EquipmentAlarms({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  const listed = useRoute(listDeviceAlarms, { ssid });
  return (
    <SectionCard title={t`Alarms`}>
      <Section of={listed} height={80} isPart empty={t`No alarms`}>
        {(alarms) => (
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
                    {momentText(alarm.raisedAt)}
                  </time>
                </li>
              );
            })}
          </ul>
        )}
      </Section>
    </SectionCard>
  );
}
