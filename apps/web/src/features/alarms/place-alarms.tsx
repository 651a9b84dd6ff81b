import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type AlertEntry, listAlerts } from "@verandah/contract/alarms/alarms.ts";

import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import classes from "./needs-you.module.css";

/** The others are on the alarms screen. */
const ROWS_MAX = 5;

/** The active alarms of a place, critical ones first; each opens its details. */
export function PlaceAlarms({ id }: { id: number }) {
  const { t } = useLingui();
  const alerts = useRoute(listAlerts, { id });
  const total = alerts.data ? alerts.data.total.system + alerts.data.total.solution : 0;
  const count = numberText(total);
  return (
    <SectionCard
      title={t`Alarms`}
      aside={total > ROWS_MAX && <Link to="/admin/eventsviewer">{t`All ${count} alarms`}</Link>}
    >
      <Section of={alerts} height={80} isPart>
        {({ system, solution }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">{t`No alarms`}</Text>
          ) : (
            <ul className={classes["list"]}>
              {system.slice(0, ROWS_MAX).map((alarm) => (
                <Row key={alarm.Alarm_Id} alarm={alarm} state="critical" />
              ))}
              {solution.slice(0, Math.max(0, ROWS_MAX - system.length)).map((alarm) => (
                <Row key={alarm.Alarm_Id} alarm={alarm} state="low" />
              ))}
            </ul>
          )
        }
      </Section>
    </SectionCard>
  );
}

function Row({ alarm, state }: { alarm: AlertEntry; state: "critical" | "low" }) {
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  return (
    <li className={classes["row"]}>
      <StateIcon state={state} size={16} isColored />
      <div className={classes["what"]}>
        <AlarmLink alarmId={alarm.Alarm_Id} className={classes["message"]}>
          {messageOf(alarm)}
        </AlarmLink>
        <Text span size="sm" c="dimmed">
          {alarm.Device_name}
        </Text>
      </div>
      <Text component="time" dateTime={alarm.raisedAt} size="sm" c="dimmed">
        {momentText(alarm.raisedAt)}
      </Text>
    </li>
  );
}
