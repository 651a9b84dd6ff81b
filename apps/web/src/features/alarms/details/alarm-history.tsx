import { Trans, useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
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

import { useReasonText } from "./alarm-facts.tsx";

import classes from "./alarm-details.module.css";

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
      <ol className={classes["list"]}>
        {alarm.history.map((event, index) => {
          const Icon = icons[event.kind];
          return (
            <li key={`${event.at} ${index}`} className={classes["event"]}>
              <Icon size={16} aria-hidden />
              <span>
                {word(event.kind, event.user)}
                {event.note && <span className={classes["note"]}>{reasonOf(event.note)}</span>}
              </span>
              <time dateTime={event.at} className={classes["when"]}>
                {momentText(event.at)}
              </time>
            </li>
          );
        })}
      </ol>
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
