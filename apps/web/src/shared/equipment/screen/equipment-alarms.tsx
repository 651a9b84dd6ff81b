import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { LOW_ALARM_FROM, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useRoute } from "#data/query/use-route.ts";

import { useMomentText } from "../../format/use-time-text.ts";
import { useAlarmMessage } from "../../texts/use-alarm-message.ts";
import { AlarmLink } from "../../ui/alarm-link.tsx";
import { StateIcon } from "../../ui/feedback/state.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Section } from "../../ui/section.tsx";

import classes from "./equipment-list.module.css";

/** Alarms before those that have returned are folded. */
const SHOWN_MAX = 6;

/** The newest alarms of a device, in any state; each opens its details. */
export function EquipmentAlarms({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const listed = useRoute(listDeviceAlarms, { ssid });
  return (
    <SectionCard title={t`Alarms`}>
      <Section of={listed} height={80} isPart empty={t`No alarms`}>
        {(alarms) => {
          const folded = alarms.slice(SHOWN_MAX).filter(({ state }) => state === "returned");
          const more = folded.length;
          return (
            <>
              <AlarmRows alarms={alarms.filter((alarm) => !folded.includes(alarm))} />
              {more > 0 && (
                <details className={classes["more"]}>
                  <summary>{t`and ${more} more`}</summary>
                  <AlarmRows alarms={folded} />
                </details>
              )}
            </>
          );
        }}
      </Section>
    </SectionCard>
  );
}

function AlarmRows({ alarms }: { alarms: ReplyOf<typeof listDeviceAlarms> }) {
  const { t } = useLingui();
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  return (
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
  );
}
