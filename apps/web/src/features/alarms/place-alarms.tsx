import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type AlertEntry, listAlerts } from "@verandah/contract/alarms/alarms.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { AlarmDevice } from "./alarm-device.tsx";

/** The others are on the alarms screen. */
const ROWS_MAX = 5;

/** The active alarms of a place, critical ones first; each opens its details. Nothing without any. */
export function PlaceAlarms({ id }: { id: number }) {
  const { t } = useLingui();
  const alerts = useRoute(listAlerts, { id });
  const { system = [], solution = [], total = { system: 0, solution: 0 } } = alerts.data ?? {};
  const all = total.system + total.solution;
  const rows = [
    ...system.map((alarm) => ({ alarm, state: "critical" as const })),
    ...solution.map((alarm) => ({ alarm, state: "low" as const })),
  ];
  if (all === 0 && !(alerts.error && !alerts.data)) return null;
  return (
    <SectionCard
      title={t`Alarms`}
      aside={all > ROWS_MAX && <Link to="/admin/eventsviewer">{t`All alarms`}</Link>}
    >
      <Section of={alerts} isPart>
        {() => (
          <Rows py={0}>
            {rows.slice(0, ROWS_MAX).map((row) => (
              <Row key={row.alarm.Alarm_Id} {...row} />
            ))}
          </Rows>
        )}
      </Section>
    </SectionCard>
  );
}

function Row({ alarm, state }: { alarm: AlertEntry; state: "critical" | "low" }) {
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  return (
    <Group component="li" gap="4px 12px" mih={44}>
      <StateIcon state={state} size={16} isColored />
      <Group gap="0 12px" align="baseline" flex="1 1 240px">
        <AlarmLink alarmId={alarm.Alarm_Id} style={{ fontWeight: 600 }}>
          {messageOf(alarm)}
        </AlarmLink>
        <Text span size="sm" c="dimmed">
          {alarm.Device_name}
        </Text>
        <AlarmDevice of={alarm} />
      </Group>
      <Text component="time" dateTime={alarm.raisedAt} size="sm" c="dimmed">
        {momentText(alarm.raisedAt)}
      </Text>
    </Group>
  );
}
