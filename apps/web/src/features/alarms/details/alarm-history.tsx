import { Trans, useLingui } from "@lingui/react/macro";
import { Group, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBack,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconEye,
  IconEyeOff,
  IconMail,
  IconRepeat,
  IconUnlink,
} from "@tabler/icons-react";
import { type AlarmEventKind, type getAlarm } from "@verandah/contract/alarms/alarms.ts";
import { type ReplyOf } from "@verandah/contract/route.ts";

import { useMomentText } from "#shared/format/use-time-text.ts";
import { Rows } from "#shared/ui/layout.tsx";

import { useReasonText } from "./alarm-facts.tsx";

const icons: Record<AlarmEventKind, typeof IconCheck> = {
  raised: IconAlertTriangle,
  unexplained: IconUnlink,
  returned: IconArrowBackUp,
  acknowledged: IconCheck,
  unacknowledged: IconArrowBack,
  ignored: IconEyeOff,
  unshelved: IconEye,
  "shelving-expired": IconClock,
  repeated: IconRepeat,
  notified: IconMail,
};

/** All events of an alarm, and their users. */
export function AlarmHistory({ alarm }: { alarm: ReplyOf<typeof getAlarm> }) {
  const word = useEventText();
  const momentText = useMomentText();
  const reasonOf = useReasonText();
  return (
    <section>
      <Title order={4} size="h6">
        <Trans>History</Trans>
      </Title>
      <Rows component="ol" hasTop py={4} mt={4} mah={240} fz="sm" style={{ overflowY: "auto" }}>
        {alarm.history.map((event, index) => {
          const Icon = icons[event.kind];
          return (
            <Group component="li" key={`${event.at} ${index}`} gap={8} wrap="nowrap" align="start">
              <Icon size={16} color="var(--mantine-color-dimmed)" aria-hidden style={{ marginTop: 2 }} />
              <Text span inherit flex={1}>
                {word(event.kind, event.user)}
                {event.note && (
                  <Text span display="block" fz={12} c="dimmed">
                    {reasonOf(event.note)}
                  </Text>
                )}
              </Text>
              <Text component="time" dateTime={event.at} inherit c="dimmed" style={{ whiteSpace: "nowrap" }}>
                {momentText(event.at)}
              </Text>
            </Group>
          );
        })}
      </Rows>
    </section>
  );
}

function useEventText(): (kind: AlarmEventKind, user: string | null) => string {
  const { t } = useLingui();
  return (kind, user) => {
    const name = user ?? "";
    const words: Record<AlarmEventKind, string> = {
      raised: t`Raised`,
      unexplained: t`Related alarm ended, still active`,
      returned: t({ message: "Returned", comment: "An alarm whose cause is gone" }),
      acknowledged: name
        ? t`Acknowledged by ${name}`
        : t({ message: "Acknowledged", comment: "An alarm that someone has seen" }),
      unacknowledged: name ? t`Acknowledgement undone by ${name}` : t`Acknowledgement undone`,
      ignored: name ? t`Ignored by ${name}` : t({ message: "Ignored", comment: "An alarm that was shelved" }),
      unshelved: name ? t`Unshelved by ${name}` : t`Unshelved`,
      "shelving-expired": t`Shelving ended, active again`,
      repeated: t`Recurred`,
      notified: name ? t`${name} was notified` : t`Notified`,
    };
    return words[kind];
  };
}
