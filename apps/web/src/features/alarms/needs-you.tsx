import { useLingui } from "@lingui/react/macro";
import { Box, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { useId } from "react";

import { numberText } from "#shared/format/number.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Rows } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { AcknowledgeButton } from "./actions/acknowledge-button.tsx";
import { useAlarmActions } from "./actions/use-alarm-actions.ts";
import { AlarmDevice } from "./alarm-device.tsx";
import { AlarmFacts } from "./details/alarm-facts.tsx";
import { useWaitingAlarms, WAITING_SHOWN_MAX } from "./use-waiting-alarms.ts";

/** The alarms that need an acknowledgement, active ones first, with the button in the row. Nothing when none waits. */
export function NeedsYou() {
  const { t } = useLingui();
  const listed = useWaitingAlarms();
  const actions = useAlarmActions<AlarmGridRow>();
  if (!listed.data?.rows.length) return null;
  const { rows, total } = listed.data;
  const count = numberText(total);
  return (
    <Aged of={listed}>
      <SectionCard
        title={t`Needs you now`}
        aside={total > WAITING_SHOWN_MAX && <Link to="/admin/eventsviewer">{t`All ${count} alarms`}</Link>}
      >
        <ErrorBanner error={actions.error} />
        <Rows py={0}>
          {rows.slice(0, WAITING_SHOWN_MAX).map((row) => (
            <Row
              key={row.Alarm_Id}
              row={row}
              isSending={actions.sendingId === row.Alarm_Id}
              onAcknowledge={() => actions.acknowledge(row)}
            />
          ))}
        </Rows>
      </SectionCard>
    </Aged>
  );
}

interface RowProps {
  row: AlarmGridRow;
  isSending: boolean;
  onAcknowledge: () => void;
}

function Row({ row, isSending, onAcknowledge }: RowProps) {
  const messageOf = useAlarmMessage();
  const id = useId();
  return (
    <Group component="li" gap="4px 12px" mih={44} py={4}>
      <Group gap="0 12px" align="baseline" flex="1 1 240px">
        <AlarmLink alarmId={row.Alarm_Id} id={id} style={{ fontWeight: 600, color: "inherit" }}>
          {messageOf(row)}
        </AlarmLink>
        <Group gap="0 12px" align="baseline" wrap="nowrap">
          <Text span size="sm" c="dimmed">
            {[...new Set([row.Device_name, row.location])].join(" · ")}
          </Text>
          <AlarmDevice of={row} />
        </Group>
      </Group>
      <AlarmFacts row={row} />
      {/* One below the other, on a phone too. */}
      <Box ml="auto">
        <AcknowledgeButton
          isAcknowledged={false}
          isSending={isSending}
          onAcknowledge={onAcknowledge}
          describedBy={id}
        />
      </Box>
    </Group>
  );
}
